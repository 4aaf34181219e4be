// Points of families in rational and in algebraic numbers.
#include "steady_members.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "exact/algebraic_number.hpp"
#include "lowering/normal_form.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

/// Directions across the group: of relations, and of sin x and cos x where the angle x stands beside them and is at
/// rest.
template <class K>
DynamicMatrix<K> across(const ReducedField& reduced, const DynamicVector<K>& z) {
  const FunctionValues& values = reduced.values;
  const DynamicMatrix<K> related = slopes_at(values.relations, z);
  DynamicMatrix<K> all = DynamicMatrix<K>::Constant(
      related.rows() + 2 * static_cast<Eigen::Index>(values.angles.size()) + reduced.turns,
      z.size(), K(0));
  all.topRows(related.rows()) = related;
  Eigen::Index row = related.rows();
  for (const auto& [x, cosine, sine] : values.angles) {
    all(row, sine) = K(1);  // d sin x = cos x dx
    all(row++, x) = -z(cosine);
    all(row, cosine) = K(1);
    all(row++, x) = z(sine);
  }
  for (int i = 0; i < reduced.turns; ++i) all(row++, z.size() - reduced.turns + i) = K(1);
  return all;
}

/// What the linear part is, on coordinates along these columns, modulo the directions that turning leads to.
template <class K>
std::optional<DynamicMatrix<K>> modulo_turnings(const ReducedField& reduced,
                                                const DynamicVector<K>& z,
                                                const DynamicMatrix<K>& along,
                                                const DynamicMatrix<K>& inner) {
  DynamicMatrix<K> basis(inner.rows(), 0);
  const auto add = [&](const DynamicMatrix<K>& column) {
    DynamicMatrix<K> more(basis.rows(), basis.cols() + 1);
    more << basis, column;
    if (rank<K>(more) == more.cols()) basis = std::move(more);
  };
  for (const Turning& turning : reduced.turnings) {
    DynamicMatrix<K> moved(z.size(), 1);
    for (Eigen::Index i = 0; i < z.size(); ++i)
      moved(i, 0) = value_at(turning.rates[static_cast<std::size_t>(i)], z);
    const auto column = solve<K>(along, moved);
    if (!column) return std::nullopt;
    add(*column);
  }
  const auto turned = basis.cols(), rest = basis.rows() - turned;
  for (Eigen::Index i = 0; i < inner.rows(); ++i) {
    DynamicMatrix<K> unit = DynamicMatrix<K>::Constant(inner.rows(), 1, K(0));
    unit(i, 0) = K(1);
    add(unit);
  }
  const DynamicMatrix<K> turned_part = inner * basis;
  const auto in_basis = solve<K>(basis, turned_part);
  if (!in_basis) return std::nullopt;
  for (const K& entry : in_basis->bottomLeftCorner(rest, turned).reshaped())
    if (!entry.is_zero()) return std::nullopt;
  return DynamicMatrix<K>(in_basis->bottomRightCorner(rest, rest));
}

/// Values of the free variables, others 0.
std::vector<DynamicVector<Rational>> choices(const ZeroFamily& family, const std::vector<int>& free,
                                             int n) {
  DynamicVector<Rational> still = DynamicVector<Rational>::Constant(n, Rational(0));
  for (const auto& sphere : family.spheres)
    for (const auto& [k, x] : point_on(sphere)) still(k) = x;
  std::vector<int> numbers;
  for (const int i : free)
    if (std::ranges::none_of(family.spheres,
                             [i](const auto& sphere) { return std::ranges::count(sphere, i) > 0; }))
      numbers.push_back(i);
  std::vector<DynamicVector<Rational>> all;
  for (const int sign : {1, -1}) {
    auto mixed = still;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      mixed(numbers[i]) = Rational(sign * static_cast<int>(i + 1));
    all.push_back(mixed);
    if (numbers.empty()) break;
  }
  for (std::size_t i = 0; i < numbers.size() && numbers.size() > 1; ++i)
    for (const int sign : {1, -1}) {
      auto one = still;
      one(numbers[i]) = Rational(sign);
      all.push_back(one);
    }
  return all;
}

}  // namespace

bool is_quadratic(const ReducedField& reduced) {
  if (!reduced.values.relations.empty() || reduced.det.terms().size() != 1 ||
      !reduced.det.terms().begin()->first.empty())
    return false;
  for (const auto& rate : reduced.field.rates)
    for (const auto& [monomial, factor] : rate.terms())
      if (detail::degree_of(monomial) != 2) return false;
  return reduced.functions == 0;
}

