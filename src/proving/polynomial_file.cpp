// Formulas over polynomials; in coordinates, vectors that the constraints allow.
#include "polynomial_file.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <variant>

#include <hamel/check/coordinate_quotient.hpp>
#include <hamel/core/error.hpp>

#include "polynomial_text.hpp"

namespace hamel {

namespace {

constexpr int largest_dimension = 12;

std::vector<const Expression*> formulas_of(const GroupSystem& file) {
  std::vector<const Expression*> all{&file.potential};
  for (const auto& entry : file.metric) all.push_back(&entry);
  for (const auto& entry : file.moving_span) all.push_back(&entry);
  for (const auto& entry : file.offset) all.push_back(&entry);
  return all;
}

DynamicMatrix<CoordinatePolynomial> zeros(int n) {
  return DynamicMatrix<CoordinatePolynomial>::Constant(n, 1, CoordinatePolynomial());
}

/// Whether the offset names t, which comes after the coordinates.
bool depends_on_time(const GroupSystem& file) {
  const auto count = file.coordinates.size();
  return std::ranges::any_of(file.offset, [&](const Expression& entry) -> bool {
    return entry.occurring(static_cast<int>(count) + 1)[count];
  });
}

std::optional<PolynomialFile> described(const GroupSystem& file) {
  if (!file.exact_algebra || file.forced() || depends_on_time(file) ||
      file.dim() > largest_dimension)
    return std::nullopt;
  const bool free = !file.constrained();
  const int n = file.dim(), r = free ? n : static_cast<int>(file.span.size());
  for (const auto& column : file.span)
    for (const auto& entry : column)
      if (!file.moves() && !entry.exact) return std::nullopt;
  CoordinateRing ring(file, formulas_of(file), "$");
  PolynomialSystem system{*file.exact_algebra,
                          ring.along(),
                          DynamicMatrix<CoordinatePolynomial>(n, n),
                          ring(file.potential),
                          DynamicMatrix<CoordinatePolynomial>(n, r),
                          zeros(n)};
  for (int i = 0; i < n; ++i) {
    if (!file.offset.empty()) system.offset(i, 0) = ring(file.offset[static_cast<std::size_t>(i)]);
    for (int j = 0; j < n; ++j)
      system.metric(i, j) = ring(file.metric[static_cast<std::size_t>(i * n + j)]);
    for (int j = 0; j < r; ++j)
      system.distribution(i, j) =
          free ? CoordinatePolynomial(i == j ? 1 : 0)
          : file.moves()
              ? ring(file.moving_span[static_cast<std::size_t>(j * n + i)])
              : CoordinatePolynomial(
                    *file.span[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)].exact);
  }
  return PolynomialFile{std::move(ring), std::move(system)};
}

/// The determinant of a small matrix, by its first column.
CoordinatePolynomial determinant(const DynamicMatrix<CoordinatePolynomial>& m) {
  if (m.rows() == 0) return CoordinatePolynomial(1);
  CoordinatePolynomial sum;
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    if (m(i, 0).terms().empty()) continue;
    DynamicMatrix<CoordinatePolynomial> minor(m.rows() - 1, m.cols() - 1);
    for (Eigen::Index row = 0, k = 0; row < m.rows(); ++row)
      if (row != i) minor.row(k++) = m.row(row).tail(m.cols() - 1);
    const CoordinatePolynomial term = m(i, 0) * determinant(minor);
    sum += CoordinatePolynomial(i % 2 == 0 ? 1 : -1) * term;
  }
  return sum.reduced({});
}

