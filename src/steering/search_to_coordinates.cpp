// The search for motions of a file whose end is free in some coordinates.
#include "steering/search.hpp"

namespace hamel {

template std::vector<Steered<steering::FileMotion>> FileSteering::solve(
    const SystemGroup::Point&, const EndCoordinates<SystemGroup>&, double, double);

}  // namespace hamel
