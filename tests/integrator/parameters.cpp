// The derivative of a step by parameters of the system, and of the multiplier: against differences.
#include <cmath>
#include <type_traits>
#include <utility>

#include <doctest/doctest.h>

#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/step_derivative.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "differences.hpp"

using namespace hamel;

namespace {

/// A skate with a wheel of radius theta_0, mass theta_1 and a spring of stiffness theta_2 in a field that
/// swings in time: parameters in the metric, the distribution and the potential.
struct Family {
  template <class T>
  auto system(const Vector<T, 3>& theta) const {
    const Matrix<T, 4> m =
        Vector<T, 4>(theta[1], theta[1], theta[1] * theta[0] * theta[0], T(0.4)).asDiagonal();
    return mechanical(SE2Cover{} * Torus<1>{}, m, [theta]<class S>(const S& t, const auto& x) {
      using std::cos;
      const auto q = x.data.head(2).eval();
      return S(S(theta[2]) * (q[0] * q[0] + q[1] * cos(S(t + x.data[2]))) / S(2));
    });
  }
  template <class T>
  auto split(const Vector<T, 3>& theta) const {
    Matrix<T, 4, 2> d = Matrix<T, 4, 2>::Zero();
    d(0, 0) = theta[0];
    d(3, 0) = d(2, 1) = T(1);
    return Split(system(theta), d);
  }
};

template <Dynamics kind>
struct FamilyOf : Family {
  template <class T>
  auto operator()(const Vector<T, 3>& theta) const {
    if constexpr (kind == Dynamics::free) return hamel::free(system(theta));
    if constexpr (kind == Dynamics::nonholonomic) return nonholonomic(system(theta), split(theta));
    if constexpr (kind == Dynamics::vakonomic) return vakonomic(system(theta), split(theta));
  }
};

template <Dynamics kind, class M>
void check_parameters(const M& method) {
  const FamilyOf<kind> family{};
  const Vector<double, 3> theta(0.9, 1.3, 0.8);
  const auto problem = family(theta);
  using P = std::decay_t<decltype(problem)>;
  const auto& group = problem.group();
  const Vector<double, 4> a(0.45, 0, 0.7, 0.5), mu(-0.2, 0.3, 0, 0.18);
  typename P::template State<double> start;
  const auto x = group.exp(Vector<double, 4>(0.3, -0.2, 0.5, 0.1));
  if constexpr (kind == Dynamics::vakonomic)
    start = problem.start(x, a, mu);
  else
    start = problem.start(x, a);
  const double t = 0.3, h = 0.05;
  const auto derivative = step_derivative(family, theta, method, t, h, start);
  REQUIRE(derivative.status);
  const auto end_at = [&](const Vector<double, 3>& near, double step) {
    const auto p = family(near);
    auto state = start;
    typename M::Memory memory{};
    REQUIRE(method.step(p, t, step, state, memory));
    return std::pair(state, multiplier(p, t + step, state));
  };
  const auto end = end_at(theta, h);
  const int n = 4, w = problem.state_dim();
  for (int k = 0; k <= 3; ++k) {  // the parameters, then the step
    CAPTURE(k);
    const Eigen::VectorXd slope = systems::difference([&](double by) {
      Vector<double, 4> at(theta[0], theta[1], theta[2], h);
      at[k] += by;
      const auto [state, mu_end] = end_at(at.head<3>(), at[3]);
      Eigen::VectorXd moved(2 * n + w);
      moved << group.log(group.compose(group.inverse(end.first.x), state.x)), state.m - end.first.m,
          mu_end - end.second;
      return moved;
    });
    Eigen::VectorXd exact(2 * n + w);
    if (k < 3)
      exact << derivative.by_parameters.col(k), derivative.multiplier_by_parameters.col(k);
    else
      exact << derivative.by_step, derivative.multiplier_by_step;
    CHECK((slope - exact).cwiseAbs().maxCoeff() < 1e-10);
    CHECK(exact.norm() > 1e-6);
  }
}

}  // namespace

TEST_CASE("the derivative of a step by parameters agrees with differences of order 6") {
  check_parameters<Dynamics::free>(Variational<>{});
  check_parameters<Dynamics::nonholonomic>(Variational<>{});
  check_parameters<Dynamics::vakonomic>(Variational<>{});
  check_parameters<Dynamics::vakonomic>(RungeKutta<Classical4>{});
}