template <class K>
std::optional<LinearStabilityOver<K>> stability_at(const ReducedField& reduced,
                                                   const DynamicVector<K>& z, int family) {
  const auto is_zero = [&](const Formula& p) { return value_at(p, z).is_zero(); };
  const K det = value_at(reduced.det, z);
  if (det.is_zero() || !std::ranges::all_of(reduced.field.rates, is_zero) ||
      !std::ranges::all_of(reduced.values.relations, is_zero))
    return std::nullopt;
  const DynamicMatrix<K> whole = K(K(1) / det) * slopes_at(reduced.field.rates, z);
  const DynamicMatrix<K> still = across(reduced, z);
  if (still.rows() == 0) return linear_stability(whole, z, family);
  const DynamicMatrix<K> along = kernel<K>(still);
  const auto inner = solve<K>(along, DynamicMatrix<K>(whole * along));
  if (!inner) return std::nullopt;
  if (reduced.turns == 0) return linear_stability(*inner, z, family);
  const auto left = modulo_turnings(reduced, z, along, *inner);
  if (!left) return std::nullopt;
  return linear_stability(*left, z, family - static_cast<int>(inner->rows() - left->rows()));
}

template <class K>
std::vector<DynamicVector<K>> members_of(const ZeroFamily& family, const std::vector<int>& free,
                                         int n) {
  std::shared_ptr<const RealRoot> root;
  if (family.number) root = std::make_shared<const RealRoot>(family.number->root);
  std::vector<DynamicVector<K>> all;
  for (const auto& choice : choices(family, free, n)) {
    DynamicVector<K> chosen = choice.unaryExpr([](const Rational& x) { return K(x); });
    if constexpr (!std::is_same_v<K, Rational>) {
      chosen.conservativeResize(n + 1);
      chosen(n) = K(Polynomial::variable(), root);
    }
    DynamicVector<K> point = chosen.head(n);
    bool exists = true;
    for (const auto& [k, quotient] : family.values) {
      const K over = value_at(quotient.over, chosen);
      exists = exists && !over.is_zero();
      if (exists) point(k) = value_at(quotient.value, chosen) / over;
    }
    if (exists) all.push_back(std::move(point));
  }
  return all;
}

