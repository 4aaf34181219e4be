// Question Q2 for one motion, exactly.
#include "q2.hpp"

#include <hamel/algebra/rational.hpp>

#include "compiled.hpp"

namespace hamel {

template Verdict check_q2<Rational>(const Splitting<Rational>&, const DynamicVector<Rational>&);

}  // namespace hamel
