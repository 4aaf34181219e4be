// Formulas over polynomials; in coordinates, vectors that the constraints allow.
#include "polynomial_file.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <utility>
#include <variant>

#include <hamel/core/error.hpp>

#include "admissible_velocities.hpp"
#include "exact/partial_derivative.hpp"
#include "formula_reader.hpp"
#include "nowhere_zero.hpp"
#include "polynomial_text.hpp"
#include "velocity_terms.hpp"

namespace hamel {

namespace {

constexpr int largest_dimension = 12;

using Table = DynamicMatrix<CoordinatePolynomial>;

/// The polynomials of tables, one after the other.
std::vector<CoordinatePolynomial> entries(std::initializer_list<const Table*> tables) {
  std::vector<CoordinatePolynomial> all;
  for (const Table* table : tables)
    all.insert(all.end(), table->data(), table->data() + table->size());
  return all;
}

/// The columns, which only span something, without quotients.
void clear_columns(Table& d, const AdjoinedFunctions& adjoined) {
  for (Eigen::Index j = 0; j < d.cols(); ++j) {
    std::vector<CoordinatePolynomial> column(d.col(j).begin(), d.col(j).end());
    adjoined.clear(column);
    std::ranges::copy(column, d.col(j).begin());
  }
}

DynamicMatrix<CoordinatePolynomial> zeros(int n) {
  return DynamicMatrix<CoordinatePolynomial>::Constant(n, 1, CoordinatePolynomial());
}

/// Whether the offset names a coordinate, or t, which comes after these; or is there beside a D that moves.
bool drifts(const GroupSystem& file) {
  return !file.offset.empty() &&
         (file.moves() || std::ranges::any_of(file.offset, [](const Expression& entry) {
            return !entry.is_constant();
          }));
}

/// All polynomials of a system.
std::vector<CoordinatePolynomial> with_force(std::vector<CoordinatePolynomial> formulas,
                                             const std::vector<ForceTerm>& force) {
  for (const ForceTerm& term : force)
    formulas.insert(formulas.end(), term.covector.data(),
                    term.covector.data() + term.covector.size());
  return formulas;
}

/// The polynomials, and coordinates where all are asked for.
std::vector<CoordinatePolynomial> with_coordinates(std::vector<CoordinatePolynomial> formulas,
                                                   const std::vector<std::string>& names,
                                                   Coordinates coordinates) {
  if (coordinates == Coordinates::all)
    for (std::size_t i = 0; i < names.size(); ++i)
      formulas.push_back(CoordinatePolynomial::variable(static_cast<int>(i)));
  return formulas;
}

/// The system; on the group times R where it drifts or a force names t, with t' = 1, and M and D as before.
std::optional<PolynomialFile> described(const GroupSystem& file, Coordinates coordinates) {
  if (!file.exact_algebra || file.dim() > largest_dimension) return std::nullopt;
  const bool free = !file.constrained(), timed = drifts(file) || force_names_time(file);
  const int n = file.dim(), all = n + (timed ? 1 : 0),
            r = free ? n : static_cast<int>(file.span.size());
  for (const auto& column : file.span)
    for (const auto& entry : column)
      if (!file.moves() && !entry.exact) return std::nullopt;
  const FormulaVariables variables{static_cast<int>(file.coordinates.size()), file.forced() ? n : 0,
                                   timed};
  FormulaReader read(variables.count());
  Table metric = Table::Constant(all, all, CoordinatePolynomial()),
        d = Table::Constant(all, r, CoordinatePolynomial()), offset = zeros(all),
        potential = zeros(1);
  potential(0, 0) = read(file.potential);
  for (int i = 0; i < n; ++i) {
    if (!file.offset.empty()) offset(i, 0) = read(file.offset[static_cast<std::size_t>(i)]);
    for (int j = 0; j < n; ++j)
      metric(i, j) = read(file.metric[static_cast<std::size_t>(i * n + j)]);
    for (int j = 0; j < r; ++j)
      d(i, j) =
          free ? CoordinatePolynomial(i == j ? 1 : 0)
          : file.moves()
              ? read(file.moving_span[static_cast<std::size_t>(j * n + i)])
              : CoordinatePolynomial(
                    *file.span[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)].exact);
  }
  StructureConstants<Rational> algebra = *file.exact_algebra;
  if (timed) {
    metric(n, n) = offset(n, 0) = CoordinatePolynomial(1);
    algebra = StructureConstants<Rational>(all);
    for (const auto& c : file.exact_algebra->entries()) algebra.set(c.i, c.j, c.k, c.value);
  }
  clear_columns(d, read.adjoined());
  auto force = force_terms(file, read, variables, all);
  if (!force) return std::nullopt;
  CoordinateRing ring(
      file,
      with_coordinates(with_force(entries({&metric, &d, &offset, &potential}), *force),
                       file.coordinates, coordinates),
      read.adjoined(), timed, "$");
  const auto in_functions = [&](const Table& m) -> Table {
    return m.unaryExpr([&](const CoordinatePolynomial& p) { return ring.in_functions(p); });
  };
  PolynomialSystem system{std::move(algebra),   ring.along(),
                          in_functions(metric), ring.in_functions(potential(0, 0)),
                          in_functions(d),      in_functions(offset)};
  for (auto& [velocities, covector] : *force)
    system.force.push_back({std::move(velocities), in_functions(covector)});
  return PolynomialFile{std::move(ring), std::move(system), true, timed};
}

/// The Lagrangian of a chart, 1/2 M v^2 + A v - U.
struct LagrangianTerms {
  std::vector<CoordinatePolynomial> metric_and_potential;  ///< M row by row, then U
  std::vector<CoordinatePolynomial> linear;                ///< A, empty where there is none
};

/// Nothing where L has other terms.
std::optional<LagrangianTerms> lagrangian_terms(const ChartSystem& file, FormulaReader& read,
                                                const FormulaVariables& variables) {
  const int n = file.dim();
  LagrangianTerms terms;
  auto& formulas = terms.metric_and_potential;
  if (!file.lagrangian) {
    for (const auto& entry : file.metric) formulas.push_back(read(entry));
    formulas.push_back(read(file.potential));
    for (const auto& p : formulas)
      if (!p.is_known()) return std::nullopt;
    return terms;
  }
  const auto parts =
      by_velocities(read(*file.lagrangian, variables.without_time()), variables, read.adjoined());
  if (!parts) return std::nullopt;
  formulas.resize(static_cast<std::size_t>(n * n + 1));
  for (const auto& [velocities, coefficient] : *parts) {
    if (coefficient.terms().empty()) continue;
    if (velocities.empty()) {
      formulas.back() -= coefficient;
    } else if (velocities.size() == 1) {
      terms.linear.resize(static_cast<std::size_t>(n));
      terms.linear[static_cast<std::size_t>(velocities[0])] += coefficient;
    } else if (velocities.size() == 2) {
      formulas[static_cast<std::size_t>(velocities[0] * n + velocities[1])] += coefficient;
      formulas[static_cast<std::size_t>(velocities[1] * n + velocities[0])] += coefficient;
    } else {
      return std::nullopt;
    }
  }
  return terms;
}

/// Terms A v turn the motion as a force does that does no work, F_i = (d_i A_j - d_j A_i) v_j, alike in all three
/// dynamics. False where A has functions that are adjoined.
bool add_gyroscopic_force(const std::vector<CoordinatePolynomial>& linear,
                          const AdjoinedFunctions& adjoined, int dimension,
                          std::vector<ForceTerm>& force) {
  const int n = static_cast<int>(linear.size());
  for (const auto& p : linear)
    for (const int k : p.variables())
      if (k >= adjoined.first()) return false;
  const auto slope = [&](int i, int j) {  // d_i A_j
    return partial(linear[static_cast<std::size_t>(j)], i);
  };
  for (int j = 0; j < n; ++j) {
    Table covector = zeros(dimension);
    for (int i = 0; i < n; ++i) covector(i, 0) = slope(i, j) - slope(j, i);
    if (std::ranges::any_of(covector.reshaped(), [](const auto& p) { return !p.terms().empty(); }))
      force.push_back({{j}, std::move(covector)});
  }
  return true;
}

std::optional<PolynomialFile> described(const ChartSystem& file, Coordinates coordinates) {
  const bool timed = force_names_time(file);
  const int n = file.dim(), all = n + (timed ? 1 : 0),
            m = static_cast<int>(file.constraints.size());
  if (n > largest_dimension) return std::nullopt;
  const FormulaVariables variables{n, n, timed};
  const std::vector<int> places = variables.without_time();
  FormulaReader read(variables.count());
  Table a = Table::Constant(m, n, CoordinatePolynomial()), b = zeros(m);
  for (int i = 0; i < m; ++i) {
    std::vector<CoordinatePolynomial> constraint{
        read(file.constraints[static_cast<std::size_t>(i)], places)};
    read.adjoined().clear(constraint);
    const auto parts = by_velocities(
        without_nowhere_zero_factors(constraint[0], variables.first_velocity(), variables.count()),
        variables, read.adjoined());
    if (!parts) return std::nullopt;
    for (const auto& [velocities, coefficient] : *parts) {
      if (velocities.size() > 1) return std::nullopt;
      (velocities.empty() ? b(i, 0) : a(i, velocities[0])) += coefficient;
    }
  }
  const auto admissible = admissible_velocities(a, b);
  const auto lagrangian = lagrangian_terms(file, read, variables);
  auto force = force_terms(file, read, variables, all);
  if (!admissible || !lagrangian || !force ||
      !add_gyroscopic_force(lagrangian->linear, read.adjoined(), all, *force))
    return std::nullopt;
  const auto& formulas = lagrangian->metric_and_potential;
  const Table offset = admissible->tops.unaryExpr([&](const CoordinatePolynomial& top) {
    return top.terms().empty() ? top : top * read.adjoined().quotient(admissible->minor);
  });
  std::vector<CoordinatePolynomial> needed = entries({&admissible->d, &offset});
  needed.insert(needed.end(), formulas.begin(), formulas.end());
  CoordinateRing ring(
      file, with_coordinates(with_force(std::move(needed), *force), file.coordinates, coordinates),
      read.adjoined(), timed);
  const auto in_functions = [&](const Table& t) -> Table {
    return t.unaryExpr([&](const CoordinatePolynomial& p) { return ring.in_functions(p); });
  };
  const auto r = admissible->d.cols();
  PolynomialSystem system{StructureConstants<Rational>(all),
                          ring.along(),
                          Table::Constant(all, all, CoordinatePolynomial()),
                          ring.in_functions(formulas.back()),
                          Table::Constant(all, r, CoordinatePolynomial()),
                          zeros(all)};
  system.distribution.topRows(n) = in_functions(admissible->d);
  system.offset.topRows(n) = in_functions(offset);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      system.metric(i, j) =
          ring.in_functions(formulas[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) +
                                     static_cast<std::size_t>(j)]);
  if (timed) system.metric(n, n) = system.offset(n, 0) = CoordinatePolynomial(1);
  for (auto& [velocities, covector] : *force)
    system.force.push_back({std::move(velocities), in_functions(covector)});
  return PolynomialFile{std::move(ring), std::move(system), admissible->everywhere, timed};
}

}  // namespace

std::optional<PolynomialFile> polynomial_file(const SystemFile& file, Coordinates coordinates) {
  try {
    return std::visit([&](const auto& system) { return described(system, coordinates); },
                      file.system);
  } catch (const InputError&) {  // formulas that are no polynomials
    return std::nullopt;
  }
}

std::string velocities_in_words(const PolynomialFile& about) {
  const auto& d = about.system.distribution;
  std::vector<std::string> names = about.ring.names();
  for (Eigen::Index j = 0; j < d.cols(); ++j) names.push_back("u" + std::to_string(j + 1));
  std::string text = "(";
  for (Eigen::Index i = 0; i < d.rows() - (about.timed ? 1 : 0); ++i) {
    CoordinatePolynomial sum = about.system.offset(i, 0);
    for (Eigen::Index j = 0; j < d.cols(); ++j)
      sum += d(i, j) * CoordinatePolynomial::variable(about.ring.size() + static_cast<int>(j));
    text += (i ? ", " : "") + polynomial_text(sum, names);
  }
  return text + ")";
}

}  // namespace hamel
