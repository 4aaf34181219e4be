// Elements of the groups of files over polynomials, which two questions share: compiled once, in this room.
#pragma once

#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/check/polynomial_points.hpp>
#include <hamel/check/stored_relations.hpp>
#include <hamel/core/dual.hpp>
#include <hamel/group/any_group.hpp>

namespace hamel {

/// The coordinates of an element over any scalar; work that is not counted.
template <class S>
std::vector<S> coordinates_of(const AnyGroup& group, const Element<AnyGroup, S>& x) {
  const WorkBudget::Pause uncounted;
  return group.coordinates(x);
}

extern template std::vector<double> coordinates_of(const AnyGroup&,
                                                   const Element<AnyGroup, double>&);
extern template std::vector<Dual<double, 1>> coordinates_of(
    const AnyGroup&, const Element<AnyGroup, Dual<double, 1>>&);
extern template std::vector<CoordinatePolynomial> coordinates_of(
    const AnyGroup&, const Element<AnyGroup, CoordinatePolynomial>&);
extern template class PolynomialPoints<AnyGroup>;
extern template StoredRelations::StoredRelations(const AnyGroup&);

}  // namespace hamel
