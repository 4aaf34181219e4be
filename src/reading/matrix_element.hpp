// Whether a matrix is an element of the connected group with a given algebra.
#pragma once

#include <optional>

#include <hamel/group/matrix_group.hpp>

namespace hamel::reading {

/// The element g of the group nearest to x that is found, as a product of exponentials, and how far x is from it.
struct MatrixElement {
  Element<MatrixGroup, double> g;
  double off;  ///< the largest entry of g^-1 x - 1, as a part of |g^-1| |x|
};

/// Invariants that are polynomials of low degree do not determine every group (similarities, one-parameter groups with
/// other weights). A connected group is its products of exponentials, so one that gives x is looked for: least squares
/// of g^-1 x - 1 along g exp(delta), from the unit matrix, from the logarithm and from scattered elements.
MatrixElement nearest_element(const MatrixGroup& group, const Element<MatrixGroup, double>& x);

}  // namespace hamel::reading
