// A fixed small set of computations, each in a function that callgrind counts: one step after the other, as a run takes
// them. Their instructions depend on the compiler alone, not on what else the machine does.
#include <cstdio>
#include <vector>

#include <hamel/ensemble/integrate_many.hpp>
#include <hamel/hamel.hpp>

namespace {

using namespace hamel;

constexpr int steps = 100;
constexpr double h = 0.01;
volatile double sink;

template <class P, class State, class M>
[[gnu::always_inline]] inline void chain(const P& problem, State state, const M& method) {
  typename M::Memory memory{};
  for (int i = 0; i < steps; ++i) method.step(problem, 0., h, state, memory);
  sink = state.m[0];
}

Matrix<double, 3> inertia() {
  Matrix<double, 3> m;
  m << 2, 0, 0.5, 0, 3, 0.7, 0.5, 0.7, 4;
  return m;
}

struct Weight {
  template <class S>
  S operator()(const Element<SO3, S>& r) const {
    return S(1.5) - S(3) * (r.data[1] * r.data[1] + r.data[2] * r.data[2]);
  }
};
struct WeightWithGradient : Weight {
  template <class S>
  Vector<S, 3> gradient(const Element<SO3, S>& r) const {
    const S* q = r.data.data();
    return {S(-3) * (q[2] * q[3] + q[0] * q[1]), S(3) * (q[1] * q[3] - q[0] * q[2]), S(0)};
  }
};

using Plane = Product<SE2Cover, Torus<1>>;

/// A metric that depends on the angle of the pendulum alone, and says so.
struct CartMetric {
  template <class S>
  Matrix<S, 4> operator()(const Element<Plane, S>& x) const {
    using std::cos;
    Matrix<S, 4> m = Matrix<S, 4>::Zero();
    m(0, 0) = m(1, 1) = S(1.3);
    m(2, 2) = S(0.7) + S(0.2) * cos(x.data[4]);
    m(3, 3) = S(0.4);
    m(0, 3) = m(3, 0) = S(0.1) * cos(x.data[4]);
    return m;
  }
};

auto unicycle() {
  const Matrix<double, 4> metric = Vector<double, 4>(1.3, 1.3, 0.7, 0.4).asDiagonal();
  Matrix<double, 4, 2> d;
  d << 0.9, 0, 0, 0, 0, 1, 1, 0;
  const auto system = mechanical(Plane{}, metric);
  return std::pair(nonholonomic(system, Split(system, d)), vakonomic(system, Split(system, d)));
}

const auto body = free(mechanical(SO3{}, inertia()));
const auto body_start = body.start(SO3{}.identity<double>(), Vector<double, 3>(0.8, -0.3, 0.4));
const auto top = free(mechanical(SO3{}, inertia(), Weight{}));
const auto top_given = free(mechanical(SO3{}, inertia(), WeightWithGradient{}));
const auto tilted = SO3{}.exp(Vector<double, 3>(0.3, 0.2, 0.1));
const auto top_start = top.start(tilted, Vector<double, 3>(0.8, -0.3, 0.4));
const auto top_given_start = top_given.start(tilted, Vector<double, 3>(0.8, -0.3, 0.4));
const auto wheeled = unicycle();
const Vector<double, 4> rolling(0.9, 0, 0.5, 1);
const auto wheeled_start = wheeled.first.start(Plane{}.identity<double>(), rolling);
const auto vakonomic_start =
    wheeled.second.start(Plane{}.identity<double>(), rolling, Vector<double, 4>(0, 1. / 3, 0, 0));
const auto cart = free(mechanical(Plane{}, CartMetric{}));
const auto cart_start = cart.start(Plane{}.identity<double>(), rolling);

}  // namespace

// What is counted: functions that nothing inlines, with names that the report shows.
#define COUNTED(name) extern "C" [[gnu::noinline]] void counted_##name()
COUNTED(rigid_body_rk4) {
  chain(body, body_start, RungeKutta<Classical4>{});
}
COUNTED(rigid_body_variational) {
  chain(body, body_start, Variational<>{});
}
COUNTED(rigid_body_cayley) {
  chain(body, body_start, Variational<Cayley>{});
}
COUNTED(rigid_body_midpoint) {
  chain(body, body_start, EnergyMidpoint{});
}
COUNTED(rigid_body_dop853) {
  auto state = body_start;
  Adaptive<DormandPrince8> method;
  Adaptive<DormandPrince8>::Memory memory{};
  method.step(body, 0., 1., state, memory);
  sink = state.m[0];
}
COUNTED(heavy_top_rk4) {
  chain(top, top_start, RungeKutta<Classical4>{});
}
COUNTED(heavy_top_rk4_gradient_given) {
  chain(top_given, top_given_start, RungeKutta<Classical4>{});
}
COUNTED(heavy_top_variational_gradient_given) {
  chain(top_given, top_given_start, Variational<>{});
}
COUNTED(unicycle_variational) {
  chain(wheeled.first, wheeled_start, Variational<>{});
}
COUNTED(unicycle_variational_vakonomic) {
  chain(wheeled.second, vakonomic_start, Variational<>{});
}
COUNTED(cart_rk4_metric_that_varies) {
  chain(cart, cart_start, RungeKutta<Classical4>{});
}
COUNTED(ensemble_rk4_64_bodies) {
  const std::vector<decltype(body)::State<double>> starts(64, body_start);
  const auto members = integrate_many(body, starts, RungeKutta<Classical4>{},
                                      {.step = h, .steps = steps}, {.threads = 1});
  sink = members.state(0).m[0];
}

int main() try {
  counted_rigid_body_rk4();
  counted_rigid_body_variational();
  counted_rigid_body_cayley();
  counted_rigid_body_midpoint();
  counted_rigid_body_dop853();
  counted_heavy_top_rk4();
  counted_heavy_top_rk4_gradient_given();
  counted_heavy_top_variational_gradient_given();
  counted_unicycle_variational();
  counted_unicycle_variational_vakonomic();
  counted_cart_rk4_metric_that_varies();
  counted_ensemble_rk4_64_bodies();
  return 0;
} catch (...) {
  return 1;
}
