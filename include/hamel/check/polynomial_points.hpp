// Elements of a group whose stored numbers are variables, and how these move along left-invariant fields.
#pragma once

#include <algorithm>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/check/stored_relations.hpp>
#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// The general element of a group, numbers that vanish near the identity left out. Its work is short and is not
/// counted: members of groups are noexcept, and a WorkBudget throws.
template <class Group>
class PolynomialPoints {
 public:
  using Point = Element<Group, CoordinatePolynomial>;

  /// Keeps references.
  PolynomialPoints(const Group& group, const StoredRelations& relations)
      : group_(group), relations_(relations) {}

  /// Stored number i is variable i.
  Point general() const;
  /// x exp(e e_k) to first order: the stored numbers of exp near 0 are linear with dyadic coefficients.
  Point displaced(int k) const;
  /// The derivatives of the stored numbers along the basis.
  std::vector<std::vector<CoordinatePolynomial>> rates() const;
  /// The stored numbers of the identity.
  std::vector<Rational> identity() const;

 private:
  const Group& group_;
  const StoredRelations& relations_;
};

template <class Group>
auto PolynomialPoints<Group>::general() const -> Point {
  const WorkBudget::Pause uncounted;
  Point point = group_.template identity<CoordinatePolynomial>();
  for (int i = 0; i < point.data.size(); ++i)
    if (!std::ranges::count(relations_.constants, i))
      point.data(i) = CoordinatePolynomial::variable(i);
  return point;
}

template <class Group>
auto PolynomialPoints<Group>::displaced(int k) const -> Point {
  const WorkBudget::Pause uncounted;
  using D = Dual<double, 1>;
  const Vector<double, Group::dimension> direction =
      Vector<double, Group::dimension>::Unit(group_.dim(), k);
  const Element<Group, D> near = hamel::displaced<D>(group_, group_.template identity<double>(),
                                                     infinitesimal_along(direction));
  Point step = group_.template identity<CoordinatePolynomial>();
  for (int i = 0; i < step.data.size(); ++i)
    step.data(i) +=
        CoordinatePolynomial(near.data(i).derivatives()[0]) * CoordinatePolynomial::infinitesimal();
  return group_.compose(general(), step);
}

template <class Group>
std::vector<std::vector<CoordinatePolynomial>> PolynomialPoints<Group>::rates() const {
  std::vector<std::vector<CoordinatePolynomial>> all;
  for (int k = 0; k < group_.dim(); ++k) {
    const Point moved = displaced(k);
    all.emplace_back();
    for (int i = 0; i < moved.data.size(); ++i) all.back().push_back(moved.data(i).slope());
  }
  return all;
}

template <class Group>
std::vector<Rational> PolynomialPoints<Group>::identity() const {
  const auto unit = group_.template identity<double>();
  std::vector<Rational> numbers;
  for (int i = 0; i < unit.data.size(); ++i) numbers.emplace_back(unit.data(i));
  return numbers;
}

}  // namespace hamel
