// A short proof reader for studies: it believes the equations of motion of flow_again.hpp and nothing else.
#include "study_claims.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "claims/verify.hpp"
#include "exact/algebraic_number.hpp"
#include "exact/determinants.hpp"
#include "lowering/angle_number.hpp"
#include "roots_again.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

Rational value(const Formula& p, const FlowAgain::Point& point) {
  return value_of<Rational>(p.terms(), [&](int i) {
    return point[static_cast<std::size_t>(index_of(i))][static_cast<std::size_t>(kind_of(i))];
  });
}

/// Each variable replaced.
Formula substituted(const Formula& p, const std::vector<Formula>& values) {
  return value_of<Formula>(p.terms(),
                           [&](int i) { return values[static_cast<std::size_t>(index_of(i))]; });
}

bool is_nothing(const Formula& p) {
  return p.is_known() && p.terms().empty();
}

/// Whole numbers without a common factor, the first positive, no monomial twice.
bool is_primitive(const ClaimedPolynomial& p) {
  Integer common = 0;
  std::vector<std::vector<int>> seen;
  for (const auto& [factor, exponents] : p) {
    if (factor.is_zero() || factor.denominator() != 1) return false;
    common = gcd(common, factor.numerator());
    if (std::ranges::count(seen, exponents) > 0) return false;
    seen.push_back(exponents);
  }
  return common == 1 && p.front().factor.sign() > 0;
}

}  // namespace

Formula in_variables(const FlowAgain& flow, const ClaimedPolynomial& p) {
  Formula sum;
  for (const auto& [factor, exponents] : p) {
    Formula term(factor);
    for (std::size_t k = 0; k < exponents.size(); ++k)
      for (int i = 0; i < exponents[k]; ++i)
        term = flow.relations.reduced(term * flow.functions[k]);
    sum += term;
  }
  return flow.relations.reduced(sum);
}

bool is_kept(const FlowAgain& flow, const ClaimedPolynomial& p, int degree) {
  int largest = 0;
  for (const auto& term : p) {
    int sum = 0;
    for (const int exponent : term.exponents) sum += exponent;
    largest = std::max(largest, sum);
  }
  return largest == degree && is_primitive(p) && flow.vanishes(flow.along(in_variables(flow, p)));
}

bool is_density(const FlowAgain& flow, const std::vector<ClaimedPower>& powers,
                const ClaimedPolynomial& exponent) {
  if (!flow.measured || (powers.empty() && exponent.empty())) return false;
  Formula product(1),
      sum = flow.along(in_variables(flow, exponent)) + flow.divergence;  // times det and all p
  for (const auto& [claimed, power] : powers) {
    if (!is_primitive(claimed) || power.is_zero()) return false;
    const Formula p = in_variables(flow, claimed);
    if (flow.vanishes(p)) return false;
    sum = flow.relations.reduced(sum * p + Formula(power) * flow.along(p) * product);
    product = flow.relations.reduced(product * p);
  }
  return flow.vanishes(sum);
}

int independent_ones(const FlowAgain& flow, const std::vector<ClaimedPolynomial>& all) {
  std::vector<Formula> functions;
  for (const auto& p : all) functions.push_back(in_variables(flow, p));
  int largest = 0;
  for (const auto& point : flow.points) {
    DynamicMatrix<Rational> slopes(static_cast<Eigen::Index>(all.size()),
                                   static_cast<Eigen::Index>(flow.directions.size()));
    for (Eigen::Index i = 0; i < slopes.rows(); ++i)
      for (Eigen::Index k = 0; k < slopes.cols(); ++k)
        slopes(i, k) = value(functions[static_cast<std::size_t>(i)].derivative(
                                 flow.directions[static_cast<std::size_t>(k)]),
                             point);
    largest = std::max(largest, rank<Rational>(slopes));
  }
  return largest;
}

bool rests_on(const FlowAgain& flow, const DynamicMatrix<Rational>& basis) {
  const auto n = static_cast<Eigen::Index>(flow.rates.size());
  if (!flow.plain || !flow.det.variables().empty() || !flow.values.places.empty() ||
      basis.rows() != n || rank<Rational>(basis) != basis.cols())
    return false;
  std::vector<Formula> span(static_cast<std::size_t>(n));  // of s_1, s_2, ...
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < basis.cols(); ++j)
      span[static_cast<std::size_t>(i)] +=
          Formula(basis(i, j)) * Formula::variable(static_cast<int>(j));
  return std::ranges::all_of(
      flow.rates, [&](const Formula& rate) { return is_nothing(substituted(rate, span)); });
}

