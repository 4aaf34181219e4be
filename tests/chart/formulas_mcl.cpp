// The printed formulas of Martinez, Cortes & de Leon (2000), examples VII.4 and VIII.6, as numbers.
#include <random>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>

#include "notes/vakonomic_hamiltonian.hpp"
#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

std::mt19937 generator(11);
double number() {
  return std::uniform_real_distribution<double>(0.2, 1.2)(generator);
}

// z (z' - y x').
struct ParticleTimesZ {
  template <class V>
  One<V> operator()(const V& q, const V& v) const {
    return One<V>(q[2] * (v[2] - q[1] * v[0]));
  }
};

const auto nothing = [](const auto& q) { return 0. * q[0]; };
template <int N>
auto constant_metric(const Vector<double, N>& diagonal) {
  return [diagonal](const auto& q) {
    using S = typename std::decay_t<decltype(q)>::Scalar;
    Matrix<S, N> g = Matrix<S, N>::Zero();
    for (int i = 0; i < N; ++i) g(i, i) = S(diagonal[i]);
    return g;
  };
}

const double a = -1 / (1 + R * R / I2);

auto disk_hamiltonian() {
  return vakonomic_hamiltonian<4, 2>(constant_metric(V4(1, 1, I1, I2)), nothing, [](const auto& q) {
    using S = typename std::decay_t<decltype(q)>::Scalar;
    Matrix<S, 2, 4> mu;
    mu << sin(q[2]), -cos(q[2]), S(0), S(0), cos(q[2]), sin(q[2]), S(0), S(-R);
    return mu;
  });
}

// (v', lambda') and their rates at a point of P2.
template <class P>
auto rates(const P& plan, const Vector<double, P::dimension>& q,
           const Vector<double, P::dimension>& v, const Vector<double, P::constraints>& lambda) {
  return plan.accelerations(q, v, lambda);
}

// d/dt of lambda' along the motion: MCL's D.
template <class P>
Vector<double, P::constraints> second_rates(const P& plan, const Vector<double, P::dimension>& q,
                                            const Vector<double, P::dimension>& v,
                                            const Vector<double, P::constraints>& lambda) {
  constexpr int n = P::dimension, m = P::constraints;
  const auto b = [&](const auto& y) {
    using S = typename std::decay_t<decltype(y)>::Scalar;
    const Vector<S, m> rate = plan.accelerations(Vector<S, n>(y.template head<n>()),
                                                 Vector<S, n>(y.template segment<n>(n)),
                                                 Vector<S, m>(y.template tail<m>()))
                                  .template tail<m>();
    return rate;
  };
  Vector<double, 2 * n + m> y, y_dot;
  y << q, v, lambda;
  y_dot << v, plan.accelerations(q, v, lambda);
  return jacobian(b, y) * y_dot;
}

}  // namespace

