// Control from end to end, on a cart with friction: a regulator, predictive control with warm starts, a filter on the
// group, events and gradients. The page docs/how-to/control.md goes through it.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <hamel/dynamics/deviation.hpp>
#include <hamel/group/statistics.hpp>
#include <hamel/hamel.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/system/inputs.hpp>

#include "lesson.hpp"
#include "regulator.hpp"

using namespace hamel;

namespace {

using Inputs = Vector<double, 2>;  // force forward, torque
using Rows = Vector<double, 5>;    // (dx, dm): forward, left, turn, and the two momenta
using Square = Matrix<double, 5>;
constexpr double h = 0.05;
constexpr std::size_t horizon = 20;
constexpr Variational<> method;

/// The cart of mass theta_0 and friction theta_1: wheels that do not slip sideways, a force and a torque as inputs.
constexpr auto machine = []<class T>(const Vector<T, 2>& theta) {
  const auto friction = [theta]<class S>(const S&, const auto&, const Vector<S, 3>& a) {
    return Vector<S, 3>(S(-S(theta[1]) * a[0]), S(0), S(-S(theta[1]) * a[2] / S(4)));
  };
  const Matrix<double, 3, 2> d{{1, 0}, {0, 0}, {0, 1}};
  const Matrix<T, 3> metric = Vector<T, 3>(theta[0], theta[0], T(0.3)).asDiagonal();
  const auto system = with_inputs(mechanical(SE2{}, metric, NoPotential{}, friction), d);
  return nonholonomic(system, Split(system, Matrix<T, 3, 2>(d.template cast<T>())));
};
using Machine = decltype(machine(Vector<double, 2>()));
using Point = Machine::State<double>;

/// Predictive control: one step of Newton's method in each period for sum |off target|_Q^2 + |w|_R^2 over the horizon,
/// from the plan of the period before.
struct Predictive {
  const Machine& cart;
  std::vector<Inputs> plan = std::vector<Inputs>(horizon, Inputs(0, 0));
  Square q = Rows(5, 5, 2, 0.5, 0.5).asDiagonal();
  Matrix<double, 2> r = 0.05 * Matrix<double, 2>::Identity();

  /// The inputs of this period; target(k) is where to be after k periods.
  template <class Target>
  Inputs operator()(const Point& now, double limit, const Target& target) {
    std::rotate(plan.begin(), plan.begin() + 1, plan.end());  // warm start: a period has passed
    plan.back() = plan[horizon - 2];
    std::vector<Linearisation<SE2, double, 3, 2, 2>> ahead;
    for (const Inputs& w : plan)
      ahead.push_back(linearise(cart, method, 0., h, ahead.empty() ? now : ahead.back().end, w));
    std::vector<Matrix<double, 2, 5>> gains(horizon);
    std::vector<Inputs> change(horizon);
    Square p = Square::Zero();
    Rows slope = Rows::Zero();
    for (std::size_t k = horizon; k-- > 0;) {
      const auto& [status, end, a, b] = ahead[k];
      const auto [off, by] = with_jacobians::deviation(end, target(int(k) + 1));
      p += by.transpose() * q * by;
      slope += by.transpose() * q * off;
      const Matrix<double, 2> inner = (r + b.transpose() * p * b).inverse();
      gains[k] = -inner * b.transpose() * p * a;
      change[k] = -inner * (r * plan[k] + b.transpose() * slope);
      // what the rest costs, seen through step k
      slope = (a.transpose() * (slope + p * b * change[k])).eval();
      p = (a.transpose() * p * (a + b * gains[k])).eval();
    }
    Point state = now;
    Variational<>::Memory memory;
    for (std::size_t k = 0; k < horizon; ++k) {
      const Rows off = deviation(state, k == 0 ? now : ahead[k - 1].end);
      plan[k] = (plan[k] + change[k] + gains[k] * off).cwiseMax(-limit).cwiseMin(limit);
      if (!method.step(cart, 0., h, state, plan[k], memory)) break;
    }
    return plan.front();
  }
};

/// A filter of Kalman on the group: the error (dx, dm) is in the body, x exp(dx), and its covariance moves with the
/// derivative of the step.
struct Filter {
  Point state;
  Square covariance;

