// The constraint as a trapezoidal step takes it, with its derivative by the velocity of the step.
#pragma once

#include <type_traits>

#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/retraction/linearised.hpp>
#include <hamel/retraction/midway.hpp>

namespace hamel {

/// The u with D u nearest to v.
template <class S, int N, int M>
Vector<S, M> along(const Matrix<S, N, M>& d, const Vector<S, N>& v) {
  return solve(Matrix<S, M>(d.transpose() * d), Vector<S, M>(d.transpose() * v));
}

/// Rows d_k v0 at time t and x, n x n.
template <class P, class S>
Matrix<S, P::dimension> offset_slope(const P& problem, const S& t,
                                     const Element<typename P::Group, S>& x) {
  return problem.constraint_slope(t, x, zeros<S, P::velocities>(problem.rank()));
}

/// a = D u + v0 over one step: D is constant and v0 the mean of both ends; where D moves, both are taken at the middle
/// x_m = x_k s, s s = tau(h a). Either way they move with a.
template <class P, class Retraction, class S>
class StepConstraint {
  static constexpr int N = P::dimension, V = P::velocities;
  using Tangent = Vector<S, N>;
  using Point = Element<typename P::Group, S>;

 public:
  StepConstraint(const P& problem, const Retraction& retraction, const S& t, const S& h,
                 const Point& start)
      : problem_(problem), retraction_(retraction), t_(t), h_(h), start_(start) {}

  /// Moves the middle to where a leads.
  void follow(const Tangent& a) {
    if constexpr (P::moves) {
      const auto& group = problem_.group();
      middle_ = group.compose(start_, group.exp(midway(retraction_, group, h_ * a)));
    }
  }

  /// D and v0, for a step that ends at `end`.
  struct Parts {
    Matrix<S, N, V> d;
    Tangent v0;
  };
  Parts parts(const Point& end) const {
    if constexpr (P::moves)
      return {problem_.basis(middle_), problem_.offset(middle_time(), middle_)};
    else
      return {problem_.basis(start_),
              S(0.5) * (problem_.offset(t_, start_) + problem_.offset(S(t_ + h_), end))};
  }

  /// da = a_u du + a_0 keeps a = D u + v0 to first order at the velocity a of a step that ends at `end`.
  void linearise(const Tangent& a, const Point& end, Matrix<S, N, V>& a_u, Tangent& a_0) const {
    const auto [d, v0] = parts(end);
    // The part of a - v0 outside d has to vanish; the part inside is u.
    const Tangent off = a - v0;
    const Vector<S, V> u = along(d, off);
    const Tangent outside = d * u - off;
    const Tangent xi = h_ * a;
    Matrix<S, N> k = unit_matrix<S, N>(problem_.dim());
    if constexpr (P::moves) {
      const Matrix<S, N> slope = problem_.constraint_slope(middle_time(), middle_, u);
      if constexpr (std::is_floating_point_v<S>) {
        if (slope.cwiseAbs().sum() == 0) {  // at rest to first order: k = 1
          a_u = d;
          a_0 = outside;
          return;
        }
      }
      const Matrix<S, N> by_xi = midway_tangent(retraction_, problem_.group(), xi);
      k -= h_ * (slope.transpose() * by_xi);
    } else {
      const Matrix<S, N> slope = offset_slope(problem_, S(t_ + h_), end);
      k -= S(0.5) * h_ * (slope.transpose() * tangent_matrix(retraction_, problem_.group(), xi));
    }
    if constexpr (V == dynamic) {  // one column more may be more than there is room for
      a_u = solve(k, d);
      a_0 = solve(k, outside);
    } else {
      const auto both = solve(k, beside<N, V + 1>(d, outside));
      for (int j = 0; j < d.cols(); ++j) a_u.col(j) = both.col(j);
      a_0 = both.col(d.cols());
    }
  }

 private:
  S middle_time() const { return S(t_ + S(0.5) * h_); }

  const P& problem_;
  const Retraction& retraction_;
  const S t_, h_;
  const Point& start_;
  struct Nothing {};
  [[no_unique_address]] std::conditional_t<P::moves, Point, Nothing> middle_;  // where a leads
};

}  // namespace hamel
