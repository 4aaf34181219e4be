// Covectors carried back through the vector field of a problem.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <hamel/core/entries.hpp>
#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/constant_field_adjoint.hpp>
#include <hamel/integrator/recorded_field.hpp>
#include <hamel/integrator/term_sweep.hpp>
#include <hamel/integrator/witness.hpp>

namespace hamel::detail {

/// The field of a problem whose metric or constraint may vary at (t,x,m), through which covectors go back. The element
/// must outlive it. `Seen` points to the sight that was left there, or is nullptr_t.
template <class P, class Q, class S, class Seen = std::nullptr_t>
class VaryingFieldAdjoint {
  static constexpr int n = P::dimension, r = P::velocities, w = P::variations;
  static constexpr bool unconstrained = P::kind == Dynamics::free,
                        nonholonomic = P::kind == Dynamics::nonholonomic,
                        vakonomic = P::kind == Dynamics::vakonomic;
  using Constant = ConstantTerms<P, Q, S>;
  using Tangent = Vector<S, n>;
  using Covector = Vector<S, n>;
  using Momentum = Vector<S, w>;
  using Point = Element<typename P::Group, S>;
  using Sweep = TermSweep<P, Q, S>;
  static constexpr bool seen = !std::is_same_v<Seen, std::nullptr_t>;
  static constexpr bool weighed = seen && Sight<P, S>::weighs;
  /// ad*_a p + F is found again, with the slopes of the metric.
  static constexpr bool finds_rate = nonholonomic && !seen;

 public:
  /// One record of the constraint serves whatever is carried back: it is along a.
  static constexpr bool keeps_record = nonholonomic && (P::moves || P::affine);

  VaryingFieldAdjoint(const P& problem, Constant& constant, const S& t, const Point& x,
                      const Momentum& m, const Seen& sight = {})
      : problem_(problem),
        constant_(constant),
        sight_(sight),
        t_(t),
        x_(x),
        m_(m),
        metric_(metric()),
        frame_(frame()) {
    if constexpr (weighed) {
      u_ = sight->u;
      a_ = sight->a;
      return;
    }
    Vector<S, r> right;
    if constexpr (vakonomic)
      right = frame_.d.transpose() * m;
    else
      right = m;
    if constexpr (P::affine) {
      v0_ = problem.offset(t, x);
      right -= along_d(frame_.inertia * v0_);
    }
    u_ = frame_.solve(right);
    a_ = expand(u_);
    if constexpr (P::affine) a_ += v0_;
  }

  /// The velocity a.
  const Tangent& velocity() const noexcept { return a_; }

  /// Carries <by_velocity, a> + <by_rate, m'> back to (x,m), inputs and parameters. With b in W dual to m', p and F as
  /// in the equations of motion (see Problem), and c, k, z the numbers below,
  ///
  ///     d<p,[a,b]> = <dp,[a,b]> - <ad*_b p, da>,   a = D u + v0,   D^T M D u = c,   D^T M D k = D^T by_a,   z = D k.
  ByPoint<S, n, w> back(const Q& taped, Tape<S>& tape, const Tangent& by_velocity,
                        const Momentum& by_rate) const {
    Sweep sweep(problem_, taped, tape, constant_, t_, x_);
    if constexpr (nonholonomic)
      sweep.record_constraint(a_);
    else
      sweep.record_constraint(by_rate);
    auto result = back_through(sweep, by_velocity, by_rate);
    result.by_x = sweep.by_element();
    return result;
  }
  /// Records the constraint once, for `back_again`.
  void record(Sweep& sweep) const requires(keeps_record) { sweep.record_constraint(a_); }
  /// The same as `back`, through the record that is among those that end at `end`.
  ByPoint<S, n, w> back_again(Sweep& sweep, typename Tape<S>::Node end, const Tangent& by_velocity,
                              const Momentum& by_rate) const requires(keeps_record) {
    auto result = back_through(sweep, by_velocity, by_rate);
    result.by_x = sweep.by_element_again(end);
    return result;
  }

