// From a system file to the library's systems.
#include "any_system.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace hamel {

namespace {

using Point = SystemGroup::Point;
using V = SystemGroup::V;
using M = SystemGroup::M;

/// Room for the coordinates of an element, a velocity and a time.
constexpr std::size_t max_variables = SystemGroup::max_coordinates + max_dimension + 1;

/// The coordinates of x, then other variables, in a row.
class ForceVariables {
 public:
  ForceVariables(const SystemGroup& group, const Point& x) : next_(group.coordinates(x, all_)) {}

  void add(double value) { all_[next_++] = value; }
  std::span<const double> all() const { return std::span<const double>(all_).first(next_); }

 private:
  std::array<double, max_variables> all_;
  std::size_t next_;
};

std::vector<Expression> formulas_at(const std::vector<Expression>& formulas,
                                    const std::vector<int>& places) {
  std::vector<Expression> chosen;
  for (const int i : places) chosen.push_back(formulas[i]);
  return chosen;
}

/// The entries on and below the diagonal, zeros above.
std::vector<Expression> lower_triangle(std::vector<Expression> entries, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) entries[i * n + j] = Expression();
  return entries;
}

}  // namespace

GroupFormulas::GroupFormulas(SystemGroup group, const std::vector<Expression>& formulas)
    : group_(std::move(group)) {
  for (const Expression& formula : formulas) {
    const bool constant = formula.is_constant();
    if (!constant) varying_.push_back(size());
    constants_.push_back(constant ? formula.evaluate<double>({}) : 0);
  }
  const auto varying = formulas_at(formulas, varying_);
  values_ = FormulaTape(varying);
  const int coordinates = static_cast<int>(group_.coordinate_names().size());
  slopes_ = SlopeTape(formulas, 0, coordinates);
  values_with_slopes_ = SlopeTape(varying, 0, coordinates, true);
  if (slopes_.tape().is_constant()) {
    constant_slopes_.resize(slopes_.places().size());
    slopes_.tape().evaluate({}, constant_slopes_);
  }
  pull_back_reads_coordinates_ = group_.pull_back_reads_coordinates();
  along_ = group_.straight_coordinates();
  for (const auto& place : slopes_.places())
    if (along_[static_cast<std::size_t>(place.variable)] < 0) is_straight_ = false;
}

SystemGroup::CoordinateSlopes GroupFormulas::evaluate_slopes(double t, const Point& x,
                                                             std::span<double> slopes) const {
  Variables q;
  slopes_.tape().evaluate(variables(t, x, q), slopes);
  return group_.coordinate_slopes(x);
}

