// A problem at one time and element: what does not depend on the velocity there is found once.
#pragma once

#include <utility>

#include <hamel/core/entries.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// The metric with its left derivatives and the potential's force of a problem at (t,x), for any number of velocities:
/// an implicit step asks for force and derivative again and again at one place, an explicit one `once`.
template <class P, class S, bool once = false>
class ProblemAt {
 public:
  using V = Vector<S, P::dimension>;
  using M = Matrix<S, P::dimension>;
  using Point = Element<typename P::Group, S>;
  using Metric = decltype(std::declval<const typename P::System&>().template metric_at<once>(
      std::declval<const Point&>()));

  ProblemAt(const P& problem, const S& t, const Point& x)
      : problem_(&problem),
        t_(t),
        x_(x),
        metric_(problem.system().template metric_at<once>(x)),
        potential_force_(problem.system().potential_force(t, x)) {}
  /// The same where the metric at x is at hand.
  ProblemAt(const P& problem, const S& t, const Point& x, const Metric& metric)
      : problem_(&problem),
        t_(t),
        x_(x),
        metric_(metric),
        potential_force_(problem.system().potential_force(t, x)) {}

  const S& time() const noexcept { return t_; }
  const Point& place() const noexcept { return x_; }
  const Metric& metric() const noexcept { return metric_; }
  /// -x^*dU
  const V& potential_force() const noexcept { return potential_force_; }

  /// The velocity with momentum m.
  V velocity(const Vector<S, P::variations>& m) const {
    if constexpr (requires { problem_->velocity(*this, m); })
      return problem_->velocity(*this, m);
    else
      return problem_->velocity(t_, x_, m);
  }
  /// The vector field: (a, m').
  Velocity<S, P::dimension, P::variations> field(const Vector<S, P::variations>& m) const {
    if constexpr (requires { problem_->field(*this, m); })
      return problem_->field(*this, m);
    else
      return problem_->field(t_, x_, m);
  }

  /// F in g* at the velocity a, with the term -<mu, (d_k D) u + d_k v0>_k, mu = p - M a, that a vakonomic
  /// constraint adds where it moves.
  HAMEL_PART_OF_STEP V force(const V& a, const V& p) const {
    const auto& system = problem_->system();
    V f = potential_force_;
    if constexpr (P::System::has_force) {
      if (!system.external_force_is_zero()) f += system.external_force(t_, x_, a);
    }
    if constexpr (P::System::metric_may_vary) {
      if (!system.metric_is_constant()) f += metric_.force(a);
    }
    if constexpr ((P::affine || P::moves) && P::may_be(Dynamics::vakonomic)) {
      if (problem_->is(Dynamics::vakonomic) && (P::moves || problem_->is_affine())) {
        Vector<S, P::velocities> u = zeros<S, P::velocities>(problem_->rank());
        if constexpr (P::moves) u = problem_->coordinates(t_, x_, a);
        const V mu = p - metric_.matrix() * a;
        f -= problem_->constraint_slope(t_, x_, u) * mu;
      }
    }
    return f;
  }

  /// dF/da without the vakonomic term, n x n.
  M force_velocity_derivative(const V& a) const {
    M slope = problem_->system().external_velocity_derivative(t_, x_, a);
    if constexpr (P::System::metric_may_vary) {
      if (!problem_->system().metric_is_constant()) slope += metric_.slope(a);
    }
    return slope;
  }

 private:
  const P* problem_;
  S t_;
  Point x_;
  Metric metric_;
  V potential_force_;
};

}  // namespace hamel
