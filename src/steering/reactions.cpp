// The forces of the constraint of a file along its motions.
#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <Eigen/QR>

#include <hamel/chart/constraint_forces.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/io/reactions.hpp>

#include "cases/any_system.hpp"
#include "cases/holonomic_rows.hpp"
#include "generic_system.hpp"
#include "running/chart_in_motion.hpp"
#include "running/chart_problems.hpp"
#include "running/manifold_motion.hpp"
#include "vector_of.hpp"

namespace hamel {

namespace {

using V = SystemGroup::V;
using Rows = std::vector<std::vector<double>>;
using steering::vector_of;

void append(Rows& rows, const V& force) {
  rows.emplace_back(force.data(), force.data() + force.size());
}

double time_from_start(const GroupSystem& file, const Sample& sample) {
  return sample.t - (file.start ? file.start->t.value : 0);  // as the formulas count
}
double time_from_start(const ChartSystem& file, const Sample& sample) {
  return sample.t - (file.start ? file.start->t.value : 0);
}

SystemGroup::Point place_of(const GroupSystem& file, const Sample& sample) {
  vector_of("x", sample.x, static_cast<int>(file.coordinates.size()));
  return file.group.from_coordinates(sample.x);
}

Rows reactions_on_manifold(const GroupSystem& file, const std::vector<Sample>& outputs) {
  const running::ManifoldMotion motion(file);
  Rows rows;
  for (const Sample& sample : outputs) {
    const auto x = place_of(file, sample);
    const V p = motion.unconstrained().metric(x) * vector_of("a", sample.a, file.dim());
    append(rows, motion.reaction(time_from_start(file, sample), x, p));
  }
  return rows;
}

template <Dynamics kind>
Rows reactions(const GroupSystem& file, const std::vector<Sample>& outputs) {
  if (file.coordinates.empty())
    throw InputError("system", "an algebra without a group", "one on a group");
  if (!file.holonomic.empty()) return reactions_on_manifold(file, outputs);
  if (file.kinematic)
    throw InputError("$.constraint.span", "no vectors, not covered by reactions",
                     "a vector at least");
  for (const GroupInput& input : file.inputs)
    if (!input.velocity.empty() && input.table)
      throw InputError("$.inputs." + input.name + ".signal", "a table of a velocity",
                       "a formula in t, whose rate the reactions need");
  const auto base = effort::generic_problem(file);
  const Problem<kind, effort::GenericSystem, effort::GenericSplit> problem(base.system(),
                                                                           base.split());
  const InputSignals signals(file.inputs, nullptr);
  const int n = file.dim();
  Rows rows;
  for (const Sample& sample : outputs) {
    const double t = time_from_start(file, sample);
    V w = V::Zero(static_cast<int>(file.inputs.size()));
    signals.at(t, {w.data(), static_cast<std::size_t>(w.size())});
    State<AnyGroup, double, dynamic> state;
    state.x.data = place_of(file, sample).data;
    const V a = vector_of("a", sample.a, n);
    if constexpr (kind == Dynamics::vakonomic)
      state.m = vector_of("p", sample.p, n);
    else
      state.m = problem.basis(state.x).transpose() * (problem.metric(state.x) * a);
    append(rows, hamel::reaction(under(problem, w), t, state));
  }
  return rows;
}

template <Dynamics kind>
Rows reactions(const ChartSystem& file, const std::vector<Sample>& outputs) {
  const running::ChartInMotion moving(file);
  const ChartProblem<kind, running::AnyChart> problem(running::any_chart(moving.system));
  const int n = moving.coordinates;
  Rows rows;
  for (const Sample& sample : outputs) {
    const double t = time_from_start(file, sample);
    State<Euclidean<>, double, dynamic> state;
    state.x.data = V::Constant(problem.dim(), t);  // of the clock, behind q
    state.x.data.head(n) = vector_of("q", sample.x, n);
    state.m = V::Zero(problem.state_dim());
    state.m.head(n) = vector_of("q_dot", sample.a, n);
    if (moving.has_clock) state.m[n] = 1;
    if constexpr (kind == Dynamics::vakonomic)
      state.m.segment(problem.dim(), moving.constraints) =
          vector_of("lambda", sample.p, moving.constraints);
    append(rows, hamel::reaction(problem, state, t).head(n));
  }
  return rows;
}

/// The rows of a file at an output, as columns.
Eigen::MatrixXd rows_at(const GroupSystem& file, const Sample& sample) {
  return HolonomicRows(file).normals(time_from_start(file, sample), place_of(file, sample));
}
Eigen::MatrixXd rows_at(const ChartSystem& file, const Sample& sample) {
  const int n = file.dim(), held = static_cast<int>(file.holonomic.size());
  Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(n, held + static_cast<int>(file.constraints.size()));
  std::vector<double> at = sample.x;
  at.push_back(time_from_start(file, sample));
  SlopeTape(file.holonomic, 0, n).for_each(at, [&](int i, int k, double d) { rows(k, i) = d; });
  at.insert(at.end() - 1, sample.a.begin(), sample.a.end());
  SlopeTape(file.constraints, n, 2 * n).for_each(at, [&](int i, int k, double d) {
    rows(k - n, held + i) = d;
  });
  return rows;
}

/// lambda of sum_i lambda_i A_i = nu, 0 where a column A_i depends on those before it.
std::vector<double> multipliers(const Eigen::MatrixXd& columns, const Eigen::VectorXd& nu) {
  Eigen::MatrixXd orthogonal = columns;
  std::vector<int> chosen;
  for (int j = 0; j < columns.cols(); ++j) {
    auto column = orthogonal.col(j);
    const double size = column.norm();
    for (int pass = 0; pass < 2; ++pass)
      for (const int i : chosen) column -= orthogonal.col(i) * orthogonal.col(i).dot(column);
    if (!(column.norm() > chart_rank_tolerance * size)) continue;
    column.normalize();
    chosen.push_back(j);
  }
  std::vector<double> lambda(static_cast<std::size_t>(columns.cols()));
  const Eigen::MatrixXd independent = columns(Eigen::all, chosen);
  const Eigen::VectorXd solved = independent.householderQr().solve(nu);
  for (std::size_t i = 0; i < chosen.size(); ++i)
    lambda[static_cast<std::size_t>(chosen[i])] = solved[static_cast<Eigen::Index>(i)];
  return lambda;
}

}  // namespace

std::vector<std::vector<double>> row_multipliers(
    const SystemFile& file, const std::vector<Sample>& outputs,
    const std::vector<std::vector<double>>& reactions) {
  Rows all;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    all.push_back(std::visit(
        [&](const auto& system) {
          const auto& nu = reactions[k];
          return multipliers(
              rows_at(system, outputs[k]),
              Eigen::Map<const Eigen::VectorXd>(nu.data(), static_cast<Eigen::Index>(nu.size())));
        },
        file.system));
  return all;
}

std::vector<std::vector<double>> reactions_of(const SystemFile& file, Dynamics dynamics,
                                              const std::vector<Sample>& outputs) {
  if (dynamics == Dynamics::free) throw InputError("dynamics", "free", "nonholonomic or vakonomic");
  return std::visit(
      [&](const auto& system) {
        return dynamics == Dynamics::vakonomic ? reactions<Dynamics::vakonomic>(system, outputs)
                                               : reactions<Dynamics::nonholonomic>(system, outputs);
      },
      file.system);
}

}  // namespace hamel