TEST_CASE("rolling disk: B, C, D as printed; the multiplier equation is a misprint") {
  const auto plan = vakonomic(disk());
  for (int k = 0; k < 5; ++k) {
    const double theta = number(), spin = number(), turn = number();
    const double lambda = number(), mu = number();
    const double s = std::sin(theta), c = std::cos(theta);
    const V4 q(number(), number(), theta, number()), v(R * spin * c, R * spin * s, turn, spin);
    const auto r = rates(plan, q, v, V2(lambda, mu));
    CHECK(std::abs(r[4] - (R * turn * spin + mu * turn)) <= 1e-13);  // B_lambda
    CHECK(std::abs(r[5] - a * lambda * turn) <= 1e-13);              // B_mu
    CHECK(std::abs(r[0] - (-(1 + a) * lambda * turn * c - R * spin * turn * s)) <= 1e-13);  // C_x
    CHECK(std::abs(r[1] - (-(1 + a) * lambda * turn * s + R * spin * turn * c)) <= 1e-13);  // C_y
    CHECK(std::abs(r[2] - R / I1 * lambda * spin) <= 1e-13);      // C_theta
    CHECK(std::abs(r[3] - R * a / I2 * lambda * turn) <= 1e-13);  // C_phi
    const auto d = second_rates(plan, q, v, V2(lambda, mu));
    CHECK(std::abs(d[0] - (-lambda * turn * turn + R * R / I1 * lambda * spin * spin +
                           R / I1 * mu * lambda * spin)) <= 1e-12);
    CHECK(std::abs(d[1] - (a * R * spin * turn * turn + a * mu * turn * turn +
                           a * R / I1 * lambda * lambda * spin)) <= 1e-12);
    // Printed below: lambda' = theta'(R phi' + mu'). With mu it is B_lambda, with mu' it is not.
    CHECK(std::abs(r[4] - turn * (R * spin + r[5])) > 1e-2);
    // lambda = A sin theta - B cos theta, mu = A cos theta + B sin theta - R phi': A, B constant.
    const double mu_spin_dot = r[5] + R * r[3];
    CHECK(std::abs(r[4] * s + lambda * c * turn + mu_spin_dot * c - (mu + R * spin) * s * turn) <=
          1e-13);
    CHECK(std::abs(-r[4] * c + lambda * s * turn + mu_spin_dot * s + (mu + R * spin) * c * turn) <=
          1e-13);
  }
  // (A,B) = (0,0) is the nonholonomic field.
  const auto wheel = nonholonomic(disk());
  const V4 q(0, 0, 0.4, 0), v(R * std::cos(0.4), R * std::sin(0.4), 0.5, 1);
  CHECK(
      (rates(plan, q, v, V2(0, -R)).head(4) - wheel.accelerations(q, v, V2(0, 0)).head(4)).norm() <=
      1e-13);
}

TEST_CASE("rolling disk: constraints, h2 and pi as printed; three misprints in {f,H}") {
  const auto system = disk_hamiltonian();
  for (int k = 0; k < 5; ++k) {
    Vector<double, 8> w;
    for (auto& x : w) x = number();
    const double th = w[2], px = w[4], py = w[5], pt = w[6], pf = w[7];
    const double s = std::sin(th), c = std::cos(th), s2 = std::sin(2 * th), c2 = std::cos(2 * th);
    const double h2 = 0.5 * ((1 + a) * c * c * px * px + (1 + a) * s * s * py * py + pt * pt / I1 -
                             a / I2 * pf * pf + (1 + a) * s2 * px * py -
                             2 * R * a / I2 * c * px * pf - 2 * R * a / I2 * s * py * pf);
    CHECK(std::abs(system.h2(w) - h2) <= 1e-13);

    Vector<double, 12> z;
    for (auto& x : z) x = number();
    const double zs = std::sin(z[2]), zc = std::cos(z[2]);
    const auto chi = system.secondary(z);
    CHECK(std::abs(chi[0] - (-z[4] - z[7] * zc + z[6] * zs)) <= 1e-13);
    CHECK(std::abs(chi[1] - (z[5] / a + z[7] * zs + z[6] * zc - R / I2 * z[9])) <= 1e-13);

    const Vector<double, 8> bare = system.kinetic_point(w);
    CHECK(std::abs(bare[4] - ((1 + a) * c * c * px + (1 + a) * s * c * py - R * a / I2 * c * pf)) <=
          1e-13);
    CHECK(std::abs(bare[5] - ((1 + a) * s * c * px + (1 + a) * s * s * py - R * a / I2 * s * pf)) <=
          1e-13);
    CHECK(std::abs(bare[6] - pt) <= 1e-13);
    CHECK(std::abs(bare[7] + a * (R * c * px + R * s * py + pf)) <= 1e-13);

    // {f,H}_vak: the coefficients of df/dx, df/dphi and df/dp_theta.
    const Vector<double, 8> field = system.field(w);
    const double x_printed = (1 + a) * c * c * px + (1 + a) * s * c * py - 2 * R * a / I2 * c * pf;
    const double x_right = (1 + a) * c * c * px + (1 + a) * s * c * py - R * a / I2 * c * pf;
    CHECK(std::abs(field[0] - x_right) <= 1e-13);
    CHECK(std::abs(field[0] - x_printed) > 1e-2);
    const double phi_printed = -(a / I2 * pf + R * a / I2 * c * px - R * a / I2 * s * py);
    const double phi_right = -(a / I2 * pf + R * a / I2 * c * px + R * a / I2 * s * py);
    CHECK(std::abs(field[3] - phi_right) <= 1e-13);
    CHECK(std::abs(field[3] - phi_printed) > 1e-2);
    const auto p_theta = [&](double cross) {
      return -0.5 * (-(1 + a) * s2 * px * px + (1 + a) * s2 * py * py + cross * c2 * px * py +
                     2 * R * a / I2 * s * px * pf - 2 * R * a / I2 * c * py * pf);
    };
    CHECK(std::abs(field[6] - p_theta(2 * (1 + a))) <= 1e-12);
    CHECK(std::abs(p_theta(2 * (1 + a)) - p_theta((1 + a) * (1 + a))) > 1e-3);
  }
}

