// The implicit midpoint rule in an orthonormal frame of a distribution: energy is conserved.
#pragma once

#include <cmath>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/fixed_point.hpp>

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
    const Frame start(problem_, state.x);
    const Velocities v = forward(start.l, state.m);
    if (!all_finite(v)) return {Outcome::unsupported, 0, 0};
    Velocities middle = v;
    Tangent a = start.velocity(v);
    FixedPoint iteration(4 * static_cast<double>(epsilon<S>()));
    double change = 0;
    for (int i = 1; i <= max_iterations; ++i) {
      const auto at = group.compose(state.x, group.exp(Tangent(scaled(S(h_ / S(2)), a))));
      const Frame frame(problem_, at);
      a = frame.velocity(middle);
      const Tangent p = times(frame.metric, a);
      const Tangent f = plus(group.ad_star(a, p), force(state.x, a));
      const Velocities rate = plus(frame.pairing(f), turned(frame, at, a, p));
      const Velocities next = plus(v, S(h_ / S(2)), rate);
      change = Magnitude()
                   .add(Velocities(minus(next, middle)))
                   .relative_to(Magnitude().add(next).add(v));
      if (!std::isfinite(change)) return {Outcome::not_finite, i, change};
      middle = next;
      if (iteration.settled(change)) {
        State end{group.compose(state.x, group.exp(Tangent(scaled(h_, a)))), state.m};
        const Velocities v_end = minus(scaled(S(2), middle), v);
        end.m = times(Frame(problem_, end.x).l, v_end);
        if (!all_finite(end.x.data) || !all_finite(end.m)) return {Outcome::not_finite, i, change};
        state = end;
        return {Outcome::ok, i, change};
      }
    }
    return {Outcome::not_converged, max_iterations, change};
  }

 private:
  static constexpr int N = P::dimension, R = P::velocities;
  using Tangent = Vector<S, N>;
  using Velocities = Vector<S, R>;
  using Triangle = Matrix<S, R>;
  using Point = Element<typename P::Group, S>;

  /// L^{-1} m.
  static Velocities forward(const Triangle& l, Velocities m) {
    for (int i = 0; i < m.size(); ++i) {
      for (int k = 0; k < i; ++k) m[i] -= S(l(i, k) * m[k]);
      m[i] /= l(i, i);
    }
    return m;
  }

  /// D, M and L at one place; L is NaN where the metric is not definite there.
  struct Frame {
    Matrix<S, N, R> d;
    Matrix<S, N> metric;
    Triangle l;

    Frame(const P& problem, const Point& x)
        : d(problem.basis(x)), metric(problem.metric(x)), l(transposed_times(d, times(metric, d))) {
      using std::sqrt;
      const int r = static_cast<int>(l.rows());
      for (int j = 0; j < r; ++j) {
        for (int k = 0; k < j; ++k)
          for (int i = j; i < r; ++i) l(i, j) -= S(l(i, k) * l(j, k));
        l(j, j) = sqrt(S(l(j, j)));
        for (int i = j + 1; i < r; ++i) l(i, j) /= l(j, j);
        for (int i = 0; i < j; ++i) l(i, j) = S(0);
      }
    }
    /// Q v = D L^{-T} v.
    Tangent velocity(Velocities v) const {
      for (int i = static_cast<int>(v.size()); i-- > 0;) {
        for (int k = i + 1; k < v.size(); ++k) v[i] -= S(l(k, i) * v[k]);
        v[i] /= l(i, i);
      }
      return times(d, v);
    }
    /// Q^T f = L^{-1} D^T f.
    Velocities pairing(const Tangent& f) const { return forward(l, transposed_times(d, f)); }
  };

  /// Q'(x;a)^T p = L^{-1} D'^T p - L^{-1} L' Q^T p, where L^{-1} L' is the lower half, with half the diagonal, of
  /// L^{-1} (D^T M D)' L^{-T}.
  Velocities turned(const Frame& frame, const Point& x, const Tangent& a, const Tangent& p) const {
    const int r = static_cast<int>(frame.d.cols());
    Matrix<S, N, R> pushed = zeros<S, N, R>(problem_.dim(), r);  // M' D
    if (!problem_.system().metric_is_constant()) {
      for (int j = 0; j < r; ++j) {
        const Tangent column = frame.d.col(j);
        put(pushed, 0, j, transposed_times(problem_.system().metric_slope(x, column), a));
      }
    }
    Triangle change = transposed_times(frame.d, pushed);
    Velocities rate = zeros<S, R>(r);
    if constexpr (P::moves) {
      const Matrix<S, N, R> d = problem_.split().slope(problem_.group(), x, a);
      const Triangle half = transposed_times(d, times(frame.metric, frame.d));
      change = plus(change, plus(half, transposed(half)));
      rate = forward(frame.l, transposed_times(d, p));
    }
    for (int side = 0; side < 2; ++side) {  // L^{-1} from the left, then from the right
      for (int j = 0; j < r; ++j) put(change, 0, j, forward(frame.l, Velocities(change.col(j))));
      change = transposed(change);
    }
    const Velocities q = frame.pairing(p);
    for (int i = 0; i < r; ++i) {
      for (int k = 0; k < i; ++k) rate[i] -= S(change(i, k) * q[k]);
      rate[i] -= S(S(0.5) * change(i, i) * q[i]);
    }
    return rate;
  }

  const P& problem_;
  S h_;
};

}  // namespace hamel
