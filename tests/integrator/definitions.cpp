// A step is the formula of its source, stage by stage: an order does not see every slip, such as two exponentials
// exchanged inside a stage, which changes the step by O(h^4).
#include <cmath>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/solve.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/crouch_grossman.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

namespace {

using V = Vector<double, 3>;

/// A top that is pushed: its force depends on element, velocity and time.
struct Push {
  template <class G, class S>
  Vector<S, 3> operator()(const S& t, const Element<G, S>& x, const Vector<S, 3>& a) const {
    using std::sin;
    const Vector<S, 3> seen = G{}.Ad_star(x, Vector<S, 3>(S(1), S(-2), S(0.5)));
    return Vector<S, 3>(seen + S(0.2) * Vector<S, 3>(a[1], a[2], S(-a[0])) +
                        Vector<S, 3>(S(0), S(0), S(3) * sin(S(2) * t)));
  }
};
struct Level {
  template <class G, class S>
  S operator()(const Element<G, S>&) const {
    return S(0);
  }
};

template <class G>
auto pushed() {
  const Matrix<double, 3> inertia = Vector<double, 3>(1, 2, 3.5).asDiagonal();
  return free(mechanical(G{}, inertia, Level{}, Push{}));
}

using Rows = std::vector<std::vector<double>>;

/// An explicit method on a group: a stage moves by the exponentials `moves[i]` in turn, each of a combination of the
/// velocities; the last entry is the step. Momenta add by the sums of the combinations.
struct Products {
  std::vector<Rows> moves;
  std::vector<double> c;
  Rows momenta;
};

template <class P, class St>
St stepped(const P& p, double t, double h, const St& start, const Products& method) {
  std::vector<V> a, m_dot;
  for (std::size_t i = 0;; ++i) {
    St at = start;
    for (const auto& weights : method.moves[i]) {
      V s = V::Zero();
      for (std::size_t j = 0; j < weights.size(); ++j) s += h * weights[j] * a[j];
      at.x = p.group().compose(at.x, p.group().exp(s));
    }
    for (std::size_t j = 0; j < method.momenta[i].size(); ++j)
      at.m += h * method.momenta[i][j] * m_dot[j];
    if (i == method.c.size()) return at;
    const auto k = p.field(t + method.c[i] * h, at.x, at.m);
    a.push_back(k.a);
    m_dot.push_back(k.m_dot);
  }
}

/// One in which s, x exp(s), moves by s' = (dexp^L_s)^{-1} a; by iteration where it is implicit.
template <class P, class St>
St stepped_in_coordinates(const P& p, double t, double h, const St& start, const Rows& a,
                          const std::vector<double>& b, const std::vector<double>& c) {
  const auto& g = p.group();
  std::vector<V> k(b.size(), V::Zero()), l(b.size(), V::Zero());
  const auto moved = [&](const std::vector<double>& weights) {
    St at = start;
    V s = V::Zero();
    for (std::size_t j = 0; j < weights.size(); ++j) {
      s += h * weights[j] * k[j];
      at.m += h * weights[j] * l[j];
    }
    at.x = g.compose(start.x, g.exp(s));
    return std::pair(at, s);
  };
  for (int sweep = 0; sweep < 200; ++sweep) {
    for (std::size_t i = 0; i < b.size(); ++i) {
      const auto [at, s] = moved(a[i]);
      const auto v = p.field(t + c[i] * h, at.x, at.m);
      k[i] = g.dexp_inv(V(-s), v.a);
      l[i] = v.m_dot;
    }
  }
  return moved(b).first;
}

template <class P, class M, class Expected>
void check(const P& p, const M& method, const Expected& expected) {
  const auto start = p.start(p.group().exp(V(0.4, -0.3, 0.6)), V(0.7, -1.1, 0.9));
  for (const double h : {0.3, -0.2}) {
    auto state = start;
    typename M::Memory memory;
    REQUIRE(method.step(p, 0.8, h, state, memory));
    const auto end = expected(p, 0.8, h, start);
    CHECK((state.x.data - end.x.data).norm() < 2e-14);
    CHECK((state.m - end.m).norm() < 2e-14);
  }
}

template <class M>
void check_products(const M& method, const Products& source) {
  const auto expected = [&](const auto& p, double t, double h, const auto& start) {
    return stepped(p, t, h, start, source);
  };
  check(pushed<SO3>(), method, expected);
  check(pushed<SE2Cover>(), method, expected);
}

template <class M>
void check_coordinates(const M& method, const Rows& a, const std::vector<double>& b,
                       const std::vector<double>& c) {
  const auto expected = [&](const auto& p, double t, double h, const auto& start) {
    return stepped_in_coordinates(p, t, h, start, a, b, c);
  };
  check(pushed<SO3>(), method, expected);
  check(pushed<SE2Cover>(), method, expected);
}

/// Weights that integrate every polynomial of degree below the number of nodes from 0 to `end`.
std::vector<double> quadrature(const std::vector<double>& nodes, double end) {
  const int n = static_cast<int>(nodes.size());
  Matrix<double, dynamic> powers(n, n);
  Vector<double, dynamic> integrals(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) powers(i, j) = std::pow(nodes[std::size_t(j)], i);
    integrals[i] = std::pow(end, i + 1) / (i + 1);
  }
  const Vector<double, dynamic> w = solve(powers, integrals);
  return {w.data(), w.data() + n};
}