ExpressionMetric::ExpressionMetric(SystemGroup group, const std::vector<Expression>& entries)
    : entries_(group, lower_triangle(entries, group.dim())) {
  const int n = group.dim();
  constant_.resize(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      constant_(i, j) = constant_(j, i) = entries_.constants()[i * n + j];
}

M ExpressionMetric::operator()(const Point& x) const {
  const int n = static_cast<int>(constant_.rows());
  M m = constant_;
  entries_.for_each_value(0, x,
                          [&](int i, double value) { m(i / n, i % n) = m(i % n, i / n) = value; });
  return m;
}

M ExpressionMetric::slope(const Point& x, const V& a) const {
  const int n = static_cast<int>(constant_.rows());
  M rows = M::Zero(n, n);
  entries_.for_each_slope(0, x, [&](int k, int i, double d) {
    const int row = i / n, column = i % n;
    rows(k, row) += d * a[column];
    if (column < row) rows(k, column) += d * a[row];
  });
  return rows;
}

V ExpressionMetric::force(const Point& x, const V& a) const {
  const int n = static_cast<int>(constant_.rows());
  return entries_.gradient(0, x, [&](int i) {
    const int row = i / n, column = i % n;
    return (row == column ? 0.5 : 1.) * a[row] * a[column];
  });
}

ExpressionPotential::ExpressionPotential(SystemGroup group, const Expression& formula)
    : formula_(std::move(group), {formula}) {}

double ExpressionPotential::operator()(const Point& x) const {
  double u = formula_.constants()[0];
  formula_.for_each_value(0, x, [&](int, double value) { u = value; });
  return u;
}

V ExpressionPotential::gradient(const Point& x) const {
  return formula_.gradient(0, x, [](int) { return 1.; });
}

InputForce::InputForce(const std::vector<GroupInput>& inputs,
                       std::shared_ptr<const InputSignals> signals)
    : signals_(std::move(signals)) {
  std::vector<Expression> columns;
  for (const auto& input : inputs) {
    columns.insert(columns.end(), input.force.begin(), input.force.end());
    columns.resize(columns.size() + input.velocity.size());  // a velocity is no force
  }
  columns_ = FormulaTape(columns);
}

void InputForce::add(double t, std::span<const double> variables, std::span<double> force) const {
  if (!acts()) return;
  std::array<double, max_dimension> w;
  signals_->at(t, w);
  std::array<double, std::size_t(max_dimension) * max_dimension> b;
  columns_.evaluate(variables, b);
  const std::size_t n = force.size(), entries = static_cast<std::size_t>(columns_.size());
  for (std::size_t i = 0; i < entries; ++i) force[i % n] += b[i] * w[i / n];
}

ExpressionForce::ExpressionForce(SystemGroup group, const std::vector<Expression>& components,
                                 const std::vector<GroupInput>& inputs,
                                 std::shared_ptr<const InputSignals> signals)
    : group_(std::move(group)),
      coordinates_(static_cast<int>(group_.coordinate_names().size())),
      components_(components),
      by_velocity_(components, coordinates_, coordinates_ + group_.dim()),
      inputs_(inputs, std::move(signals)) {}

namespace {

ForceVariables force_variables(const SystemGroup& group, double t, const Point& x, const V& a) {
  ForceVariables variables(group, x);
  for (int i = 0; i < a.size(); ++i) variables.add(a[i]);
  variables.add(t);
  return variables;
}

}  // namespace

V ExpressionForce::operator()(double t, const Point& x, const V& a) const {
  const int n = group_.dim();
  V force = V::Zero(n);
  const ForceVariables variables = force_variables(group_, t, x, a);
  if (components_.size() > 0)
    components_.evaluate(variables.all(),
                         std::span<double>(force.data(), static_cast<std::size_t>(n)));
  inputs_.add(t, variables.all(), {force.data(), static_cast<std::size_t>(n)});
  return force;
}

M ExpressionForce::velocity_derivative(double t, const Point& x, const V& a) const {
  const int n = group_.dim();
  M slope = M::Zero(n, n);
  if (by_velocity_.places().empty()) return slope;
  std::array<double, std::size_t(max_dimension) * max_dimension> values;
  by_velocity_.tape().evaluate(force_variables(group_, t, x, a).all(), values);
  std::size_t j = 0;
  for (const auto& place : by_velocity_.places())
    slope(place.formula, place.variable - coordinates_) = values[j++];
  return slope;
}

ExpressionOffset::ExpressionOffset(SystemGroup group, const std::vector<Expression>& components)
    : components_(group, components), columns_(std::move(group), {}) {}

ExpressionOffset::ExpressionOffset(SystemGroup group, const std::vector<Expression>& components,
                                   const std::vector<GroupInput>& inputs,
                                   std::shared_ptr<const InputSignals> signals)
    : ExpressionOffset(group, components) {
  std::vector<Expression> columns;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].velocity.empty() || !(inputs[i].table || signals->may_be_held())) continue;
    inputs_.push_back(static_cast<int>(i));
    columns.insert(columns.end(), inputs[i].velocity.begin(), inputs[i].velocity.end());
  }
  columns_ = GroupFormulas(std::move(group), columns);
  signals_ = std::move(signals);
}

void ExpressionOffset::weigh(double t, Weights& weights) const {
  Weights all;
  signals_->beside_formulas(t, all);
  for (std::size_t k = 0; k < inputs_.size(); ++k)
    weights[k] = all[static_cast<std::size_t>(inputs_[k])];
}

