// Motions of a file among those with ends nearby.
#include "steering/judgement.hpp"

namespace hamel {

template Optimality among_ends(const steering::FileMotion&,
                               const steering::FileMotion::State<double>&, double,
                               const BothEnds<SystemGroup>&, const Conjugacy&, double);

}  // namespace hamel
