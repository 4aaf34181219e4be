// Questions as functions of a parameter.
#include "families.hpp"

namespace hamel {

template Verdict detail::ask<RationalFunction>(const std::string&,
                                               const AlgebraicSystem<RationalFunction>&);

}  // namespace hamel
