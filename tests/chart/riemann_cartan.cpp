// Nonholonomic motion as autoparallels, vakonomic as geodesics (Guo, Wang, Chee & Mei 2005).
#include "notes/riemann_cartan.hpp"

#include <random>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>

#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

double coordinate() {
  static std::mt19937 generator(5);
  return std::uniform_real_distribution<double>(0.1, 0.9)(generator);
}

template <int N>
auto diagonal(const Vector<double, N>& entries) {
  return [entries](const auto& q) {
    using S = typename std::decay_t<decltype(q)>::Scalar;
    return Matrix<S, N>(entries.template cast<S>().asDiagonal());
  };
}

// (x, y | z), z' = y x'.
auto particle_geometry() {
  return riemann_cartan<3, 2>(diagonal(Vector<double, 3>(1, 1, 1)), [](const auto& q) {
    using S = typename std::decay_t<decltype(q)>::Scalar;
    return Matrix<S, 1, 2>(q[1], S(0));
  });
}
// (x, phi | y), y' = x' tan phi.
auto sleigh_geometry() {
  return riemann_cartan<3, 2>(diagonal(Vector<double, 3>(1, 1, 1)), [](const auto& q) {
    using S = typename std::decay_t<decltype(q)>::Scalar;
    return Matrix<S, 1, 2>(tan(q[1]), S(0));
  });
}
// (phi, psi | x, y), rolling disk.
auto disk_geometry() {
  return riemann_cartan<4, 2>(diagonal(Vector<double, 4>(I1, I2, 1, 1)), [](const auto& q) {
    using S = typename std::decay_t<decltype(q)>::Scalar;
    Matrix<S, 2> e = Matrix<S, 2>::Zero();
    e(0, 0) = R * cos(q[1]);
    e(1, 0) = R * sin(q[1]);
    return e;
  });
}
// Three base coordinates, two eliminated, a metric that varies over the base.
auto generic_geometry() {
  return riemann_cartan<5, 3>(
      [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        Matrix<S, 5> g = 2. * Matrix<S, 5>::Identity();
        g(0, 0) = 3. + sin(q[1]);
        g(1, 3) = g(3, 1) = 0.5 * cos(q[0] * q[2]);
        g(3, 3) = 2. + q[2] * q[2];
        g(2, 4) = g(4, 2) = 0.4 * q[1];
        return g;
      },
      [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        Matrix<S, 2, 3> e;
        e << q[1], 0.3 * sin(q[2]), S(0.5), q[0] * q[2], S(1), cos(q[1]);
        return e;
      });
}

// Chart (base, others) with the geometry's kinetic energy and constraint.
template <int N, int B, class Geometry>
auto as_chart(const Geometry& geometry) {
  const auto l = [geometry](const auto& q, const auto& v) {
    using S = typename std::decay_t<decltype(v)>::Scalar;
    const Matrix<S, N> g = geometry.ambient_metric(Vector<S, B>(q.template head<B>()));
    return S(S(0.5) * v.dot(g * v));
  };
  const auto phi = [geometry](const auto& q, const auto& v) {
    using S = typename std::decay_t<decltype(v)>::Scalar;
    const Vector<S, N> full =
        geometry.velocity(Vector<S, B>(q.template head<B>()), Vector<S, B>(v.template head<B>()));
    return Vector<S, N - B>((v - full).template tail<N - B>());
  };
  return chart<N, N - B>(l, phi);
}

