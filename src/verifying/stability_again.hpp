// Roots of the linear part along a line of steady motions, proved for whole intervals of its parameter.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exact/polynomial.hpp"
#include "flow_again.hpp"
#include "roots_again.hpp"

namespace hamel {

/// An open interval of the parameter; at the numbers `through`, in it, roots might move and do not.
struct ClaimedPiece {
  std::optional<ClaimedRoot> from, to;  ///< none: without end
  std::vector<Rational> through;
  std::vector<int> roots;  ///< left of, on and right of the imaginary axis
  std::string stability;
};

/// Polynomials in a parameter w that vanish wherever roots of det(x - A(w)), on the group, meet the imaginary axis,
/// turn to 0 or meet each other on the axis, for the linear part A of the field at the motions z(w). Nothing where z(w)
/// are not steady.
std::optional<Polynomial> critical_along(const FlowAgain& flow,
                                         const std::vector<Polynomial>& motion);

/// The roots are where the piece says, at each of its parameters: they are so at samples, between which the critical
/// polynomial has no root (Sturm) but those that the piece goes through.
bool is_so_along(const FlowAgain& flow, const std::vector<Polynomial>& motion,
                 const ClaimedPiece& piece);

}  // namespace hamel
