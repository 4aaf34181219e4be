// Question Q1 as a function of a parameter.
#include "families.hpp"

namespace hamel {

template Q1Proof<RationalFunction> prove_q1<RationalFunction>(const Splitting<RationalFunction>&);
template bool verify<RationalFunction>(const AlgebraicSystem<RationalFunction>&,
                                       const Q1Proof<RationalFunction>&);

}  // namespace hamel
