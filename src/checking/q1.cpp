// Question Q1, exactly.
#include <hamel/algebra/rational.hpp>
#include <hamel/check/q1.hpp>

#include "compiled.hpp"

namespace hamel {

template Verdict check_q1<Rational>(const Splitting<Rational>&);

}  // namespace hamel
