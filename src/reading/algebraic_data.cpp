// What the algebraic questions are about, exactly and in floating point: made here, once, when a file is read.
#include <optional>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/group/brackets.hpp>
#include <hamel/io/system_file.hpp>

#include "reading.hpp"

namespace hamel::reading {

std::optional<DynamicMatrix<Rational>> as_rationals(const std::vector<std::vector<Number>>& columns,
                                                    int rows) {
  DynamicMatrix<Rational> result(rows, static_cast<int>(columns.size()));
  for (int j = 0; j < result.cols(); ++j) {
    for (int i = 0; i < rows; ++i) {
      if (!columns[j][i].exact) return std::nullopt;
      result(i, j) = *columns[j][i].exact;
    }
  }
  return result;
}

namespace {

/// The constant entries of the metric when they are rational, the unit matrix when they vary.
std::optional<DynamicMatrix<Rational>> exact_metric(const GroupSystem& system) {
  const int n = system.dim();
  const bool constant = system.metric_is_constant();
  DynamicMatrix<Rational> result(n, n);
  for (int i = 0; i < n * n; ++i) {
    const auto value =
        constant ? system.metric[i].exact() : std::optional(Rational(i / n == i % n ? 1 : 0));
    if (!value) return std::nullopt;
    result(i / n, i % n) = *value;
  }
  return result;
}

std::optional<AlgebraicSystem<Rational>> exact_data(const GroupSystem& system) {
  const auto metric = exact_metric(system);
  if (!system.exact_algebra || !metric) return std::nullopt;
  AlgebraicSystem<Rational> data{*system.exact_algebra, *metric, {}};
  if (system.constrained() && !system.moves()) {
    const auto d = as_rationals(system.span, system.dim());
    if (!d) return std::nullopt;
    data.distribution = *d;
  }
  if (system.start) {
    if (const auto a = as_rationals({system.start->a}, system.dim())) data.velocity = a->col(0);
  }
  return data;
}

}  // namespace

void make_algebraic_data(GroupSystem& system, const std::vector<Number>& metric) {
  const int n = system.dim();
  system.exact = exact_data(system);
  system.rounded = {constants_of<double>(system.group), DynamicMatrix<double>(n, n), {}};
  for (int i = 0; i < n * n; ++i) system.rounded.metric(i / n, i % n) = metric[i].value;
  if (system.constrained() && !system.moves())
    system.rounded.distribution = as_doubles(system.span, n);
}

}  // namespace hamel::reading
