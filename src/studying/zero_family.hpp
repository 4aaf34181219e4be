// A set of common zeros of polynomials that variables which are free parametrise.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "exact/real_roots.hpp"
#include "flows/steady_motions.hpp"

namespace hamel {

/// A variable that stands for one algebraic number.
struct NamedNumber {
  int variable;
  RealRoot root;

  /// Modulo the polynomial of the number.
  CoordinatePolynomial reduced(const CoordinatePolynomial& p) const;
  bool is_same(const NamedNumber& other) const;
};

/// Variables that are quotients of polynomials in the others, which are free but for spheres that some of them lie on:
/// every equation is then 0.
struct ZeroFamily {
  std::map<int, VariableQuotient> values;
  std::vector<std::vector<int>> spheres = {};  ///< of these variables the squares have the sum 1
  std::optional<NamedNumber> number = {};      ///< where the values need one that is not rational

  /// The polynomial is 0 on all of it.
  bool is_zero(const CoordinatePolynomial& p) const;
};

/// A point of a sphere with rational coordinates, none of them 0 where there are less than five:
/// k (4 / (k+4))^2 + ((4-k) / (k+4))^2 = 1.
std::map<int, Rational> point_on(const std::vector<int>& sphere);

/// Every member of the one is a member of the other, a generic one in the same form.
bool lies_in(const ZeroFamily& inner, const ZeroFamily& outer);

/// A polynomial with variables replaced.
CoordinatePolynomial replaced(const CoordinatePolynomial& p,
                              const std::map<int, CoordinatePolynomial>& values);

}  // namespace hamel
