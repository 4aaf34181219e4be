// The derivative of a variational step in closed form, where distribution and metric are constant.
#pragma once

#include <concepts>
#include <cstddef>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/seeded.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/linearised.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel::detail {

/// Problems of fixed size whose D and M are constant.
template <class P>
concept Still = P::dimension != dynamic&& P::variations != dynamic && !P::moves && !P::affine &&
                !P::System::metric_may_vary;
/// The steps whose derivatives are known in closed form, which is faster than implicit_derivative: a step with its
/// linearisation 6 times for a free body on SO(3) and a unicycle under inputs, 4 times for a heavy top and on SE(3).
template <class Equations, class P>
concept ClosedDerivative = Still<P> && requires {
  requires std::same_as<typename Equations::Equations, Trapezoidal>;
};

/// The derivatives of F(t,x,a) + B(x) w where the metric is constant: by e in x exp(e), n x n, by a, n x n, by w, n x
/// m, and, where `timed`, by t.
template <class P, class S, bool timed = false>
struct ForceDerivative {
  using System = typename P::System;
  static constexpr int n = P::dimension, m = inputs_of<System>;
  /// Is anything asked for it but a constant B?
  static constexpr bool outside = System::has_force || (m > 0 && !constant_inputs<System>);
  static constexpr bool varies = outside || System::has_potential;
  Matrix<S, n> by_x, by_a;
  Matrix<S, n, m> by_w;
  Vector<S, n> by_t;

  ForceDerivative(const P& problem, const S& t, const Element<typename P::Group, S>& x,
                  const Vector<S, n>& a, const Vector<S, m>& w) {
    const auto& system = problem.system();
    if constexpr (varies) by_x = by_a = zeros<S, n, n>();
    if constexpr (varies && timed) by_t = zeros<S, n>();
    if constexpr (System::has_potential) {
      constexpr int q = n + timed;
      const auto f = system.potential_force(time<q>(t), Seeds<S, q>()(problem.group(), x));
      add<n, q>(by_x, f, 0);
      if constexpr (timed) add<1, q>(by_t, f, n);
    }
    if constexpr (outside) {
      constexpr int q = 2 * n + m + timed;
      const Seeds<S, q> seeds;
      with_inputs_at(problem, seeds(w, 2 * n), [&](const auto& moved) {
        const auto f =
            moved.system().external_force(time<q>(t), seeds(problem.group(), x), seeds(a, n));
        add<n, q>(by_x, f, 0);
        add<n, q>(by_a, f, n);
        by_w = zeros<S, n, m>();
        add<m, q>(by_w, f, 2 * n);
        if constexpr (timed) add<1, q>(by_t, f, 2 * n + m);
      });
    } else if constexpr (m > 0) {
      by_w = system.input_matrix(x);
    }
  }

  /// F(t,x,a) + B(x) w itself.
  static Vector<S, n> value(const P& problem, const S& t, const Element<typename P::Group, S>& x,
                            const Vector<S, n>& a, const Vector<S, m>& w) {
    return with_inputs_at(problem, w,
                          [&](const auto& p) -> Vector<S, n> { return p.system().force(t, x, a); });
  }

 private:
  /// t, in the last direction where it is one.
  template <int q>
  static Dual<S, q> time(const S& t) {
    if constexpr (timed)
      return Dual<S, q>::variable(t, q - 1);
    else
      return Dual<S, q>(t);
  }
  /// Adds the derivatives of f in the directions from `first` on.
  template <int count, int q>
  static void add(Matrix<S, n, count>& sum, const Vector<Dual<S, q>, n>& f, int first) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < count; ++j) sum(i, j) += f[i].derivatives()[std::size_t(first + j)];
  }
};

