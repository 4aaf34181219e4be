// Steady motions of a homogeneous quadratic field, and their linear stability, exactly.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/algebraic_number.hpp"
#include "exact/quadric_zeros.hpp"
#include "exact/rational_function.hpp"
#include "exact/root_counts.hpp"
#include "polynomial_field.hpp"

namespace hamel {

/// What the linear part of a field says of a steady motion.
enum class Stability {
  asymptotic,  ///< all roots left of the axis
  transversal,  ///< on the axis only the zeros of the family it belongs to, else left: stable, the family attracts
  spectral,  ///< no root right of the axis, more on it: linear terms do not decide
  unstable   ///< a root right of the axis
};

constexpr const char* text(Stability stability) noexcept {
  constexpr const char* words[] = {"asymptotic", "transversal", "spectral", "unstable"};
  return words[static_cast<int>(stability)];
}

/// The linear part at a steady motion, whose numbers are rational, of Q(s) with an algebraic number s, or of Q(s) with
/// the tangent s of a rational angle or pi.
template <class K>
struct LinearStabilityOver {
  DynamicVector<K> at;
  PolynomialOver<K> characteristic;
  RootCounts roots;
  bool semisimple = false;  ///< of the roots on the axis, where none lie right of it
  Stability stability = Stability::spectral;
};
using LinearStability = LinearStabilityOver<Rational>;

/// An open interval of a parameter on which the linear part of a family says the same; no end where there is none.
struct StabilityPiece {
  std::optional<RealRoot> from, to;
  RootCounts roots;
  bool semisimple = false;  ///< of the roots on the axis, where none lie right of it
  Stability stability = Stability::spectral;

  bool same_as(const StabilityPiece& other) const {
    return stability == other.stability && semisimple == other.semisimple &&
           roots.left == other.roots.left && roots.right == other.roots.right;
  }
};

/// What a variable is in others: value / over, where `over` is not 0.
struct VariableQuotient {
  CoordinatePolynomial value, over = CoordinatePolynomial(1);

  bool is_polynomial() const { return over.variables().empty(); }
};

/// A linear subspace of steady motions (columns), or a set that is parametrised by the variables that `where` leaves
/// free.
struct SteadyFamily {
  DynamicMatrix<Rational> basis;
  std::vector<LinearStability> members;  ///< both directions of a line; else some members
  /// Variables and what they are in the others; none for a subspace.
  std::vector<std::pair<std::string, VariableQuotient>> where = {};
  int dimension = 0;  ///< how many variables are free, one less for each sphere
  std::vector<std::vector<std::string>> spheres = {};  ///< of these the squares have the sum 1
  std::string parameter = {};  ///< the one that is free, where the pieces of its line are known
  std::vector<StabilityPiece> pieces = {};
  /// A root that is not rational, which `where` has behind the variables: the name for it, and members with its powers.
  std::optional<RealRoot> number = {};
  std::string name_of_number = {};
  std::vector<LinearStabilityOver<AlgebraicNumber>> members_at_number = {};
  /// Members at angles that are rational and not 0: in s = tan(angle), which is transcendental, so that what is 0 there
  /// is 0 for all s. At quarters of turns in s = pi, angle being 0. It has the same name.
  Rational angle = Rational(0);
  std::vector<LinearStabilityOver<RationalFunction>> members_at_angle = {};
  /// Polynomials in the variables that are 0 on it, where no variables parametrise it; a dimension of -1 is not known.
  /// Some members follow as families `within` the set, which has there so many dimensions more, as far as is known.
  std::vector<CoordinatePolynomial> equations = {};
  std::optional<int> within = {};

  bool is_set() const { return !equations.empty(); }
  /// Directions along which motions are steady.
  int still() const { return dimension + within.value_or(0); }
};

struct TurningMotions;

struct SteadyMotions {
  std::vector<SteadyFamily> families;
  std::string not_covered;  ///< where others may be; empty when these are all
  /// Of the variables, where these are not all of the field's.
  std::vector<std::string> names = {};
  bool rest = true;  ///< where there are no families: rest is steady
  /// The rates of these variables times `over`, where the flow has more of them.
  std::optional<PolynomialField> field = {};
  CoordinatePolynomial over = CoordinatePolynomial(1);
  std::vector<TurningMotions> turning;  ///< that symmetries lead along, others than these
};

/// Symmetries x -> x exp(s xi) of a flow, xi the columns, and motions z(t) that are turned by x exp(t sum c xi) all the
/// time: families in z and the rates c, behind them, the first of which is not 0. Their stability is that of the flow
/// less this turning, on directions modulo those of the symmetries.
struct TurningMotions {
  DynamicMatrix<Rational> xi;
  SteadyMotions motions;
  std::vector<std::vector<CoordinatePolynomial>> rates;  ///< of the variables under each of them
};

/// What the roots say of a steady motion that belongs to a family of the given dimension.
Stability stability_of(const RootCounts& roots, int family);

/// What a linear part says of it.
template <class K>
LinearStabilityOver<K> linear_stability(const DynamicMatrix<K>& slope,
                                        const DynamicVector<K>& point, int family) {
  LinearStabilityOver<K> result{point, characteristic_polynomial(slope), {}};
  result.roots = count_roots(result.characteristic);
  if (result.roots.right == 0) result.semisimple = semisimple_on_axis(slope, result.characteristic);
  result.stability = stability_of(result.roots, family);
  return result;
}

/// The steady motions F(u) = 0 of a homogeneous quadratic field as subspaces, found by splitting on components that are
/// products of rational linear forms or do not change sign; what resists is said. The stability is that of both
/// directions of a line, and of some members of larger families.
SteadyMotions find_steady(const PolynomialField& field);

}  // namespace hamel
