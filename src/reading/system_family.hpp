// A system file with one of its parameters left free: the whole family as one exact system.
#pragma once

#include <string>

#include <hamel/check/algebraic_system.hpp>

#include "exact/rational_function.hpp"

namespace hamel {

/// The invariant kinetic systems that a file describes as one of its parameters varies.
struct SystemFamily {
  std::string name, parameter;
  AlgebraicSystem<RationalFunction> system;  ///< in the parameter; the others at their exact values
};

/// Highest power of the free parameter in an entry of a family.
inline constexpr int max_family_degree = 64;

/// Reads and checks the text of a file at its own parameter values, then leaves `parameter` free. Throws
/// InputError naming the place: a parameter the file does not have, a chart, a potential, a force,
/// an offset or a metric that varies, a parameter inside the matrices of a group, an entry that is
/// not visibly a quotient of polynomials in the parameter with rational coefficients, a metric that
/// is symmetric at some values only.
SystemFamily parse_system_family(std::string json, const std::string& parameter);

}  // namespace hamel