/// Vectors that span the kernel of A where the minor on some columns S is not 0, by Cramer's rule; S is chosen with as
/// constant a minor as there is, and `everywhere` tells whether it is constant.
std::optional<DynamicMatrix<CoordinatePolynomial>> polynomial_kernel(
    const DynamicMatrix<CoordinatePolynomial>& a, bool& everywhere) {
  const int m = static_cast<int>(a.rows()), n = static_cast<int>(a.cols());
  if (m > 4 || (m > 0 && m >= n)) return std::nullopt;
  if (m == 0) {
    everywhere = true;
    DynamicMatrix<CoordinatePolynomial> whole =
        DynamicMatrix<CoordinatePolynomial>::Constant(n, n, CoordinatePolynomial());
    for (int i = 0; i < n; ++i) whole(i, i) = CoordinatePolynomial(1);
    return whole;
  }
  std::vector<int> best;
  CoordinatePolynomial best_minor;
  const auto columns = [&](const std::vector<int>& chosen) {
    DynamicMatrix<CoordinatePolynomial> part(m, m);
    for (int j = 0; j < m; ++j) part.col(j) = a.col(chosen[static_cast<std::size_t>(j)]);
    return part;
  };
  for (unsigned set = 0; set < 1u << n; ++set) {
    if (__builtin_popcount(set) != m) continue;
    std::vector<int> chosen;
    for (int j = 0; j < n; ++j)
      if (set >> j & 1u) chosen.push_back(j);
    const CoordinatePolynomial minor = determinant(columns(chosen));
    if (minor.terms().empty() || !minor.is_known()) continue;
    const auto weight = [](const CoordinatePolynomial& p) {
      std::size_t sum = 0;
      for (const auto& [monomial, factor] : p.terms()) sum += 1 + 4 * monomial.size();
      return sum;
    };
    if (best.empty() || weight(minor) < weight(best_minor)) best = chosen, best_minor = minor;
  }
  if (best.empty()) return std::nullopt;
  everywhere = best_minor.terms().size() == 1 && best_minor.terms().begin()->first.empty();
  DynamicMatrix<CoordinatePolynomial> basis =
      DynamicMatrix<CoordinatePolynomial>::Constant(n, n - m, CoordinatePolynomial());
  for (int column = 0, k = 0; column < n; ++column) {
    if (std::ranges::count(best, column)) continue;
    basis(column, k) = best_minor;
    for (int j = 0; j < m; ++j) {
      DynamicMatrix<CoordinatePolynomial> replaced = columns(best);
      replaced.col(j) = a.col(column);
      basis(best[static_cast<std::size_t>(j)], k) =
          CoordinatePolynomial(-1) * determinant(replaced);
    }
    ++k;
  }
  return basis;
}

/// The coefficients of a polynomial in coordinates and velocities (variables n .. 2 n - 1), by the velocities of a term, each
/// as often as it is a factor. Nothing when it is not known or holds the sine of a velocity.
using ByVelocities = std::map<std::vector<int>, CoordinatePolynomial>;
std::optional<ByVelocities> by_velocities(const CoordinatePolynomial& p, int n) {
  if (!p.is_known()) return std::nullopt;
  ByVelocities result;
  for (const auto& [monomial, factor] : p.terms()) {
    std::vector<int> velocities;
    CoordinatePolynomial coefficient(factor);
    for (const auto& [variable, power] : monomial)
      for (int i = 0; i < power; ++i) {
        const int k = variable / 3, kind = variable % 3;
        const auto x = CoordinatePolynomial::variable(k);
        if (k >= n && kind != 0) return std::nullopt;
        if (k >= n)
          velocities.push_back(k - n);
        else
          coefficient *= kind == 0 ? x : kind == 1 ? cos(x) : sin(x);
      }
    result[velocities] += coefficient;
  }
  return result;
}

