// Linear maps along motions, by their equations together with the derivative of these.
#include <algorithm>
#include <cmath>
#include <complex>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include <hamel/core/error.hpp>
#include <hamel/io/linear_map.hpp>
#include <hamel/io/linearised_step.hpp>

#include "cases/input_signals.hpp"
#include "running/any_field.hpp"
#include "running/stepper.hpp"
#include "searching/factors.hpp"
#include "steering/flow_symmetries.hpp"
#include "steering/leaf_components.hpp"
#include "steering/linear_parts.hpp"
#include "steering/system_under.hpp"
#include "step_equations.hpp"

namespace hamel::steering {

namespace {

using V = SystemGroup::V;

/// The motion and one perturbation of it: m = (u, xi, du), xi' = da - [a, xi], du' = df, under inputs changed by dw.
class TangentField {
 public:
  TangentField(const StateField& field, Eigen::VectorXd dw) : field_(field), dw_(std::move(dw)) {}

  const SystemGroup& group() const noexcept { return field_.group(); }
  Velocity<double, dynamic, dynamic> field(double t, const SystemGroup::Point& x,
                                           const V& m) const {
    const int n = field_.dim(), r = field_.rank();
    Eigen::MatrixXd direction(n + r + field_.inputs(), 1);
    direction << m.tail(n + r), dw_;
    const ValueAlong rates = field_.rates({t, x, m.head(r)}, direction);
    const V a = rates.value.head(n), xi = m.segment(r, n);
    V m_dot(m.size());
    m_dot << rates.value.tail(r), rates.slopes.col(0).head(n) - field_.group().ad(a, xi),
        rates.slopes.col(0).tail(r);
    return {a, m_dot};
  }

 private:
  const StateField& field_;
  Eigen::VectorXd dw_;
};

struct Mapped {
  RunStatus status;
  PlaceAndRates end;
  Eigen::MatrixXd by;  ///< (xi, du) at the end by the weights of the columns of `whole`, and dw
};

/// Of perturbations `whole` z at the start. Steps end where inputs that follow tables jump or turn.
Mapped mapped(const StateField& field, const PlaceAndRates& from, double h,
              const Eigen::MatrixXd& whole) {
  using Field = running::AnyField<SystemGroup>;
  const int n = field.dim(), r = field.rank(), k = field.inputs();
  if (n + 2 * r > max_dimension)
    throw DimensionError("state", std::to_string(n) + " + 2 * " + std::to_string(r),
                         "at most " + std::to_string(max_dimension));
  const int c = static_cast<int>(whole.cols());
  Eigen::MatrixXd seeds = Eigen::MatrixXd::Zero(n + r + k, c + k);
  seeds.topLeftCorner(n + r, c) = whole;
  seeds.bottomRightCorner(k, k).setIdentity();
  Mapped result{{}, from, Eigen::MatrixXd(n + r, c + k)};
  for (int j = 0; j < c + k; ++j) {
    const TangentField tangent(field, seeds.col(j).tail(k));
    State<SystemGroup, double, dynamic> state{from.x, V(n + 2 * r)};
    state.m << from.u, seeds.col(j).head(n + r);
    const auto stepper = running::make_stepper<Field>("dop853");
    for (double t = from.t, end = from.t + h; t != end;) {
      const double piece = field.signals().piece_end(t, end);
      const InputSignals::OnPiece inside(field.signals(), t, piece);
      const StepStatus status = stepper->step(Field(tangent), t, piece - t, state);
      if (!status) {
        result.status.outcome = status.outcome;
        return result;
      }
      t = piece;
    }
    result.end = {from.t + h, state.x, state.m.head(r)};
    result.by.col(j) = state.m.tail(n + r);
  }
  result.status.outcome = Outcome::ok;
  return result;
}

std::vector<std::complex<double>> multipliers_of(const Eigen::MatrixXd& A) {
  std::vector<std::complex<double>> all;
  if (A.rows() == 0) return all;
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(A, false);
  for (const std::complex<double>& one : solver.eigenvalues()) all.push_back(one);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) > std::abs(b) : a.imag() > b.imag();
  });
  return all;
}

/// The map on the leaf, from what it is of all components.
LinearMap map_on_leaf(const SystemFile& file, const StateField& field, const PlaceAndRates& at,
                      double h, const LeafComponents& leaf, const Eigen::MatrixXd& by) {
  LinearMap map;
  map.t = file.start_time() + at.t;
  map.h = h;
  map.names = leaf.named(field.names());
  map.inputs = input_names(file);
  map.A = leaf.some * by.leftCols(by.cols() - field.inputs());
  map.B = leaf.some * by.rightCols(field.inputs());
  map.multipliers = multipliers_of(map.A);
  return map;
}

/// One step of the method `variational`, whose derivative is by (dx, dm), by (dx, du) and dw, with inputs held at what
/// they are in the middle. No input is seen by m = D^T M a.
Eigen::MatrixXd variational_step(const SystemFile& file, Dynamics dynamics, const StateField& field,
                                 const PlaceAndRates& at, double h, RunStatus& status) {
  const int n = field.dim(), r = field.rank(), k = field.inputs();
  if (dynamics == Dynamics::nonholonomic) file.refuse_uncovered("linearise by variational");
  const effort::StepEquations equations(system_under(file, dynamics));
  const Eigen::VectorXd a = field.rates(at, Eigen::MatrixXd(n + r + k, 0)).value.head(n);
  Eigen::VectorXd held(k);
  field.signals().at(at.t + h / 2, {held.data(), static_cast<std::size_t>(k)});
  StepStart start = step_start(file);
  start.t = at.t;
  start.h = h;
  start.x = field.group().coordinates(at.x);
  equations.hold(held);
  const Eigen::VectorXd u = equations.rates(at.t, at.x, a);
  start.u.assign(u.data(), u.data() + r);
  start.inputs.assign(held.data(), held.data() + k);
  const LinearisedStep step = linearised_step(file, dynamics, start);
  status.outcome = step.status.outcome;
  if (!step.status) return {};
  const PlaceAndRates end = field.state(at.t + h, step.x, step.a, {});
  equations.hold(Eigen::VectorXd::Zero(k));
  const auto by_rates = [&](const PlaceAndRates& place) {
    Eigen::MatrixXd whole = Eigen::MatrixXd::Identity(n + r, n + r);
    whole.bottomRows(r) = equations.momentum_slopes(place.t, place.x, place.u);
    return whole;
  };
  Eigen::MatrixXd by(n + r, n + r + k);
  by << step.A * by_rates(at), step.B;
  return Elimination(by_rates(end)).solve_columns(by);
}

}  // namespace

}  // namespace hamel::steering