namespace {

bool is_rational(const Formula& p) {
  return p.variables().empty();
}
Rational number_of(const Formula& p) {
  return p.terms().empty() ? Rational(0) : p.terms().begin()->second;
}

/// What each angle is to be, a rational number or a multiple of pi, and which free variable is to make it so where the
/// family has it in others.
struct ChosenAngle {
  Rational x;
  std::optional<int> by = {};
};

/// The quarters of a turn where the family says that cosine and sine are 0, 1 or -1; one turn for none.
std::optional<int> quarters(const ZeroFamily& family, int cosine, int sine) {
  const auto is = [&](int k, int number) {
    return family.is_zero(Formula::variable(k) - Formula(number));
  };
  if (is(sine, 0) && is(cosine, 1)) return 4;
  if (is(cosine, 0) && is(sine, 1)) return 1;
  if (is(sine, 0) && is(cosine, -1)) return 2;
  if (is(cosine, 0) && is(sine, -1)) return 3;
  return std::nullopt;
}

std::optional<std::vector<ChosenAngle>> chosen_angles(const ZeroFamily& family,
                                                      const FunctionValues& values,
                                                      const std::vector<int>& free,
                                                      const DynamicVector<Rational>& choice,
                                                      bool in_pi) {
  std::vector<ChosenAngle> all;
  for (const auto& [x, cosine, sine] : values.angles) {
    const auto place = family.values.find(x);
    Rational wanted(choice(x).sign());  // of low degree in the tangent
    if (in_pi && !family.is_zero(Formula::variable(x))) {
      const auto turn = quarters(family, cosine, sine);
      if (!turn) return std::nullopt;
      wanted = Rational(*turn) / Rational(2);
    }
    if (place == family.values.end()) {
      all.push_back({wanted});
      continue;
    }
    const auto& [value, over] = place->second;
    if (is_rational(value) && is_rational(over)) {
      const Rational number = number_of(value) / number_of(over);
      if (in_pi && !number.is_zero()) return std::nullopt;
      all.push_back({number});
      continue;
    }
    const Formula equation = Formula::variable(x) * over - value;
    const auto by = std::ranges::find_if(free, [&](int k) {
      return power_of(equation, variable_of(k)) == 1 &&
             std::ranges::none_of(
                 values.angles, [k](const auto& angle) { return std::ranges::count(angle, k); }) &&
             std::ranges::none_of(
                 family.spheres,
                 [k](const auto& sphere) { return std::ranges::count(sphere, k); }) &&
             std::ranges::none_of(all, [k](const auto& before) { return before.by == k; });
    });
    if (by == free.end()) return std::nullopt;
    all.push_back({in_pi ? wanted : Rational(1), *by});
  }
  return all;
}

/// The member with these angles, if there is one.
std::optional<DynamicVector<AngleNumber>> member_at(
    const ZeroFamily& family, const FunctionValues& values, const DynamicVector<Rational>& choice,
    const std::vector<ChosenAngle>& angles, const std::shared_ptr<const Transcendental>& s) {
  DynamicVector<AngleNumber> chosen =
      choice.unaryExpr([](const Rational& x) { return AngleNumber(x); });
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const auto& [x, cosine, sine] = values.angles[i];
    RationalFunction value(angles[i].x);
    if (s->is_pi()) value *= RationalFunction::parameter();
    const auto both = turned(value, s);
    if (!both) return std::nullopt;
    chosen(x) = value.is_constant() ? AngleNumber(angles[i].x) : AngleNumber(value, s);
    chosen(cosine) = both->first;
    chosen(sine) = both->second;
  }
  for (std::size_t i = 0; i < angles.size(); ++i) {
    if (!angles[i].by) continue;
    const int x = values.angles[i][0], k = *angles[i].by;
    const auto& [value, over] = family.values.at(x);
    const auto powers = by_powers(Formula::variable(x) * over - value, variable_of(k));
    const AngleNumber slope = value_at(powers[1], chosen);
    if (slope.is_zero()) return std::nullopt;
    chosen(k) = -value_at(powers[0], chosen) / slope;
  }
  DynamicVector<AngleNumber> point = chosen;
  for (const auto& [k, quotient] : family.values) {
    const AngleNumber over = value_at(quotient.over, chosen);
    if (over.is_zero()) return std::nullopt;
    point(k) = value_at(quotient.value, chosen) / over;
  }
  return values.are_turned(point) ? std::optional(std::move(point)) : std::nullopt;
}

}  // namespace

std::vector<DynamicVector<AngleNumber>> members_at_angles(const ZeroFamily& family,
                                                          const FunctionValues& values,
                                                          const std::vector<int>& free, int n) {
  std::vector<DynamicVector<AngleNumber>> all;
  for (const bool in_pi : {false, true}) {
    std::vector<std::pair<DynamicVector<Rational>, std::vector<ChosenAngle>>> given;
    TangentNumberOver<RationalFunction>::Angles met(RationalFunction::parameter());
    for (const auto& choice : choices(family, free, n)) {
      auto angles = chosen_angles(family, values, free, choice, in_pi);
      if (!angles || std::ranges::all_of(*angles, [](const auto& a) { return a.x.is_zero(); }))
        continue;
      for (const auto& angle : *angles) met.add(angle.x);
      given.emplace_back(choice, std::move(*angles));
    }
    if (given.empty()) continue;
    const auto s =
        std::make_shared<const Transcendental>(in_pi ? Rational(0) : met.unit() / Rational(2));
    for (const auto& [choice, angles] : given)
      if (auto point = member_at(family, values, choice, angles, s))
        all.push_back(std::move(*point));
    if (!all.empty()) break;
  }
  return all;
}

template std::optional<LinearStability> stability_at(const ReducedField&,
                                                     const DynamicVector<Rational>&, int);
template std::optional<LinearStabilityOver<AlgebraicNumber>> stability_at(
    const ReducedField&, const DynamicVector<AlgebraicNumber>&, int);
template std::optional<LinearStabilityOver<AngleNumber>> stability_at(
    const ReducedField&, const DynamicVector<AngleNumber>&, int);
template std::vector<DynamicVector<Rational>> members_of(const ZeroFamily&, const std::vector<int>&,
                                                         int);
template std::vector<DynamicVector<AlgebraicNumber>> members_of(const ZeroFamily&,
                                                                const std::vector<int>&, int);

}  // namespace hamel
