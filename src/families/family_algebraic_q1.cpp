// Question Q1 at irrational values of a parameter.
#include "families.hpp"

namespace hamel {

template Verdict check_q1<AlgebraicNumber>(const Splitting<AlgebraicNumber>&);

}  // namespace hamel
