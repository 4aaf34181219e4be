// The conditions, exactly.
#include <hamel/algebra/rational.hpp>

#include "check_all.hpp"
#include "compiled.hpp"

namespace hamel {

template std::vector<Verdict> check_all<Rational>(const AlgebraicSystem<Rational>&, Needs);

}  // namespace hamel
