// Vakonomic motion as Hamiltonian motion: constraint algorithm, classes, Dirac and vakonomic brackets.
#include <random>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>

#include "notes/constraint_algorithm.hpp"
#include "notes/poisson.hpp"
#include "notes/vakonomic_hamiltonian.hpp"
#include "systems.hpp"

using namespace hamel;
using namespace chart_test;

namespace {

// A metric and forms that depend on the point, with a potential: nothing in it is special.
struct GenericMetric {
  template <class V>
  Matrix<Scalar<V>, 3> operator()(const V& q) const {
    Matrix<Scalar<V>, 3> g = Matrix<Scalar<V>, 3>::Identity();
    g(0, 0) = 2. + sin(q[1]);
    g(1, 1) = 1.5 + 0.3 * q[0] * q[0];
    g(0, 1) = g(1, 0) = 0.3 * cos(q[2]);
    g(0, 2) = g(2, 0) = Scalar<V>(0.2);
    return g;
  }
};
struct GenericPotential {
  template <class V>
  Scalar<V> operator()(const V& q) const {
    return sin(q[0]) + 0.5 * q[1] * q[2];
  }
};
struct GenericForms {
  template <class V>
  Matrix<Scalar<V>, 1, 3> operator()(const V& q) const {
    Matrix<Scalar<V>, 1, 3> mu;
    mu << -q[1] + 0.2 * q[2], 0.3 * cos(q[0]), Scalar<V>(1);
    return mu;
  }
};

auto generic() {
  return vakonomic_hamiltonian<3, 1>(GenericMetric{}, GenericPotential{}, GenericForms{});
}

using W = Vector<double, 6>;
using Z = Vector<double, 8>;

const auto observable_f = [](const auto& z) { return z[0] * z[4] + sin(z[1]) * z[5]; };
const auto observable_g = [](const auto& z) { return z[2] * z[3] * z[6] + z[4] * z[4] + z[7]; };
const auto observable_h = [](const auto& z) { return z[5] * z[0] + cos(z[2]) * z[3]; };

template <class Points>
void at_random(int count, Points use) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int k = 0; k < count; ++k) {
    W w;
    for (auto& x : w) x = number(random);
    use(w);
  }
}

}  // namespace

TEST_CASE("the constraint algorithm stabilises at the second step; all constraints second class") {
  const auto system = generic();
  const auto chart = system.chart();
  at_random(4, [&](const W& w) {
    const V3 q = w.head<3>(), v = system.velocity(w);
    const V1 lambda = system.multipliers(q, V3(w.tail<3>()));
    const auto found = constraint_algorithm(chart, q, v, lambda);
    CHECK(found.phase_space == 7);
    CHECK(found.rank == 6);
    CHECK(found.stable_at == 2);
    REQUIRE(found.steps.size() == 2);
    CHECK(found.steps[0].constraints == 1);
    CHECK(found.steps[0].dimension == 6);
    CHECK(found.steps[0].residual <= 1e-12);
    CHECK(found.steps[1].constraints == 0);
    CHECK(found.undetermined == 0);

    const auto classes = classify(system.dirac().matrix(system.embed(w)));
    CHECK(classes.second_class == 2);
    CHECK(classes.first_class == 0);
    CHECK(classes.second == std::vector<bool>{true, true});
  });
}

TEST_CASE("a Lagrangian singular on d gives tertiary constraints") {
  // L = 1/2 (x'^2 + z'^2) + x y: y has no kinetic energy.
  const auto l = [](const auto& q, const auto& v) {
    return 0.5 * (v[0] * v[0] + v[2] * v[2]) + q[0] * q[1] - 0.5 * (q[1] * q[1]);
  };
  const auto phi = [](const auto& q, const auto& v) {
    using V = std::decay_t<decltype(v)>;
    return One<V>(v[2] - q[0] * v[0]);
  };
  const auto chart = hamel::chart<3, 1>(l, phi);
  // On L_y = 0, y = x, the third variable is determined: y' = x'.
  const auto found = constraint_algorithm(chart, V3(0.5, 0.5, 0), V3(1, 1, 0.5), V1(0.3));
  CHECK(found.rank == 4);
  CHECK(found.stable_at == 2);
  CHECK(found.steps[0].constraints == 2);
  CHECK(found.undetermined == 1);  // y' itself: omega does not see it
  // Without the term in y^2 the condition is x = 0, which has to be kept as well: one step more.
  const auto l3 = [](const auto& q, const auto& v) {
    return 0.5 * (v[0] * v[0] + v[2] * v[2]) + q[0] * q[1];
  };
  const auto deeper =
      constraint_algorithm(hamel::chart<3, 1>(l3, phi), V3(0, 0, 0), V3(0, 1, 0), V1(0.3));
  CHECK(deeper.steps[1].constraints > 0);
  CHECK(deeper.stable_at == 0);  // not within the two steps tried
}

