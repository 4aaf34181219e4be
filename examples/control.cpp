// Control from end to end, on a cart with friction: a regulator, predictive control with warm starts, a filter on the
// group, events and gradients. The page docs/how-to/control.md goes through it.
#include <algorithm>
#include <cmath>
#include <random>
#include <type_traits>
#include <vector>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/group/operations.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/statistics.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/linearise.hpp>
#include <hamel/integrator/run_gradient.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "lesson.hpp"
#include "regulator.hpp"

using namespace hamel;

namespace {

using Inputs = Vector<double, 2>;  // force forward, torque
using Rows = Vector<double, 5>;    // (dx, dm): forward, left, turn, and the two momenta
using Square = Matrix<double, 5>;
constexpr double h = 0.05;
constexpr int horizon = 20;

/// The cart of mass theta_0 and friction theta_1: wheels that do not slip sideways, a force and a torque as inputs.
struct Cart {
  template <class T>
  auto operator()(const Vector<T, 2>& theta) const {
    const auto friction = [theta]<class S>(const S&, const Element<SE2, S>&,
                                           const Vector<S, 3>& a) {
      return Vector<S, 3>(S(-S(theta[1]) * a[0]), S(0), S(-S(theta[1]) * a[2] / S(4)));
    };
    Matrix<double, 3, 2> d;
    d << 1, 0, 0, 0, 0, 1;
    const Matrix<T, 3> metric = Vector<T, 3>(theta[0], theta[0], T(0.3)).asDiagonal();
    const auto system = with_inputs(mechanical(SE2{}, metric, NoPotential{}, friction), d);
    return nonholonomic(system, Split(system, Matrix<T, 3, 2>(d.template cast<T>())));
  }
};
using Machine = decltype(Cart{}(Vector<double, 2>()));
using Point = Machine::State<double>;

/// Steps of a plan from a start, with their derivatives.
struct Predicted {
  std::vector<Point> states;
  std::vector<Square> a;
  std::vector<Matrix<double, 5, 2>> b;
};
Predicted predict(const Machine& cart, const Point& from, const std::vector<Inputs>& plan) {
  Predicted ahead{{from}, {}, {}};
  for (const Inputs& w : plan) {
    const auto step = linearise(cart, Variational<>{}, 0., h, ahead.states.back(), w);
    ahead.states.push_back(step.end);
    ahead.a.push_back(step.A);
    ahead.b.push_back(step.B);
  }
  return ahead;
}

/// Predictive control: one step of Newton's method in each period for sum |off target|_Q^2 + |w|_R^2 over the horizon,
/// from the plan of the period before.
class Predictive {
 public:
  explicit Predictive(const Machine& cart) : cart_(cart), plan_(horizon, Inputs(0, 0)) {}

  /// The inputs of this period; target(k) is where to be after k periods.
  template <class Target>
  Inputs operator()(const Point& now, const Target& target, double limit) {
    const auto ahead = predict(cart_, now, plan_);
    std::vector<Matrix<double, 2, 5>> gains(horizon);
    std::vector<Inputs> change(horizon);
    Square p = Square::Zero();
    Rows slope = Rows::Zero();
    for (int k = horizon; k >= 0; --k) {
      const auto i = std::size_t(k);
      if (k < horizon) {  // what the rest costs, seen through step k
        const Matrix<double, 2> inner = r_ + ahead.b[i].transpose() * p * ahead.b[i];
        const Matrix<double, 2, 5> mixed = ahead.b[i].transpose() * p * ahead.a[i];
        gains[i] = -inner.inverse() * mixed;
        change[i] = -inner.inverse() * (r_ * plan_[i] + ahead.b[i].transpose() * slope);
        slope = (ahead.a[i].transpose() * slope + mixed.transpose() * change[i]).eval();
        p = (ahead.a[i].transpose() * p * ahead.a[i] + mixed.transpose() * gains[i]).eval();
      }
      const Point there = target(k);
      const auto gap = with_jacobians::minus(ahead.states[i].x, there.x);
      Square by = Square::Identity();  // of the deviation, by (dx, dm)
      by.topLeftCorner<3, 3>() = gap.by_first;
      Rows off;
      off << gap.value, ahead.states[i].m - there.m;
      p += by.transpose() * q_ * by;
      slope += by.transpose() * q_ * off;
    }
    Point state = now;
    Variational<>::Memory memory;
    for (std::size_t i = 0; i < horizon; ++i) {
      const Inputs w = plan_[i] + change[i] + gains[i] * deviation(SE2{}, state, ahead.states[i]);
      plan_[i] = w.cwiseMax(-limit).cwiseMin(limit);
      if (!Variational<>{}.step(cart_, 0., h, state, plan_[i], memory)) break;
    }
    const Inputs first = plan_.front();
    std::rotate(plan_.begin(), plan_.begin() + 1,
                plan_.end());  // the warm start of the next period
    plan_.back() = plan_[horizon - 2];
    return first;
  }

 private:
  const Machine& cart_;
  std::vector<Inputs> plan_;
  Square q_ = Rows(5, 5, 2, 0.5, 0.5).asDiagonal();
  Matrix<double, 2> r_ = 0.05 * Matrix<double, 2>::Identity();
};

/// A filter of Kalman on the group: the error (dx, dm) is in the body, x exp(dx), and its covariance moves with the
/// derivative of the step.
struct Filter {
  Point state;
  Square covariance;

