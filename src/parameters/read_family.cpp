// From a file to polynomials in parameters, velocities and numbers of a point.
#include "read_family.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "point_formulas.hpp"
#include "quotient.hpp"

namespace hamel::varying {

bool is_small(const Quotient& q) {
  if (!q.fraction_) return true;
  const auto fits = [](const ParameterPolynomial& p) {
    return p.total_degree() <= max_family_degree && p.terms() <= largest_number_of_terms;
  };
  return fits(q.fraction_->top) && fits(q.fraction_->bottom);
}

namespace {

/// The parameters, velocities, auxiliary unknowns and numbers of a point; all but the first by names that are free.
Ring ring_of(const std::vector<std::string>& parameters, int dimension,
             const std::vector<std::string>& point) {
  std::vector<std::string> names = parameters;
  const auto add = [&](std::string name) {
    while (std::find(parameters.begin(), parameters.end(), name) != parameters.end()) name += "_";
    names.push_back(name);
  };
  for (int i = 1; i <= dimension; ++i) add("u" + std::to_string(i));
  for (int i = 1; i <= auxiliary_unknowns; ++i) add("t" + std::to_string(i));
  for (const auto& name : point) add(name);
  return make_ring(names);
}

/// Quotients times their least common denominator, which joins the others.
Vector cleared(const std::vector<Quotient>& quotients, const Ring& ring, Vector& denominators) {
  ParameterPolynomial common(ring, 1);
  for (const auto& q : quotients) common = lcm(common, q.parts(ring).second);
  denominators.push_back(common);
  Vector result;
  for (const auto& q : quotients) {
    const auto [top, bottom] = q.parts(ring);
    result.push_back(top * common.divided_by(bottom).value());
  }
  return result;
}

/// Polynomials in numbers of a point, parameters and velocities times the least common denominator of their
/// coefficients.
Vector whole_numbers(const std::vector<CoordinatePolynomial>& polynomials,
                     const ParameterFamily& family, int point_numbers) {
  Integer common = 1;
  for (const auto& p : polynomials)
    for (const auto& [monomial, factor] : p.terms()) common = lcm(common, factor.denominator());
  Vector result;
  for (const auto& p : polynomials) {
    result.push_back(family.number(0));
    for (const auto& [monomial, factor] : p.terms()) {
      ParameterPolynomial term(family.ring, (factor * Rational(common)).numerator());
      for (const auto& [variable, power] : monomial) {
        const int k = index_of(variable);
        const auto x = ParameterPolynomial::variable(
            family.ring, k < point_numbers ? family.point_number(k) : k - point_numbers);
        for (int i = 0; i < power; ++i) term = term * x;
      }
      result.back() = result.back() + term;
    }
  }
  return result;
}

/// Their rates. Where these are no whole numbers all are multiplied by one, as is then what their derivatives meet:
/// `rate_scale`.
void add_point(ParameterFamily& family, const PointFormulas& formulas) {
  const auto numbers = static_cast<int>(formulas.names.size());
  if (numbers == 0) return;
  std::vector<CoordinatePolynomial> all;
  for (const auto& rates : formulas.rates) all.insert(all.end(), rates.begin(), rates.end());
  all.push_back(CoordinatePolynomial(1));
  Vector whole = whole_numbers(all, family, numbers);
  family.rate_scale = whole.back().all_terms().front().coefficient;
  for (std::size_t k = 0; k < formulas.rates.size(); ++k)
    family.point_rates.emplace_back(whole.begin() + static_cast<std::ptrdiff_t>(k) * numbers,
                                    whole.begin() + static_cast<std::ptrdiff_t>(k + 1) * numbers);
  family.points = formulas.points;
  for (const auto& relation : formulas.relations) {
    const ParameterPolynomial p = whole_numbers({relation}, family, numbers).front();
    const Integer leading = p.all_terms().front().coefficient;
    if (leading == 1 || leading == -1) family.relations.push_back(p);
  }
  family.normal_forms = !family.has_quadratic_field() && formulas.independent &&
                        family.relations.size() == formulas.relations.size();
}

/// Polynomials over whole numbers, and what they are multiplied by, with a factor that they have already.
struct Integral {
  Vector values;
  ParameterPolynomial factor;
};
Integral integral(std::vector<CoordinatePolynomial> polynomials, const CoordinatePolynomial& times,
                  const ParameterFamily& family, int numbers) {
  polynomials.push_back(times);
  Vector values = whole_numbers(polynomials, family, numbers);
  ParameterPolynomial factor = values.back();
  values.pop_back();
  return {std::move(values), std::move(factor)};
}

/// Potential, force and offset, beside brackets and a metric that have these factors.
void add_push_and_drift(ParameterFamily& family, const PointFormulas& formulas,
                        const ParameterPolynomial& brackets, const ParameterPolynomial& inertia) {
  const auto numbers = static_cast<int>(formulas.names.size());
  Integral fall = integral(formulas.slope, 1, family, numbers),
           push = integral(formulas.force, formulas.force_factor, family, numbers),
           drift = integral(formulas.offset, formulas.offset_factor, family, numbers);
  family.slope = std::move(fall.values);
  family.force = std::move(push.values);
  family.offset = std::move(drift.values);
  make_agree(family, {.metric = inertia,
                      .brackets = brackets,
                      .offset = drift.factor,
                      .potential = fall.factor,
                      .force = push.factor});
}

}  // namespace

ReadFamily read_family(const reading::FamilyFile& file) {
  const int n = file.group().dim();
  const PointFormulas formulas = point_formulas(file);
  const auto numbers = static_cast<int>(formulas.names.size());
  ParameterFamily family;
  family.ring = ring_of(file.scope().variables, n, formulas.names);
  family.parameters = static_cast<int>(file.scope().variables.size());
  family.dimension = n;
  std::vector<Quotient> variables;
  for (int i = 0; i < family.parameters; ++i)
    variables.emplace_back(ParameterPolynomial::variable(family.ring, i));
  const reading::FamilyReader<Quotient> reader(file.node(), file.group(), file.scope(), variables);

  Vector denominators;
  const auto constants = reader.algebra();
  std::vector<Quotient> values, entries;
  for (const auto& c : constants) values.push_back(c.i < c.j ? c.value : -c.value);
  const Vector coefficients = cleared(values, family.ring, denominators);
  for (std::size_t k = 0; k < constants.size(); ++k) {
    const auto& c = constants[k];
    family.algebra.push_back({std::min(c.i, c.j), std::max(c.i, c.j), c.k, coefficients[k]});
  }
  for (const auto& row : reader.metric()) entries.insert(entries.end(), row.begin(), row.end());
  const Vector metric = cleared(entries, family.ring, denominators);
  for (int i = 0; i < n; ++i)
    family.metric.emplace_back(metric.begin() + n * i, metric.begin() + n * (i + 1));
  family.moves = !formulas.span.empty();
  add_push_and_drift(family, formulas, denominators[0], denominators[1]);
  add_point(family, formulas);
  for (const auto& vector : formulas.span)
    family.distribution.push_back(whole_numbers(vector, family, numbers));
  for (const auto& p : formulas.denominators)
    denominators.push_back(whole_numbers({p}, family, numbers).front());
  if (!family.moves)
    for (const auto& vector : reader.span())
      family.distribution.push_back(cleared(vector, family.ring, denominators));
  if (family.distribution.empty())
    for (int i = 0; i < n; ++i) family.distribution.push_back(family.basis_vector(i));
  return {std::move(family), std::move(denominators)};
}

}  // namespace hamel::varying
