// The rate at which a formula changes along a motion, as a formula.
#pragma once

#include <string>

#include <hamel/io/expression.hpp>

namespace hamel::reading {

/// sum_i df/dx_i x_{n+i} of a formula in x_1, .., x_n; the result is one in x_1, .., x_{2n}. Throws InputError naming
/// `path` where it becomes too long.
Expression along_motion(const Expression& formula, int n, const std::string& path);

}  // namespace hamel::reading
