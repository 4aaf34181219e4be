// Inputs: the force B(x) w in every method, held over a step or as a signal; bad ones are refused.
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include <hamel/diagnostics/order.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/system/inputs.hpp>

#include "moving_systems.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

/// The same inputs as an external force of the system itself, to compare with.
template <class B>
struct AsForce {
  B b;
  Vector<double, 2> w;
  template <class G, class S>
  auto operator()(const S&, const Element<G, S>& x, const Vector<S, G::dimension>&) const {
    return Vector<S, G::dimension>(b(x) * w.template cast<S>());
  }
};

/// Torques on the turn and on the wheel, the second geared with the heading.
struct Geared {
  template <class G, class S>
  Matrix<S, 4, 2> operator()(const Element<G, S>& x) const {
    using std::cos;
    Matrix<S, 4, 2> b = Matrix<S, 4, 2>::Zero();
    b(2, 0) = S(1);
    b(3, 1) = S(1) + S(0.3) * cos(x.data[2]);
    return b;
  }
};

template <class P, class Q, class St, class M>
void check_step(const P& with, const Q& forced, const St& start, const M& method) {
  const Vector<double, 2> w(0.7, -0.4);
  auto a = start, b = start;
  typename M::Memory memory_a{}, memory_b{};
  for (int k = 0; k < 5; ++k) {
    REQUIRE(method.step(with, 0.05 * k, 0.05, a, w, memory_a));
    REQUIRE(method.step(forced, 0.05 * k, 0.05, b, memory_b));
  }
  CHECK((a.x.data - b.x.data).cwiseAbs().maxCoeff() < 1e-14);
  CHECK((a.m - b.m).cwiseAbs().maxCoeff() < 1e-14);
  typename M::Memory memory{};
  auto other = start;
  REQUIRE(method.step(with, 0., 0.05, other, Vector<double, 2>(0, 0), memory));
  CHECK((other.m - a.m).cwiseAbs().maxCoeff() > 1e-3);

  // what has no meaning leaves the state as it was
  auto same = start;
  const Vector<double, 2> nan(0.7, std::numeric_limits<double>::quiet_NaN());
  CHECK(method.step(with, 0., 0.05, same, nan, memory).outcome == Outcome::not_finite);
  const Eigen::VectorXd three = Eigen::VectorXd::Ones(3);
  CHECK(method.step(with, 0., 0.05, same, three, memory).outcome == Outcome::wrong_inputs);
  CHECK(same.m == start.m);
  CHECK(same.x.data == start.x.data);
}

template <class System, class Force, class Make, class Start>
void check_methods(const System& system, const Force& force, const Make& make, const Start& start,
                   bool constant_metric) {
  const auto with = make(with_inputs(system, Geared{}));
  const auto forced = make(
      mechanical(system.group(), system.metric_function(), system.potential_function(), force));
  const auto s = start(with);
  check_step(with, forced, s, Variational<>{});
  check_step(with, forced, s, Variational<Cayley, Midpoint>{});
  check_step(with, forced, s, RungeKutta<Classical4>{});
  check_step(with, forced, s, CommutatorFree3{});
  check_step(with, forced, s, CommutatorFree4{});
  check_step(with, forced, s, Collocation<Gauss4>{});
  check_step(with, forced, s, Adaptive<DormandPrince5>{});
  check_step(with, forced, s, Composition<KahanLi6, Variational<>>{});
  if (constant_metric) check_step(with, forced, s, EnergyMidpoint{});
}

}  // namespace

TEST_CASE("inputs are the force B(x) w in every method and all three dynamics") {
  const auto u = systems::unicycle_potential();
  const AsForce<Geared> force{{}, {0.7, -0.4}};
  const auto x = u.x;
  check_methods(
      u.system, force, [](const auto& s) { return hamel::free(s); },
      [&](const auto& p) { return p.start(x, u.a); }, true);
  check_methods(
      u.system, force, [&](const auto& s) { return nonholonomic(s, u.split); },
      [&](const auto& p) { return p.start(x, u.a); }, true);
  check_methods(
      u.system, force, [&](const auto& s) { return vakonomic(s, u.split); },
      [&](const auto& p) { return p.start(x, u.a, u.mu); }, true);
}

