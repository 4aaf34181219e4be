// The derivative of a variational step in closed form, where distribution and metric are constant.
#pragma once

#include <concepts>
#include <cstddef>

#include <hamel/core/dual.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/seeded.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/linearised.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel::detail {

/// The steps whose derivatives are known in closed form.
template <class Equations, class P>
concept ClosedDerivative =
    std::same_as<Equations, Trapezoidal> && !P::moves && !P::affine && !P::System::metric_may_vary;

/// The derivatives of F(t,x,a) + B(x) w where the metric is constant: by e in x exp(e), n x n, by a, n x n, and by w, n x m.
template <class P, class S>
struct ForceDerivative {
  using System = typename P::System;
  static constexpr int n = P::dimension, m = inputs_of<System>;
  /// Is anything asked for it but a constant B?
  static constexpr bool outside = System::has_force || (m > 0 && !constant_inputs<System>);
  static constexpr bool varies = outside || System::has_potential;
  Matrix<S, n> by_x, by_a;
  Matrix<S, n, m> by_w;

  ForceDerivative(const P& problem, const S& t, const Element<typename P::Group, S>& x,
                  const Vector<S, n>& a, const Vector<S, m>& w) {
    const auto& system = problem.system();
    if constexpr (varies) by_x = by_a = zeros<S, n, n>();
    if constexpr (System::has_potential) {
      using D = Dual<S, n>;
      const auto f = system.potential_force(D(t), seeded<n>(problem.group(), x));
      add<n, n>(by_x, f, 0);
    }
    if constexpr (outside) {
      constexpr int q = 2 * n + m;
      with_inputs_at(problem, seeded<q>(w, 2 * n), [&](const auto& moved) {
        const auto f = moved.system().external_force(Dual<S, q>(t), seeded<q>(problem.group(), x),
                                                     seeded<q>(a, n));
        add<n, q>(by_x, f, 0);
        add<n, q>(by_a, f, n);
        by_w = zeros<S, n, m>();
        add<m, q>(by_w, f, 2 * n);
      });
    } else if constexpr (m > 0) {
      by_w = system.input_matrix(x);
    }
  }

 private:
  /// Adds the derivatives of f in the directions from `first` on.
  template <int count, int q>
  static void add(Matrix<S, n, count>& sum, const Vector<Dual<S, q>, n>& f, int first) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < count; ++j) sum(i, j) += f[i].derivatives()[std::size_t(first + j)];
  }
};

/// The derivative of the step from x that a balance solved, by (e, m, w) at its start. With xi = h a, P(xi) =
/// (dtau^R_xi)^{-*} and W the admissible variations, the unknowns z = (u, lambda) of a = D u, mu = A lambda, pi = M a + mu
/// solve
///
///     <P(xi) pi - h/2 F, .>_W = m,   and   m+ = <P(-xi) pi + h/2 F+, .>_W,   e+ = Ad_{tau^-1} e + dtau^L_xi h da.
template <class P, class Retraction, class S, class Point, class Balance, class V, class Rows>
void closed_derivative(const P& problem, const Retraction& retraction, const S& t, const S& h,
                       const Point& x, const Balance& balance, const V& w, Rows& rows) {
  constexpr int n = P::dimension, r = P::velocities, k = P::variations, m = V::RowsAtCompileTime;
  using Tangent = Vector<S, n>;
  using Force = ForceDerivative<P, S>;
  constexpr bool forced = Force::varies;
  const auto& group = problem.group();
  const S half = S(0.5) * h;
  const Tangent a = balance.velocity(), xi = scaled(h, a), back = scaled(S(-1), xi);
  const Matrix<S, n> inertia = problem.metric(x);
  const Matrix<S, n, r> d = problem.basis(x);
  const auto along_w = [&]<int columns>(const Matrix<S, n, columns>& c) -> Matrix<S, k, columns> {
    if constexpr (P::kind == Dynamics::nonholonomic)
      return transposed_times(d, c);
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
    const Matrix<S, n, r> lowered = times(inertia, d);
    if constexpr (P::kind == Dynamics::nonholonomic) {
      a_z = d;
      pi_z = lowered;
    } else {
      const auto ann = converted<S>(problem.split().annihilator());
      a_z = beside<n, k>(d, zeros<S, n, k - r>());
      pi_z = beside<n, k>(lowered, ann);
    }
  }
  const Tangent pi = plus(times(inertia, a), balance.multiplier());
  const auto start = linearise(retraction, group, xi, pi);
  const auto end = linearise(retraction, group, back, pi);
  Matrix<S, n, k> balance_z = plus(by_factors(start.by_p, pi_z), h, by_factors(start.by_xi, a_z));
  Matrix<S, n, k> end_z = plus(by_factors(end.by_p, pi_z), S(-h), by_factors(end.by_xi, a_z));
  const Matrix<S, n, k> moved_z = scaled(h, by_factors(tangent_matrix(retraction, group, xi), a_z));
  Point x_end = x;
  if constexpr (forced) x_end = group.compose(x, retraction.tau(group, xi));
  const Force force(problem, t, x, a, w), force_end(problem, S(t + h), x_end, a, w);
  if constexpr (forced) {
    balance_z = plus(balance_z, S(-half), times(force.by_a, a_z));
    end_z = plus(end_z, half, times(force_end.by_a, a_z));
  }

  // z by (m, w, e)
  constexpr int columns = k + m + (forced ? n : 0);
  Matrix<S, k, columns> right;
  put(right, 0, 0, unit_matrix<S, k>());
  if constexpr (m > 0) put(right, 0, k, scaled(half, along_w(force.by_w)));
  if constexpr (forced) put(right, 0, k + m, scaled(half, along_w(force.by_x)));
  const auto z = hamel::solve<S, k, columns>(along_w(balance_z), right);

  // e+ and m+ by (m, w, e)
  Matrix<S, n, columns> x_end_by = times(moved_z, z), m_end_by = times(end_z, z);
  Matrix<S, n> ad;
  const auto to_start = retraction.tau(group, back);
  for (int j = 0; j < n; ++j) put(ad, 0, j, group.Ad(to_start, unit_vector<S, n>(n, j)));
  if constexpr (forced) {
    x_end_by.template rightCols<n>() += ad;
    m_end_by = plus(m_end_by, half, times(force_end.by_x, x_end_by));
  }
  if constexpr (m > 0) m_end_by.template middleCols<m>(k) += half * force_end.by_w;
  const auto w_end_by = along_w(m_end_by);
  constexpr int own = k + m;
  put(rows, 0, n, Matrix<S, n, own>(x_end_by.template leftCols<own>()));
  put(rows, n, n, Matrix<S, k, own>(w_end_by.template leftCols<own>()));
  if constexpr (forced) {
    put(rows, 0, 0, Matrix<S, n>(x_end_by.template rightCols<n>()));
    put(rows, n, 0, Matrix<S, k, n>(w_end_by.template rightCols<n>()));
  } else {
    put(rows, 0, 0, ad);
    put(rows, n, 0, zeros<S, k, n>());
  }
}

}  // namespace hamel::detail
