// Conjugate times of the motions of a file.
#include "steering/judgement.hpp"

namespace hamel {

template Conjugacy conjugacy(const steering::FileMotion&,
                             const steering::FileMotion::State<double>&, double, double, double);

}  // namespace hamel
