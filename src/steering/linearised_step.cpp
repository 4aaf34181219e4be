// Steps of a system file with their derivative.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/io/linearised_step.hpp>

#include "cases/any_system.hpp"
#include "searching/factors.hpp"
#include "step_equations.hpp"
#include "system_under.hpp"
#include "vector_of.hpp"

namespace hamel {

namespace {

using effort::StepEquations;
using Vectors = Eigen::VectorXd;
using steering::on_group;
using steering::system_under;
using steering::vector_of;

constexpr int most_iterations = 30;
constexpr double solved = 1e-9;  // a change, relative, whose square is below rounding
constexpr double off = 1e-9;     // of a velocity from its constraint, relative

std::vector<double> list_of(const Vectors& v) {
  return {v.data(), v.data() + v.size()};
}

/// The unknowns of the equations: (e, m) and w are given, (a, u) and (e+, m+) are solved for.
struct Parts {
  int given, inputs, solved;  // how many of them: n + r, k, n + r twice
  int at_velocity() const { return given; }
  int at_inputs() const { return 2 * given; }
  int at_end() const { return 2 * given + inputs; }

  Eigen::MatrixXd by_solved(const Eigen::MatrixXd& derivative) const {
    Eigen::MatrixXd columns(derivative.rows(), 2 * given);
    columns << derivative.middleCols(at_velocity(), given), derivative.middleCols(at_end(), given);
    return columns;
  }
  Eigen::MatrixXd by_given(const Eigen::MatrixXd& derivative) const {
    Eigen::MatrixXd columns(derivative.rows(), given + inputs);
    columns << derivative.leftCols(given), derivative.middleCols(at_inputs(), inputs);
    return columns;
  }
};

}  // namespace

StepStart step_start(const SystemFile& file) {
  const GroupSystem& group = on_group(file);
  if (!group.start) throw InputError("$.initial", "nothing", "a start");
  StepStart start;
  for (const auto& number : group.start->coordinates) start.x.push_back(number.value);
  for (const auto& number : group.start->a) start.a.push_back(number.value);
  return start;
}

namespace {

Vectors held_inputs(const std::vector<double>& given, int k) {
  if (given.empty()) return Vectors::Zero(k);
  return vector_of("inputs", given, k);
}

/// The system under the dynamics. Throws InputError naming what a step with its derivative does not take.
GroupSystem covered(const SystemFile& file, Dynamics dynamics) {
  if (dynamics == Dynamics::nonholonomic) file.refuse_uncovered("linearised_step");
  return system_under(file, dynamics);
}

/// The equations at a start, which is checked: its place, velocity, rates and momentum.
struct Started {
  GroupSystem system;
  StepEquations equations;
  SystemGroup::Point x;
  Vectors a, u, m;

