// Zeros at rational numbers become cases, others families.
#include "isolated_zeros.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/work_budget.hpp>

#include "algebraic_zeros.hpp"
#include "lowering/adjoined_functions.hpp"
#include "lowering/function_values.hpp"

namespace hamel {

namespace {

constexpr std::size_t enough_samples = 2;

}  // namespace

int power_in(const CoordinatePolynomial::Monomial& monomial, int k) {
  for (const auto& [variable, power] : monomial)
    if (index_of(variable) == k) return power;
  return 0;
}

CoordinatePolynomial in_variable(const Polynomial& p, int k) {
  CoordinatePolynomial sum;
  for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c)
    sum = sum * CoordinatePolynomial::variable(k) + CoordinatePolynomial(*c);
  return sum;
}

namespace {

/// Numerator and denominator modulo the polynomial of the number; one that names nothing else is divided by.
VariableQuotient reduced(const VariableQuotient& quotient, const NamedNumber& number) {
  const VariableQuotient result{number.reduced(quotient.value), number.reduced(quotient.over)};
  if (result.over.variables() != std::set<int>{number.variable}) return result;
  const auto root = std::make_shared<const RealRoot>(number.root);
  const AlgebraicNumber inverse =
      AlgebraicNumber(1) / AlgebraicNumber(in_one_variable(result.over), root);
  return {number.reduced(result.value * in_variable(inverse.polynomial(), number.variable))};
}

/// Where equations stay what they are when these variables are scaled: zeros are looked for with one of them 1.
struct Scaling {
  std::optional<int> unit;
  std::set<int> variables;

  CoordinatePolynomial factor(int k) const {
    return unit && variables.contains(k) ? CoordinatePolynomial::variable(*unit)
                                         : CoordinatePolynomial(1);
  }
};

/// The variables that all equations are homogeneous in, if no others can be scaled.
Scaling scaling_of(const std::vector<CoordinatePolynomial>& equations) {
  std::set<int> all;
  for (const auto& p : equations) all.merge(p.variables());
  const std::vector<int> variables(all.begin(), all.end());
  std::vector<DynamicVector<Rational>> differences;  // of exponents in one equation
  for (const auto& p : equations)
    for (const auto& [monomial, factor] : p.terms()) {
      differences.emplace_back(static_cast<Eigen::Index>(variables.size()));
      for (std::size_t i = 0; i < variables.size(); ++i)
        differences.back()(static_cast<Eigen::Index>(i)) =
            power_in(monomial, variables[i]) - power_in(p.terms().begin()->first, variables[i]);
    }
  DynamicMatrix<Rational> rows(static_cast<Eigen::Index>(differences.size()),
                               static_cast<Eigen::Index>(variables.size()));
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    rows.row(i) = differences[static_cast<std::size_t>(i)].transpose();
  const DynamicMatrix<Rational> weights = kernel<Rational>(rows);
  Scaling scaling;
  if (weights.cols() != 1) return scaling;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Rational& weight = weights(static_cast<Eigen::Index>(i), 0);
    if (weight.is_zero()) continue;
    if (weight != Rational(1)) return {};
    scaling.variables.insert(variables[i]);
    scaling.unit = variables[i];
  }
  return scaling;
}

/// The case at a zero of its equations, if what is not 0 is not 0 there. False where that is not seen to be one.
bool add_zero(const ZeroCase& now, const AlgebraicZero& zero, const Scaling& scaling, int variable,
              IsolatedZeros& result) {
  const NamedNumber number{variable, zero.number};
  ZeroCase there = now;
  for (const auto& [k, p] : zero.values)
    there = there.with(k, in_variable(p, variable) * scaling.factor(k));
  const auto vanishes = [&](const CoordinatePolynomial& p) {
    return number.reduced(p).terms().empty();
  };
  if (!there.is_known() || !std::ranges::all_of(there.equations, vanishes)) return false;
  if (std::ranges::any_of(there.nonzero, vanishes)) return true;
  ZeroFamily family{{}, {}, number};
  for (const auto& [k, quotient] : there.values) family.values[k] = reduced(quotient, number);
  result.families.push_back(std::move(family));
  return true;
}

