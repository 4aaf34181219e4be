// Steps of a system file with their derivative.
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/core/factors.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/io/linearised_step.hpp>

#include "steering/compiled_once.hpp"
#include "step_equations.hpp"
#include "vector_of.hpp"

namespace hamel {

namespace {

using effort::StepEquations;
using Vectors = Eigen::VectorXd;
using steering::vector_of;

constexpr int most_iterations = 30;
constexpr double solved = 1e-9;  // a change, relative, whose square is below rounding
constexpr double off = 1e-9;     // of a velocity from its constraint, relative

std::vector<double> list_of(const Vectors& v) {
  return {v.data(), v.data() + v.size()};
}

/// The file as a system on a group.
const GroupSystem& on_group(const SystemFile& file) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group == nullptr) throw InputError("system", "one in coordinates", "one on a group");
  if (group->coordinates.empty())
    throw InputError("system", "an algebra without a group", "one on a group");
  return *group;
}

/// The system of the file under one of the dynamics: free motion has no constraint.
GroupSystem under(const SystemFile& file, Dynamics dynamics) {
  if (dynamics == Dynamics::vakonomic)
    throw InputError("dynamics", "vakonomic", "nonholonomic or free");
  GroupSystem system = on_group(file);
  if (dynamics == Dynamics::free) {
    system.span.clear();
    system.moving_span.clear();
    system.offset.clear();
  }
  return system;
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

LinearisedStep linearised_step(const SystemFile& file, Dynamics dynamics, const StepStart& start) {
  const GroupSystem system = under(file, dynamics);
  const StepEquations equations(system);
  const auto& group = equations.group();
  const int n = equations.dim(), r = equations.rank(), k = equations.inputs();
  const Parts parts{n + r, k, 2 * (n + r)};
  if (!std::isfinite(start.t) || !std::isfinite(start.h) || start.h == 0)
    throw InputError("h", "a time or step that is 0 or not finite", "finite ones");
  vector_of("x", start.x, static_cast<int>(system.coordinates.size()));
  const Vectors a = vector_of("a", start.a, n);
  const auto x = group.from_coordinates(start.x);
  const Vectors u = equations.rates(start.t, x, a);
  if ((equations.velocity(start.t, x, u) - a).norm() > off * std::max(1., a.norm()))
    throw InputError("a", "a velocity off the constraint", "one in v0 + d");

  Vectors z = Vectors::Zero(equations.unknowns());
  z.segment(n, r) = equations.momentum(x, a);
  z.segment(n + r, n) = a;
  z.segment(2 * n + r, r) = u;
  if (!start.inputs.empty()) z.segment(parts.at_inputs(), k) = vector_of("inputs", start.inputs, k);
  z.segment(parts.at_end() + n, r) = z.segment(n, r);

  LinearisedStep result;
  auto to = equations.moved(x, start.h * a);
  Vectors values;
  Eigen::MatrixXd derivative;
  Elimination<double> factors;
  for (bool last = false;; ++result.status.iterations) {
    equations.evaluate(start.t, start.h, x, to, z, values, derivative);
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
    to = equations.moved(to, change.segment(n + r, n));
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
  result.D.resize(n, r);
  const Vectors offset = equations.velocity(start.t, x, Vectors::Zero(r));
  for (int j = 0; j < r; ++j)
    result.D.col(j) = equations.velocity(start.t, x, Vectors::Unit(r, j)) - offset;
  result.x = group.coordinates(to);
  result.a = list_of(equations.velocity_of(start.t + start.h, to, z.tail(r)));
  result.status.outcome = Outcome::ok;
  return result;
}

}  // namespace hamel