TEST_CASE("inputs of systems whose constraint moves") {
  const auto c = systems::car();
  const auto system = with_inputs(c.system, Geared{});
  const auto forced = mechanical(c.system.group(), c.system.metric_function(),
                                 c.system.potential_function(), AsForce<Geared>{{}, {0.7, -0.4}});
  const auto p = nonholonomic(system, c.split);
  const auto q = nonholonomic(forced, c.split);
  check_step(p, q, p.start(c.x, c.a), Variational<>{});
  check_step(p, q, p.start(c.x, c.a), RungeKutta<Classical4>{});
  const auto v = vakonomic(system, c.split);
  check_step(v, vakonomic(forced, c.split), v.start(c.x, c.a, c.mu), Variational<>{});
}

TEST_CASE("signals: columns are held over steps, functions of time keep the order of a method") {
  const auto u = systems::unicycle();
  Matrix<double, 4, 2> b = Matrix<double, 4, 2>::Zero();
  b(2, 0) = b(3, 1) = 1;
  const auto p = nonholonomic(with_inputs(u.system, b), u.split);
  const auto start = p.start(u.x, u.a);
  Eigen::MatrixXd columns(2, 20);
  for (int k = 0; k < 20; ++k) columns.col(k) << std::sin(0.3 * k), 0.1 * k;
  const auto run = integrate(p, start, Variational<>{}, {.step = 0.05, .steps = 20}, columns);
  REQUIRE(run.status);
  auto state = start;
  Variational<>::Memory memory;
  for (int k = 0; k < 20; ++k)
    REQUIRE(Variational<>{}.step(p, 0.05 * k, 0.05, state, columns.col(k), memory));
  CHECK(state.m == run.states.back().m);

  const auto signal = [](double t) { return Vector<double, 2>(std::sin(3 * t), std::cos(2 * t)); };
  const auto driven = under(p, signal);
  const auto end = [&](const auto& method, long steps) {
    const auto r = integrate(driven, start, method, {.step = 1. / double(steps), .steps = steps});
    REQUIRE(r.status);
    return r.states.back();
  };
  const auto exact = end(Adaptive<DormandPrince8>{}, 1);
  const auto error = [&](const auto& s) {
    return std::max((s.m - exact.m).cwiseAbs().maxCoeff(),
                    (s.x.data - exact.x.data).cwiseAbs().maxCoeff());
  };
  CHECK(std::log2(error(end(Variational<>{}, 32)) / error(end(Variational<>{}, 64))) ==
        doctest::Approx(2).epsilon(0.05));
  CHECK(std::log2(error(end(CommutatorFree4{}, 16)) / error(end(CommutatorFree4{}, 32))) ==
        doctest::Approx(4).epsilon(0.05));

  // The reaction knows the inputs: it takes what they give outside d.
  const auto nu = reaction(driven, 0.3, exact);
  CHECK((u.split.distribution().transpose() * nu).cwiseAbs().maxCoeff() < 1e-14);
  const auto until = integrate_until(driven, start, Variational<>{}, {.step = 0.05, .steps = 40},
                                     [](double, const auto& s) { return s.x.data[0] - 0.5; });
  CHECK(until.happened);
}

TEST_CASE("inputs without meaning are refused at the door") {
  const auto u = systems::unicycle();
  CHECK_THROWS_AS(with_inputs(u.system, Eigen::MatrixXd::Ones(3, 2)), DimensionError);
  CHECK_THROWS_AS(with_inputs(u.system, Matrix<double, 4, 1>::Constant(std::nan(""))), InputError);
  CHECK_THROWS_AS(with_inputs(u.system, [](const auto&) { return Eigen::MatrixXd(2, 2); }),
                  DimensionError);
  const auto p = nonholonomic(
      with_inputs(u.system, Matrix<double, 4, 2>(Matrix<double, 4, 2>::Ones())), u.split);
  const auto start = p.start(u.x, u.a);
  const RunOptions options{.step = 0.1, .steps = 4};
  CHECK_THROWS_AS(integrate(p, start, Variational<>{}, options, Eigen::MatrixXd::Zero(2, 3)),
                  DimensionError);
  CHECK_THROWS_AS(integrate(p, start, Variational<>{}, options, Eigen::MatrixXd::Zero(3, 4)),
                  DimensionError);
  Eigen::MatrixXd holes = Eigen::MatrixXd::Zero(2, 4);
  holes(1, 2) = std::nan("");
  CHECK_THROWS_AS(integrate(p, start, Variational<>{}, options, holes), InputError);
  // A signal that is not a number ends the run where it is met.
  const auto bad = [](double t) { return Vector<double, 2>(t > 0.15 ? std::nan("") : 0.1, 0.2); };
  const auto run = integrate(under(p, bad), start, Variational<>{}, options);
  CHECK(run.status.outcome == Outcome::not_finite);
  CHECK(run.status.steps == 1);
}
