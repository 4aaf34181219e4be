// The adapted frame of a problem at a point, also where the constraint moves with the configuration.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/adapted_frame.hpp>
#include <hamel/steer/linearised_motion.hpp>

namespace hamel {

/// Does the constraint of this problem depend on x?
template <class P>
bool constraint_moves(const P& problem) {
  if constexpr (requires { problem.constraint_moves(); })
    return problem.constraint_moves();
  else
    return P::moves;
}

/// Vector fields around a point x0 that span D there, and their brackets, left trivialised:
///
///     X_i(y) = a(y, M X_i(x0)) - a(y, 0),   [X,Y] = [X,Y]_g + x_*X[Y] - x_*Y[X],
///
/// with a(y,p) the velocity of a vakonomic momentum, so that X_i is smooth and in D(y) whatever basis D has.
/// Derivatives of the X_i are exact, those of their brackets differences of order 4.
template <class P>
class MovingFields {
 public:
  using V = Vector<double, P::dimension>;
  using Point = Element<typename P::Group, double>;
  using Origins = std::vector<std::pair<int, int>>;  ///< of which fields a field is the bracket

  MovingFields(const P& problem, const Point& x) : problem_(problem), at_(x) {}

  /// [X_i, X_j] at x0, fields i < r and those that `from` tells.
  V bracket(const Eigen::MatrixXd& momenta, const Origins& from, int i, int j) const {
    return bracket_at(at_, momenta, from, i, j);
  }

 private:
  V value(const Point& y, const Eigen::MatrixXd& momenta, const Origins& from, int i) const {
    if (i >= momenta.cols())
      return bracket_at(y, momenta, from, from[std::size_t(i)].first, from[std::size_t(i)].second);
    const V p = momenta.col(i);
    return problem_.velocity(0., y, p) - problem_.velocity(0., y, V(V::Zero(p.size())));
  }

  V bracket_at(const Point& y, const Eigen::MatrixXd& momenta, const Origins& from, int i,
               int j) const {
    const auto& group = problem_.group();
    const V a = value(y, momenta, from, i), b = value(y, momenta, from, j);
    const auto along = [&](const V& way, int k) {
      if (k < momenta.cols()) {
        const auto slope = [&](const V& p) {
          return V(linearised_field(problem_, 0., y, p).a_x * way);
        };
        const V p = momenta.col(k);
        return V(slope(p) - slope(V(V::Zero(p.size()))));
      }
      const double h = step / (1 + way.norm());
      const auto at = [&](double s) {
        return value(group.compose(y, group.exp(V(s * h * way))), momenta, from, k);
      };
      return V((8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h));
    };
    return group.ad(a, b) + along(a, j) - along(b, i);
  }

  static constexpr double step = 0.01;

  const P& problem_;
  Point at_;
};

/// The frame of a problem at x.
template <class P>
AdaptedFrame<P::dimension> frame_at(const P& problem, const Element<typename P::Group, double>& x) {
  const Matrix<double, P::dimension> m = problem.metric(x);
  const auto d = problem.basis(x);
  if (!constraint_moves(problem)) return adapted_frame(problem.group(), m, d);
  const MovingFields<P> fields(problem, x);
  const Eigen::MatrixXd momenta = m * orthonormal(m, d);
  return adapted_frame(m, d, {.least = 1e-5, .deepest = 5},
                       [&](const auto&, const auto& from, int i, int j) {
                         return fields.bracket(momenta, from, i, j);
                       });
}

}  // namespace hamel
