// The implicit midpoint rule on momenta, with a discrete gradient of the potential: energy is conserved.
#pragma once

#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/compact.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/integrator/canonical_midpoint.hpp>
#include <hamel/integrator/constant_midpoint.hpp>
#include <hamel/integrator/frame_midpoint.hpp>
#include <hamel/integrator/step_unknowns.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

/// The equations z = image(z) of a midpoint rule at unknowns z = (a, m) that are given, for derivatives.
template <class Equations, class P, class S>
class MidpointAt {
  static constexpr int n = P::dimension, k = P::variations;

 public:
  using State = typename P::template State<S>;

  template <class V>
  MidpointAt(const P& problem, const S& t, const S& h, const State& start, const V& unknowns)
      : equations_(problem, t, h, start),
        h_(h),
        z_{entries<n>(unknowns, 0, problem.dim()),
           entries<k>(unknowns, problem.dim(), problem.state_dim())} {}

  /// z - image(z), zero at the solution.
  auto defect() const {
    const auto image = equations_.image(z_);
    return stacked(Vector<S, n>(z_.a - image.a), Vector<S, k>(z_.m - image.m));
  }
  /// xi, with x_{k+1} = x_k exp(xi).
  Vector<S, n> increment() const { return h_ * z_.a; }
  State end_state() const { return equations_.end(z_); }

 private:
  typename Equations::template Of<P, S> equations_;
  S h_;
  typename Equations::template Of<P, S>::Unknowns z_;
};

/// The same over any scalar.
template <class Equations>
struct MidpointEquations {
  Exponential retraction{};

  template <class P, class S, class St, class Z>
  auto at(const P& problem, const S& t, const S& h, const St& from, const Z& unknowns) const {
    return MidpointAt<Equations, P, S>(problem, t, h, from, unknowns);
  }
};

/// Where metric and distribution are constant, any of the three dynamics:
///
///     m+ = m + h (ad*_a p + F_d)|_W,   x+ = x exp(h a),   a, p at (m + m+)/2,
///     F_d = -dU(x exp(h a/2)) - ((U(x+) - U(x) - <dU, h a>) / |h a|^2) h a
///
/// The kinetic energy is quadratic in m and F_d does the exact work (Gonzalez 1996, discrete gradient),
/// so the energy is conserved to rounding; order 2. External forces act at the midpoint. The work
/// U(x) - U(x+) is found from the forces (PotentialWork): a constant in U changes nothing.
///
/// Where one of them varies: FrameMidpoint (nonholonomic motion, a metric that is definite on D) and CanonicalMidpoint
/// (free and vakonomic motion), in which the energy is conserved to rounding too. Nonholonomic motion under an offset,
/// which conserves no energy, is not served.
struct EnergyMidpoint {
  static constexpr int order = 2;
  static constexpr bool adaptive = false;
  static constexpr bool symmetric = true;
  static constexpr bool solves = true;  ///< a step solves equations, see solved_step
  template <class P>
  static constexpr int unknowns = P::dimension + P::variations;

  int max_iterations = 25;  ///< of Newton's method

  /// Nothing is carried from step to step.
  struct Memory {};

  /// One step of size h from time t, in place. On failure the state is left as it was; what is not served shows as
  /// Outcome::unsupported.
  template <class P, class S>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  Memory&) const noexcept {
    return in_one_piece<compact<P, S>>(
        [&] { return solved_step(problem, t, h, state, [](const auto&...) {}); });
  }

  /// The same under inputs w (with_inputs), held over the step.
  template <class P, class S, class W>
  StepStatus step(const P& problem, const S& t, const S& h, typename P::template State<S>& state,
                  const W& w, Memory& memory) const noexcept {
    return with_held(problem, w, [&](const auto& held) { return step(held, t, h, state, memory); });
  }

  /// Calls f with the equations that serve the problem, z = image(z) with an end of the step for z, and how many
  /// iterations their solution may take; does not where none do.
  template <class P, class F>
  void with_equations(const P& problem, const F& f) const {
    if constexpr (P::moves || P::affine || P::System::metric_may_vary) {
      if (P::moves || problem.is_affine() || !problem.system().metric_is_constant()) {
        if (!problem.is(Dynamics::nonholonomic)) {
          if constexpr (P::dimension == P::variations)
            f(EquationsIn<CanonicalMidpoint>(), 4 * max_iterations);
        } else if (!problem.is_affine()) {
          if constexpr (P::velocities == P::variations)
            f(EquationsIn<FrameMidpoint>(), 4 * max_iterations);
        }
        return;
      }
    }
    if constexpr (!P::moves) f(EquationsIn<ConstantMidpoint>(), max_iterations);
  }

  /// One step; before the state moves, found(equations, solved) is told its equations and the unknowns that solved them.
  template <class P, class S, class Found>
  StepStatus solved_step(const P& problem, const S& t, const S& h,
                         typename P::template State<S>& state, const Found& found) const noexcept {
    StepStatus status{Outcome::unsupported, 0, 0};
    with_equations(problem, [&]<class Equations>(Equations, int iterations) {
      const typename Equations::template Of<P, S> equations(problem, t, h, state);
      typename Equations::template Of<P, S>::Unknowns z;
      status = equations.solve(z, iterations);
      if (!status) return;
      const auto end = equations.end(z);
      if (!all_finite(end.x.data) || !all_finite(end.m)) {
        status.outcome = Outcome::not_finite;
      } else {
        found(MidpointEquations<Equations>{}, z);
        write(state, end);
      }
    });
    return status;
  }

 private:
  template <template <class, class> class E>
  struct EquationsIn {
    template <class P, class S>
    using Of = E<P, S>;
  };
};

}  // namespace hamel