/// Variables of the equations.
std::vector<int> variables_of(const std::vector<CoordinatePolynomial>& equations) {
  std::set<int> all;
  for (const auto& p : equations) all.merge(p.variables());
  return {all.begin(), all.end()};
}

/// Whether at the zero, the variables being polynomials in s, the differentials of the equations have the rank r.
bool has_rank(const std::vector<CoordinatePolynomial>& equations, const std::vector<int>& variables,
              const std::map<int, AlgebraicNumber>& at, Eigen::Index r) {
  DynamicVector<AlgebraicNumber> point =
      DynamicVector<AlgebraicNumber>::Constant(variables.back() + 1, AlgebraicNumber(0));
  for (const auto& [k, x] : at) point(k) = x;
  return rank<AlgebraicNumber>(slopes_at(equations, point)) == r;
}

/// Zeros with these values of some variables, alone there.
void add_samples(const ZeroCase& set, const std::map<int, Rational>& given, int number,
                 SampledZeros& result) {
  ZeroCase there = set;
  for (const auto& [k, x] : given) there = there.with(k, CoordinatePolynomial(x));
  const auto variables = variables_of(set.equations);
  if (!there.tidy()) return;
  if (there.equations.empty()) {
    std::map<int, AlgebraicNumber> at;
    for (const auto& [k, x] : given) at[k] = AlgebraicNumber(x);
    if (given.size() == variables.size() &&
        has_rank(set.equations, variables, at, static_cast<Eigen::Index>(set.equations.size())))
      result.families.push_back({std::move(there.values)});
    return;
  }
  const auto left = variables_of(there.equations);
  if (left.size() + given.size() != variables.size()) return;              // some would be free
  const std::size_t hold = set.equations.size() - there.equations.size();  // those of spheres
  const auto zeros = algebraic_zeros(there.equations);
  if (!zeros) return;
  for (const auto& zero : *zeros) {
    const auto root = std::make_shared<const RealRoot>(zero.number);
    std::map<int, AlgebraicNumber> at;
    for (const int k : left)
      at[k] = zero.number.is_rational() ? AlgebraicNumber(zero.values.at(k)(Rational(0)))
                                        : AlgebraicNumber(zero.values.at(k), root);
    for (const auto& [k, x] : given) at[k] = AlgebraicNumber(x);
    if (!has_rank(set.equations, variables, at, static_cast<Eigen::Index>(left.size() + hold)))
      continue;
    if (zero.number.is_rational()) {
      ZeroCase point = there;
      for (const auto& [k, p] : zero.values)
        point = point.with(k, CoordinatePolynomial(p(Rational(0))));
      if (!point.tidy() || !point.equations.empty()) continue;
      result.families.push_back({std::move(point.values)});
    } else {
      IsolatedZeros found;
      if (!add_zero(there, zero, {}, number, found)) continue;
      std::ranges::move(found.families, std::back_inserter(result.families));
    }
  }
}

/// Rational numbers on the spheres that are among the equations, one after the other; nothing where there are none, or
/// where the rest of one has no rational radius; of this sign, turned by twice the angle of this tangent.
std::map<int, Rational> on_spheres(const std::vector<CoordinatePolynomial>& equations,
                                   const Rational& sign, const Rational& half) {
  const Rational whole = Rational(1) + half * half, cosine = (Rational(1) - half * half) / whole,
                 sine = Rational(2) * half / whole;
  std::vector<std::vector<int>> spheres;
  for (const auto& p : equations)
    if (auto sphere = sphere_of(p)) spheres.push_back(std::move(*sphere));
  std::ranges::stable_sort(spheres, {}, &std::vector<int>::size);
  std::map<int, Rational> given;
  for (const auto& sphere : spheres) {
    Rational square(1);
    std::vector<int> rest;
    for (const int k : sphere)
      if (given.contains(k))
        square -= given[k] * given[k];
      else
        rest.push_back(k);
    const auto radius = exact_root(square);
    if (!radius || rest.empty()) return {};
    if (rest.size() == 1) {
      given[rest.front()] = sign * *radius;
      continue;
    }
    for (const auto& [k, x] : point_on(rest)) given[k] = sign * *radius * x;
    Rational &x = given[rest[0]], &y = given[rest[1]];
    const Rational turned = cosine * x - sine * y;
    y = sine * x + cosine * y;
    x = turned;
  }
  return given;
}

