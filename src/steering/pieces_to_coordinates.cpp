// Long ways of a file to an end that is free in some coordinates, in pieces.
#include "steering/search.hpp"

namespace hamel {

template std::optional<Pieces<steering::FileMotion>>
FileShooting<EndCoordinates<SystemGroup>>::solve(Pieces<steering::FileMotion>, int, int);

}  // namespace hamel
