// The values that functions of the coordinates take together on a group.
#pragma once

#include <array>
#include <map>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

#include "coordinate_ring.hpp"
#include "exact/partial_derivative.hpp"
#include "exact/polynomial.hpp"

namespace hamel {

/// Of functions that the left-invariant fields change among themselves the values are an orbit of these fields: through
/// those at the identity, and at the start of a file.
struct FunctionValues {
  using Polynomial = CoordinatePolynomial;
  using Point = DynamicVector<Rational>;  ///< all variables of a field, the functions among them

  std::vector<int> places = {};  ///< the functions, among the variables
  /// along[k][i]: how a left-invariant field changes the function places[i], in the variables.
  std::vector<std::vector<Polynomial>> along = {};
  /// Polynomials in the functions that are 0 on the group: quadratic ones, and those of functions adjoined.
  std::vector<Polynomial> relations = {};
  std::vector<int> positive = {};  ///< variables that are: roots, and 1 over them
  /// Variables x, cos x, sin x of an angle that is named itself too: of rational x only 0 has rational ones.
  std::vector<std::array<int, 3>> angles = {};
  std::vector<DynamicVector<Rational>> known =
      {};  ///< values at elements, the first at the identity

  /// All functions of a ring as variables from `first` on; fields are the basis of the algebra. Those adjoined are
  /// quotients and roots that are rational at the identity, else there are no values.
  static FunctionValues of(const CoordinateRing& ring, int first);
  /// Whether the values of some are known.
  bool exist() const { return !known.empty(); }
  /// The field with this velocity too.
  void add_field(const DynamicVector<Rational>& velocity);
  /// Of those functions that are kept, with the variables that these become; fields that lead out of them are left out.
  FunctionValues among(const std::map<int, int>& kept) const;

  /// Whether angles are what they are called. Here and below K is Rational, AlgebraicNumber or AngleNumber.
  template <class K>
  bool are_turned(const DynamicVector<K>& point) const;
  /// Whether the fields span as many directions at a point as at known values: else no element has its functions.
  template <class K>
  bool have_directions(const DynamicVector<K>& point) const;
  /// Relations and angles hold, the directions are there, and a path of elements leads there from known values, found
  /// in rounded numbers: of components that polynomials do not tell apart (a positive entry of a matrix, a sheet of a
  /// hyperboloid) it is the right one.
  template <class K>
  bool include(const DynamicVector<K>& point) const;
};

/// A polynomial in the variables at a point.
template <class K>
K value_at(const CoordinatePolynomial& p, const DynamicVector<K>& point) {
  return value_of<K>(
      p.terms(), [&](int i) { return is_plain(i) ? point(index_of(i)) : K(is_cosine(i) ? 1 : 0); });
}
/// The partial derivatives of polynomials in the variables at a point, one row each.
template <class K>
DynamicMatrix<K> slopes_at(const std::vector<CoordinatePolynomial>& all,
                           const DynamicVector<K>& point) {
  DynamicMatrix<K> slopes(static_cast<Eigen::Index>(all.size()), point.size());
  for (Eigen::Index i = 0; i < slopes.rows(); ++i)
    for (Eigen::Index k = 0; k < slopes.cols(); ++k)
      slopes(i, k) =
          value_at(partial(all[static_cast<std::size_t>(i)], static_cast<int>(k)), point);
  return slopes;
}

/// A polynomial with polynomials in one variable in place of its own.
template <class Of>
Polynomial in_one_variable(const CoordinatePolynomial& p, const Of& of) {
  return value_of<Polynomial>(
      p.terms(), [&](int i) { return of(index_of(i)); },
      [](Polynomial& term, const Polynomial& value) { term = term * value; });
}
/// One that names one variable alone.
inline Polynomial in_one_variable(const CoordinatePolynomial& p) {
  return in_one_variable(p, [](int) { return Polynomial::variable(); });
}

}  // namespace hamel
