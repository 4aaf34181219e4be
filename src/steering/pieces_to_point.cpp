// Long ways of a file to a place, in pieces.
#include "steering/search.hpp"

namespace hamel {

template std::optional<Pieces<steering::FileMotion>> FileShooting<EndPoint<SystemGroup>>::solve(
    Pieces<steering::FileMotion>, int, int);

}  // namespace hamel
