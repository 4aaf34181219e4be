// Frames, Hamel's equations, consistency of the two dynamics, invariant measures (Crampin & Mestdag 2010).
#include <random>

#include <Eigen/QR>
#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>

#include "notes/consistency.hpp"
#include "notes/frame.hpp"
#include "notes/hamel_problem.hpp"
#include "notes/invariant_measure.hpp"
#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

double component() {
  static std::mt19937 generator(3);
  return std::uniform_real_distribution<double>(-0.9, 0.9)(generator);
}
template <int N>
Vector<double, N> point() {
  Vector<double, N> q;
  for (auto& x : q) x = component();
  return q;
}

// The left-invariant frame of SE(2) in (x, y, phi).
struct MovingFrame {
  template <class V>
  auto operator()(const V& q) const {
    Matrix<Scalar<V>, 3> x = Matrix<Scalar<V>, 3>::Identity();
    x(0, 0) = x(1, 1) = cos(q[2]);
    x(1, 0) = sin(q[2]);
    x(0, 1) = -sin(q[2]);
    return x;
  }
};

// A frame and a Lagrangian with nothing special.
struct SomeFrame {
  template <class V>
  auto operator()(const V& q) const {
    Matrix<Scalar<V>, 3> x = Matrix<Scalar<V>, 3>::Identity();
    x(0, 1) = 0.3 * q[2];
    x(1, 0) = sin(q[0]);
    x(2, 0) = q[1];
    x(1, 2) = 0.4 * cos(q[1]);
    return x;
  }
};
struct SomeLagrangian {
  template <class V>
  Scalar<V> operator()(const V& q, const V& v) const {
    return 0.5 * (v[0] * v[0] + (2. + sin(q[2])) * (v[1] * v[1]) + v[2] * v[2]) +
           0.2 * (v[0] * v[2]) + 0.1 * (v[1] * v[1] * v[1]) - q[0] * q[1] + cos(q[2]);
  }
};
// w^3 = 0 in the moving frame above, as a chart constraint.
template <class F>
auto last_quasi_velocity(F fields) {
  return [f = frame<3>(fields)](const auto& q, const auto& v) {
    return One<std::decay_t<decltype(v)>>(f.quasi_velocities(q, v)[2]);
  };
}

// The carriage: d by d/dpsi1 and d/dpsi2 lifted, then the generators of SE(2).
struct CarriageFrame {
  template <class V>
  auto operator()(const V& q) const {
    using S = Scalar<V>;
    Matrix<S, 5> x = Matrix<S, 5>::Zero();
    for (int i = 0; i < 2; ++i) {
      x(0, i) = -0.5 * cos(q[2]);
      x(1, i) = -0.5 * sin(q[2]);
      x(2, i) = S(i == 0 ? -0.25 : 0.25);
      x(3 + i, i) = S(1);
    }
    x(0, 2) = x(1, 3) = x(2, 4) = S(1);
    x(0, 4) = -q[1];
    x(1, 4) = q[0];
    return x;
  }
};

template <class P, class Section>
void defects(const P& problem, const Section& section, double& weak, double& strong) {
  weak = strong = 0;
  for (int k = 0; k < 6; ++k) {
    typename P::template State<double> state{{point<P::dimension>()}, point<P::variations>()};
    const auto d = consistency<P, Section, double>(problem, section, state);
    weak = std::max(weak, d.weak.norm());
    strong = std::max(strong, d.strong.norm());
  }
}

// The Euler-Lagrange field of the variational Lagrangian against the nonholonomic field, on w^a = 0.
template <class P, class Section>
double variational_defect(const P& problem, const Section& section) {
  const auto field = hamel::free(chart<P::dimension>(variational_lagrangian(problem, section)));
  double defect = 0;
  for (int k = 0; k < 3; ++k) {
    typename P::template State<double> state{{point<P::dimension>()}, point<P::variations>()};
    const Vector<double, P::dimension> q = state.x.data, w = problem.quasi_velocities(state.m);
    const auto rate = problem.field(0., state.x, state.m);
    const Vector<double, P::dimension> v = problem.frame().velocity(q, w);
    const Vector<double, P::dimension> v_dot = field.accelerations(q, v, Vector<double, 0>());
    // w' from v': differentiate the quasi-velocities along (v, v').
    Vector<HyperDual<double>, P::dimension> y = lift(q), y_dot = lift(v);
    for (int i = 0; i < P::dimension; ++i)
      along_first(y[i]) = v[i], along_first(y_dot[i]) = v_dot[i];
    const auto moving = problem.frame().quasi_velocities(y, y_dot);
    for (int i = 0; i < P::dimension; ++i) {
      const double expected = i < P::rank ? rate.m_dot[i] : 0;
      defect = std::max(defect, std::abs(along_first(moving[i]) - expected));
    }
  }
  return defect;
}

