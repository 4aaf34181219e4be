// The forces of the constraint of a file along its motions.
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <hamel/chart/constraint_forces.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/reactions.hpp>

#include "generic_system.hpp"
#include "running/chart_problems.hpp"
#include "vector_of.hpp"

namespace hamel {

namespace {

using V = SystemGroup::V;
using Rows = std::vector<std::vector<double>>;
using steering::vector_of;

void append(Rows& rows, const V& force) {
  rows.emplace_back(force.data(), force.data() + force.size());
}

template <Dynamics kind>
Rows reactions(const GroupSystem& file, const std::vector<Sample>& outputs) {
  if (file.coordinates.empty())
    throw InputError("system", "an algebra without a group", "one on a group");
  const auto base = effort::generic_problem(file);
  const Problem<kind, effort::GenericSystem, effort::GenericSplit> problem(base.system(),
                                                                           base.split());
  const SystemGroup group(file.group);
  const InputSignals signals(file.inputs, nullptr);
  const int n = file.dim();
  Rows rows;
  for (const Sample& sample : outputs) {
    const double t = sample.t - (file.start ? file.start->t.value : 0);  // as the formulas count
    V w = V::Zero(static_cast<int>(file.inputs.size()));
    signals.at(t, {w.data(), static_cast<std::size_t>(w.size())});
    vector_of("x", sample.x, static_cast<int>(file.coordinates.size()));
    State<AnyGroup, double, dynamic> state;
    state.x.data = group.from_coordinates(sample.x).data;
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
  const ChartProblem<kind, running::AnyChart> problem(running::any_chart(file));
  const int n = problem.dim();
  Rows rows;
  for (const Sample& sample : outputs) {
    State<Euclidean<>, double, dynamic> state;
    state.x.data = vector_of("q", sample.x, n);
    state.m = V(problem.state_dim());
    state.m.head(n) = vector_of("q_dot", sample.a, n);
    if constexpr (kind == Dynamics::vakonomic)
      state.m.tail(state.m.size() - n) =
          vector_of("lambda", sample.p, problem.number_of_constraints());
    append(rows,
           hamel::reaction(problem, state, sample.t - (file.start ? file.start->t.value : 0)));
  }
  return rows;
}

}  // namespace

std::vector<std::vector<double>> reactions_of(const SystemFile& file, Dynamics dynamics,
                                              const std::vector<Sample>& outputs) {
  file.refuse_holonomic("reactions");
  if (dynamics == Dynamics::free) throw InputError("dynamics", "free", "nonholonomic or vakonomic");
  return std::visit(
      [&](const auto& system) {
        return dynamics == Dynamics::vakonomic ? reactions<Dynamics::vakonomic>(system, outputs)
                                               : reactions<Dynamics::nonholonomic>(system, outputs);
      },
      file.system);
}

}  // namespace hamel