TEST_CASE("particle with x phi: B, C and D") {
  const auto plan = vakonomic(particle_times_x());
  for (int k = 0; k < 5; ++k) {
    const double x = number(), y = number(), l = number(), vx = number(), vy = number();
    const V3 q(x, y, number()), v(vx, vy, y * vx);
    const double common = vy * (vx + l * x * y) / (1 + y * y);
    const auto r = rates(plan, q, v, V1(l));
    CHECK(std::abs(r[3] - (-l * vx / x - common / x)) <= 1e-12);  // B
    CHECK(std::abs(r[0] - (l * x * vy - y * common)) <= 1e-12);   // C_x
    CHECK(std::abs(r[1] - (-l * x * vx)) <= 1e-12);               // C_y
    CHECK(std::abs(r[2] - common) <= 1e-12);                      // C_z
    // D = d/dt B; where S holds, lambda' = B.
    const double w = 1 + y * y, rate = r[3];
    const double d = second_rates(plan, q, v, V1(l))[0];
    const double printed = -rate * (vx / x + y * vy / w) + vx / x * (vx / x) * l +
                           vx / x * (vx / x) * vy / w + 2 * y * vx * vy * vy / (x * w * w) +
                           l * vy * vy * (y * y - 1) / (w * w) - r[0] * (vy / (x * w) + l / x) -
                           r[1] * (vx / (x * w) + l * y / w);
    CHECK(std::abs(d - printed) <= 1e-11);
  }
}

TEST_CASE("particle with z phi: B and C; C_x has a misprint") {
  const auto plan = vakonomic(chart<3, 1>(Kinetic<3>{}, ParticleTimesZ{}));
  for (int k = 0; k < 5; ++k) {
    const double y = number(), z = number(), l = number(), vx = number(), vy = number();
    const V3 q(number(), y, z), v(vx, vy, y * vx);
    const double common = vy * (vx + l * z * y) / (1 + y * y), vz = v[2], w = 1 + y * y;
    const auto r = rates(plan, q, v, V1(l));
    CHECK(std::abs(r[3] - (-l * vz / z - common / z)) <= 1e-12);
    CHECK(std::abs(r[0] - (l * z * vy - y * common)) <= 1e-12);  // right: lambda z y'
    CHECK(std::abs(r[0] - (l * y * vz - y * common)) > 1e-3);    // printed: lambda y z'
    CHECK(std::abs(r[1] - (-l * z * vx)) <= 1e-12);
    CHECK(std::abs(r[2] - common) <= 1e-12);
    const double rate = r[3];
    const double printed = -rate * (vz / z + y * vy / w) + vz / z * (vz / z) * (l + vy / (y * w)) +
                           2 * y * vy * vy * (vx + l * z * y) / (w * w) - l * vy * vy / (w * w) -
                           l / z * r[2] - r[0] * vy / (z * w) - r[1] * (vx / (z * w) + l * y / w);
    const double d = second_rates(plan, q, v, V1(l))[0];
    const double right = -rate * (vz / z + y * vy / w) + vz / z * (vz / z) * (l + vy / (y * w)) +
                         2 * y * vy * vy * (vx + l * z * y) / (z * w * w) - l * vy * vy / w -
                         l / z * r[2] - r[0] * vy / (z * w) - r[1] * (vx / (z * w) + l * y / w);
    CHECK(std::abs(d - right) <= 1e-11);
    CHECK(std::abs(d - printed) > 1e-4);
  }
}

