// Question Q1, exactly.
#include <hamel/algebra/rational.hpp>
#include <hamel/check/q1.hpp>

#include "exact_algebra.hpp"

namespace hamel {

template Verdict check_q1<Rational>(const Splitting<Rational>&);

}  // namespace hamel
