// The midpoint rule on G x g* with a discrete gradient of the Hamiltonian: energy is conserved.
#pragma once

#include <cmath>

#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/fixed_point.hpp>
#include <hamel/integrator/potential_work.hpp>

namespace hamel {

/// Free and vakonomic motion, the left-trivialised Hamiltonian equations of H(x,p) = <p,a> - L(x,a):
///
///     x+ = x exp(h a),   p+ = p + h (ad*_a p - dH_d),   a = d_pH at x exp(h a/2) and (p + p+)/2,
///     dH_d = x^*d_xH + ((H(x+,p+) - H(x,p) - <x^*d_xH, h a> - <p+ - p, a>) / |h a|^2) h a
///
/// so that H(x+,p+) - H(x,p) = <dH_d, h a> + <p+ - p, a> = 0 (after Gonzalez 1996), whatever metric, distribution and
/// offset v0(x); at a given x, H is quadratic in p, so the correction is of order h^2. Order 2, symmetric. External
/// forces act at the middle; H is that of the middle's time.
template <class P, class S>
class CanonicalMidpoint {
 public:
  using State = typename P::template State<S>;

  using V = Vector<S, P::dimension>;
  /// The velocity, and p+.
  using Unknowns = MiddleUnknowns<V, V>;

  CanonicalMidpoint(const P& problem, const S& t, const S& h, const State& start)
      : problem_(problem),
        middle_(t + h / S(2)),
        h_(h),
        start_(start),
        before_(without_potential(start)) {}

  /// By fixed-point iteration, right for h |field'| < 1.
  StepStatus solve(Unknowns& z, int max_iterations) const noexcept {
    const auto now = problem_.field(middle_, start_.x, start_.m);
    z = {now.a, start_.m + h_ * now.m_dot};
    return iterate(*this, start_.m, z, max_iterations);
  }

  /// The right sides of the equations for the unknowns.
  Unknowns image(const Unknowns& z) const {
    const auto& group = problem_.group();
    const auto x = group.compose(start_.x, group.exp(h_ / S(2) * z.a));
    const V p = S(0.5) * (start_.m + z.m);
    const V a = problem_.velocity(middle_, x, p);
    const V s = h_ * a;
    const V outside = problem_.system().external_force(middle_, x, a);
    V force = problem_.force(middle_, x, a, p) - outside;  // -x^*d_xH
    if (const S square = s.dot(s); plain(square) > 0) {
      S missing = without_potential(end({a, z.m})) - before_ - (z.m - start_.m).dot(a);
      if constexpr (P::System::has_potential) {
        const V of_potential = problem_.system().potential_force(middle_, x);
        missing += V(force - of_potential).dot(s);
        missing -= work_beyond_middle(problem_.system(), middle_, start_.x, x, s, of_potential);
      } else {
        missing += force.dot(s);
      }
      force -= missing / square * s;
    }
    const V rate = group.ad_star(a, p) + force + outside;
    return {a, start_.m + h_ * rate};
  }

  State end(const Unknowns& z) const {
    const auto& group = problem_.group();
    return {group.compose(start_.x, group.exp(h_ * z.a)), z.m};
  }

 private:
  /// H - U = <p,a> - M(a,a)/2.
  S without_potential(const State& state) const {
    const V a = problem_.velocity(middle_, state.x, state.m);
    const V inertial = problem_.metric(state.x) * a;
    return state.m.dot(a) - S(0.5) * inertial.dot(a);
  }

  const P& problem_;
  S middle_, h_;
  const State& start_;
  S before_;  // H - U at the start
};

}  // namespace hamel
