// Tests and projections of starts under holonomic constraints.
#include "holonomic_start.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/LU>
#include <Eigen/QR>

#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/holonomic_rows.hpp>

#include "group_reading.hpp"
#include "group_start.hpp"
#include "onto_constraint.hpp"
#include "reading.hpp"
#include "summed_value.hpp"
#include "templates.hpp"

namespace hamel::reading {

namespace {

using Column = Eigen::VectorXd;
using Columns = Eigen::MatrixXd;

/// A^T at a place, and the shortest ways M^{-1} A^T lambda with A way = b, of equations that may depend on each other.
class HolonomicNormals {
 public:
  HolonomicNormals(Columns normals, const std::vector<Number>& metric) : a_(std::move(normals)) {
    const auto n = a_.rows();
    Columns m(n, n);
    for (Eigen::Index k = 0; k < n * n; ++k)
      m(k / n, k % n) = metric[static_cast<std::size_t>(k)].value;
    lifted_ = m.partialPivLu().solve(a_);
    Columns gram = a_.transpose() * lifted_;
    scale_ = gram.diagonal().cwiseAbs().cwiseSqrt().unaryExpr(
        [](double d) { return d > 0 ? 1 / d : 1; });
    gram = scale_.asDiagonal() * gram * scale_.asDiagonal();
    gram_.setThreshold(1e-9);
    gram_.compute(gram);
  }
  const Columns& transposed() const { return a_; }
  Column way(const Column& b) const {
    return lifted_ * (scale_.asDiagonal() * gram_.solve(scale_.asDiagonal() * b));
  }

 private:
  Columns a_, lifted_;
  Column scale_;
  Eigen::CompleteOrthogonalDecomposition<Columns> gram_;
};

/// The place where g = 0 that Newton's method finds from the start; none where it finds none.
std::optional<SystemGroup::Point> nearest_place(const GroupSystem& system,
                                                const std::vector<Number>& metric,
                                                const SystemGroup::Point& from) {
  const HolonomicRows rows(system);
  SystemGroup::Point x = from;
  double last = HUGE_VAL;
  for (int k = 0; k < 60; ++k) {
    const HolonomicNormals normals(rows.normals(0, x).leftCols(rows.held()), metric);
    const Column way = normals.way(-Column(rows.value(0, x).head(rows.held())));
    const double size = way.norm();
    if (!std::isfinite(size)) return {};
    if (size < 1e-15 || (size < 1e-12 && size > last / 2)) return x;
    last = size;
    x = system.group.compose(x, system.group.exp(SystemGroup::V(way)));
  }
  return {};
}

std::vector<double> coordinates_of(const GroupSystem& system, const SystemGroup::Point& x) {
  return system.group.coordinates(x);
}

[[noreturn]] void refuse_place(const JsonNode& equation, const GroupSystem& system,
                               const std::vector<Number>& metric, const GroupStart& start,
                               const Number& value) {
  const auto from = element_at(system.group, values_of(start.coordinates));
  std::string nearest;
  if (const auto on = nearest_place(system, metric, from)) {
    const auto way = system.group.log(system.group.compose(system.group.inverse(from), *on));
    nearest = "; the nearest such place, at a distance of " + text(way.norm()) + ", is {";
    const auto there = coordinates_of(system, *on);
    for (std::size_t i = 0; i < there.size(); ++i)
      nearest += (i > 0 ? ", \"" : "\"") + system.coordinates[i] + "\": \"" +
                 full_precision(there[i]) + "\"";
    nearest += "}";
  }
  throw ConstraintViolation(
      "$.initial.x",
      "a place where " + equation.path() + ", " + equation.describe() + ", is " + text_of(value),
      "0 to " + text(most_off) + " of its terms" + nearest);
}

/// The start of a motion that is not free, which keeps no constraint.
bool keeps_constraints() {
  const auto* open = Templates::current();
  return open == nullptr || !open->values().start_is_free;
}

std::vector<Number> rounded(const std::vector<double>& values) {
  std::vector<Number> numbers;
  for (const double x : values) numbers.push_back({x, std::nullopt});
  return numbers;
}

}  // namespace

void put_on_manifold(const JsonNode& equations, const JsonNode&, const GroupSystem& system,
                     const std::vector<Number>& metric, GroupStart& start) {
  std::vector<Number> here = start.coordinates;
  here.emplace_back();  // t = 0, from which formulas count
  double most = 0;
  std::size_t worst = 0;
  for (std::size_t i = 0; i < system.holonomic.size(); ++i) {
    const Number value = finite_value_at(system.holonomic[i], here, equations.item(i));
    if (value.exact ? value.exact->is_zero() : value.value == 0) continue;
    const double terms = summed_at(system.holonomic[i], here).terms;
    const double off = terms > 0 ? std::abs(value.value) / terms : HUGE_VAL;
    if (off > most) most = off, worst = i;
  }
  if (!keeps_constraints()) return;
  if (!(most <= most_off))
    refuse_place(equations.item(worst), system, metric, start,
                 value_at(system.holonomic[worst], here));
  if (most <= few_roundings * resolution<double>()) return;
  const auto on =
      nearest_place(system, metric, element_at(system.group, values_of(start.coordinates)));
  if (!on) return;
  start.coordinates = rounded(coordinates_of(system, *on));
  start.projected.element = std::max(start.projected.element, most);
}

void put_along_manifold(const JsonNode& equations, const JsonNode& initial,
                        const GroupSystem& system, const std::vector<Number>& metric,
                        GroupStart& start) {
  if (!keeps_constraints()) return;
  const HolonomicRows rows(system);
  const auto x = element_at(system.group, values_of(start.coordinates));
  const HolonomicNormals normals(rows.normals(0, x), metric);
  const auto given = values_of(start.a);
  const Column a = Eigen::Map<const Column>(given.data(), system.dim());
  const Column b = rows.rate(0, x);
  const Column miss = b - normals.transposed().transpose() * a;
  Column unit(system.dim());  // in which the metric gives lengths
  for (int i = 0; i < unit.size(); ++i) {
    const double m = std::abs(metric[static_cast<std::size_t>(i * unit.size() + i)].value);
    unit[i] = m > 0 ? std::sqrt(m) : 1;
  }
  double most = 0;
  int worst = 0;
  for (int i = 0; i < rows.held(); ++i) {
    const double terms =
        normals.transposed().col(i).cwiseQuotient(unit).norm() * a.cwiseProduct(unit).norm() +
        std::abs(b[i]);
    const double off = miss[i] == 0 ? 0 : terms > 0 ? std::abs(miss[i]) / terms : HUGE_VAL;
    if (off > most) most = off, worst = i;
  }
  const Column near = a + normals.way(miss);
  const std::vector<double> nearest(near.data(), near.data() + near.size());
  if (!(most <= most_off)) {
    const JsonNode equation = equations.item(static_cast<std::size_t>(worst));
    throw ConstraintViolation(
        initial.path() + (initial.has("u") ? ".u" : ".a"),
        "a velocity along which " + equation.path() + ", " + equation.describe() +
            ", changes at the rate " + text(-miss[worst]),
        "0 to " + text(most_off) + " of its terms; the nearest velocity is " + as_array(nearest));
  }
  if (most <= few_roundings * resolution<double>() || !near.allFinite()) return;
  start.a = rounded(nearest);
  start.projected.velocity = std::max(start.projected.velocity, most);
}

}  // namespace hamel::reading
