// A method of your own: the explicit midpoint rule on a group, and its order as measured.
//
//     x_m = x exp(h/2 a),  m_m = m + h/2 m';   x+ = x exp(h a_m),  m+ = m + h m'_m
#include <cmath>
#include <vector>

#include <hamel/hamel.hpp>

#include "lesson.hpp"

using namespace hamel;
using V3 = Vector<double, 3>;

/// All that a method has to say, see the concept Method: it serves every group, dynamics and scalar.
struct ExplicitMidpoint {
  static constexpr int order = 2;
  static constexpr bool adaptive = false;
  struct Memory {};

  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    using V = Vector<S, P::dimension>;
    const auto& group = problem.group();
    const S half = h / S(2);
    const auto now = problem.field(t, state.x, state.m);
    St middle = state;
    middle.x = group.compose(state.x, group.exp(V(half * now.a)));
    middle.m += half * now.m_dot;
    const auto there = problem.field(S(t + half), middle.x, middle.m);
    St next = state;
    next.x = group.compose(state.x, group.exp(V(h * there.a)));
    next.m += h * there.m_dot;
    if (!all_finite(next.x.data) || !all_finite(next.m)) return {Outcome::not_finite, 0, 0};
    state = next;
    return {Outcome::ok, 0, 0};
  }
};

/// A well of depth 1 around the identity, as long as the body leans less than a right angle.
struct Well {
  template <class S>
  S operator()(const Element<SO3, S>& x) const {
    using std::sqrt;
    return -sqrt(SO3{}.matrix(x)(2, 2));
  }
};

/// The slope of the error at t = 2 against the step, by a reference of order 6.
template <class P, class St>
double slope(const P& problem, const St& start) {
  const auto end = [&](const auto& method, long steps) {
    return integrate(problem, start, method, {.step = 2. / double(steps), .steps = steps})
        .states.back();
  };
  const auto exact = end(Collocation<Gauss6>{}, 400);
  std::vector<ConvergencePoint> points;
  for (long steps = 20; steps <= 320; steps *= 2) {
    const auto reached = end(ExplicitMidpoint{}, steps);
    points.push_back({2. / double(steps),
                      (reached.x.data - exact.x.data).norm() + (reached.m - exact.m).norm()});
  }
  return measured_order(points, 1e-12);
}

int main() {
  Lesson lesson("A method of your own: the explicit midpoint rule on a group");
  const Matrix<double, 3> inertia = V3(1, 2, 3).asDiagonal();
  Matrix<double, 3, 2> d;
  d << 1, 0, 0, 1, 0.5, 0;
  const auto body = mechanical(SO3{}, inertia);
  const Split split(body, d);
  const auto x = SO3{}.identity<double>();
  const V3 a(0.3, -0.7, 0.15), mu(-0.5, 0, 1);
  const auto off = [&](const auto& problem, const auto& start) {
    return std::abs(slope(problem, start) - ExplicitMidpoint::order);
  };
  lesson.claim("order 2, free", off(free(body), free(body).start(x, a)), 0.1);
  lesson.claim("order 2, nonholonomic",
               off(nonholonomic(body, split), nonholonomic(body, split).start(x, a)), 0.1);
  lesson.claim("order 2, vakonomic",
               off(vakonomic(body, split), vakonomic(body, split).start(x, a, mu)), 0.1);

  // A number that is not finite ends a run there; what came before it is kept.
  const auto leaning = free(mechanical(SO3{}, inertia, Well{}));
  const auto run = integrate(leaning, leaning.start(x, V3(3, 0, 0)), ExplicitMidpoint{},
                             {.step = 0.01, .steps = 200});
  lesson.claim("a field that ends is a status", run.status.outcome == Outcome::not_finite ? 0 : 1,
               0);
  lesson.claim("with every state before it",
               std::abs(double(run.states.size()) - double(run.status.steps) - 1), 0);
  return lesson.done();
}
