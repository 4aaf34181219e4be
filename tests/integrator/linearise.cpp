// Linearised steps against differences in long double, for every kind of system, motion and constraint.
#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include <doctest/doctest.h>

#include <hamel/dynamics/deviation.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/system/inputs.hpp>

#include "moving_systems.hpp"
#include "systems.hpp"

using namespace hamel;

namespace {

/// Two inputs on the last directions, the second one geared with the first stored number of x.
struct Inputs {
  template <class G, class S>
  Matrix<S, G::dimension, 2> operator()(const Element<G, S>& x) const {
    using std::cos;
    constexpr int n = G::dimension;
    Matrix<S, n, 2> b = Matrix<S, n, 2>::Zero();
    b(n - 1, 0) = S(1);
    b(n - 2, 1) = S(1) + S(0.3) * cos(x.data[0]);
    b(0, 1) = S(0.2);
    return b;
  }
};

using L = long double;

/// End state and multiplier of a step in long double from start moved by `by` = (dx, dm, dw).
template <class P, class M, class St>
auto end_of(const P& problem, const M& method, double t, double h, const St& start,
            const Eigen::Matrix<L, Eigen::Dynamic, 1>& by, const Vector<L, 2>& w0) {
  constexpr int n = P::dimension, k = P::variations;
  typename P::template State<L> s{start.x.template cast<L>(), start.m.template cast<L>()};
  const auto& group = problem.group();
  s.x = group.compose(s.x, group.exp(Vector<L, n>(by.template head<n>())));
  s.m += by.template segment<k>(n);
  const Vector<L, 2> w = w0 + by.template tail<2>();
  typename M::Memory memory{};
  REQUIRE(method.step(problem, L(t), L(h), s, w, memory));
  const Vector<L, n> mu = multiplier(under(problem, w), L(t) + L(h), s);
  return std::pair(s, mu);
}

template <class P, class M, class St>
void check(const P& problem, const M& method, const St& start,
           const Vector<double, 2>& w = Vector<double, 2>(0.4, -0.7)) {
  constexpr int n = P::dimension, k = P::variations;
  const double t = 0.3, h = 0.06;
  const Vector<L, 2> wide = w.cast<L>();
  const auto step = linearise(problem, method, t, h, start, w);
  REQUIRE(step.status);
  const auto rows = multiplier_rows(problem, t + h, step, w);
  auto plain = start;
  typename M::Memory memory{};
  REQUIRE(method.step(problem, t, h, plain, w, memory));
  CHECK((plain.m - step.end.m).cwiseAbs().maxCoeff() < 1e-15 * (1 + plain.m.cwiseAbs().maxCoeff()));
  CHECK((plain.x.data - step.end.x.data).cwiseAbs().maxCoeff() < 2e-15);

  using Wide = Eigen::Matrix<L, Eigen::Dynamic, 1>;
  const auto centre = end_of(problem, method, t, h, start, Wide::Zero(n + k + 2), wide);
  const L d = 2e-3L, weights[3] = {45.L / 60, -9.L / 60, 1.L / 60};
  double worst = 0, largest_mu = 0;
  for (int j = 0; j < n + k + 2; ++j) {
    Wide slope = Wide::Zero(2 * n + k);
    for (int i = 1; i <= 3; ++i) {
      for (const int sign : {1, -1}) {
        const auto [s, mu] =
            end_of(problem, method, t, h, start, sign * i * d * Wide::Unit(n + k + 2, j), wide);
        const auto& group = problem.group();
        Wide moved(2 * n + k);
        moved << group.log(group.compose(group.inverse(centre.first.x), s.x)), s.m - centre.first.m,
            mu - centre.second;
        slope += sign * weights[i - 1] / d * moved;
      }
    }
    Eigen::VectorXd found(2 * n + k);
    if (j < n + k)
      found << step.A.col(j), rows.C.col(j);
    else
      found << step.B.col(j - n - k), rows.D.col(j - n - k);
    worst = std::max(worst, double((slope - found.cast<L>()).cwiseAbs().maxCoeff() /
                                   (1 + slope.cwiseAbs().maxCoeff())));
    largest_mu = std::max(largest_mu, found.tail(n).cwiseAbs().maxCoeff());
  }
  CHECK(worst < 1e-12);
  CHECK((rows.value.template cast<L>() - centre.second).cwiseAbs().maxCoeff() < 1e-12);
  if (k < n) CHECK(largest_mu > 1e-3);
}

template <class Case>
void check_rolling(const char* name, const Case& c) {
  CAPTURE(std::string(name));
  const auto p = nonholonomic(with_inputs(c.system, Inputs{}), c.split);
  check(p, Variational<>{}, p.start(c.x, c.a));
}

template <class Case>
void check_steered(const char* name, const Case& c) {
  CAPTURE(std::string(name));
  const auto v = vakonomic(with_inputs(c.system, Inputs{}), c.split);
  check(v, Variational<>{}, v.start(c.x, c.a, c.mu));
}

/// A method of which nobody is told that its steps solve equations: they are taken in dual numbers.
template <class M>
struct InDualNumbers {
  using Memory = typename M::Memory;
  M method;

  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory& memory) const {
    return method.step(problem, t, h, state, memory);
  }
};

