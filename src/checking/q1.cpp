// Question Q1, exactly.
#include "q1.hpp"

#include <hamel/algebra/rational.hpp>

#include "compiled.hpp"

namespace hamel {

template Verdict check_q1<Rational>(const Splitting<Rational>&);

}  // namespace hamel