TEST_CASE("particle: chi, lambda on M2, h2 and pi as printed") {
  const auto system =
      vakonomic_hamiltonian<3, 1>(constant_metric(V3(1, 1, 1)), nothing, [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        Matrix<S, 1, 3> mu;
        mu << -q[0] * q[1], S(0), q[0];
        return mu;
      });
  for (int k = 0; k < 5; ++k) {
    Vector<double, 6> w;
    for (auto& x : w) x = number();
    const double x = w[0], y = w[1], px = w[3], py = w[4], pz = w[5];
    const V3 q = w.head<3>(), p = w.tail<3>();
    const double l = (pz - y * px) / (1 + y * y);
    CHECK(std::abs(system.multipliers(q, p)[0] - l / x) <= 1e-12);
    CHECK(std::abs(system.h2(w) - 0.5 * ((px + y * pz) * (px + y * pz) / (1 + y * y) + py * py)) <=
          1e-12);
    CHECK((system.kinetic_point(w).tail<3>() - V3(px + y * l, py, pz - l)).norm() <= 1e-12);
  }
}

TEST_CASE("equation (18): the added term is wrong; on M2 the first two suffice") {
  // Two constraints with N_12 != 0.
  const auto system =
      vakonomic_hamiltonian<4, 2>(constant_metric(V4(1, 1, I1, I2)), nothing, [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        Matrix<S, 2, 4> mu;
        mu << sin(q[2]), -cos(q[2]), S(0.3), q[0], cos(q[2]), sin(q[2]), q[1], S(-R);
        return mu;
      });
  // Observables of T*P that use lambda, equal on M2 to ones that do not.
  const auto f = [](const auto& z) { return z[0] * z[4] + z[6]; };
  const auto g = [](const auto& z) { return z[5] * z[7] + z[2]; };
  const auto reduced = [&](const auto& h) {
    return [&](const auto& w) { return h(system.embed(w)); };
  };
  Vector<double, 8> w;
  for (auto& x : w) x = number();
  const auto z = system.embed(w);
  const double dirac = system.dirac().bracket(f, g)(z);
  CHECK(std::abs(dirac - CanonicalBracket{reduced(f), reduced(g)}(w)) <= 1e-12);
  const Matrix<double, 2> d = system.d_matrix(V4(w.head<4>())).inverse();
  const Matrix<double, 4> c = system.dirac().matrix(z);
  const Vector<double, 12> df = gradient(f, z), dg = gradient(g, z);
  const double added = df.segment<2>(4).dot(d * c.bottomRightCorner<2, 2>() * d * dg.segment<2>(4));
  CHECK(std::abs(added) > 1e-3);
  // Read with derivatives at fixed lambda it misses the mixed terms f_lambda D^-1 {chi,g}.
  Vector<double, 12> free_f = df, free_g = dg;
  const double canonical = CanonicalBracket{f, g}(z);
  CHECK(std::abs(dirac - (canonical + added)) > 1e-3);
  const auto slopes = jacobian([&](const auto& y) { return system.secondary(y); }, z);
  const V2 chi_f = slopes * symplectic(free_f), chi_g = slopes * symplectic(free_g);
  const double mixed = df.segment<2>(4).dot(d * chi_g) - chi_f.dot(d * dg.segment<2>(4));
  CHECK(std::abs(dirac - (canonical + added + mixed)) <= 1e-12);
}