/// The derivative at the solution is that of the step in dual numbers from one end to the other.
template <class P, class St, class M = Variational<>>
void check_derivative(const P& problem, const St& start, const M& method = {}) {
  const auto found = step_derivative(problem, method, 0.3, 0.06, start);
  const auto dual = step_derivative(problem, InDualNumbers<M>{method}, 0.3, 0.06, start);
  REQUIRE(found.status);
  REQUIRE(dual.status);
  const auto apart = [](const auto& x, const auto& y) { return (x - y).cwiseAbs().maxCoeff(); };
  CHECK(apart(found.by_state, dual.by_state) < 1e-13);
  CHECK(apart(found.by_step, dual.by_step) < 1e-13);
  CHECK(apart(found.multiplier_by_state, dual.multiplier_by_state) < 1e-13);
  CHECK(apart(found.multiplier_by_step, dual.multiplier_by_step) < 1e-13);
}

}  // namespace

TEST_CASE("linearised variational steps, free and under constant constraints") {
  check_rolling("suslov", systems::suslov());
  check_rolling("unicycle_potential", systems::unicycle_potential());
  check_rolling("heisenberg_generalized", systems::heisenberg_generalized());
  check_steered("unicycle", systems::unicycle());
  check_steered("heisenberg_generalized", systems::heisenberg_generalized());
  const auto c = systems::heisenberg_generalized();
  const auto f = hamel::free(with_inputs(c.system, Inputs{}));
  check(f, Variational<>{}, f.start(c.x, c.a));
}

TEST_CASE("linearised variational steps: constant or geared inputs, a potential, drag") {
  const auto group = SE2Cover{} * Torus<1>{};
  using G = std::decay_t<decltype(group)>;
  Matrix<double, 4> m = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  m(0, 2) = m(2, 0) = 0.2;
  m(2, 3) = m(3, 2) = -0.1;
  Matrix<double, 4, 2> d, b;
  d << 0.9, 0.1, 0, 0.2, 0, 1, 1, 0;
  b << 0.3, 0, 0.1, -0.4, 0, 1, 1, 0.2;
  const auto hill = []<class S>(const S& t, const Element<G, S>& x) {
    using std::cos;
    return S(S(0.7) * x.data[0] * cos(x.data[4]) + S(0.2) * t * x.data[1] * x.data[1]);
  };
  const auto drag = []<class S>(const S& t, const Element<G, S>& x, const Vector<S, 4>& a) {
    return Vector<S, 4>(S(-0.3) * a[0] * a[0] * x.data[1], S(0.2) * a[2], t * a[1] * a[3],
                        S(-0.1) * a[3]);
  };
  const auto x = group.exp(Vector<double, 4>(0.3, -0.2, 0.7, 0.4));
  const Vector<double, 4> a = d * Vector<double, 2>(0.8, -0.5);
  const Vector<double, 4> mu =
      Split<double, 4, 2>(mechanical(group, m), d).annihilator() * Vector<double, 2>(0.3, -0.4);
  const auto every = [&](const auto& bare) {
    const auto by = [&](const auto& system) {
      const Split split(system, d);
      const auto freely = hamel::free(system);
      const auto rolling = nonholonomic(system, split);
      const auto steered = vakonomic(system, split);
      check(freely, Variational<>{}, freely.start(x, a));
      check(rolling, Variational<>{}, rolling.start(x, a));
      check(steered, Variational<>{}, steered.start(x, a, mu));
      check(steered, Variational<Cayley>{}, steered.start(x, a, mu));
    };
    by(with_inputs(bare, b));
    by(with_inputs(bare, Inputs{}));
    const auto rolling = nonholonomic(bare, Split(bare, d));
    const auto start = rolling.start(x, a);
    const auto step = linearise(rolling, Variational<>{}, 0.3, 0.06, start);
    const auto slow = step_derivative(rolling, InDualNumbers<Variational<>>{}, 0.3, 0.06, start);
    REQUIRE(step.status);
    CHECK((step.A - slow.by_state).cwiseAbs().maxCoeff() < 1e-14);
    check_derivative(rolling, start);
    check_derivative(hamel::free(bare), hamel::free(bare).start(x, a));
    const auto steered = vakonomic(bare, Split(bare, d));
    check_derivative(steered, steered.start(x, a, mu));
    check_derivative(steered, steered.start(x, a, mu), Variational<Cayley>{});
  };
  every(mechanical(group, m));
  every(mechanical(group, m, hill));
  every(mechanical(group, m, NoPotential{}, drag));
  every(mechanical(group, m, hill, drag));
}

