// The implicit midpoint rule in an orthonormal frame of a distribution: energy is conserved.
#pragma once

#include <cmath>

#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/discrete_force.hpp>
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

  using Tangent = Vector<S, P::dimension>;
  using Velocities = Vector<S, P::velocities>;
  /// The velocity, and v in the middle.
  using Unknowns = MiddleUnknowns<Tangent, Velocities>;

  FrameMidpoint(const P& problem, const S& t, const S& h, const State& start)
      : problem_(problem),
        t_(t),
        h_(h),
        start_(start),
        frame_(problem, start.x),
        v_(forward(frame_.l, start.m)) {}

  /// By fixed-point iteration, right for h |field'| < 1. A metric that is not definite on D shows as
  /// Outcome::unsupported.
  StepStatus solve(Unknowns& z, int max_iterations) const noexcept {
    if (!all_finite(v_)) return {Outcome::unsupported, 0, 0};
    z = {frame_.velocity(v_), v_};
    return iterate(*this, v_, z, max_iterations);
  }

  /// The right sides of the equations for the unknowns.
  Unknowns image(const Unknowns& z) const {
    const auto& group = problem_.group();
    const auto at = group.compose(start_.x, group.exp(h_ / S(2) * z.a));
    const Frame frame(problem_, at);
    const Tangent a = frame.velocity(z.m);
    const Tangent p = frame.metric * a;
    const Tangent f = group.ad_star(a, p) + discrete_force(problem_, t_, h_, start_.x, a).value;
    const Velocities rate = frame.pairing(f) + turned(frame, at, a, p);
    return {a, v_ + h_ / S(2) * rate};
  }

  State end(const Unknowns& z) const {
    const auto& group = problem_.group();
    State r{group.compose(start_.x, group.exp(h_ * z.a)), start_.m};
    r.m = Frame(problem_, r.x).l * Velocities(S(2) * z.m - v_);
    return r;
  }

 private:
  static constexpr int N = P::dimension, R = P::velocities;
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
        : d(problem.basis(x)), metric(problem.metric(x)), l(d.transpose() * (metric * d)) {
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
      return d * v;
    }
    /// Q^T f = L^{-1} D^T f.
    Velocities pairing(const Tangent& f) const { return forward(l, d.transpose() * f); }
  };

  /// Q'(x;a)^T p = L^{-1} D'^T p - L^{-1} L' Q^T p, where L^{-1} L' is the lower half, with half the diagonal, of
  /// L^{-1} (D^T M D)' L^{-T}.
  Velocities turned(const Frame& frame, const Point& x, const Tangent& a, const Tangent& p) const {
    const int r = static_cast<int>(frame.d.cols());
    Matrix<S, N, R> pushed = zeros<S, N, R>(problem_.dim(), r);  // M' D
    if constexpr (P::System::metric_may_vary) {
      if (!problem_.system().metric_is_constant()) {
        for (int j = 0; j < r; ++j) {
          const Tangent column = frame.d.col(j);
          put(pushed, 0, j, problem_.system().metric_slope(x, column).transpose() * a);
        }
      }
    }
    Triangle change = frame.d.transpose() * pushed;
    Velocities rate = zeros<S, R>(r);
    if constexpr (P::moves) {
      const Matrix<S, N, R> d = problem_.split().slope(problem_.group(), x, a);
      const Triangle half = d.transpose() * (frame.metric * frame.d);
      change += half + transposed(half);
      rate = forward(frame.l, d.transpose() * p);
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
  S t_, h_;
  const State& start_;
  Frame frame_;  // at the start
  Velocities v_;
};

}  // namespace hamel
