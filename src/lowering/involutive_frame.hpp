// Distributions that are involutive: the leaves that motions stay on.
#pragma once

#include <optional>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

#include "coordinate_ring.hpp"

namespace hamel {

/// Fields with components that are polynomials in the stored numbers of a ring, by their columns, beside the algebra
/// and the rates of these numbers along its basis.
struct Fields {
  StructureConstants<Rational> algebra;
  std::vector<std::vector<CoordinatePolynomial>> rates;
  DynamicMatrix<CoordinatePolynomial> d;  ///< n x r
  /// A field with a component along the last of the basis, time, that none of D has, n x 1.
  std::optional<DynamicMatrix<CoordinatePolynomial>> drift = {};
};

/// D and brackets of it, n x N, those of D the first, proved to be involutive as an identity between polynomials; the
/// whole basis where no such proof is found. With a drift these are its brackets with D and those of D, proved to be
/// involutive with it, and the whole is the basis without time.
DynamicMatrix<CoordinatePolynomial> involutive_frame(const Fields& fields,
                                                     const CoordinateRing& ring);

/// The same where nothing depends on time, which is not among the dimensions: `drift` is a field without its component
/// along time, which is `speed`. The columns have n components. The whole basis too where this takes long.
DynamicMatrix<CoordinatePolynomial> frame_beside_time(
    const Fields& fields, const DynamicMatrix<CoordinatePolynomial>& drift,
    const CoordinatePolynomial& speed, const CoordinateRing& ring);

}  // namespace hamel