/// The derivative of the step from x that a balance solved, by (e, m, w) at its start and, where rows have a column
/// more, along the rates of t and h. With xi = h a, P(xi) =
/// (dtau^R_xi)^{-*} and W the admissible variations, the unknowns z = (u, lambda) of a = D u, mu = A lambda, pi = M a +
/// mu solve
///
///     <P(xi) pi - h/2 F, .>_W = m,   and   m+ = <P(-xi) pi + h/2 F+, .>_W,   e+ = Ad_{tau^-1} e + dtau^L_xi h da.
template <class P, class Retraction, class S, class Point, class Balance, class V, class Rows>
void closed_derivative(const P& problem, const Retraction& retraction, const Dual<S, 1>& moving_t,
                       const Dual<S, 1>& moving_h, const Point& x, const Balance& balance,
                       const V& w, Rows& rows) {
  constexpr int n = P::dimension, r = P::velocities, k = P::variations, m = V::RowsAtCompileTime;
  constexpr bool timed = Rows::ColsAtCompileTime > n + k + m;
  using Tangent = Vector<S, n>;
  using Force = ForceDerivative<P, S, timed>;
  constexpr bool forced = Force::varies;
  const auto& group = problem.group();
  const S t = moving_t.value(), h = moving_h.value(), half = S(0.5) * h;
  const S t_rate = moving_t.derivatives()[0], h_rate = moving_h.derivatives()[0];
  const Tangent a = balance.velocity(), xi = h * a, back = -xi;
  const Matrix<S, n> inertia = problem.metric(x);
  const Matrix<S, n, r> d = problem.basis(x);
  const auto along_w = [&]<int columns>(const Matrix<S, n, columns>& c) -> Matrix<S, k, columns> {
    if constexpr (P::kind == Dynamics::nonholonomic)
      return d.transpose() * c;
    else
      return c;
  };
  const auto by_factors = [&](const auto& one, const auto& other) {
    return times_linearised<Retraction>(group, one, other);
  };

  // what a and pi are by z
  Matrix<S, n, k> a_z, pi_z;
  if constexpr (P::kind == Dynamics::free) {
    a_z = d;
    pi_z = inertia;
  } else {
    const Matrix<S, n, r> lowered = inertia * d;
    if constexpr (P::kind == Dynamics::nonholonomic) {
      a_z = d;
      pi_z = lowered;
    } else {
      const auto ann = converted<S>(problem.split().annihilator());
      a_z = beside<n, k>(d, zeros<S, n, k - r>());
      pi_z = beside<n, k>(lowered, ann);
    }
  }
  const Tangent pi = inertia * a + balance.multiplier();
  const auto start = linearise(retraction, group, xi, pi);
  const auto end = linearise(retraction, group, back, pi);
  Matrix<S, n, k> balance_z = by_factors(start.by_p, pi_z) + h * by_factors(start.by_xi, a_z);
  Matrix<S, n, k> end_z = by_factors(end.by_p, pi_z) - h * by_factors(end.by_xi, a_z);
  const Matrix<S, n, k> moved_z = h * by_factors(tangent_matrix(retraction, group, xi), a_z);
  Point x_end = x;
  if constexpr (forced) x_end = group.compose(x, retraction.tau(group, xi));
  const Force force(problem, t, x, a, w), force_end(problem, S(t + h), x_end, a, w);
  if constexpr (forced) {
    balance_z -= half * (force.by_a * a_z);
    end_z += half * (force_end.by_a * a_z);
  }

  // z by (m, w, e, h)
  constexpr int by_h = k + m + (forced ? n : 0), columns = by_h + timed;
  Matrix<S, k, columns> right;
  put(right, 0, 0, unit_matrix<S, k>());
  if constexpr (m > 0) put(right, 0, k, half * along_w(force.by_w));
  if constexpr (forced) put(right, 0, k + m, half * along_w(force.by_x));
  if constexpr (timed) {
    Tangent at_start = h_rate * Tangent(start.by_xi * a);
    if constexpr (forced) {
      at_start -= S(0.5) * h_rate * force.value(problem, t, x, a, w);
      at_start -= half * t_rate * force.by_t;
    }
    put(right, 0, by_h, -along_w(at_start));
  }
  const auto z = hamel::solve<S, k, columns>(along_w(balance_z), right);

  // e+ and m+ by (m, w, e, h)
  Matrix<S, n, columns> x_end_by = moved_z * z, m_end_by = end_z * z;
  if constexpr (timed) {
    const Tangent x_moves =
        column(x_end_by, by_h) + h_rate * Tangent(retraction.tangent(group, back, a));
    Tangent m_moves = column(m_end_by, by_h) - h_rate * Tangent(end.by_xi * a);
    if constexpr (forced) {
      m_moves += S(0.5) * h_rate * force.value(problem, S(t + h), x_end, a, w);
      m_moves += half * S(t_rate + h_rate) * force_end.by_t;
    }
    put(x_end_by, 0, by_h, x_moves);
    put(m_end_by, 0, by_h, m_moves);
  }
  Matrix<S, n> ad;
  const auto to_start = retraction.tau(group, back);
  for (int j = 0; j < n; ++j) put(ad, 0, j, group.Ad(to_start, unit_vector<S, n>(n, j)));
  if constexpr (forced) {
    x_end_by.template middleCols<n>(k + m) += ad;
    m_end_by += half * (force_end.by_x * x_end_by);
  }
  if constexpr (m > 0) m_end_by.template middleCols<m>(k) += half * force_end.by_w;
  const auto w_end_by = along_w(m_end_by);
  constexpr int own = k + m;
  put(rows, 0, n, part_of<n, own>(x_end_by, 0, 0));
  put(rows, n, n, part_of<k, own>(w_end_by, 0, 0));
  if constexpr (forced) {
    put(rows, 0, 0, part_of<n, n>(x_end_by, 0, own));
    put(rows, n, 0, part_of<k, n>(w_end_by, 0, own));
  } else {
    put(rows, 0, 0, ad);
    put(rows, n, 0, zeros<S, k, n>());
  }
  if constexpr (timed) {
    put(rows, 0, n + own, column(x_end_by, by_h));
    put(rows, n, n + own, column(w_end_by, by_h));
  }
}