TEST_CASE("Dirac matrix has the printed blocks, and its inverse the printed form") {
  const auto system = generic();
  at_random(4, [&](const W& w) {
    const Z z = system.embed(w) + Z(0.1 * Z::LinSpaced(-1, 1));  // off M2 as well
    const V3 q = z.head<3>(), p = z.segment<3>(4);
    const double d = system.d_matrix(q)(0, 0);
    const Matrix<double, 2> c = system.dirac().matrix(z);
    CHECK(std::abs(c(0, 0)) <= 1e-13);
    CHECK(std::abs(c(0, 1) - d) <= 1e-12);
    CHECK(std::abs(c(1, 0) + d) <= 1e-12);
    // N_ij of one constraint is zero; the printed formula with two constraints is checked below.
    CHECK(std::abs(c(1, 1)) <= 1e-12);
    (void)p;
  });
}

TEST_CASE("N_ij as printed, two constraints") {
  const auto metric = [](const auto& q) {
    using S = typename std::decay_t<decltype(q)>::Scalar;
    Matrix<S, 4> g = Matrix<S, 4>::Identity();
    g(0, 0) = 2. + sin(q[1]);
    g(1, 2) = g(2, 1) = 0.4 * cos(q[3]);
    return g;
  };
  const auto forms = [](const auto& q) {
    using S = typename std::decay_t<decltype(q)>::Scalar;
    Matrix<S, 2, 4> mu;
    mu << sin(q[2]), -cos(q[2]), S(0.3), q[0], cos(q[2]), sin(q[2]), q[1] * q[3], S(-0.9);
    return mu;
  };
  const auto system = vakonomic_hamiltonian<4, 2>(
      metric, [](const auto& q) { return 0.5 * (q[0] * q[1]); }, forms);
  const auto z = (Vector<double, 12>() << 0.3, -0.4, 0.5, 0.2, 0.7, -0.6, 0.9, -0.1, 0.4, 0.8, 0, 0)
                     .finished();
  const Vector<double, 4> q = z.head<4>(), p = z.segment<4>(6);
  const Vector<double, 2> lambda = z.segment<2>(4);
  const auto x = [&](const auto& y) {  // mu_iD g^CD and D_ki, stacked
    using S = typename std::decay_t<decltype(y)>::Scalar;
    const Matrix<S, 4, 2> up = system.raised_forms(y);
    const Matrix<S, 2> d = system.d_matrix(y);
    Vector<S, 12> all;
    all << up.col(0), up.col(1), d.col(0), d.col(1);
    return all;
  };
  const Matrix<double, 12, 4> slope = jacobian(x, q);
  const Matrix<double, 4, 2> up = system.raised_forms(q);
  double n01 = 0;
  for (int b = 0; b < 4; ++b) {
    for (int c = 0; c < 4; ++c) {
      n01 += p[c] * (up(b, 1) * slope(c, b) - up(b, 0) * slope(4 + c, b));
    }
    for (int k = 0; k < 2; ++k) {
      n01 += lambda[k] * (up(b, 0) * slope(10 + k, b) - up(b, 1) * slope(8 + k, b));
    }
  }
  const Matrix<double, 4> c = system.dirac().matrix(z);
  CHECK(std::abs(c(2, 3) - n01) <= 1e-12);
  CHECK(std::abs(n01) > 1e-2);
  Matrix<double, 4> inverse = Matrix<double, 4>::Zero();
  const Matrix<double, 2> d_inverse = system.d_matrix(q).inverse();
  inverse.topLeftCorner<2, 2>() = d_inverse * c.bottomRightCorner<2, 2>() * d_inverse;
  inverse.topRightCorner<2, 2>() = -d_inverse;
  inverse.bottomLeftCorner<2, 2>() = d_inverse;
  CHECK((c * inverse - Matrix<double, 4>::Identity()).norm() <= 1e-12);
}

TEST_CASE("the Dirac bracket satisfies Jacobi's identity, and constraints are its Casimirs") {
  const auto system = generic();
  const auto dirac = system.dirac();
  const auto fg = dirac.bracket(observable_f, observable_g);
  const auto gh = dirac.bracket(observable_g, observable_h);
  const auto hf = dirac.bracket(observable_h, observable_f);
  const auto jacobi_f = dirac.bracket(observable_f, gh);
  const auto jacobi_g = dirac.bracket(observable_g, hf);
  const auto jacobi_h = dirac.bracket(observable_h, fg);
  const auto chi = [&](const auto& z) { return system.secondary(z)[0]; };
  double largest = 0;
  at_random(3, [&](const W& w) {
    const Z z = system.embed(w);
    const double f = jacobi_f(z), g = jacobi_g(z), h = jacobi_h(z);
    largest = std::max(largest, std::abs(f));
    CHECK(std::abs(f + g + h) <= 1e-10 * (1 + std::abs(f) + std::abs(g)));
    CHECK(std::abs(dirac.bracket(observable_f, chi)(z)) <= 1e-12);
  });
  CHECK(largest > 0.1);
}

