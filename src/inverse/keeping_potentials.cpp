// The directions along which a section vanishes, and polynomials that are constant along them.
#include "keeping_potentials.hpp"

#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "checking/exact_algebra.hpp"
#include "checking/sections.hpp"
#include "flows/first_integrals.hpp"
#include "lowering/function_monomials.hpp"
#include "lowering/polynomial_text.hpp"
#include "proving/section_search.hpp"
#include "verifying_inverse/fast_motion.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;

constexpr int potential_degree = 2;
constexpr int starts = 4;  ///< of fast motions

/// All coordinates, and sines of those that are angles, so that polynomials of a low degree in them are looked at.
Expression every_function(const GroupSystem& group) {
  std::string sum = "0";
  for (const auto& name : group.coordinates) {
    sum += "+" + name;
    if (name.starts_with("phi") || name.starts_with("theta")) sum += "+sin(" + name + ")";
  }
  return Expression::parse(sum, {group.coordinates, {}});
}

/// A motion that has no multiplier whatever the potential, from starts of small whole numbers.
std::optional<FastMotion> motion_without_multiplier(const AlgebraicSystem<Rational>& system) {
  const auto d = system.d();
  const auto least = largest_constraint_rank(system) / static_cast<int>(d.cols()) + 1;
  std::mt19937 generator(3);
  for (int i = 0; i < starts; ++i) {
    DynamicVector<Rational> u(d.cols());
    for (auto& x : u.reshaped()) x = Rational(static_cast<int>(generator() % 9) - 4);
    FastMotion motion{d * u, least};
    for (; motion.orders <=
           std::min<int>(largest_order_of_fast_motions, least + static_cast<int>(d.rows()));
         ++motion.orders)
      if (no_potential_helps(system, motion)) return motion;
  }
  return std::nullopt;
}

}  // namespace

KeepingPotentials keeping_potentials(const SystemFile& file) {
  KeepingPotentials result;
  result.degree = potential_degree;
  SystemFile kinetic = file, moved = file;
  auto& group = std::get<GroupSystem>(moved.system);
  std::get<GroupSystem>(kinetic.system).potential = Expression();
  if (auto motion = motion_without_multiplier(*group.exact)) {
    result.never_from = std::move(motion->start);
    result.never_orders = motion->orders;
    return result;
  }
  if (group.coordinates.empty()) {
    result.not_covered = "an algebra without coordinates";
    return result;
  }
  const auto about = polynomial_file(kinetic);
  const auto system = about ? stored_system(kinetic, *about) : std::nullopt;
  const auto section = system ? find_section(*system, about->ring, 0) : std::nullopt;
  if (!section) {
    result.not_covered =
        "without potential no multiplier is linear in the velocity, others may be, also with one";
    return result;
  }
  const AlgebraicSystem<Rational>& numbers = *group.exact;
  result.multiplier = Exact::Constant(numbers.dimension(), numbers.d().cols(), Rational(0));
  for (const auto& term : section->terms)
    result.multiplier(term.component, term.velocity) += term.factor;
  const Exact p = numbers.metric * numbers.d() + result.multiplier;
  const Exact frame =
      system->frame.unaryExpr([](const CoordinatePolynomial& q) { return q.at_identity({}); });
  // b in the leaf with <P u, b> = 0 for all u
  const Exact directions = frame * kernel<Rational>(Exact(p.transpose() * frame));
  const MultiplierEquations<Rational> equations{Splitting<Rational>(numbers)};
  const auto sections = section_space(equations, whole(StructureConstants<Rational>(equations.s)));
  result.unique = sections && sections->directions.empty() && frame.cols() == frame.rows();

  group.potential = every_function(group);
  const auto over = polynomial_file(moved);
  const auto stored = over ? stored_system(moved, *over) : std::nullopt;
  if (!stored) {
    result.not_covered = "a group whose coordinates are not known as polynomials";
    return result;
  }
  std::mt19937 generator(20260601);
  const FunctionMonomials monomials(*stored, over->ring, potential_degree, generator);
  std::vector<CoordinatePolynomial> columns;
  for (const auto& exponents : monomials.exponents()) {
    CoordinatePolynomial product(1);
    int degree = 0;
    for (std::size_t i = 0; i < exponents.size(); ++i)
      for (int k = 0; k < exponents[i]; ++k, ++degree)
        product *= CoordinatePolynomial::variable(static_cast<int>(i));
    if (degree > 0) columns.push_back(product);
  }
  const auto rates_along = [&](Eigen::Index direction) {
    std::vector<CoordinatePolynomial> rates(static_cast<std::size_t>(over->ring.size()));
    for (Eigen::Index k = 0; k < directions.rows(); ++k)
      for (std::size_t i = 0; i < rates.size(); ++i)
        rates[i] += CoordinatePolynomial(directions(k, direction)) *
                    over->ring.along()[static_cast<std::size_t>(k)][i];
    return rates;
  };
  const auto found = detail::common_kernel(columns, [&](const CoordinatePolynomial& u) {
    std::vector<CoordinatePolynomial> images;
    for (Eigen::Index j = 0; j < directions.cols(); ++j)
      images.push_back(in_stored_numbers(u.derivative(rates_along(j)), over->ring));
    return images;
  });
  for (const auto& u : found) {
    const auto simple = detail::primitive(u);
    result.basis.push_back(polynomial_text(simple, over->ring.names()));
  }
  return result;
}

}  // namespace hamel