/// Zeros at a point of the spheres, with this sign: of the other variables as many are left as there are other
/// equations, in a row, the rest is 1 or -1.
void add_samples_on_spheres(const ZeroCase& set, const Rational& sign, const Rational& half,
                            int number, SampledZeros& result) {
  const auto on = on_spheres(set.equations, sign, half);
  if (on.empty()) return;
  std::vector<int> others;
  for (const int k : variables_of(set.equations))
    if (!on.contains(k)) others.push_back(k);
  const auto left = static_cast<std::size_t>(std::ranges::count_if(
      set.equations, [](const CoordinatePolynomial& p) { return !sphere_of(p); }));
  for (std::size_t first = 0; first + left <= others.size(); ++first)
    for (const int other : {1, -1}) {
      std::map<int, Rational> given = on;
      for (std::size_t j = 0; j < others.size(); ++j)
        if (j < first || j >= first + left) given[others[j]] = Rational(other);
      add_samples(set, given, number, result);
      if (result.families.size() >= enough_samples || others.size() == left) return;
    }
}

}  // namespace

std::optional<IsolatedZeros> isolated_zeros(const ZeroCase& now, int number) {
  const Scaling scaling = scaling_of(now.equations);
  std::vector<CoordinatePolynomial> equations = now.equations;
  if (scaling.unit)
    for (auto& p : equations) p = replaced(p, {{*scaling.unit, CoordinatePolynomial(1)}});
  const auto zeros = algebraic_zeros(equations);
  if (!zeros) return std::nullopt;
  IsolatedZeros result;
  for (const auto& zero : *zeros) {
    if (!zero.number.is_rational()) {
      if (!add_zero(now, zero, scaling, number, result)) return std::nullopt;
      continue;
    }
    ZeroCase there = now;
    for (const auto& [k, p] : zero.values)
      there = there.with(k, CoordinatePolynomial(p(Rational(0))) * scaling.factor(k));
    result.cases.push_back(std::move(there));
  }
  if (scaling.unit) result.cases.push_back(now.with(*scaling.unit, CoordinatePolynomial()));
  return result;
}

SampledZeros sampled_zeros(const ZeroCase& set, int number, std::int64_t operations) {
  const auto variables = variables_of(set.equations);
  SampledZeros result;
  const auto look = [&](std::size_t count) {
    for (const Rational& value : {Rational(1), Rational(3) / Rational(5)})
      for (const int turn : {1, -1})
        for (const int sign : {1, -1})
          for (std::size_t first = 0; first + count <= variables.size(); ++first) {
            std::map<int, Rational> given;
            for (std::size_t j = 0; j < count; ++j)
              given[variables[first + j]] =
                  value * Rational((j % 2 == 0 ? 1 : turn) * sign * static_cast<int>(j + 1));
            add_samples(set, given, number, result);
            if (!result.families.empty() && count + set.equations.size() == variables.size())
              result.dimension = static_cast<int>(count);
            if (result.families.size() >= enough_samples) return;
          }
  };
  const std::size_t more =
      variables.size() > set.equations.size() ? variables.size() - set.equations.size() : 0;
  try {
    const WorkBudget budget(operations);
    const std::vector<Rational> halves{Rational(0),
                                       Rational(1) / Rational(4),
                                       Rational(-1) / Rational(4),
                                       Rational(1) / Rational(2),
                                       Rational(-2) / Rational(7),
                                       Rational(1)};
    for (const Rational& half : halves)
      for (const int sign : {1, -1})
        if (result.families.empty())
          add_samples_on_spheres(set, Rational(sign), half, number, result);
    if (!result.families.empty()) {
      result.dimension = static_cast<int>(more);
      return result;
    }
    if (more > 0) look(more);
    for (std::size_t count = more + 1; count < variables.size() && result.families.empty(); ++count)
      look(count);
  } catch (const BudgetExceeded&) {  // with those that were found
  }
  return result;
}

}  // namespace hamel