TEST_CASE("restricted to M2 it is the canonical bracket in (q, p); vakonomic bracket agrees") {
  const auto system = generic();
  const auto on_m2 = [&](const auto& f) {
    return [&](const auto& w) { return f(system.embed(w)); };
  };
  const auto f = [](const auto& w) { return w[0] * w[4] + w[3] * w[3]; };
  const auto g = [](const auto& w) { return sin(w[1]) * w[5] + w[2] * w[4]; };
  const auto extended = [](const auto& h) {  // of (q, g v) as an observable of T*P, using lambda
    return [h](const auto& z) {
      using S = typename std::decay_t<decltype(z)>::Scalar;
      const Vector<S, 3> q = z.template head<3>();
      Vector<S, 6> bare;
      bare << q, Vector<S, 3>(z.template segment<3>(4) -
                              GenericForms{}(q).transpose() * z.template segment<1>(3));
      return h(bare);
    };
  };
  at_random(3, [&](const W& w) {
    const Z z = system.embed(w);
    const double dirac = system.dirac().bracket(observable_f, observable_g)(z);
    const double reduced = CanonicalBracket{on_m2(observable_f), on_m2(observable_g)}(w);
    CHECK(std::abs(dirac - reduced) <= 1e-11);

    const double vakonomic = system.vakonomic_bracket(f, g)(w);
    const double through_lambda = system.dirac().bracket(extended(f), extended(g))(z);
    CHECK(std::abs(vakonomic - through_lambda) <= 1e-11);
    // {f,H}_vak is the change of f along the vakonomic motion.
    const auto energy = [](const auto& y) {
      using S = typename std::decay_t<decltype(y)>::Scalar;
      const Vector<S, 3> q = y.template head<3>(), p = y.template tail<3>();
      const Vector<S, 3> v = GenericMetric{}(q).partialPivLu().solve(p);
      return S(0.5 * p.dot(v) + GenericPotential{}(q));
    };
    const double change = gradient(system.pulled_back(f), w).dot(system.field(w));
    CHECK(std::abs(system.vakonomic_bracket(f, energy)(w) - change) <= 1e-11);
  });
}

TEST_CASE("the Hamiltonian field of H2 is the field of the chart; H2 is the energy") {
  const auto system = generic();
  const auto plan = vakonomic(system.chart());
  at_random(4, [&](const W& w) {
    const V3 q = w.head<3>(), v = system.velocity(w);
    const V1 lambda = system.multipliers(q, V3(w.tail<3>()));
    const auto state = plan.start(q, v, lambda);
    CHECK((system.legendre(q, v, lambda) - w).norm() <= 1e-12);
    CHECK(std::abs(system.h2(w) - plan.system().energy(state.x, v)) <= 1e-12);
    // d/dt of (q, g v + lambda mu) along the chart's field.
    const auto rate = plan.field(0., state.x, state.m);
    const auto through = [&](const auto& y) {
      using S = typename std::decay_t<decltype(y)>::Scalar;
      return system.legendre(Vector<S, 3>(y.template head<3>()),
                             Vector<S, 3>(y.template segment<3>(3)),
                             Vector<S, 1>(y.template tail<1>()));
    };
    const auto y = (Vector<double, 7>() << q, v, lambda).finished();
    const auto y_dot = (Vector<double, 7>() << rate.a, rate.m_dot).finished();
    CHECK((jacobian(through, y) * y_dot - system.field(w)).norm() <= 1e-11);
  });
}

TEST_CASE("the vakonomic flow is canonical on M2") {
  const auto system = generic();
  const auto plan = vakonomic(system.chart());
  const auto flow = [&](const auto& w) {
    using S = typename std::decay_t<decltype(w)>::Scalar;
    const Vector<S, 3> q = w.template head<3>(), p = w.template tail<3>();
    typename decltype(plan)::template State<S> state;
    state.x.data = q;
    state.m << system.velocity(w), system.multipliers(q, p);
    RungeKutta<DormandPrince8>::Memory memory;
    for (int k = 0; k < 20; ++k) {
      RungeKutta<DormandPrince8>{}.step(plan, S(0), S(0.05), state, memory);
    }
    return system.legendre(Vector<S, 3>(state.x.data), Vector<S, 3>(state.m.template head<3>()),
                           Vector<S, 1>(state.m.template tail<1>()));
  };
  at_random(2, [&](const W& w) {
    const Matrix<double, 6> tangent = jacobian(flow, w);
    const Matrix<double, 6> omega = symplectic(Matrix<double, 6>(Matrix<double, 6>::Identity()));
    CHECK((tangent.transpose() * omega * tangent - omega).norm() <= 1e-9);
    CHECK((tangent - Matrix<double, 6>::Identity()).norm() > 0.5);
    CHECK(std::abs(system.h2(flow(w)) - system.h2(w)) <= 1e-11);
  });
}