  void predict(const Machine& cart, const Inputs& w, const Square& noise) {
    const auto step = linearise(cart, Variational<>{}, 0., h, state, w);
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

/// The cost of run_gradient: the squared distance from a place at the end, and a little for the inputs.
struct Miss {
  template <class St, class W>
  auto stage(double, const St&, const W& w) const {
    using T = typename decltype(St::m)::Scalar;
    return T(w.dot(w) * T(1e-3));
  }
  template <class St>
  auto end(double, const St& s) const {
    using T = typename decltype(St::m)::Scalar;
    const T dx = s.x.data[0] - T(1), dy = s.x.data[1] - T(0.4);
    return T(dx * dx + dy * dy);
  }
};

}  // namespace

int main() {
  Lesson lesson("A cart: regulator, predictive control, filter, event and gradient");
  const Vector<double, 2> theta(2, 0.6);
  const Machine cart = Cart{}(theta);
  const Vector<double, 3> circling(0.5, 0, 0.4);  // a circle of radius 5/4
  const Point start = cart.start(unit<SE2>(), circling);
  const Inputs driving(theta[1] * circling[0], theta[1] * circling[2] / 4);  // against friction
  const auto circle = [&](double t) { return Point{exp<SE2>(t * circling), start.m}; };
  const Variational<> method;
  Variational<>::Memory memory;
  std::mt19937 random(1);
  std::normal_distribution<double> normal;

  // On a circle the step is the same everywhere, and so is the gain.
  const auto step = linearise(cart, method, 0., h, start, driving);
  const Square q = Rows(1, 4, 2, 0.1, 0.1).asDiagonal();
  const auto gain = regulator(std::vector(400, step.A), std::vector(400, step.B), q,
                              Matrix<double, 2>(Matrix<double, 2>::Identity()))
                        .front();
  double worst = 0;
  for (int push = 0; push < 20; ++push) {
    Point state = start;
    state.x = start.x + 0.2 * Vector<double, 3>(normal(random), normal(random), normal(random));
    int k = 0;
    for (; k < 400; ++k) {
      const Inputs w = driving - gain * deviation(SE2{}, state, circle(k * h));
      if (!method.step(cart, k * h, h, state, w, memory)) break;
    }
    worst = std::max(worst, deviation(SE2{}, state, circle(k * h)).norm());
  }
  lesson.claim("regulator: off the circle after 20 s, worst of 20 pushes", worst, 1e-3);

  // Predictive control of bounded inputs on what a filter knows: places are measured to 1 cm, forces disturb.
  double off = 0, unknown = 0;
  const Matrix<double, 3> seen = 1e-4 * Matrix<double, 3>::Identity();
  const Square unseen = Rows(1e-8, 1e-8, 1e-8, 1e-5, 1e-5).asDiagonal();
  for (int trial = 0; trial < 5; ++trial) {
    Predictive controller(cart);
    Filter filter{start, 0.1 * Square::Identity()};
    Point truth = start;
    truth.x = start.x + 0.2 * Vector<double, 3>(normal(random), normal(random), normal(random));
    for (int k = 0; k < 300; ++k) {
      filter.correct(random_near(SE2{}, truth.x, seen, random), seen);
      if (k > 200) off = std::max(off, deviation(SE2{}, truth, circle(k * h)).norm());
      if (k > 200) unknown = std::max(unknown, deviation(SE2{}, truth, filter.state).norm());
      const auto ahead = [&](int i) { return circle((k + i) * h); };
      const Inputs w = controller(filter.state, ahead, 1);
      filter.predict(cart, w, unseen);
      if (!method.step(cart, k * h, h, truth, w, memory)) break;
      truth.m += 3e-3 * Inputs(normal(random), normal(random));
    }
  }
  lesson.claim("predictive control: off the circle, worst of 5 runs with noise", off, 0.1);
  lesson.claim("filter: estimate off the state", unknown, 0.05);

  // When does it cross y = 1/2?
  const auto reached =
      integrate_until(under(cart, driving), start, method, {.step = h, .steps = 100},
                      [](double, const Point& s) { return s.x.data[1] - 0.5; });
  lesson.claim("event: time off that of the circle",
               std::abs(reached.t - std::acos(1 - 0.5 / 1.25) / 0.4), 1e-3);

  // The gradient of a cost of a run by start, inputs and parameters, against differences of the mass.
  const Eigen::Matrix<double, 2, Eigen::Dynamic> signal = driving.replicate(1, 40);
  const auto cost = [&](double mass) {
    return run_gradient(Cart{}, Vector<double, 2>(mass, theta[1]), method, start,
                        {.step = h, .steps = 40}, signal, Miss{});
  };
  const auto gradient = cost(theta[0]);
  const double by_mass = (cost(theta[0] + 1e-5).cost - cost(theta[0] - 1e-5).cost) / 2e-5;
  lesson.claim("gradient by the mass, off differences",
               std::abs(gradient.by_parameters[0] - by_mass), 1e-8);
  return lesson.done();
}
