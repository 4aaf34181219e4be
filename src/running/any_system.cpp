// From a system file to the library's systems.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <hamel/io/any_system.hpp>

namespace hamel {

namespace {

using Point = SystemGroup::Point;
using Moving = SystemGroup::Moving;
using V = SystemGroup::V;
using M = SystemGroup::M;

/// Calls use(i, value) for each formula that varies, at x.
template <class Use>
void for_each_value(const GroupFormulas& formulas, const Point& x, const Use& use) {
  if (formulas.is_constant()) return;
  const auto q = formulas.group().coordinates(x);
  for (const int i : formulas.varying())
    use(i, formulas.formulas()[i].evaluate(std::span<const double>(q)));
}

/// Calls use(k, i, d) with the left derivative d of each formula that varies, along each e_k.
template <class Use>
void for_each_slope(const GroupFormulas& formulas, const Point& x, const Use& use) {
  if (formulas.is_constant()) return;
  for (int k = 0; k < formulas.group().dim(); ++k) {
    const auto q = formulas.group().coordinates_along(x, k);
    for (const int i : formulas.varying())
      use(k, i, formulas.formulas()[i].evaluate(std::span<const Moving>(q)).derivatives()[0]);
  }
}

/// The symmetric matrix of the formulas below and on the diagonal that do not vary, zeros elsewhere.
M constant_entries(const GroupFormulas& entries) {
  const int n = entries.group().dim();
  M m = M::Zero(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      const Expression& entry = entries.formulas()[i * n + j];
      if (entry.is_constant()) m(i, j) = m(j, i) = entry.evaluate<double>({});
    }
  return m;
}

}  // namespace

GroupFormulas::GroupFormulas(SystemGroup group, std::vector<Expression> formulas)
    : group_(std::move(group)), formulas_(std::move(formulas)) {
  for (int i = 0; i < size(); ++i)
    if (!formulas_[i].is_constant()) varying_.push_back(i);
}

ExpressionMetric::ExpressionMetric(SystemGroup group, std::vector<Expression> entries)
    : entries_(std::move(group), std::move(entries)), constant_(constant_entries(entries_)) {}

M ExpressionMetric::operator()(const Point& x) const {
  const int n = static_cast<int>(constant_.rows());
  M m = constant_;
  for_each_value(entries_, x, [&](int i, double value) {
    if (i % n <= i / n) m(i / n, i % n) = m(i % n, i / n) = value;
  });
  return m;
}

M ExpressionMetric::slope(const Point& x, const V& a) const {
  const int n = static_cast<int>(constant_.rows());
  M rows = M::Zero(n, n);
  for_each_slope(entries_, x, [&](int k, int i, double d) {
    const int row = i / n, column = i % n;
    if (column > row) return;
    rows(k, row) += d * a[column];
    if (column < row) rows(k, column) += d * a[row];
  });
  return rows;
}

ExpressionPotential::ExpressionPotential(SystemGroup group, Expression formula)
    : formula_(std::move(group), {std::move(formula)}) {}

double ExpressionPotential::operator()(const Point& x) const {
  if (is_zero()) return formula_.formulas().front().evaluate<double>({});
  double u = 0;
  for_each_value(formula_, x, [&](int, double value) { u = value; });
  return u;
}

V ExpressionPotential::gradient(const Point& x) const {
  V gradient = V::Zero(formula_.group().dim());
  for_each_slope(formula_, x, [&](int k, int, double d) { gradient[k] = d; });
  return gradient;
}

ExpressionForce::ExpressionForce(SystemGroup group, std::vector<Expression> components)
    : group_(std::move(group)), components_(std::move(components)) {}

V ExpressionForce::operator()(double t, const Point& x, const V& a) const {
  std::vector<double> variables = group_.coordinates(x);
  variables.insert(variables.end(), a.data(), a.data() + a.size());
  variables.push_back(t);
  V force = V::Zero(group_.dim());
  for (int i = 0; i < static_cast<int>(components_.size()); ++i)
    force[i] = components_[i].evaluate(std::span<const double>(variables));
  return force;
}

M ExpressionForce::velocity_derivative(double t, const Point& x, const V& a) const {
  const int n = group_.dim();
  std::vector<Moving> variables;
  for (const double c : group_.coordinates(x)) variables.emplace_back(c);
  const std::size_t first = variables.size();
  for (int j = 0; j < n; ++j) variables.emplace_back(a[j]);
  variables.emplace_back(t);
  M slope = M::Zero(n, n);
  for (int j = 0; j < n; ++j) {
    variables[first + j].derivatives()[0] = 1;
    for (int i = 0; i < static_cast<int>(components_.size()); ++i)
      slope(i, j) = components_[i].evaluate(std::span<const Moving>(variables)).derivatives()[0];
    variables[first + j].derivatives()[0] = 0;
  }
  return slope;
}

ExpressionOffset::ExpressionOffset(SystemGroup group, std::vector<Expression> components)
    : components_(std::move(group), std::move(components)) {}

V ExpressionOffset::operator()(const Point& x) const {
  V offset = V::Zero(components_.group().dim());
  if (is_zero()) return offset;
  const auto q = components_.group().coordinates(x);
  for (int i = 0; i < components_.size(); ++i)
    offset[i] = components_.formulas()[i].evaluate(std::span<const double>(q));
  return offset;
}

M ExpressionOffset::slope(const Point& x) const {
  const int n = components_.group().dim();
  M rows = M::Zero(n, n);
  for_each_slope(components_, x, [&](int k, int i, double d) { rows(k, i) = d; });
  return rows;
}

AnySystem any_system(const GroupSystem& file) {
  return AnySystem(file.group, ExpressionMetric(file.group, file.metric),
                   ExpressionPotential(file.group, file.potential),
                   ExpressionForce(file.group, file.force));
}

DynamicMatrix<double> metric_at_start(const GroupSystem& file) {
  return ExpressionMetric(file.group, file.metric)(any_start(file));
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
