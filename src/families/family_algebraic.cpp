// Questions at irrational values of a parameter.
#include "families.hpp"

namespace hamel {

template Verdict detail::ask<AlgebraicNumber>(const std::string&,
                                              const AlgebraicSystem<AlgebraicNumber>&);

}  // namespace hamel