const auto zero_section = [](const auto& q, const auto&) {
  return Vector<Scalar<std::decay_t<decltype(q)>>, 1>(Scalar<std::decay_t<decltype(q)>>(0));
};

}  // namespace

TEST_CASE("object of anholonomity: structure constants of SE(2), zero for coordinates") {
  const auto moving = frame<3>(MovingFrame{});
  for (int k = 0; k < 3; ++k) {
    const auto gamma = moving.anholonomity(point<3>());
    Matrix<double, 3> e1 = Matrix<double, 3>::Zero(), e2 = e1;  // [e3,e1] = e2, [e3,e2] = -e1
    e2(2, 0) = 1, e2(0, 2) = -1, e1(2, 1) = -1, e1(1, 2) = 1;
    CHECK((gamma[0] - e1).norm() <= 1e-14);
    CHECK((gamma[1] - e2).norm() <= 1e-14);
    CHECK(gamma[2].norm() <= 1e-14);
  }
  // Fields of polar coordinates commute.
  const auto polar = frame<2>([](const auto& q) {
    using S = Scalar<std::decay_t<decltype(q)>>;
    Matrix<S, 2> x;
    const S r = sqrt(q[0] * q[0] + q[1] * q[1]);
    x << q[0] / r, -q[1], q[1] / r, q[0];
    return x;
  });
  const auto gamma = polar.anholonomity(V2(0.7, 0.4));
  CHECK(gamma[0].norm() + gamma[1].norm() <= 1e-14);
}

TEST_CASE("Hamel's equations are the Euler-Lagrange equations; with constraints, the chart's") {
  const auto f = frame<3>(SomeFrame{});
  const auto in_frame = hamel_problem<Dynamics::free, 3>(f, SomeLagrangian{});
  const auto wheel = hamel_problem<Dynamics::nonholonomic, 2>(f, SomeLagrangian{});
  const auto plan = hamel_problem<Dynamics::vakonomic, 2>(f, SomeLagrangian{});
  const auto constrained = chart<3, 1>(SomeLagrangian{}, last_quasi_velocity(SomeFrame{}));
  const auto in_chart = hamel::free(constrained);
  const auto chart_wheel = nonholonomic(constrained);
  const auto chart_plan = vakonomic(constrained);
  const auto acceleration = [&](const V3& q, const V3& w, const V3& w_dot) {
    Vector<HyperDual<double>, 3> y = lift(q), z = lift(w);
    const V3 v = f.velocity(q, w);
    for (int i = 0; i < 3; ++i) along_first(y[i]) = v[i], along_first(z[i]) = w_dot[i];
    const auto moving = f.velocity(y, z);
    return V3(along_first(moving[0]), along_first(moving[1]), along_first(moving[2]));
  };
  for (int k = 0; k < 4; ++k) {
    const V3 q = point<3>(), w = point<3>();
    const auto rate = in_frame.field(0., Element<Euclidean<3>, double>{q}, w);
    CHECK((acceleration(q, w, rate.m_dot) -
           in_chart.accelerations(q, f.velocity(q, w), Vector<double, 0>()))
              .norm() <= 1e-12);

    const V3 on_d(w[0], w[1], 0);
    const V3 v = f.velocity(q, on_d);
    const typename decltype(wheel)::State<double> state{{q}, V2(w[0], w[1])};
    const auto rolling = wheel.field(0., state.x, state.m);
    const auto expected = chart_wheel.accelerations(q, v, V1(0));
    CHECK((acceleration(q, on_d, V3(rolling.m_dot[0], rolling.m_dot[1], 0)) - expected.head(3))
              .norm() <= 1e-12);
    CHECK(std::abs(wheel.reaction(state)[0] + expected[3]) <= 1e-12);

    // w^3 is the constraint function, so mu is lambda.
    const auto steered = plan.field(0., state.x, V3(w[0], w[1], 0.7));
    const auto chart_rates = chart_plan.accelerations(q, v, V1(0.7));
    CHECK((acceleration(q, on_d, V3(steered.m_dot[0], steered.m_dot[1], 0)) - chart_rates.head(3))
              .norm() <= 1e-12);
    CHECK(std::abs(steered.m_dot[2] - chart_rates[3]) <= 1e-12);
  }
}