namespace {

/// p times the powers of what its variables are quotients over.
Formula numerator(const Formula& p, const std::map<int, ClaimedQuotient>& values) {
  std::map<int, int> most;
  for (const auto& [monomial, factor] : p.terms())
    for (const auto& [variable, power] : monomial)
      most[index_of(variable)] = std::max(most[index_of(variable)], power);
  Formula sum;
  for (const auto& [monomial, factor] : p.terms()) {
    Formula term(factor);
    std::map<int, int> left = most;
    for (const auto& [variable, power] : monomial) {
      left[index_of(variable)] -= power;
      const auto place = values.find(index_of(variable));
      const Formula value =
          place == values.end() ? Formula::variable(index_of(variable)) : place->second.value;
      for (int i = 0; i < power; ++i) term *= value;
    }
    for (const auto& [k, power] : left)
      if (const auto place = values.find(k); place != values.end())
        for (int i = 0; i < power; ++i) term *= place->second.over;
    sum += term;
  }
  return sum;
}

/// Whether p is 0 where the variable is the number: each coefficient of the others is.
bool is_nothing_at(const Formula& p, const std::optional<RealRoot>& number, int variable) {
  if (!number || !p.is_known()) return is_nothing(p);
  std::map<Formula::Monomial, std::vector<Rational>> coefficients;
  for (const auto& [monomial, factor] : p.terms()) {
    Formula::Monomial others = monomial;
    std::size_t power = 0;
    if (!others.empty() && others.back().first == variable_of(variable)) {
      power = static_cast<std::size_t>(others.back().second);
      others.pop_back();
    }
    auto& c = coefficients[others];
    c.resize(std::max(c.size(), power + 1));
    c[power] = factor;
  }
  const auto root = std::make_shared<const RealRoot>(*number);
  return std::ranges::all_of(coefficients, [&](const auto& entry) {
    return AlgebraicNumber(Polynomial(entry.second), root).is_zero();
  });
}

/// Exponents of variables 0 .. n-1 behind their sum: the larger in this order leads a polynomial.
std::vector<int> exponents_of(const Formula::Monomial& monomial, int n) {
  std::vector<int> all(static_cast<std::size_t>(n) + 1);
  for (const auto& [variable, power] : monomial) {
    all[static_cast<std::size_t>(index_of(variable)) + 1] = power;
    all[0] += power;
  }
  return all;
}
const Formula::Terms::value_type& leading_term(const Formula& p, int n) {
  return *std::ranges::max_element(p.terms(), {},
                                   [n](const auto& term) { return exponents_of(term.first, n); });
}

/// Whether p is a combination of the polynomials that division finds: each leading term is a multiple of one of theirs.
bool is_combination(Formula p, const std::vector<Formula>& of, int n) {
  while (p.is_known() && !p.terms().empty()) {
    const auto& [top, factor] = leading_term(p, n);
    const auto exponents = exponents_of(top, n);
    std::optional<Formula> multiple;
    for (const Formula& q : of) {
      const auto& [below, divisor] = leading_term(q, n);
      const auto less = exponents_of(below, n);
      if (!std::ranges::equal(less, exponents, std::less_equal())) continue;
      Formula quotient(Rational(factor / divisor));
      for (int k = 0; k < n; ++k)
        for (int i = less[static_cast<std::size_t>(k) + 1];
             i < exponents[static_cast<std::size_t>(k) + 1]; ++i)
          quotient *= Formula::variable(k);
      multiple = quotient * q;
      break;
    }
    if (!multiple) return false;
    p -= *multiple;
  }
  return p.is_known();
}

}  // namespace

bool rests_where(const FlowAgain& flow, const ClaimedFamily& family) {
  const auto& values = family.values;
  const int n = static_cast<int>(flow.rates.size());
  NormalForm on_spheres;  // x^2 = 1 - the others, of the first x
  std::vector<int> seen;
  for (const auto& sphere : family.spheres) {
    if (sphere.size() < 2) return false;
    Formula square(1);
    for (const int k : sphere) {
      if (values.contains(k) || std::ranges::count(seen, k) > 0) return false;
      seen.push_back(k);
      if (k != sphere.front()) square -= Formula::variable(k) * Formula::variable(k);
    }
    on_spheres.squares.push_back({variable_of(sphere.front()), square.terms()});
  }
  const auto is_nothing_here = [&](const Formula& p) {
    return is_nothing_at(on_spheres.reduced(p), family.number, n);
  };
  const auto vanishes = [&](const Formula& p) {
    const Formula here = numerator(p, values);
    return is_nothing_here(here) ||
           std::ranges::any_of(family.zeros,
                               [&](const Formula& p) { return is_combination(here, {p}, n); }) ||
           (!family.zeros.empty() && is_combination(here, family.zeros, n));
  };
  const auto is_free = [&](const Formula& p) {
    return std::ranges::none_of(p.variables(), [&](int k) { return values.contains(k); });
  };
  return flow.plain &&
         std::ranges::all_of(values,
                             [&](const auto& entry) {
                               const auto& [value, over] = entry.second;
                               return is_free(value) && is_free(over) && !vanishes(over);
                             }) &&
         std::ranges::all_of(
             family.zeros,
             [&](const Formula& p) { return is_free(p) && !p.variables().empty(); }) &&
         !vanishes(flow.det) && std::ranges::all_of(flow.rates, vanishes) &&
         std::ranges::all_of(flow.values.relations, vanishes);
}

