// Time as a coordinate, and equations g = 0 as constraints on the velocity.
#include "chart_in_motion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/small.hpp>

#include "reading/along_motion.hpp"

namespace hamel::running {

namespace {

bool depends_on_time(const ChartSystem& file) {
  const int n = file.dim();
  return file.in_time() != nullptr ||
         std::ranges::any_of(file.holonomic, [n](const auto& g) -> bool {
           return g.occurring(n + 1)[static_cast<std::size_t>(n)];
         });
}

/// A formula in (q, v, t) as one in (q, s, v, s', t), the t of the motion being s, or t.
Expression with_clock(const Expression& formula, int n, bool is_s) {
  std::vector<Expression> values;
  for (int i = 0; i < 2 * n; ++i) values.push_back(Expression::variable(i < n ? i : i + 1));
  values.push_back(Expression::variable(is_s ? n : 2 * n + 2));
  return formula.with_values(0, values);
}

Expression parsed(const std::string& text, std::map<std::string, Expression, std::less<>> of) {
  Expression::Scope scope;
  scope.parameters = std::move(of);
  return Expression::parse(text, scope);
}

/// Independent of the rows before it, which are orthogonal and of length 1; then it joins them.
bool joins(std::vector<Vector<double, dynamic>>& before, Vector<double, dynamic> row) {
  const double size = row.norm();
  for (int pass = 0; pass < 2; ++pass)
    for (const auto& other : before) row -= other * other.dot(row);
  const double left = row.norm();
  if (!(left > chart_rank_tolerance * size)) return false;
  before.emplace_back(row / left);
  return true;
}

std::vector<double> values(const std::vector<Number>& numbers) {
  std::vector<double> all;
  for (const Number& x : numbers) all.push_back(x.value);
  return all;
}

}  // namespace

ChartInMotion::ChartInMotion(const ChartSystem& file, bool constrained)
    : system(file),
      coordinates(file.dim()),
      constraints(constrained ? static_cast<int>(file.constraints.size()) : 0) {
  if (!constrained) {
    system.constraints.clear();
    system.holonomic.clear();
  }
  has_clock = depends_on_time(system);
  if (has_clock) add_clock();
  held = system.holonomic;
  if (!held.empty()) add_rows();
  if (system.start && system.start->lambda.size() != system.constraints.size())
    system.start->lambda.resize(system.constraints.size());
}

void ChartInMotion::add_clock() {
  const int n = coordinates;
  const auto side = static_cast<std::size_t>(n);
  if (system.lagrangian) {
    system.lagrangian = parsed("l + u^2/2", {{"l", with_clock(*system.lagrangian, n, true)},
                                             {"u", Expression::variable(2 * n + 1)}});
  } else {
    std::vector<Expression> metric;
    for (std::size_t i = 0; i <= side; ++i)
      for (std::size_t j = 0; j <= side; ++j)
        metric.push_back(i < side && j < side ? system.metric[i * side + j]
                                              : Expression(Rational(i == j ? 1 : 0)));
    system.metric = std::move(metric);
  }
  for (Expression& phi : system.constraints) phi = with_clock(phi, n, true);
  system.constraints.push_back(parsed("u - 1", {{"u", Expression::variable(2 * n + 1)}}));
  for (Expression& f : system.force) f = with_clock(f, n, false);
  if (!system.force.empty()) system.force.emplace_back();
  for (GroupInput& input : system.inputs) input.force.emplace_back();
  system.coordinates.emplace_back("t");
  if (system.start) {
    system.start->q.emplace_back();
    system.start->q_dot.push_back({1, Rational(1)});
  }
}

void ChartInMotion::add_rows() {
  const int n = system.dim();  // g names q, then t: the clock, where there is one
  std::vector<double> at(static_cast<std::size_t>(2 * n));
  if (system.start) {
    at = values(system.start->q);
    const auto v = values(system.start->q_dot);
    at.insert(at.end(), v.begin(), v.end());
  }
  at.push_back(0);
  const auto row_of = [&](const Expression& phi) {
    Vector<double, dynamic> row = zeros<double, dynamic>(n);
    SlopeTape(std::array{phi}, n, 2 * n).for_each(at, [&](int, int j, double d) {
      row[j - n] = d;
    });
    return row;
  };
  std::vector<Vector<double, dynamic>> rows;
  for (const Expression& phi : system.constraints) joins(rows, row_of(phi));
  std::vector<Expression> first, others;
  for (std::size_t i = 0; i < held.size(); ++i) {
    const Expression phi =
        reading::along_motion(held[i], n, "$.holonomic[" + std::to_string(i) + "]");
    if (joins(rows, row_of(phi))) {
      system.constraints.push_back(phi);
      first.push_back(held[i]);
    } else {
      others.push_back(held[i]);
      dependent.push_back(static_cast<int>(i));
    }
  }
  independent = static_cast<int>(first.size());
  held = std::move(first);
  held.insert(held.end(), others.begin(), others.end());
}

template <class Use>
void HeldPlaces::for_each(double t, const Vector<double, dynamic>& q, const Use& use) const {
  std::array<double, max_dimension + 1> all;
  std::copy_n(q.data(), coordinates_, all.data());
  all[static_cast<std::size_t>(coordinates_)] = t;
  slopes_.for_each(std::span<const double>(all).first(static_cast<std::size_t>(coordinates_ + 1)),
                   use);
}

double HeldPlaces::off(double t, const Vector<double, dynamic>& q) const {
  double most = 0;
  for_each(t, q, [&](int, int variable, double g) {
    if (variable < 0) most = std::max(most, std::abs(g));
  });
  return most;
}

void HeldPlaces::look(double t, const Vector<double, dynamic>& q, Vector<double, dynamic>& g,
                      Matrix<double, dynamic>& rows) const {
  g = zeros<double, dynamic>(independent_);
  rows = Matrix<double, dynamic>::Zero(independent_, q.size());
  for_each(t, q, [&](int i, int variable, double d) {
    if (i >= independent_) return;
    variable < 0 ? g[i] = d : rows(i, variable) = d;
  });
}

}  // namespace hamel::running