TEST_CASE(
    "weak consistency always holds; strong consistency: disk yes, particle and knife edge no") {
  double weak = 0, strong = 0;
  // Particle: r1 = y, r2 = x, s = z, A = -y. N is not constant.
  const auto particle_class = simple_chaplygin<1>(1, 1, Vector<double, 1>(1), [](const auto& r) {
    return Vector<std::decay_t<decltype(r)>, 1>(-r);
  });
  const auto particle_wheel = hamel_problem<Dynamics::nonholonomic, 2>(
      frame<3>(particle_class.fields()), particle_class.lagrangian());
  defects(particle_wheel, zero_section, weak, strong);
  CHECK(weak <= 1e-14);
  CHECK(strong > 0.1);
  const auto particle_section = zero_momentum_section(particle_wheel);
  defects(particle_wheel, particle_section, weak, strong);
  CHECK(weak > 0.1);
  CHECK(strong <= 1e-13);
  CHECK(variational_defect(particle_wheel, particle_section) > 1e-2);
  CHECK(std::abs(particle_class.density(0.3) - particle_class.density(0.8)) > 0.1);

  // Rolling disk: r1 = theta, r2 = phi. N is constant.
  const auto disk_class = simple_chaplygin<2>(0.7, 0.4, V2(1, 1), [](const auto& r) {
    using S = std::decay_t<decltype(r)>;
    return Vector<S, 2>(-0.9 * cos(r), -0.9 * sin(r));
  });
  const auto disk_wheel = hamel_problem<Dynamics::nonholonomic, 2>(frame<4>(disk_class.fields()),
                                                                   disk_class.lagrangian());
  const auto disk_section = zero_momentum_section(disk_wheel);
  defects(disk_wheel, disk_section, weak, strong);
  CHECK(weak <= 1e-13);
  CHECK(strong <= 1e-13);
  CHECK(variational_defect(disk_wheel, disk_section) <= 1e-12);
  CHECK(std::abs(disk_class.density(0.3) - disk_class.density(0.8)) <= 1e-15);

  // Knife edge: r1 = phi, r2 = x, s = y, y' = x' tan phi.
  const auto knife_class = simple_chaplygin<1>(1, 1, Vector<double, 1>(1), [](const auto& r) {
    return Vector<std::decay_t<decltype(r)>, 1>(-tan(r));
  });
  const auto knife = hamel_problem<Dynamics::nonholonomic, 2>(frame<3>(knife_class.fields()),
                                                              knife_class.lagrangian());
  defects(knife, zero_momentum_section(knife), weak, strong);
  CHECK(weak > 0.1);
  CHECK(std::abs(knife_class.density(0.3) - knife_class.density(0.8)) > 0.1);

  // The density 1/N in quasi-velocities is preserved, another one is not.
  const auto preserved = [&](const auto& family, const auto& problem) {
    double defect = 0, other = 0;
    for (int k = 0; k < 4; ++k) {
      constexpr int n = std::decay_t<decltype(problem)>::dimension;
      const typename std::decay_t<decltype(problem)>::template State<double> state{{point<n>()},
                                                                                   point<2>()};
      defect = std::max(
          defect,
          std::abs(measure_defect(
              problem, [&](const auto& q, const auto&) { return 1. / family.density(q[0]); },
              state)));
      other =
          std::max(other, std::abs(measure_defect(
                              problem,
                              [&](const auto& q, const auto&) {
                                return 1. / (family.density(q[0]) * family.density(q[0])) + q[0];
                              },
                              state)));
    }
    CHECK(defect <= 1e-12);
    CHECK(other > 1e-2);
  };
  preserved(particle_class, particle_wheel);
  preserved(disk_class, disk_wheel);
  preserved(knife_class, knife);
}

