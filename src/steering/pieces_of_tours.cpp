// All legs of a motion of a file at once.
#include "steering/search.hpp"

namespace hamel {

template std::optional<Pieces<steering::FileMotion>> FileShooting<BothEnds<SystemGroup>>::solve(
    Pieces<steering::FileMotion>, int, int);

}  // namespace hamel