template <int N, int B, class Geometry>
void check_dynamics(const Geometry& geometry) {
  const auto system = as_chart<N, B>(geometry);
  const auto wheel = nonholonomic(system);
  const auto plan = vakonomic(system);
  for (int k = 0; k < 5; ++k) {
    Vector<double, B> q, v;
    for (int i = 0; i < B; ++i) q[i] = coordinate(), v[i] = coordinate();
    Vector<double, N> x = Vector<double, N>::Zero();
    x.template head<B>() = q;
    const Vector<double, N> x_dot = geometry.velocity(q, v);
    const Vector<double, N - B> lambda = geometry.geodesic_multipliers(q, v);
    const Vector<double, B> nonholonomic_a =
        wheel.accelerations(x, x_dot, Vector<double, N - B>(lambda)).template head<B>();
    const Vector<double, B> vakonomic_a = plan.accelerations(x, x_dot, lambda).template head<B>();
    CHECK((nonholonomic_a - geometry.autoparallel(q, v)).norm() <= 1e-12);
    CHECK((vakonomic_a - geometry.geodesic(q, v)).norm() <= 1e-12);
    CHECK((nonholonomic_a - vakonomic_a - geometry.torsion_difference(q, v)).norm() <= 1e-12);
    // The connection is Christoffel plus contorsion, and metric: d_m g_ns = G_smn + G_nms.
    const auto c = geometry.christoffel(q), g = geometry.connection(q), t = geometry.torsion(q),
               contorsion = geometry.contorsion(q);
    const auto lower = geometry.lowered(q, g);
    const auto slope = jacobian(
        [&](const auto& y) {
          using S = typename std::decay_t<decltype(y)>::Scalar;
          const Matrix<S, B> m = geometry.metric(y);
          return Vector<S, B * B>(m.reshaped());
        },
        q);
    for (int s = 0; s < B; ++s) {
      CHECK((g[s] - c[s] - contorsion[s]).norm() <= 1e-12);
      CHECK((0.5 * (g[s] - g[s].transpose()) - t[s]).norm() <= 1e-12);
      for (int m = 0; m < B; ++m) {
        for (int n = 0; n < B; ++n) {
          CHECK(std::abs(slope(n + B * s, m) - lower[s](m, n) - lower[n](m, s)) <= 1e-12);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("accelerations: nonholonomic autoparallel, vakonomic geodesic, difference by torsion") {
  check_dynamics<3, 2>(particle_geometry());
  check_dynamics<3, 2>(sleigh_geometry());
  check_dynamics<4, 2>(disk_geometry());
  check_dynamics<5, 3>(generic_geometry());
}

TEST_CASE("example 1, particle: metric, symbols and equations (44a), (44b) as printed") {
  const auto geometry = particle_geometry();
  for (int k = 0; k < 5; ++k) {
    const V2 q(coordinate(), coordinate()), v(coordinate(), coordinate());
    const double y = q[1], w = 1 + y * y;
    CHECK((geometry.metric(q) - Matrix<double, 2>(V2(w, 1).asDiagonal())).norm() <= 1e-14);
    const auto c = geometry.christoffel(q), g = geometry.connection(q);
    CHECK(std::abs(c[1](0, 0) + y) <= 1e-14);
    CHECK(std::abs(c[0](0, 1) - y / w) <= 1e-14);
    CHECK(std::abs(c[0](1, 0) - y / w) <= 1e-14);
    CHECK(std::abs(g[0](1, 0) - y / w) <= 1e-14);
    CHECK(std::abs(g[0].norm() - y / w) <= 1e-14);
    CHECK(g[1].norm() <= 1e-14);
    const double s = geometry.torsion(q)[0](0, 1);
    CHECK(std::abs(s + y / (2 * w)) <= 1e-14);
    CHECK((geometry.autoparallel(q, v) - V2(-y * v[0] * v[1] / w, 0)).norm() <= 1e-14);
    CHECK((geometry.geodesic(q, v) - V2(-2 * y * v[0] * v[1] / w, y * v[0] * v[0])).norm() <=
          1e-14);
  }
}

TEST_CASE("example 2, sleigh: metric, symbols and equations (45a), (45b) as printed") {
  const auto geometry = sleigh_geometry();
  for (int k = 0; k < 5; ++k) {
    const V2 q(coordinate(), coordinate()), v(coordinate(), coordinate());
    const double t = std::tan(q[1]), sec2 = 1 + t * t;
    CHECK((geometry.metric(q) - Matrix<double, 2>(V2(sec2, 1).asDiagonal())).norm() <= 1e-13);
    const auto c = geometry.christoffel(q), g = geometry.connection(q);
    CHECK(std::abs(c[1](0, 0) + t * sec2) <= 1e-13);
    CHECK(std::abs(c[0](0, 1) - t) <= 1e-13);
    CHECK(std::abs(g[0](1, 0) - t) <= 1e-13);
    CHECK(std::abs(g[0](0, 1)) <= 1e-13);  // printed without its bar in the last equations: it is 0
    CHECK(std::abs(geometry.torsion(q)[0](0, 1) + t / 2) <= 1e-13);
    CHECK((geometry.autoparallel(q, v) - V2(-v[0] * v[1] * t, 0)).norm() <= 1e-13);
    CHECK((geometry.geodesic(q, v) - V2(-2 * v[0] * v[1] * t, v[0] * v[0] * t * sec2)).norm() <=
          1e-13);
  }
}

TEST_CASE(
    "example 3, rolling disk: no symbol, no torsion, though the constraint is not integrable") {
  const auto geometry = disk_geometry();
  for (int k = 0; k < 5; ++k) {
    const V2 q(coordinate(), coordinate()), v(coordinate(), coordinate());
    CHECK((geometry.metric(q) - Matrix<double, 2>(V2(R * R + I1, I2).asDiagonal())).norm() <=
          1e-14);
    for (int s = 0; s < 2; ++s) {
      CHECK(geometry.christoffel(q)[s].norm() <= 1e-14);
      CHECK(geometry.connection(q)[s].norm() <= 1e-14);
      CHECK(geometry.torsion(q)[s].norm() <= 1e-14);
    }
  }
}

TEST_CASE("general formulas of the paper: (27) and (43) hold; (13), (14), (29) only in part") {
  const auto geometry = generic_geometry();
  const Vector<double, 3> q(0.3, 0.5, 0.7), v(0.4, -0.6, 0.9);
  const auto c = geometry.christoffel(q), t = geometry.torsion(q);
  const auto s = geometry.lowered(q, t), k = geometry.lowered(q, geometry.contorsion(q));
  const auto g = geometry.lowered(q, geometry.connection(q)), lower_c = geometry.lowered(q, c);
  const Vector<double, 3> p = geometry.metric(q) * v;
  const Vector<double, 3> a = geometry.autoparallel(q, v);
  double unsymmetrised = 0;
  for (int m = 0; m < 3; ++m) {
    // (27): L_q - d/dt L_v = 2 S^r_mn L_vr v^n along nonholonomic motion.
    const double left = -(geometry.metric(q) * a)[m] - v.dot(lower_c[m] * v);
    double right = 0;
    for (int r = 0; r < 3; ++r) right += 2 * p[r] * t[r].row(m).dot(v);
    CHECK(std::abs(left - right) <= 1e-12);
    for (int n = 0; n < 3; ++n) {
      for (int r = 0; r < 3; ++r) {
        // (43): K_mrs - S_smr = K_rms = -K_smr, symmetrised over the velocities r, s.
        CHECK(std::abs(k[n](m, r) + k[r](m, n)) <= 1e-12);
        // (29): Christoffel_mnr - 2 S_rnm = G_mnr, symmetrised in n, r.
        const auto difference = [&](int i, int j) {
          return lower_c[m](i, j) - 2 * s[j](i, m) - g[m](i, j);
        };
        CHECK(std::abs(difference(n, r) + difference(r, n)) <= 1e-12);
        unsymmetrised = std::max(unsymmetrised, std::abs(difference(n, r)));
      }
    }
  }
  CHECK(unsymmetrised > 1e-2);

  // (13), (14) for the particle: d_2 eps^3_1 = 1, but eps^3_s G^s_21 = y^2/(1+y^2); and likewise 2 eps S.
  const auto particle = particle_geometry();
  const V2 x(0.3, 0.8);
  const double printed = 0.8 * particle.connection(x)[0](1, 0);
  CHECK(std::abs(printed - 1) > 0.1);
  CHECK(std::abs(2 * 0.8 * particle.torsion(x)[0](1, 0) - 1) > 0.1);
  // Projected to the base, both hold: g_ij eps^i_1 d_2 eps^j_1 = g_11 G^1_21.
  CHECK(std::abs(0.8 * 1 - particle.metric(x)(0, 0) * particle.connection(x)[0](1, 0)) <= 1e-13);
}

TEST_CASE("curvature: (7) is half the curvature of the connection") {
  // z' = y x' + x^2 y'.
  const auto geometry =
      riemann_cartan<3, 2>(diagonal(Vector<double, 3>(1, 1, 1)), [](const auto& q) {
        using S = typename std::decay_t<decltype(q)>::Scalar;
        return Matrix<S, 1, 2>(q[1], q[0] * q[0]);
      });
  const V2 q(0.3, 0.8);
  // R^s_nlm = d_l G^s_mn - d_m G^s_ln + G^s_lr G^r_mn - G^s_mr G^r_ln.
  const auto flat = [&](const auto& y) {
    using S = typename std::decay_t<decltype(y)>::Scalar;
    const auto g = geometry.connection(y);
    Vector<S, 8> all;
    all << g[0].reshaped(), g[1].reshaped();
    return all;
  };
  const auto slope = jacobian(flat, q);
  const auto g = geometry.connection(q);
  const auto e = geometry.frame(q);
  const auto curvature = [&](int s, int n, int l, int m) {
    double sum = slope(4 * s + m + 2 * n, l) - slope(4 * s + l + 2 * n, m);
    for (int r = 0; r < 2; ++r) sum += g[s](l, r) * g[r](m, n) - g[s](m, r) * g[r](l, n);
    return sum;
  };
  const auto f = [&](int m, int n) {  // eq. (8)
    Vector<double, 3> value = Vector<double, 3>::Zero();
    if (m == 1 && n == 0) value[2] = 1;
    if (m == 0 && n == 1) value[2] = 2 * q[0];
    for (int s = 0; s < 2; ++s) value -= g[s](m, n) * e.col(s);
    return value;
  };
  double largest = 0;
  for (int i = 0; i < 16; ++i) {
    const int t = i & 1, n = i >> 1 & 1, l = i >> 2 & 1, m = i >> 3;
    double lowered = 0;
    for (int s = 0; s < 2; ++s) lowered += geometry.metric(q)(t, s) * curvature(s, n, l, m);
    const double gauss = f(l, t).dot(f(m, n)) - f(m, t).dot(f(l, n));
    CHECK(std::abs(lowered - gauss) <= 1e-12);  // without the 1/2 of eq. (7)
    largest = std::max(largest, std::abs(gauss));
  }
  CHECK(largest > 1e-2);
}