  void predict(const Machine& cart, const Inputs& w, const Square& noise) {
    const auto step = linearise(cart, method, 0., h, state, w);
    covariance = (step.A * covariance * step.A.transpose() + noise).eval();
    state = step.end;
  }
  /// A measured pose x exp(n), n of the given covariance.
  void correct(const Element<SE2, double>& measured, const Matrix<double, 3>& noise) {
    const Matrix<double, 3> seen = covariance.topLeftCorner<3, 3>() + noise;
    const Matrix<double, 5, 3> gain = covariance.leftCols<3>() * seen.inverse();
    const Rows d = gain * (measured - state.x);
    state = {state.x + d.head<3>(), state.m + d.tail<2>()};
    covariance = (covariance - gain * covariance.topRows<3>()).eval();
  }
};

/// The cost of run_gradient: the squared distance from a place at the end.
struct Miss {
  template <class T>
  T end(double, const State<SE2, T, 2>& s) const {
    const T dx = s.x.data[0] - T(1), dy = s.x.data[1] - T(0.4);
    return T(dx * dx + dy * dy);
  }
};

}  // namespace

int main() {
  Lesson lesson("A cart: regulator, predictive control, filter, event and gradient");
  const Vector<double, 2> theta(2, 0.6);
  const Machine cart = machine(theta);
  const Vector<double, 3> circling(0.5, 0, 0.4);  // a circle of radius 5/4
  const Point start = cart.start(unit<SE2>(), circling);
  const Inputs driving(theta[1] * circling[0], theta[1] * circling[2] / 4);  // against friction
  const auto circle = [&](double t) { return Point{exp<SE2>(t * circling), start.m}; };
  Variational<>::Memory memory;
  std::mt19937 random(1);
  double worst = 0, off = 0, unknown = 0;
  const Matrix<double, 3> push = 0.04 * Matrix<double, 3>::Identity();

  // On a circle the step is the same everywhere, and so is the gain.
  const auto step = linearise(cart, method, 0., h, start, driving);
  const Square q = Rows(1, 4, 2, 0.1, 0.1).asDiagonal();
  const Matrix<double, 2> r = Matrix<double, 2>::Identity();
  const auto gain = regulator(std::vector(400, step.A), std::vector(400, step.B), q, r).front();
  for (int trial = 0; trial < 20; ++trial) {
    Point state{random_near(SE2{}, start.x, push, random), start.m};
    for (int k = 0; k < 400; ++k) {
      const Inputs w = driving - gain * deviation(state, circle(k * h));
      if (!method.step(cart, k * h, h, state, w, memory)) break;
    }
    worst = std::max(worst, deviation(state, circle(400 * h)).norm());
  }
  lesson.claim("regulator: off the circle after 20 s, worst of 20 pushes", worst, 1e-3);

  // Predictive control of bounded inputs on what a filter knows: places are measured to 1 cm, forces disturb.
  const Matrix<double, 3> seen = 1e-4 * Matrix<double, 3>::Identity();
  const Square unseen = Rows(1e-8, 1e-8, 1e-8, 1e-5, 1e-5).asDiagonal();
  std::normal_distribution<double> gust(0, 3e-3);
  for (int trial = 0; trial < 5; ++trial) {
    Predictive controller{cart};
    Filter filter{start, 0.1 * Square::Identity()};
    Point truth{random_near(SE2{}, start.x, push, random), start.m};
    for (int k = 0; k < 300; ++k) {
      filter.correct(random_near(SE2{}, truth.x, seen, random), seen);
      if (k > 200) off = std::max(off, deviation(truth, circle(k * h)).norm());
      if (k > 200) unknown = std::max(unknown, deviation(truth, filter.state).norm());
      const Inputs w = controller(filter.state, 1, [&](int i) { return circle((k + i) * h); });
      filter.predict(cart, w, unseen);
      if (!method.step(cart, k * h, h, truth, w, memory)) break;
      truth.m += Inputs(gust(random), gust(random));
    }
  }
  lesson.claim("predictive control: off the circle, worst of 5 runs with noise", off, 0.1);
  lesson.claim("filter: estimate off the state", unknown, 0.05);

  // When does it cross y = 1/2? On the circle where 5/4 (1 - cos) is 1/2.
  const auto reached =
      integrate_until(under(cart, driving), start, method, {.step = h, .steps = 100},
                      [](double, const Point& s) { return s.x.data[1] - 0.5; });
  lesson.claim("event: time off the circle's", std::abs(reached.t - std::acos(0.6) / 0.4), 1e-3);

  // The gradient of a cost of a run by start, inputs and parameters, against differences of the mass.
  const Eigen::Matrix<double, 2, Eigen::Dynamic> signal = driving.replicate(1, 40);
  const auto cost = [&](double mass) {
    return run_gradient(machine, Vector<double, 2>(mass, theta[1]), method, start,
                        {.step = h, .steps = 40}, signal, Miss{});
  };
  const double by_mass = (cost(theta[0] + 1e-5).cost - cost(theta[0] - 1e-5).cost) / 2e-5;
  lesson.claim("gradient by the mass, off differences",
               std::abs(cost(theta[0]).by_parameters[0] - by_mass), 1e-8);
  return lesson.done();
}