V ExpressionOffset::operator()(double t, const Point& x) const {
  const int n = components_.group().dim();
  V offset = V::Zero(n);
  for (int i = 0; i < components_.size(); ++i) offset[i] = components_.constants()[i];
  components_.for_each_value(t, x, [&](int i, double value) { offset[i] = value; });
  if (inputs_.empty()) return offset;
  Weights w;
  weigh(t, w);
  for (int i = 0; i < columns_.size(); ++i) offset[i % n] += columns_.constants()[i] * w[i / n];
  columns_.for_each_value(t, x, [&](int i, double value) { offset[i % n] += value * w[i / n]; });
  return offset;
}

M ExpressionOffset::slope(double t, const Point& x) const {
  const int n = components_.group().dim();
  M rows = M::Zero(n, n);
  components_.for_each_slope(t, x, [&](int k, int i, double d) { rows(k, i) += d; });
  if (inputs_.empty()) return rows;
  Weights w;
  weigh(t, w);
  columns_.for_each_slope(t, x, [&](int k, int i, double d) { rows(k, i % n) += d * w[i / n]; });
  return rows;
}

ExpressionDistribution::ExpressionDistribution(SystemGroup group,
                                               const std::vector<Expression>& entries)
    : entries_(std::move(group), entries) {
  const int n = entries_.group().dim(), r = entries_.size() / n;
  constant_.resize(n, r);
  for (int i = 0; i < n * r; ++i) constant_(i % n, i / n) = entries_.constants()[i];
}

M ExpressionDistribution::operator()(const Point& x) const {
  M d = constant_;
  entries_.for_each_value(0, x, [&](int i, double value) { d.data()[i] = value; });
  return d;
}

M ExpressionDistribution::slope(const Point& x, const V& a) const {
  M rate = M::Zero(constant_.rows(), constant_.cols());
  entries_.for_each_rate(0, x, a, [&](int i, double d) { rate.data()[i] += d; });
  return rate;
}

ExpressionDistribution::At::At(const ExpressionDistribution& distribution, const Point& x)
    : distribution_(distribution), x_(x), d_(distribution.constant_) {
  distribution_.entries_.for_each_value(0, x, seen_,
                                        [this](int i, double value) { d_.data()[i] = value; });
}

M ExpressionDistribution::At::slope(const V& a) const {
  M rate = M::Zero(d_.rows(), d_.cols());
  distribution_.entries_.for_each_rate(0, x_, seen_, a,
                                       [&](int i, double d) { rate.data()[i] += d; });
  return rate;
}

M ExpressionDistribution::slopes(const Point& x, const V& u) const {
  const int n = static_cast<int>(constant_.rows());
  M rows = M::Zero(n, n);
  entries_.for_each_slope(0, x, [&](int k, int i, double d) { rows(k, i % n) += d * u[i / n]; });
  return rows;
}

M ExpressionDistribution::transposed_slopes(const Point& x, const V& mu) const {
  const int n = static_cast<int>(constant_.rows());
  M rows = M::Zero(n, constant_.cols());
  entries_.for_each_slope(0, x, [&](int k, int i, double d) { rows(k, i / n) += d * mu[i % n]; });
  return rows;
}

std::shared_ptr<const InputSignals> signals_of(const std::vector<GroupInput>& inputs) {
  return std::make_shared<const InputSignals>(inputs, nullptr);
}

AnySystem any_system(const GroupSystem& file, std::shared_ptr<const InputSignals> signals) {
  return AnySystem(file.group, ExpressionMetric(file.group, file.metric),
                   ExpressionPotential(file.group, file.potential),
                   ExpressionForce(file.group, file.force, file.inputs, std::move(signals)));
}
AnySystem any_system(const GroupSystem& file) {
  return any_system(file, signals_of(file.inputs));
}

Matrix<double, dynamic> any_distribution(const GroupSystem& file) {
  if (!file.constrained()) return Matrix<double, dynamic>::Identity(file.dim(), file.dim());
  return as_doubles(file.span, file.dim());
}

SystemGroup::Point any_start(const GroupSystem& file) {
  if (!file.start) return file.group.identity<double>();
  std::vector<double> coordinates;
  for (const auto& c : file.start->coordinates) coordinates.push_back(c.value);
  return file.group.from_coordinates(coordinates);
}

}  // namespace hamel
