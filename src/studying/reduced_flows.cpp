// Coordinate functions of a potential, and the flows with it.
#include "reduced_flows.hpp"

#include <cstddef>
#include <map>
#include <span>
#include <utility>

#include "claims/verify.hpp"
#include "formulas/expression_value.hpp"
#include "right_symmetries.hpp"

namespace hamel {

namespace {

using Polynomials = std::vector<CoordinatePolynomial>;

/// Its variables moved up by `first`.
CoordinatePolynomial shifted(const CoordinatePolynomial& p, int first) {
  std::map<int, int> places;
  for (const auto& [monomial, factor] : p.terms())
    for (const auto& [variable, power] : monomial) places[variable] = index_of(variable) + first;
  return renamed(p, places);
}

Rational constant_of(const CoordinatePolynomial& p) {
  return p.terms().contains({}) ? p.terms().at({}) : Rational(0);
}

/// The flow of velocities or momenta z with a = A z, whose rates without potential are `kinetic` and which feel the
/// potential as z' = ... - B dU.
ReducedFlow with_potential(const GroupSystem& file, PolynomialField kinetic,
                           const DynamicMatrix<Rational>& a, const DynamicMatrix<Rational>& b,
                           const CoordinatePolynomial& kinetic_energy,
                           const std::optional<DynamicVector<Rational>>& start,
                           const Polynomials& more = {}) {
  const CoordinateRing functions = functions_beside_potential(file, more);
  const CoordinatePolynomial potential = functions.in_functions(potential_of(file));
  const int z = kinetic.dimension(), n = static_cast<int>(a.rows());
  const CoordinatePolynomial level(constant_of(potential));
  ReducedFlow flow{std::move(kinetic), kinetic_energy + shifted(potential - level, z), {}, {}, {}};
  for (int i = 0; i < z; ++i)
    for (int k = 0; k < n; ++k)
      flow.field.rates[static_cast<std::size_t>(i)] -=
          CoordinatePolynomial(b(i, k)) *
          shifted(potential.derivative(functions.along()[static_cast<std::size_t>(k)]), z);
  flow.field.weights.assign(static_cast<std::size_t>(z), 1);
  for (int i = 0; i < functions.size(); ++i) {
    CoordinatePolynomial rate;
    for (int k = 0; k < n; ++k)
      rate +=
          linear_form(DynamicVector<Rational>(a.row(k).transpose())) *
          shifted(functions.along()[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)], z);
    flow.field.names.push_back(functions.names()[static_cast<std::size_t>(i)]);
    flow.field.rates.push_back(std::move(rate));
    flow.field.weights.push_back(2);
  }
  if (!flow.field.is_graded()) flow.field.weights.clear();
  flow.values = FunctionValues::of(functions, z);
  std::map<int, int> all;
  for (int i = 0; i < functions.size(); ++i) all[z + i] = z + i;
  for (const auto& p : flow.values.among(all).relations) {
    const CoordinatePolynomial varying = p - CoordinatePolynomial(constant_of(p));
    flow.relations.push_back({detail::degree_of(p), varying, "constant on the group", false});
  }
  for (Eigen::Index k = 0; k < a.cols();
       ++k)  // velocities of the flow lead out of no set that it needs
    flow.values.add_field(a.col(k));
  Transcendentals numbers{Rational(0)};
  std::vector<TangentNumber> coordinates;
  if (file.start)
    for (const Number& x : file.start->coordinates) coordinates.emplace_back(x.exact);
  const auto values =
      file.start ? functions.at(coordinates, numbers) : std::optional<std::vector<Rational>>();
  if (start && values && numbers.none()) {
    flow.at_start = DynamicVector<Rational>(flow.field.dimension());
    flow.at_start->head(z) = *start;
    for (int i = 0; i < functions.size(); ++i)
      (*flow.at_start)(z + i) = (*values)[static_cast<std::size_t>(i)];
    flow.values.known.push_back(flow.at_start->tail(functions.size()));
  }
  return flow;
}

DynamicMatrix<CoordinatePolynomial> table(const DynamicMatrix<Rational>& m) {
  return m.unaryExpr([](const Rational& c) { return CoordinatePolynomial(c); });
}

/// Symmetries that leave this space D as it is too, in z, which `of_z` tells the rates of, and functions behind them.
template <class OfZ>
std::vector<Turning> turnings_of(const GroupSystem& file, const Polynomials& more,
                                 const DynamicMatrix<Rational>& d, int z, const OfZ& of_z) {
  const CoordinateRing functions = functions_beside_potential(file, more);
  const PolynomialSystem system{file.exact->algebra,
                                functions.along(),
                                table(file.exact->metric),
                                functions.in_functions(potential_of(file)),
                                table(d),
                                table(DynamicMatrix<Rational>::Constant(d.rows(), 1, Rational(0)))};
  std::vector<Turning> all;
  for (const auto& symmetry : right_symmetries(system)) {
    Turning turning{symmetry.xi, of_z(symmetry)};
    for (int i = 0; i < functions.size(); ++i)
      turning.rates.push_back(shifted(rate_along(functions, symmetry.xi, i), z));
    all.push_back(std::move(turning));
  }
  return all;
}

}  // namespace