TEST_CASE("the derivative of a step at the solution of its equations is that in dual numbers") {
  const auto every = [](const auto& p, const auto& start) {
    check_derivative(p, start);
    check_derivative(p, start, Variational<Cayley, Midpoint>{});
    check_derivative(p, start, EnergyMidpoint{});
    check_derivative(p, start, Composition<TripleJump4, Variational<>>{});
  };
  const auto u = systems::unicycle_potential();
  every(u.nonholonomic(), u.nonholonomic().start(u.x, u.a));
  every(u.vakonomic(), u.vakonomic().start(u.x, u.a, u.mu));
  const auto c = systems::tractor_trailer();
  every(nonholonomic(c.system, c.split), nonholonomic(c.system, c.split).start(c.x, c.a));
  every(vakonomic(c.system, c.split), vakonomic(c.system, c.split).start(c.x, c.a, c.mu));
}

TEST_CASE("linearised variational steps under constraints that move") {
  check_rolling("car", systems::car());
  check_rolling("tractor_trailer", systems::tractor_trailer());
  check_steered("tractor_trailer", systems::tractor_trailer());
}

TEST_CASE("linearised steps of other methods") {
  const auto c = systems::unicycle_potential();
  const auto p = nonholonomic(with_inputs(c.system, Inputs{}), c.split);
  const auto start = p.start(c.x, c.a);
  check(p, Variational<Cayley>{}, start);
  check(p, Variational<Exponential, Midpoint>{}, start);
  check(p, Composition<Suzuki4, Variational<>>{}, start);
  check(p, RungeKutta<Classical4>{}, start);
  check(p, CommutatorFree4{}, start);
}

TEST_CASE("linearised steps of methods that iterate") {
  const auto every = [](const auto& p, const auto& start, const Vector<double, 2>& w) {
    check(p, Collocation<Gauss4>{}, start, w);
    check(p, Collocation<Gauss6>{}, start, w);
    check(p, EnergyMidpoint{}, start, w);
  };
  const Vector<double, 2> w(0.4, -0.7);
  const auto u = systems::unicycle_potential();
  const auto p = nonholonomic(with_inputs(u.system, Inputs{}), u.split);
  every(p, p.start(u.x, u.a), w);
  const auto c = systems::tractor_trailer();
  const auto rolling = nonholonomic(with_inputs(c.system, Inputs{}), c.split);
  every(rolling, rolling.start(c.x, c.a), w);
  const auto steered = vakonomic(with_inputs(c.system, Inputs{}), c.split);
  every(steered, steered.start(c.x, c.a, c.mu), w);
  // at rest the values are those of the first iteration, the derivatives are not
  const auto s = systems::suslov();
  const auto still = nonholonomic(with_inputs(s.system, Inputs{}), s.split);
  every(still, still.start(s.x, Vector<double, 3>::Zero()), Vector<double, 2>::Zero());
}

TEST_CASE("a deviation leads from the reference to the state, and knows its derivative") {
  const auto c = systems::car();
  const auto p = nonholonomic(c.system, c.split);
  const auto reference = p.start(c.x, c.a);
  constexpr int n = decltype(p)::dimension, size = n + decltype(p)::variations;
  const auto& group = p.group();
  const auto moved = [&](const auto& from, const Vector<double, size>& d) {
    auto to = from;
    to.x = group.compose(from.x, group.exp(Vector<double, n>(d.head<n>())));
    to.m += d.tail<size - n>();
    return to;
  };
  const Vector<double, size> d = Vector<double, size>::LinSpaced(-0.4, 0.7);
  const auto state = moved(reference, d);
  const auto [value, by] = with_jacobians::deviation(group, state, reference);
  CHECK((value - d).norm() < 1e-14);
  CHECK((value - deviation(group, state, reference)).norm() == 0);
  for (int k = 0; k < size; ++k) {
    const Vector<double, size> e = 1e-6 * Vector<double, size>::Unit(k);
    const Vector<double, size> slope = (deviation(group, moved(state, e), reference) -
                                        deviation(group, moved(state, -e), reference)) /
                                       2e-6;
    CHECK((by.col(k) - slope).norm() < 1e-9);
  }
}

TEST_CASE(
    "a linearisation without inputs is the derivative of the step; bad inputs have a status") {
  const auto c = systems::car();
  const auto p = nonholonomic(c.system, c.split);
  const auto start = p.start(c.x, c.a);
  const auto step = linearise(p, Variational<>{}, 0., 0.05, start);
  const auto slow = step_derivative(p, Variational<>{}, 0., 0.05, start);
  REQUIRE(step.status);
  CHECK((step.A - slow.by_state).cwiseAbs().maxCoeff() < 1e-14);
  const auto rows = multiplier_rows(p, 0.05, step);
  CHECK((rows.C - slow.multiplier_by_state).cwiseAbs().maxCoeff() < 1e-12);

  const auto q = nonholonomic(with_inputs(c.system, Inputs{}), c.split);
  const Eigen::VectorXd three = Eigen::VectorXd::Ones(3);
  CHECK(linearise(q, Variational<>{}, 0., 0.05, start, three).status.outcome ==
        Outcome::wrong_inputs);
  CHECK(linearise(q, Variational<>{}, 0., 0.05, start, Vector<double, 2>(std::nan(""), 0))
            .status.outcome == Outcome::not_finite);
  CHECK(linearise(q, Variational<>{.max_iterations = 1}, 0., 0.5, start, Vector<double, 2>(1, 1))
            .status.outcome == Outcome::not_converged);
}