/// The derivative of the multiplier at a state, D and M constant, from the rows of derivatives of the state (e, m; by a
/// last column more, the time runs too). With f = ad*_a M a + F of nonholonomic motion, whose multiplier keeps M a' - f
/// in Ann(d), and f = -m of vakonomic motion, it is M D (D^T M D)^{-1} D^T f - f.
template <bool timed, class P, class S, class St, class V, class Rows>
auto multiplier_derivative(const P& problem, const S& t, const St& state, const V& w,
                           const Rows& rows) {
  constexpr int n = P::dimension, r = P::velocities, k = P::variations;
  constexpr int columns = Rows::ColsAtCompileTime;
  using Change = Matrix<S, n, columns>;
  if constexpr (P::kind == Dynamics::free) {
    return zeros<S, n, columns>();
  } else {
    const Matrix<S, n> inertia = problem.metric(state.x);
    const Matrix<S, n, r> d = problem.basis(state.x), lowered = inertia * d;
    const Matrix<S, r> gram = d.transpose() * lowered;
    const auto on_d = [&]<int q>(const Matrix<S, r, q>& c) {
      return hamel::solve<S, r, q>(gram, c);
    };
    const auto m = part_of<k, columns>(rows, n, 0);
    Change f;
    if constexpr (P::kind == Dynamics::vakonomic) {
      f = -m;
    } else {
      const auto& group = problem.group();
      const Vector<S, n> a = problem.velocity(t, state.x, state.m), p = inertia * a;
      const Change by_a = d * on_d(m), by_p = inertia * by_a;
      for (int j = 0; j < columns; ++j)
        put(f, 0, j, group.ad_star(column(by_a, j), p) + group.ad_star(a, column(by_p, j)));
      const ForceDerivative<P, S, timed> force(problem, t, state.x, a, w);
      if constexpr (force.varies) {
        f += force.by_a * by_a;
        f += force.by_x * part_of<n, columns>(rows, 0, 0);
        if constexpr (timed) put(f, 0, columns - 1, column(f, columns - 1) + force.by_t);
      }
      constexpr int inputs = V::RowsAtCompileTime;
      if constexpr (inputs > 0) put(f, 0, n + k, part_of<n, inputs>(f, 0, n + k) + force.by_w);
    }
    return lowered * on_d(Matrix<S, r, columns>(d.transpose() * f)) - f;
  }
}

}  // namespace hamel::detail