CoordinatePolynomial potential_of(const GroupSystem& file) {
  Polynomials coordinates;
  for (std::size_t i = 0; i < file.coordinates.size(); ++i)
    coordinates.push_back(CoordinatePolynomial::variable(static_cast<int>(i)));
  return file.potential.evaluate(std::span<const CoordinatePolynomial>(coordinates));
}

CoordinateRing functions_beside_potential(const GroupSystem& file, Polynomials more) {
  more.insert(more.begin(), potential_of(file));
  return {file, more, AdjoinedFunctions(static_cast<int>(file.coordinates.size())), false,
          "$.potential"};
}

ReducedFlow nonholonomic_flow(const GroupSystem& file, const Splitting<Rational>& split) {
  std::optional<DynamicVector<Rational>> start;
  if (const auto& a = file.exact->velocity)
    if (const auto u = solve<Rational>(split.d(), *a)) start = DynamicVector<Rational>(u->col(0));
  ReducedFlow flow = with_potential(file, nonholonomic_field(split), split.d(),
                                    split.gram_inverse() * split.d().transpose(),
                                    half_square(split.gram()), start);
  flow.turnings =
      turnings_of(file, {}, split.d(), split.rank_d(), [](const RightSymmetry& symmetry) {
        Polynomials rates;
        for (Eigen::Index j = 0; j < symmetry.turning.rows(); ++j)
          rates.push_back(
              linear_form(DynamicVector<Rational>(symmetry.turning.row(j).transpose())));
        return rates;
      });
  return flow;
}

ReducedFlow momentum_flow(const GroupSystem& file, const DynamicMatrix<Rational>& k,
                          bool constrained, const Polynomials& more) {
  const auto& exact = *file.exact;
  std::optional<DynamicVector<Rational>> start;
  if (exact.velocity) start = exact.metric * *exact.velocity;
  if (start && constrained && exact.multiplier) *start += *exact.multiplier;
  ReducedFlow flow = with_potential(file, momentum_field(exact.algebra, k), k, whole(exact.algebra),
                                    half_square(k), start, more);
  const int n = exact.algebra.dimension();
  flow.turnings = turnings_of(file, more, constrained ? exact.d() : whole(exact.algebra), n,
                              [&](const RightSymmetry& symmetry) {  // (ad*_xi p)_j = <p, [xi, e_j]>
                                Polynomials rates;
                                for (int j = 0; j < n; ++j)
                                  rates.push_back(linear_form(exact.algebra.bracket(
                                      symmetry.xi, exact.algebra.basis_vector(j))));
                                return rates;
                              });
  return flow;
}

}  // namespace hamel