/// The entries of the metric, row by row, then the potential; of L too, when it has no term linear in the velocities.
std::optional<std::vector<CoordinatePolynomial>> metric_and_potential(const ChartSystem& file) {
  const int n = file.dim();
  std::vector<CoordinatePolynomial> both, formulas;
  for (int i = 0; i < 2 * n; ++i) both.push_back(CoordinatePolynomial::variable(i));
  const std::span<const CoordinatePolynomial> all(both);
  if (!file.lagrangian) {
    for (const auto& entry : file.metric)
      formulas.push_back(entry.evaluate(all.first(static_cast<std::size_t>(n))));
    formulas.push_back(file.potential.evaluate(all.first(static_cast<std::size_t>(n))));
    for (const auto& p : formulas)
      if (!p.is_known()) return std::nullopt;
    return formulas;
  }
  const auto parts = by_velocities(file.lagrangian->evaluate(all), n);
  if (!parts) return std::nullopt;
  formulas.resize(static_cast<std::size_t>(n * n + 1));
  for (const auto& [velocities, coefficient] : *parts) {
    if (coefficient.terms().empty()) continue;
    if (velocities.empty()) {
      formulas.back() -= coefficient;
    } else if (velocities.size() == 2) {
      formulas[static_cast<std::size_t>(velocities[0] * n + velocities[1])] += coefficient;
      formulas[static_cast<std::size_t>(velocities[1] * n + velocities[0])] += coefficient;
    } else {
      return std::nullopt;
    }
  }
  return formulas;
}

std::optional<PolynomialFile> described(const ChartSystem& file) {
  using Quotient = CoordinateQuotient<400>;
  const int n = file.dim(), m = static_cast<int>(file.constraints.size());
  if (n > largest_dimension || file.forced()) return std::nullopt;
  std::vector<Quotient> both;
  for (int i = 0; i < 2 * n; ++i)
    both.emplace_back(CoordinatePolynomial::variable(i), CoordinatePolynomial(1));
  DynamicMatrix<CoordinatePolynomial> a =
      DynamicMatrix<CoordinatePolynomial>::Constant(m, n, CoordinatePolynomial());
  for (int i = 0; i < m; ++i) {
    const Quotient constraint =
        file.constraints[static_cast<std::size_t>(i)].evaluate(std::span<const Quotient>(both));
    if (!constraint.is_known()) return std::nullopt;
    const auto parts = by_velocities(constraint.numerator(), n);
    if (!parts) return std::nullopt;
    for (const auto& [velocities, coefficient] : *parts) {
      if (velocities.size() != 1) return std::nullopt;
      a(i, velocities[0]) += coefficient;
    }
  }
  bool everywhere = false;
  const auto d = polynomial_kernel(a, everywhere);
  if (!d) return std::nullopt;
  auto found = metric_and_potential(file);
  if (!found) return std::nullopt;
  const std::vector<CoordinatePolynomial> formulas = std::move(*found);
  std::vector<CoordinatePolynomial> needed = formulas;
  needed.insert(needed.end(), d->data(), d->data() + d->size());
  CoordinateRing ring(file, needed);
  PolynomialSystem system{
      StructureConstants<Rational>(n),
      ring.along(),
      DynamicMatrix<CoordinatePolynomial>(n, n),
      ring.in_functions(formulas.back()),
      d->unaryExpr([&](const CoordinatePolynomial& p) { return ring.in_functions(p); }),
      zeros(n)};
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      system.metric(i, j) = ring.in_functions(formulas[static_cast<std::size_t>(i * n + j)]);
  return PolynomialFile{std::move(ring), std::move(system), everywhere};
}

}  // namespace

std::optional<PolynomialFile> polynomial_file(const SystemFile& file) {
  try {
    return std::visit([](const auto& system) { return described(system); }, file.system);
  } catch (const InputError&) {  // formulas that are no polynomials
    return std::nullopt;
  }
}

std::string velocities_in_words(const PolynomialFile& about) {
  const auto& d = about.system.distribution;
  std::vector<std::string> names = about.ring.names();
  for (Eigen::Index j = 0; j < d.cols(); ++j) names.push_back("u" + std::to_string(j + 1));
  std::string text = "(";
  for (Eigen::Index i = 0; i < d.rows(); ++i) {
    CoordinatePolynomial sum = about.system.offset(i, 0);
    for (Eigen::Index j = 0; j < d.cols(); ++j)
      sum += d(i, j) * CoordinatePolynomial::variable(about.ring.size() + static_cast<int>(j));
    text += (i ? ", " : "") + polynomial_text(sum, names);
  }
  return text + ")";
}

}  // namespace hamel