 private:
  /// What is carried back to m, inputs and parameters, and sown for x.
  ByPoint<S, n, w> back_through(Sweep& sweep, const Tangent& by_velocity,
                                const Momentum& by_rate) const {
    const auto& group = problem_.group();
    const auto& d = frame_.d;
    const auto& inertia = frame_.inertia;
    Covector p, lowered;
    Tangent b;
    if constexpr (weighed)
      lowered = sight_->lowered;
    else if constexpr (!unconstrained)
      lowered = inertia * a_;
    if constexpr (nonholonomic) {
      p = lowered;
      b = d * by_rate;
    } else {
      p = m_;
      b = by_rate;
    }

    constexpr bool turns = P::moves || P::affine;
    Covector by_a = by_velocity - group.ad_star(b, p);
    Tangent by_p = group.ad(a_, b), by_lowered = Tangent::Zero();
    [[maybe_unused]] Vector<S, r> by_u;
    [[maybe_unused]] Matrix<S, n, r> by_d_dot;
    [[maybe_unused]] Covector by_v0_dot;
    if constexpr (nonholonomic && P::moves) {  // <p, D'(x;a) by_rate>
      by_a += sweep.sow_basis_rate(p * by_rate.transpose());
      by_p += sweep.basis_rate() * by_rate;
    }
    if constexpr (P::System::has_force) by_a += sweep.external_force(a_, b);
    const auto pushed = sweep.pushed(b);
    const auto metric = sweep.metric_along(pushed);
    if constexpr (P::System::metric_may_vary) by_a += sweep.metric_rate(metric, a_);
    if constexpr (vakonomic && turns) {  // -<mu, d_b (D u + v0)>
      const Covector mu = p - lowered;
      if constexpr (P::affine) by_lowered = sweep.offset_rate();
      if constexpr (P::moves) {
        const auto rate = sweep.basis_rate();
        by_lowered += rate * u_;
        by_u = -(rate.transpose() * mu);
      }
      by_p -= by_lowered;
      by_d_dot = -mu * u_.transpose();
      by_v0_dot = -mu;
    }
    if constexpr (nonholonomic) by_lowered = by_p;
    if constexpr (nonholonomic || (vakonomic && turns)) by_a += inertia * by_lowered;

    Vector<S, r> on_d = along_d(by_a);
    if constexpr (vakonomic && P::moves) on_d += by_u;
    const Vector<S, r> k = frame_.solve(on_d);
    const Tangent z = expand(k);
    sweep.sow_metric(metric, by_lowered - z, a_);
    sweep.potential(pushed, b);
    if constexpr (!unconstrained) {
      if (P::affine || sweep.constraint_varies()) {
        const Covector by_v0 = by_a - inertia * z;
        Matrix<S, n, r> by_d = by_v0 * u_.transpose();
        if constexpr (nonholonomic) {
          by_d -= p * k.transpose();
          by_d += rate(p) * by_rate.transpose();
        } else {
          by_d += Covector(p - lowered) * k.transpose();
        }
        sweep.sow_constraint(by_d, by_v0);
        if constexpr (vakonomic && turns) sweep.sow_constraint_rate(by_d_dot, by_v0_dot);
      }
    }
    ByPoint<S, n, w> result;
    if constexpr (nonholonomic)
      result.by_m = k;
    else
      result.by_m = z + by_p;
    return result;
  }

  /// D where it does not move.
  static decltype(auto) distribution_of(const P& problem) {
    if constexpr (!P::moves) return in_numbers<S>(problem.split().distribution());
  }
  static constexpr bool sees_metric = weighed && P::System::metric_may_vary;
  /// D, M and D^T M D where they were left, the constant D where the problem keeps it.
  struct SeenFrame {
    using D = std::conditional_t<P::moves, const Matrix<S, n, r>&,
                                 decltype(distribution_of(std::declval<const P&>()))>;
    D d;
    const Matrix<S, n>& inertia;
    const Matrix<S, r>& gram;
    Vector<S, r> solve(const Vector<S, r>& c) const { return hamel::solve<S, r, 1>(gram, c); }
  };
  using Metric =
      std::conditional_t<finds_rate,
                         decltype(std::declval<const typename P::System&>().metric_at(
                             std::declval<const Point&>())),
                         std::conditional_t<sees_metric, const Matrix<S, n>&, Matrix<S, n>>>;
  using OwnFrame = std::conditional_t<Constant::frame, const Frame<P, S>&,
                                      std::conditional_t<weighed, SeenFrame, Frame<P, S>>>;

  Metric metric() const {
    if constexpr (finds_rate)
      return problem_.system().metric_at(x_);
    else if constexpr (sees_metric)
      return sight_->inertia;
    else
      return converted<S>(problem_.metric(x_));
  }
  OwnFrame frame() const {
    if constexpr (Constant::frame) {
      return constant_.constant_frame();
    } else {
      const auto& inertia = matrix();
      if constexpr (weighed && P::moves)
        return SeenFrame{sight_->basis, inertia, sight_->gram};
      else if constexpr (weighed)
        return SeenFrame{distribution_of(problem_), inertia, sight_->gram};
      else if constexpr (seen && nonholonomic && P::moves)
        return Frame<P, S>(sight_->basis, inertia);
      else
        return Frame<P, S>(problem_.basis(x_), inertia);
    }
  }
  /// M
  decltype(auto) matrix() const {
    if constexpr (finds_rate)
      return in_numbers<S>(metric_.matrix());
    else
      return (metric_);
  }
  /// ad*_a p + F, as it was seen or found again.
  Covector rate([[maybe_unused]] const Covector& p) const {
    if constexpr (finds_rate)
      return problem_.group().ad_star(a_, p) +
             ProblemAt<P, S>(problem_, t_, x_, metric_).force(a_, p);
    else
      return sight_->rate;
  }
  /// D u
  Tangent expand(const Vector<S, r>& u) const {
    if constexpr (unconstrained)
      return u;
    else
      return frame_.d * u;
  }
  /// D^T c
  Vector<S, r> along_d(const Covector& c) const {
    if constexpr (unconstrained)
      return c;
    else
      return frame_.d.transpose() * c;
  }

  const P& problem_;
  Constant& constant_;
  const Seen sight_;
  const S t_;
  const Point& x_;
  const Momentum m_;
  const Metric metric_;
  const OwnFrame frame_;
  Tangent v0_, a_;
  Vector<S, r> u_;
};

template <class P, class Q, class S, class Seen>
struct FieldAdjointOf {
  using Type =
      std::conditional_t<ConstantTerms<P, Q, S>::frame && !P::affine,
                         ConstantFieldAdjoint<P, Q, S, Seen>, VaryingFieldAdjoint<P, Q, S, Seen>>;
};
template <class P, class Q, class S, class Seen>
requires FieldAlone<P>
struct FieldAdjointOf<P, Q, S, Seen> {
  using Type = RecordedField<P, Q, S>;
};
/// The field of a problem at (t,x,m), through which covectors go back.
template <class P, class Q, class S, class Seen = std::nullptr_t>
using FieldAdjoint = typename FieldAdjointOf<P, Q, S, Seen>::Type;

}  // namespace hamel::detail
