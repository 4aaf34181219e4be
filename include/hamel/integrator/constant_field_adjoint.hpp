// Covectors carried back through the vector field of a problem whose metric and distribution are constant.
#pragma once

#include <cstddef>
#include <type_traits>

#include <hamel/core/tape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/constant_terms.hpp>
#include <hamel/integrator/term_sweep.hpp>

namespace hamel::detail {

/// The field of a problem with constant M and D at (t,x,m), through which covectors go back. The element must outlive
/// it. `Seen` points to the sight that was left there, or is nullptr_t.
template <class P, class Q, class S, class Seen = std::nullptr_t>
class ConstantFieldAdjoint {
  static constexpr int n = P::dimension, r = P::velocities, w = P::variations;
  static constexpr bool unconstrained = P::kind == Dynamics::free,
                        nonholonomic = P::kind == Dynamics::nonholonomic;
  using Constant = ConstantTerms<P, Q, S>;
  using Tangent = Vector<S, n>;
  using Covector = Vector<S, n>;
  using Momentum = Vector<S, w>;
  using Point = Element<typename P::Group, S>;

 public:
  static constexpr bool keeps_record = false;  ///< no constraint is recorded

  ConstantFieldAdjoint(const P& problem, Constant& constant, const S& t, const Point& x,
                       const Momentum& m, const Seen& sight = {})
      : problem_(problem), constant_(constant), sight_(sight), t_(t), x_(x), m_(m) {
    const auto& frame = constant.constant_frame();
    if constexpr (P::kind == Dynamics::vakonomic)
      u_ = frame.solve(Vector<S, r>(frame.d.transpose() * m));
    else
      u_ = frame.solve(m);
    a_ = expand(u_);
  }

  /// The velocity a = D u.
  const Tangent& velocity() const noexcept { return a_; }

  /// Carries <by_velocity, a> + <by_rate, m'> back to (x,m), inputs and parameters. With b in W dual to m', p and F as
  /// in the equations of motion (see Problem),
  ///
  ///     d<p,[a,b]> = <dp,[a,b]> - <ad*_b p, da>,   a = D u,   D^T M D u = c,   D^T M D k = D^T by_a.
  ByPoint<S, n, w> back(const Q& taped, Tape<S>& tape, const Tangent& by_velocity,
                        const Momentum& by_rate) const {
    const auto& group = problem_.group();
    const auto& frame = constant_.constant_frame();
    Covector p;
    Tangent b;
    if constexpr (nonholonomic) {
      p = frame.lowered * u_;
      b = frame.d * by_rate;
    } else {
      p = m_;
      b = by_rate;
    }
    TermSweep<P, Q, S> sweep(problem_, taped, tape, constant_, t_, x_);
    Covector by_a = by_velocity - group.ad_star(b, p);
    if constexpr (P::System::has_force) by_a += sweep.external_force(a_, b);
    sweep.potential(b);
    const Tangent by_p = group.ad(a_, b);

    Vector<S, r> on_d;
    if constexpr (unconstrained)
      on_d = by_a;
    else
      on_d = frame.d.transpose() * by_a;
    if constexpr (nonholonomic) on_d += frame.lowered.transpose() * by_p;
    const Vector<S, r> k = frame.solve(on_d);
    if constexpr (nonholonomic)
      constant_.add_to_frame(u_, k, by_p);
    else
      constant_.add_to_frame(u_, k);
    if constexpr (!unconstrained) {
      if (constant_.basis_varies()) {
        constant_.add_to_basis(by_a, u_);
        if constexpr (nonholonomic)
          constant_.add_to_basis(rate(p), by_rate);
        else
          constant_.add_to_basis(p, k);
      }
    }
    ByPoint<S, n, w> result;
    result.by_x = sweep.by_element();
    if constexpr (nonholonomic)
      result.by_m = k;
    else
      result.by_m = expand(k) + by_p;
    return result;
  }

 private:
  /// ad*_a p + F, as it was seen or found again.
  Covector rate([[maybe_unused]] const Covector& p) const {
    if constexpr (!std::is_same_v<Seen, std::nullptr_t>)
      return sight_->rate;
    else
      return problem_.group().ad_star(a_, p) + ProblemAt<P, S>(problem_, t_, x_).force(a_, p);
  }
  /// D u
  Tangent expand(const Vector<S, r>& u) const {
    if constexpr (unconstrained)
      return u;
    else
      return constant_.constant_frame().d * u;
  }

  const P& problem_;
  Constant& constant_;
  const Seen sight_;
  const S t_;
  const Point& x_;
  const Momentum m_;
  Tangent a_;
  Vector<S, r> u_;
};

}  // namespace hamel::detail
