// The equations of motion of a file linearised about a state.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/io/linear_flow.hpp>
#include <hamel/io/simulate.hpp>

#include "cases/any_system.hpp"
#include "searching/factors.hpp"
#include "steering/flow_symmetries.hpp"
#include "steering/group_field.hpp"
#include "steering/leaf_components.hpp"
#include "steering/linear_parts.hpp"
#include "steering/system_under.hpp"
#include "steering/vector_of.hpp"

namespace hamel::steering {

namespace {

constexpr double steady_enough = 1e-9;  // a rate relative to the slopes of the rates

/// The multiplier of an output: on groups p holds M a too.
std::vector<double> multiplier_of(const SystemFile& file, Dynamics dynamics, const Sample& sample) {
  std::vector<double> mu = sample.p;
  const auto* system = std::get_if<GroupSystem>(&file.system);
  if (system == nullptr || dynamics != Dynamics::vakonomic) return mu;
  const auto a = vector_of("a", sample.a, system->dim());
  const auto x = system->group.from_coordinates(sample.x);
  const SystemGroup::V lowered = ExpressionMetric(system->group, system->metric)(x) * a;
  for (std::size_t i = 0; i < mu.size(); ++i) mu[i] -= lowered[static_cast<int>(i)];
  return mu;
}

}  // namespace

std::unique_ptr<StateField> state_field(const SystemFile& file, Dynamics dynamics) {
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  auto field = dynamics == Dynamics::vakonomic ? vakonomic_field(file)
               : chart != nullptr              ? chart_field(*chart, dynamics)
                                               : group_field(system_under(file, dynamics));
  if (field->dim() + field->rank() > max_dimension)
    throw DimensionError("state",
                         std::to_string(field->dim()) + " + " + std::to_string(field->rank()),
                         "at most " + std::to_string(max_dimension) + " directions and velocities");
  return field;
}

std::vector<std::string> input_names(const SystemFile& file) {
  std::vector<std::string> names;
  std::visit(
      [&](const auto& system) {
        for (const auto& input : system.inputs) names.push_back(input.name);
      },
      file.system);
  return names;
}

PlaceAndRates state_at(const SystemFile& file, Dynamics dynamics, const StateField& field,
                       std::optional<double> at) {
  const double start = file.start_time();
  const auto numbers = [](const std::vector<Number>& list) {
    std::vector<double> values;
    for (const Number& number : list) values.push_back(number.value);
    return values;
  };
  if (!at || *at == start) {
    if (const auto* chart = std::get_if<ChartSystem>(&file.system)) {
      if (chart->start)
        return field.state(0, numbers(chart->start->q), numbers(chart->start->q_dot),
                           numbers(chart->start->lambda));
    } else if (const auto& system = std::get<GroupSystem>(file.system); system.start) {
      return field.state(0, numbers(system.start->coordinates), numbers(system.start->a),
                         numbers(system.start->mu));
    }
    throw InputError("$.initial", "nothing", "a start");
  }
  if (!(*at > start)) throw InputError("at", text(*at), "a time after the start, " + text(start));
  RunPlan plan;
  plan.dynamics = dynamics;
  plan.t_end = *at;
  plan.step = *at - start;
  plan.events_of_file = false;
  Sample end;
  const RunStatus status = simulate(file, plan, [&](const Sample& sample) { end = sample; });
  if (!status)
    throw InputError("at", text(*at) + ", before which the motion ends: " + text(status.outcome),
                     "a time that the motion reaches");
  return field.state(*at - start, end.x, end.a, multiplier_of(file, dynamics, end));
}

void LinearParts::judge() {
  flow.neutral = rest.zeros();
  std::vector<LinearMode> own = modes(rest.rest);
  std::vector<LinearMode> of_symmetries = std::move(flow.modes);
  flow.modes = own;
  flow.modes.insert(flow.modes.end(), static_cast<std::size_t>(flow.neutral), neutral_mode());
  std::stable_sort(flow.modes.begin(), flow.modes.end(),
                   [](const LinearMode& a, const LinearMode& b) { return a.re > b.re; });
  flow.modes.insert(flow.modes.end(), of_symmetries.begin(), of_symmetries.end());
  if (!flow.steady) return;
  const auto all = [&](const std::string& kind) {
    return std::all_of(own.begin(), own.end(), [&](const LinearMode& m) { return m.kind == kind; });
  };
  const bool grows = std::any_of(own.begin(), own.end(), [](const LinearMode& m) {
    return std::string(m.kind) == "unstable";
  });
  // The energy changes along the neutral mode: on each level near by there is another steady motion.
  const bool by_energy =
      flow.neutral == 1 && power.size() > 0 &&
      std::abs(power.dot(rest.kernel.col(0))) > 1e-8 * power.norm() * rest.kernel.col(0).norm();
  flow.stability = grows                                               ? FlowStability::unstable
                   : all("stable") && (flow.neutral == 0 || by_energy) ? FlowStability::stable
                                                                       : FlowStability::marginal;
}

LinearParts linear_parts(const SystemFile& file, const StateField& field, const PlaceAndRates& at,
                         const SymmetryCounts* counts) {
  const int n = field.dim(), r = field.rank(), k = field.inputs();
  const auto& group = field.group();
  const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(n + r + k, n + r + k);
  const ValueAlong rates = field.rates(at, every);
  if (!rates.value.allFinite() || !rates.slopes.allFinite())
    throw InputError("start", "rates or slopes that are not finite", "a regular place");
  const Eigen::VectorXd a = rates.value.head(n);
  Eigen::MatrixXd A = rates.slopes.leftCols(n + r);
  A.topLeftCorner(n, n) -= bracket_with(group, a);

  // The motion is steady where symmetries lead along it, those from the left alone if they do.
  const FlowSymmetries symmetries = flow_symmetries(field, at, counts);
  const auto left = static_cast<int>(symmetries.left.cols()),
             turning = static_cast<int>(symmetries.turning.size());
  Eigen::MatrixXd generators = Eigen::MatrixXd::Zero(n + r, left + turning);
  generators.topLeftCorner(n, left) = inverse_adjoint(group, at.x) * symmetries.left;
  for (int j = 0; j < turning; ++j)
    generators.col(left + j) = symmetries.turning[static_cast<std::size_t>(j)].value;
  const double scale = A.cwiseAbs().maxCoeff() * (1 + (r > 0 ? at.u.cwiseAbs().maxCoeff() : 0));
  const auto missing = [&](int columns) -> std::pair<double, Eigen::VectorXd> {
    const Eigen::MatrixXd by = generators.leftCols(columns);
    if (columns == 0) return {rates.value.norm(), Eigen::VectorXd()};
    const Eigen::VectorXd factors = LeastSquares(1e-10).compute(by).solve(rates.value);
    return {(rates.value - by * factors).norm(), factors};
  };
  LinearParts parts;
  parts.counts = {left, turning};
  auto [off, factors] = missing(left);
  if (turning > 0 && off > steady_enough * scale) {
    std::tie(off, factors) = missing(left + turning);
    for (int j = 0; j < turning; ++j)
      A -= factors[left + j] * symmetries.turning[static_cast<std::size_t>(j)].slopes;
  }
  parts.flow.unsteady = off;
  parts.flow.in_time = symmetries.in_time;
  parts.flow.steady = off <= steady_enough * scale && !symmetries.in_time;

  const LeafComponents leaf = leaf_components(field, at);
  A = (leaf.some * A * leaf.whole).eval();
  parts.flow.names = leaf.named(field.names());
  parts.flow.inputs = input_names(file);
  parts.flow.A = A;
  parts.flow.B = leaf.some * rates.slopes.rightCols(k);
  parts.flow.t = file.start_time() + at.t;

  // Modulo what the symmetries carry along the leaf, which A maps to itself where the motion is steady.
  if (!parts.flow.steady) generators.resize(n + r, 0);
  const Eigen::MatrixXd along = leaf.carried(generators);
  parts.flow.symmetries = static_cast<int>(along.cols());
  const Eigen::MatrixXd across = Ranked(along).q().rightCols(along.rows() - along.cols());
  parts.moving = across.transpose() * A * across;
  if (symmetries.keeps_energy) {
    const Eigen::VectorXd gradient =
        field.energy(at, every.leftCols(n + r)).slopes.row(0).transpose();
    parts.power = across.transpose() * (leaf.whole.transpose() * gradient);
  }
  const WithoutZeros drift = without_zeros(along.transpose() * A * along);
  parts.flow.modes = modes(drift.rest);
  parts.flow.modes.insert(parts.flow.modes.end(), static_cast<std::size_t>(drift.zeros()),
                          neutral_mode());
  for (LinearMode& mode : parts.flow.modes) mode.symmetry = true;
  parts.rest = without_zeros(parts.moving);
  parts.judge();
  return parts;
}

}  // namespace hamel::steering

namespace hamel {

const char* text(FlowStability stability) {
  switch (stability) {
    case FlowStability::stable:
      return "stable";
    case FlowStability::unstable:
      return "unstable";
    case FlowStability::marginal:
      return "marginal";
    default:
      return "not judged";
  }
}

LinearFlow linear_flow(const SystemFile& file, Dynamics dynamics, std::optional<double> at) {
  const auto field = steering::state_field(file, dynamics);
  return steering::linear_parts(file, *field, steering::state_at(file, dynamics, *field, at)).flow;
}

}  // namespace hamel
