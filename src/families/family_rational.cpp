// Questions at rational values of a parameter.
#include "families.hpp"

namespace hamel {

template Verdict detail::ask<Rational>(const std::string&, const AlgebraicSystem<Rational>&);

}  // namespace hamel