template <class K>
std::optional<int> dimension_at(const ClaimedFamily& family, const DynamicVector<K>& point) {
  std::vector<int> free;
  for (int k = 0; k < static_cast<int>(point.size()); ++k) {
    const auto place = family.values.find(k);
    if (place == family.values.end()) {
      free.push_back(k);
      continue;
    }
    const K over = value_at(place->second.over, point);
    if (over.is_zero() || !(point(k) * over == value_at(place->second.value, point)))
      return std::nullopt;
  }
  if (!std::ranges::all_of(family.zeros,
                           [&](const Formula& p) { return value_at(p, point).is_zero(); }))
    return std::nullopt;
  const DynamicMatrix<K> whole = slopes_at(family.zeros, point);
  DynamicMatrix<K> slopes(whole.rows(), static_cast<Eigen::Index>(free.size()));
  for (Eigen::Index j = 0; j < slopes.cols(); ++j)
    slopes.col(j) = whole.col(free[static_cast<std::size_t>(j)]);
  if (rank<K>(slopes) < slopes.rows())  // at least those that no polynomial names
    return static_cast<int>(std::ranges::count_if(free, [&](int k) {
      return std::ranges::none_of(family.zeros,
                                  [k](const Formula& p) { return p.variables().contains(k); });
    }));
  return static_cast<int>(slopes.cols() - slopes.rows());
}

template std::optional<int> dimension_at(const ClaimedFamily&, const DynamicVector<Rational>&);
template std::optional<int> dimension_at(const ClaimedFamily&,
                                         const DynamicVector<AlgebraicNumber>&);

template <class K>
bool is_so(const FlowAgain& flow, const ClaimedMotion<K>& motion, int dimension) {
  const auto n = static_cast<Eigen::Index>(flow.rates.size());
  if (!flow.plain || motion.at.size() != n || !flow.values.include(motion.at)) return false;
  const K det = value_at(flow.det, motion.at);
  if (det.is_zero()) return false;
  DynamicMatrix<K> slope(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& rate = flow.rates[static_cast<std::size_t>(i)];
    if (!value_at(rate, motion.at).is_zero()) return false;
    for (Eigen::Index k = 0; k < n; ++k)
      slope(i, k) =
          value_at(rate.derivative(flow.directions[static_cast<std::size_t>(k)]), motion.at) / det;
  }
  const auto& relations = flow.values.relations;
  const auto& angles = flow.values.angles;
  DynamicMatrix<K> across = DynamicMatrix<K>::Constant(
      static_cast<Eigen::Index>(relations.size() + 2 * angles.size() + flow.turnings.size()), n,
      K(0));
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    for (Eigen::Index k = 0; k < n; ++k)
      across(row, k) = value_at(
          relations[i].derivative(flow.directions[static_cast<std::size_t>(k)]), motion.at);
    for (Eigen::Index k = 0; k < n; ++k) {  // the linear part leads along the relation
      K sum(0);
      for (Eigen::Index j = 0; j < n; ++j) sum += across(row, j) * slope(j, k);
      if (!sum.is_zero()) return false;
    }
  }
  for (std::size_t i = 0; i < angles.size();
       ++i) {  // sin x - (the sine), cos x - (the cosine), x at rest
    const auto [x, cosine, sine] = angles[i];
    const auto row = static_cast<Eigen::Index>(relations.size() + 2 * i);
    across(row, x) = motion.at(cosine);
    across(row, sine) = K(-1);
    across(row + 1, x) = -motion.at(sine);
    across(row + 1, cosine) = K(-1);
  }
  const auto turns = static_cast<Eigen::Index>(flow.turnings.size());
  DynamicMatrix<K> moved(n, turns);
  for (Eigen::Index t = 0; t < turns; ++t) {
    across(across.rows() - 1 - t, n - 1 - t) = K(1);
    for (Eigen::Index k = 0; k < n; ++k)
      moved(k, t) = value_at(
          flow.turnings[static_cast<std::size_t>(t)][static_cast<std::size_t>(k)], motion.at);
  }
  // Where one symmetry turns, the linear part is 0 on its direction, as both fields commute.
  const int turned = turns > 0 ? rank<K>(moved) : 0, still = rank<K>(across) + turned;
  if (turned > 1) return false;
  const PolynomialOver<K> p(motion.characteristic);
  if (p.degree() != n - still || p.leading() != K(1)) return false;
  for (Eigen::Index k = 1; k <= n; ++k) {
    DynamicMatrix<K> shifted = -slope;
    for (Eigen::Index i = 0; i < n; ++i) shifted(i, i) += K(k);
    K expected = p(K(k));
    for (int i = 0; i < still; ++i) expected *= K(k);
    if (determinant_by_elimination(std::move(shifted)) != expected) return false;
  }
  const std::vector<int> roots = roots_again(p);
  const char* stability = roots[2] > 0                     ? "unstable"
                          : roots[1] == 0                  ? "asymptotic"
                          : roots[1] == dimension - turned ? "transversal"
                                                           : "spectral";
  return roots == motion.roots && motion.stability == stability;
}

template bool is_so(const FlowAgain&, const ClaimedMotion<Rational>&, int);
template bool is_so(const FlowAgain&, const ClaimedMotion<AlgebraicNumber>&, int);
template bool is_so(const FlowAgain&, const ClaimedMotion<AngleNumber>&, int);

}  // namespace hamel
