// The implicit midpoint rule in an orthonormal frame of a distribution that moves: energy is conserved.
#pragma once

#include <cmath>

#include <hamel/core/dual.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// Nonholonomic motion in the frame Q(x) = D(x) L(x)^{-T}, D^T M D = L L^T, in which the kinetic energy is |v|^2/2:
///
///     v+ = v + h (Q^T (ad*_a p + F_d) + Q'(x;a)^T p),   a = Q v,  p = M a,   at (v + v+)/2 and x exp(h a/2),
///
/// x+ = x exp(h a). The terms beside F_d do no work on v, whatever the metric, and F_d does the exact work of the
/// potential, so the energy is conserved to rounding; order 2, symmetric. The states keep m = D^T p = L v.
template <class P, class S>
class FrameMidpoint {
 public:
  using State = typename P::template State<S>;

  FrameMidpoint(const P& problem, const S& h) : problem_(problem), h_(h) {}

  /// Finds the middle by fixed-point iteration, right for h |field'| < 1, with `force(x, a)` for F_d at the start x. A
  /// metric that is not definite on D shows as Outcome::unsupported.
  template <class Force>
  StepStatus step(State& state, int max_iterations, const Force& force) const noexcept {
    const auto& group = problem_.group();
    Velocities v = forward(triangle(state.x), state.m);
    if (!all_finite(v)) return {Outcome::unsupported, 0, 0};
    Velocities middle = v;
    Tangent a = times(frame(state.x), v);
    const double rounding = 4 * static_cast<double>(epsilon<S>());
    double change = 0, previous = HUGE_VAL;
    for (int i = 1; i <= max_iterations; ++i) {
      const auto at = group.compose(state.x, group.exp(Tangent(scaled(S(h_ / S(2)), a))));
      a = times(frame(at), middle);
      const Tangent p = times(problem_.metric(at), a);
      const Tangent f = plus(group.ad_star(a, p), force(state.x, a));
      const Velocities rate = plus(transposed_times(frame(at), f), turned(at, a, p));
      const Velocities next = plus(v, S(h_ / S(2)), rate);
      const double size =
          static_cast<double>(plain(largest(next))) + static_cast<double>(plain(largest(v)));
      change = size > 0 ? static_cast<double>(plain(largest(minus(next, middle)))) / size : 0;
      if (!std::isfinite(change)) return {Outcome::not_finite, i, change};
      middle = next;
      if (change <= rounding || (change < 1e4 * rounding && change >= previous)) {
        State end{group.compose(state.x, group.exp(Tangent(scaled(h_, a)))), state.m};
        const Velocities v_end = minus(scaled(S(2), middle), v);
        end.m = times(triangle(end.x), v_end);
        if (!all_finite(end.x.data) || !all_finite(end.m)) return {Outcome::not_finite, i, change};
        state = end;
        return {Outcome::ok, i, change};
      }
      previous = change;
    }
    return {Outcome::not_converged, max_iterations, change};
  }

 private:
  static constexpr int N = P::dimension, R = P::velocities;
  using Tangent = Vector<S, N>;
  using Velocities = Vector<S, R>;
  template <class T>
  using Point = Element<typename P::Group, T>;

  /// L of D^T M D = L L^T; NaN where the metric is not definite there.
  template <class T>
  Matrix<T, R> triangle(const Point<T>& x) const {
    using std::sqrt;
    const auto d = problem_.basis(x);
    Matrix<T, R> l = transposed_times(d, times(problem_.metric(x), d));
    const int r = static_cast<int>(l.rows());
    for (int j = 0; j < r; ++j) {
      for (int k = 0; k < j; ++k)
        for (int i = j; i < r; ++i) l(i, j) -= T(l(i, k) * l(j, k));
      l(j, j) = sqrt(T(l(j, j)));
      for (int i = j + 1; i < r; ++i) l(i, j) /= l(j, j);
      for (int i = 0; i < j; ++i) l(i, j) = T(0);
    }
    return l;
  }

  /// L^{-1} m.
  template <class T>
  static Vector<T, R> forward(const Matrix<T, R>& l, Vector<T, R> m) {
    for (int i = 0; i < m.size(); ++i) {
      for (int k = 0; k < i; ++k) m[i] -= T(l(i, k) * m[k]);
      m[i] /= l(i, i);
    }
    return m;
  }

  /// Q = D L^{-T}.
  template <class T>
  Matrix<T, N, R> frame(const Point<T>& x) const {
    const auto l = triangle(x);
    const auto d = problem_.basis(x);
    Matrix<T, N, R> q(d.rows(), d.cols());
    for (int i = 0; i < d.rows(); ++i) {
      const Vector<T, R> row = d.row(i).transpose();
      q.row(i) = forward(l, row).transpose();
    }
    return q;
  }

  /// Q'(x;a)^T p.
  Velocities turned(const Point<S>& x, const Tangent& a, const Tangent& p) const {
    using D = Dual<S, 1>;
    const auto q = frame(displaced<D>(problem_.group(), x, infinitesimal_along<S, N>(a)));
    const Vector<D, R> pairing = times(transposed(q), converted<D>(p));
    Velocities r(pairing.size());
    for (int j = 0; j < r.size(); ++j) r[j] = pairing[j].derivatives()[0];
    return r;
  }

  const P& problem_;
  S h_;
};

}  // namespace hamel
