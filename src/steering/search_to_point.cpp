// The search for motions of a file to a place.
#include "steering/search.hpp"

namespace hamel {

template std::vector<Steered<steering::FileMotion>> FileSteering::solve(
    const SystemGroup::Point&, const EndPoint<SystemGroup>&, double, double);

}  // namespace hamel