  Started(const SystemFile& file, Dynamics dynamics, const StepStart& start,
          const std::vector<double>& inputs)
      : system(covered(file, dynamics)), equations(system) {
    equations.hold(held_inputs(inputs, equations.inputs()));
    if (!std::isfinite(start.t) || !std::isfinite(start.h) || start.h == 0)
      throw InputError("h", "a time or step that is 0 or not finite", "finite ones");
    vector_of("x", start.x, static_cast<int>(system.coordinates.size()));
    x = equations.group().from_coordinates(start.x);
    if (!start.u.empty()) {
      u = vector_of("u", start.u, equations.rank());
      a = equations.velocity(start.t, x, u);
    } else {
      a = vector_of("a", start.a, equations.dim());
      u = equations.rates(start.t, x, a);
      if ((equations.velocity(start.t, x, u) - a).norm() > off * std::max(1., a.norm()))
        throw InputError("a", "a velocity off the constraint", "one in v0 + d");
    }
    m = equations.momentum(x, a);
  }
};

/// A step: its end and its derivative.
struct Solved {
  StepStatus status;
  SystemGroup::Point x;
  Vectors m;
  DynamicMatrix<double> A, B;
};

/// The step of h from (x, m) at t under the inputs w, by Newton's method from the velocity a = v0 + D u.
Solved solved_step(const StepEquations& equations, double t, double h, const SystemGroup::Point& x,
                   const Vectors& m, const Vectors& a, const Vectors& u, const Vectors& w) {
  const int n = equations.dim(), r = equations.rank(), k = equations.inputs();
  const Parts parts{n + r, k, 2 * (n + r)};
  Vectors z = Vectors::Zero(equations.unknowns());
  z.segment(n, r) = m;
  z.segment(n + r, n) = a;
  z.segment(2 * n + r, r) = u;
  z.segment(parts.at_inputs(), k) = w;
  z.segment(parts.at_end() + n, r) = m;

  Solved result;
  result.x = equations.moved(x, h * a);
  Vectors values;
  Eigen::MatrixXd derivative;
  Elimination factors;
  for (bool last = false;; ++result.status.iterations) {
    equations.evaluate(t, h, x, result.x, z, values, derivative);
    if (!values.allFinite() || !derivative.allFinite()) {
      result.status.outcome = Outcome::not_finite;
      return result;
    }
    factors.compute(parts.by_solved(derivative));
    if (last) break;
    if (result.status.iterations == most_iterations) {
      result.status.outcome = Outcome::not_converged;
      return result;
    }
    const Vectors change = factors.solve(-values);
    z.segment(parts.at_velocity(), n + r) += change.head(n + r);
    result.x = equations.moved(result.x, change.segment(n + r, n));
    z.segment(parts.at_end() + n, r) += change.tail(r);
    result.status.residual = change.norm() / std::max(z.norm(), 1e-300);
    last = result.status.residual <= solved;
  }
  const Eigen::MatrixXd ends = factors.solve_columns(-parts.by_given(derivative)).bottomRows(n + r);
  if (!ends.allFinite()) {
    result.status.outcome = Outcome::singular;
    return result;
  }
  result.A = ends.leftCols(n + r);
  result.B = ends.rightCols(k);
  result.m = z.tail(r);
  result.status.outcome = Outcome::ok;
  return result;
}

}  // namespace

LinearisedStep linearised_step(const SystemFile& file, Dynamics dynamics, const StepStart& start) {
  const Started at(file, dynamics, start, start.inputs);
  const auto& equations = at.equations;
  const int n = equations.dim(), r = equations.rank();
  const Solved step = solved_step(equations, start.t, start.h, at.x, at.m, at.a, at.u,
                                  held_inputs(start.inputs, equations.inputs()));
  LinearisedStep result;
  result.status = step.status;
  if (!step.status) return result;
  result.A = step.A;
  result.B = step.B;
  result.D.resize(n, r);
  equations.hold(held_inputs(start.inputs, equations.inputs()));
  const Vectors offset = equations.velocity(start.t, at.x, Vectors::Zero(r));
  for (int j = 0; j < r; ++j)
    result.D.col(j) = equations.velocity(start.t, at.x, Vectors::Unit(r, j)) - offset;
  result.x = equations.group().coordinates(step.x);
  result.a = list_of(equations.velocity_of(start.t + start.h, step.x, step.m));
  return result;
}

LinearisedRun linearised_run(const SystemFile& file, Dynamics dynamics, const StepStart& start,
                             int steps, const std::vector<std::vector<double>>& inputs) {
  if (steps < 1 || (!inputs.empty() && static_cast<int>(inputs.size()) != steps))
    throw DimensionError("inputs", {inputs.size(), " rows"},
                         "a row for each step, of which there is one at least");
  const auto held_at = [&](int k) -> const std::vector<double>& {
    return inputs.empty() ? start.inputs : inputs[static_cast<std::size_t>(k)];
  };
  const Started at(file, dynamics, start, held_at(0));
  const auto& equations = at.equations;
  const int n = equations.dim(), r = equations.rank();
  LinearisedRun run;
  run.start_by_u = DynamicMatrix<double>::Zero(n + r, n + r);
  run.start_by_u.topLeftCorner(n, n).setIdentity();
  SystemGroup::Point x = at.x;
  Vectors m = at.m;
  for (int k = 0;; ++k) {
    const double t = start.t + k * start.h;
    const Vectors w = held_inputs(held_at(std::min(k, steps - 1)), equations.inputs());
    equations.hold(w);  // from here on; at the end those of the last step
    LinearisedNode node;
    const Vectors a = k == 0 ? at.a : equations.velocity_of(t, x, m);
    node.t = t;
    node.a = list_of(a);
    Vectors values;
    equations.coordinates(x, Vectors::Zero(n), values, node.X);
    node.x = list_of(values);
    const Vectors u = k == 0 ? at.u : equations.rates(t, x, a);
    const Eigen::MatrixXd p = equations.momentum_slopes(t, x, u);
    const Eigen::MatrixXd v = equations.velocity_slopes(t, x, u);
    if (k == 0) run.start_by_u.bottomRows(r) = p;
    // by (dx, dm): du is what makes the momentum change by dm
    Eigen::MatrixXd by_state = Eigen::MatrixXd::Zero(r, n + r);
    by_state << -p.leftCols(n), Eigen::MatrixXd::Identity(r, r);
    Elimination factors;
    factors.compute(p.rightCols(r));
    node.V = v.rightCols(r) * factors.solve_columns(by_state);
    node.V.leftCols(n) += v.leftCols(n);
    run.nodes.push_back(std::move(node));
    if (k == steps) return run;
    const Solved step = solved_step(equations, t, start.h, x, m, a, u, w);
    run.status = step.status;
    if (!step.status) return run;
    run.A.push_back(step.A);
    run.B.push_back(step.B);
    x = step.x;
    m = step.m;
  }
}

}  // namespace hamel