template <class M>
void check_collocation(const M& method, const std::vector<double>& nodes) {
  Rows a;
  for (const double node : nodes) a.push_back(quadrature(nodes, node));
  check_coordinates(method, a, quadrature(nodes, 1), nodes);
}

}  // namespace

TEST_CASE("Crouch-Grossman 3 (Crouch & Grossman 1993)") {
  const double a31 = 119. / 216, a32 = 17. / 108, b1 = 13. / 51, b2 = -2. / 3, b3 = 24. / 17;
  check_products(CrouchGrossman3{},
                 {{{}, {{3. / 4}}, {{a31}, {0, a32}}, {{b1}, {0, b2}, {0, 0, b3}}},
                  {0, 3. / 4, 17. / 24},
                  {{}, {3. / 4}, {a31, a32}, {b1, b2, b3}}});
}

TEST_CASE("commutator-free methods (Celledoni, Marthinsen & Owren 2003)") {
  check_products(CommutatorFree3{},
                 {{{}, {{1. / 3}}, {{0, 2. / 3}}, {{1. / 3}, {-1. / 12, 0, 3. / 4}}},
                  {0, 1. / 3, 2. / 3},
                  {{}, {1. / 3}, {0, 2. / 3}, {1. / 4, 0, 3. / 4}}});
  const double w = 1. / 12;
  check_products(CommutatorFree4{},
                 {{{},
                   {{0.5}},
                   {{0, 0.5}},
                   {{0.5}, {-0.5, 0, 1}},
                   {{3 * w, 2 * w, 2 * w, -w}, {-w, 2 * w, 2 * w, 3 * w}}},
                  {0, 0.5, 0.5, 1},
                  {{}, {0.5}, {0, 0.5}, {0, 0, 1}, {1. / 6, 1. / 3, 1. / 3, 1. / 6}}});
}

TEST_CASE("Runge-Kutta-Munthe-Kaas 4 (Munthe-Kaas 1999)") {
  check_coordinates(RungeKutta<Classical4>{}, {{}, {0.5}, {0, 0.5}, {0, 0, 1}},
                    {1. / 6, 1. / 3, 1. / 3, 1. / 6}, {0, 0.5, 0.5, 1});
}

TEST_CASE("Gauss collocation (Butcher 1964): weights from the roots of Legendre's polynomials") {
  const double r4 = std::sqrt(3.) / 6, r6 = std::sqrt(15.) / 10;
  check_collocation(Collocation<Gauss4>{}, {0.5 - r4, 0.5 + r4});
  check_collocation(Collocation<Gauss6>{}, {0.5 - r6, 0.5, 0.5 + r6});
}
