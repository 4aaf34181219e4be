// The conditions in floating point.
#include <hamel/algebra/rational.hpp>

#include "check_all.hpp"
#include "compiled.hpp"

namespace hamel {

template std::vector<Verdict> check_all<double>(const AlgebraicSystem<double>&, Needs);

}  // namespace hamel