TEST_CASE("carriage, a Chaplygin system with group SE(2)") {
  const auto f = frame<5>(CarriageFrame{});
  // The distribution is invariant: [X_alpha, E_a] = 0, and E_a have constant brackets.
  const auto gamma = f.anholonomity(point<5>());
  for (int k = 0; k < 5; ++k) CHECK(gamma[k].block(0, 2, 2, 3).norm() <= 1e-13);
  CHECK(std::abs(std::abs(gamma[3](2, 4)) - 1) <= 1e-13);
  CHECK(std::hypot(gamma[2](0, 1), gamma[3](0, 1)) > 0.1);  // d is not integrable

  double weak = 0, strong = 0;
  const auto centred = hamel_problem<Dynamics::nonholonomic, 2>(f, CarriageLagrangian{0});
  const auto centred_section = zero_momentum_section(centred);
  defects(centred, centred_section, weak, strong);
  CHECK(weak <= 1e-12);
  CHECK(strong <= 1e-12);
  CHECK(variational_defect(centred, centred_section) <= 1e-11);
  // l = 0: the wheels turn at constant rates.
  const auto rate = centred.field(0., Element<Euclidean<5>, double>{point<5>()}, V2(0.4, -0.7));
  CHECK(rate.m_dot.norm() <= 1e-13);

  const auto offset = hamel_problem<Dynamics::nonholonomic, 2>(f, CarriageLagrangian{1});
  defects(offset, zero_momentum_section(offset), weak, strong);
  CHECK(weak > 1e-2);
  CHECK(strong <= 1e-12);
}

TEST_CASE("carriage with offset: the one other value of l where the dynamics are consistent") {
  // phi_a = -p_a + c_a w with constants of motion c_a w whose coefficients are linear in sin phi, cos
  // phi: a linear problem for the coefficients, solved by least squares over random states.
  const auto residual = [](double l) {
    const auto f = frame<5>(CarriageFrame{});
    const auto problem = hamel_problem<Dynamics::nonholonomic, 2>(f, CarriageLagrangian{l});
    const auto momentum = zero_momentum_section(problem);
    constexpr int unknowns = 8, samples = 12;
    Eigen::MatrixXd a(samples * 5, unknowns);
    Eigen::VectorXd b(samples * 5);
    for (int s = 0; s < samples; ++s) {
      const typename decltype(problem)::State<double> state{{point<5>()}, point<2>()};
      const auto evaluate = [&](int unknown) {  // all zero: -1
        const auto section = [&](const auto& q, const auto& w) {
          using S = Scalar<std::decay_t<decltype(q)>>;
          Vector<S, 3> phi = momentum(q, w);
          if (unknown >= 0) {
            const S trig = unknown & 1 ? sin(q[2]) : cos(q[2]);
            phi[unknown >> 2] += trig * w[unknown >> 1 & 1];
          }
          return phi;
        };
        const auto d =
            consistency<decltype(problem), decltype(section), double>(problem, section, state);
        Vector<double, 5> all;
        all << d.weak, d.strong;
        return all;
      };
      const Vector<double, 5> base = evaluate(-1);
      b.segment<5>(5 * s) = -base;
      for (int u = 0; u < unknowns; ++u) a.col(u).segment<5>(5 * s) = evaluate(u) - base;
    }
    const Eigen::VectorXd x = a.colPivHouseholderQr().solve(b);
    return (a * x - b).norm() / b.norm();
  };
  // (m0 l)^2 = (J + 2 J2 c^2/R^2)(m + 2 J2/R^2) with m0 = 2, m = 3, J = 5, J2 = 1/2, c = 2, R = 1.
  const double special = std::sqrt((5 + 4.) * (3 + 1.)) / 2;
  CHECK(residual(special) <= 1e-10);
  CHECK(residual(1) > 1e-2);
  CHECK(residual(0.9 * special) > 1e-3);
}