namespace hamel {

LinearMap linear_map(const SystemFile& file, Dynamics dynamics, double h, const std::string& method,
                     std::optional<double> at) {
  using namespace steering;
  if (!std::isfinite(h) || h == 0) throw InputError("h", text(h), "a finite number other than 0");
  if (method != "dop853" && method != "variational")
    throw InputError("method", "'" + method + "'",
                     "dop853, along the motion, or variational, one of its steps");
  const auto field = state_field(file, dynamics);
  const PlaceAndRates from = state_at(file, dynamics, *field, at);
  const LeafComponents leaf = leaf_components(*field, from);
  RunStatus status;
  Eigen::MatrixXd by;
  if (method == "variational") {
    const Eigen::MatrixXd all = variational_step(file, dynamics, *field, from, h, status);
    const auto n_r = leaf.whole.rows();
    if (status) {
      by.resize(n_r, leaf.whole.cols() + field->inputs());
      by << all.leftCols(n_r) * leaf.whole, all.rightCols(field->inputs());
    }
  } else {
    Mapped whole = mapped(*field, from, h, leaf.whole);
    status = whole.status;
    by = std::move(whole.by);
  }
  LinearMap map;
  if (status) map = map_on_leaf(file, *field, from, h, leaf, by);
  map.status = status;
  map.method = method;
  return map;
}

PeriodicOrbit periodic_orbit(const SystemFile& file, Dynamics dynamics, double period) {
  using namespace steering;
  constexpr double returned = 1e-6;
  if (!(std::isfinite(period) && period > 0))
    throw InputError("period", text(period), "a finite positive number");
  const auto field = state_field(file, dynamics);
  const PlaceAndRates from = state_at(file, dynamics, *field, {});
  const LeafComponents leaf = leaf_components(*field, from);
  const Mapped whole = mapped(*field, from, period, leaf.whole);
  PeriodicOrbit orbit;
  orbit.map.status = whole.status;
  if (!whole.status) return orbit;
  const int n = field->dim(), r = field->rank(), k = field->inputs();
  const Eigen::MatrixXd every = Eigen::MatrixXd::Identity(n + r + k, n + r + k);
  const ValueAlong before = field->rates(from, every), after = field->rates(whole.end, every);
  orbit.missing = std::max({(whole.end.u - from.u).norm() / (1 + from.u.norm()),
                            (after.value - before.value).norm() / (1 + before.value.norm()),
                            (after.slopes - before.slopes).norm() / (1 + before.slopes.norm())});
  if (!(orbit.missing <= returned))
    throw InputError("orbit",
                     "a state that does not return in the time " + text(period) +
                         ": velocities and equations differ by " + text(orbit.missing),
                     "one that returns to " + text(returned));
  orbit.map = map_on_leaf(file, *field, from, period, leaf, whole.by);
  orbit.map.status = whole.status;
  orbit.map.method = "dop853";

  const FlowSymmetries symmetries = flow_symmetries(*field, from);
  Eigen::MatrixXd generators = Eigen::MatrixXd::Zero(n + r, symmetries.left.cols());
  generators.topRows(n) = inverse_adjoint(field->group(), from.x) * symmetries.left;
  const Eigen::MatrixXd along = leaf.carried(generators);
  const Eigen::MatrixXd across = Ranked(along).q().rightCols(along.rows() - along.cols());
  orbit.symmetries = static_cast<int>(along.cols());
  orbit.multipliers = multipliers_of(across.transpose() * orbit.map.A * across);

  // Along the motion a perturbation stays, where the equations do not depend on the time; along others of other energies
  // it may drift: two multipliers 1 that are not semisimple, which the errors of the run part by their root.
  const bool moves =
      (across.transpose() * (leaf.some * before.value)).norm() > 1e-9 * (1 + before.value.norm());
  orbit.neutral = symmetries.in_time || !moves ? 0 : symmetries.keeps_energy ? 2 : 1;
  constexpr double near_one = 1e-4, on_circle = 1e-6;
  std::vector<std::complex<double>> others = orbit.multipliers;
  for (int j = 0; j < orbit.neutral; ++j) {
    const auto nearest = std::min_element(others.begin(), others.end(), [](auto a, auto b) {
      return std::abs(a - 1.) < std::abs(b - 1.);
    });
    if (nearest == others.end() || std::abs(*nearest - 1.) > near_one) {
      orbit.neutral = j;
      break;
    }
    others.erase(nearest);
  }
  const auto all = [&](const auto& is) { return std::all_of(others.begin(), others.end(), is); };
  orbit.stability =
      !all([](auto m) { return std::abs(m) <= 1 + on_circle; }) ? FlowStability::unstable
      : all([](auto m) { return std::abs(m) < 1 - on_circle; }) ? FlowStability::stable
                                                                : FlowStability::marginal;
  return orbit;
}

}  // namespace hamel
