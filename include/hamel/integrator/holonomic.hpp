// Steps under holonomic constraints: any method, with g = 0 and the velocity along it kept to rounding.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/core/consistent.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/magnitude.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/holding.hpp>
#include <hamel/integrator/holonomic_energy.hpp>
#include <hamel/integrator/variational.hpp>

namespace hamel {

/// A step of Gauss collocation begins off the manifold as far as it ends (symmetric projection: Hairer, Lubich & Wanner
/// 2006, V.4.1), with A = A(x_k), A+ = A(x_{k+1}):
///
///     x~ = x_k exp(M^{-1} A^T lambda),  p~ = p_k + A^T mu,   (x^, p^) = step from (x~, p~),
///     x_{k+1} = x^ exp(M^{-1} A+^T lambda),  p_{k+1} = p^ + A+^T mu,   g = 0 and A+ a = b there.
///
/// Each sweep over the stages is followed by one correction of lambda and mu, until neither changes. Symmetric where
/// exp is linear, as Collocation.
template <class Coefficients>
struct Holding<Collocation<Coefficients>> {
  using Base = Collocation<Coefficients>;
  static constexpr int order = Base::order;
  static constexpr bool adaptive = false;

  Base base{};

  using Memory = typename Base::Memory;

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state, Memory&) const noexcept {
    constexpr int K = P::rows;
    const auto& constraint = problem.constraint();
    const auto& group = problem.group();
    const auto before = problem.normal(t, state.x);
    const S then = t + h;
    Vector<S, K> lambda = zeros<S, K>(constraint.count()), mu = lambda;
    typename Base::template Stages<S, P::dimension, P::variations> at;
    typename Base::template Iteration<S, P::dimension, P::variations> stages(problem, t, state, at);
    detail::Corrections corrections;
    for (int i = 1; i <= base.max_iterations; ++i) {
      St next{group.compose(state.x, group.exp(before.lifted * lambda)), state.m + before.a * mu};
      stages.sweep(problem, t, h, next);
      if (!stages.is_finite()) return {Outcome::not_finite, i, stages.change()};
      stages.lead(problem, h, next);
      auto after = problem.normal(then, next.x);
      const auto led_to = next.x;
      for (int k = 0; k < 2; ++k) {  // lambda is small: A+ is found by two looks
        next.x = group.compose(led_to, group.exp(after.lifted * lambda));
        after = problem.normal(then, next.x);
      }
      if (!after.gram.is_regular()) return {Outcome::rank_lost, i, after.gram.least_pivot()};
      next.m += after.a * mu;
      const Vector<S, P::dimension> a = problem.unconstrained().velocity(then, next.x, next.m);
      const Vector<S, K> off = constraint.rate(then, next.x) - after.a.transpose() * a;
      const auto by = after.gram.solve(-constraint.value(then, next.x));
      const auto turned = after.gram.solve(off);
      const double way = Magnitude().add(after.lifted * by).largest(),
                   more = Magnitude().add(after.lifted * turned).largest();
      if (!std::isfinite(way + more)) return {Outcome::not_finite, i, way};
      const bool holds = corrections.ended(std::max(way, more / std::max(1., P::length(a))));
      if (holds && stages.is_settled())
        return detail::restored(problem, then, {Outcome::ok, i, stages.change()}, next, state);
      lambda += S(0.5) * by;
      mu += S(0.5) * turned;
    }
    return {Outcome::not_converged, base.max_iterations, stages.change()};
  }
};

/// Under a holonomic constraint the variational step is that of the constrained discrete Lagrangian, a free step between
/// two impulses of the reaction:
///
///     (x_{k+1}, p^) = step of free motion from (x_k, p_k + A_k^T lambda),  g(x_{k+1}) = 0,
///     p_{k+1} = p^ + A_{k+1}^T mu,  A_{k+1} a_{k+1} = b
///
/// (RATTLE: Andersen 1983; on any step: Reich 1996; Marsden & West 2001, 3.5; Hairer, Lubich & Wanner 2006, VII.1.4).
/// Order 2, symmetric, symplectic on the cotangent bundle of the manifold. Equations that do not integrate hold in the
/// middle of the step, A(x_k exp(xi/2)) xi = h b with xi the logarithm of x_k^{-1} x_{k+1} (Cortes & Martinez 2001).
template <class Retraction, class Lagrangian>
struct Holding<Variational<Retraction, Lagrangian>> {
  using Free = Variational<Retraction, Lagrangian>;
  static constexpr int order = 2;
  static constexpr bool adaptive = false;
  static constexpr bool symmetric = true;

  Free base{};

  using Memory = typename Free::Memory;

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state,
                  Memory& memory) const noexcept {
    constexpr int K = P::rows;
    const auto before = problem.normal(t, state.x);
    const S then = t + h;
    Vector<S, K> impulse = zeros<S, K>(problem.constraint().count());
    detail::Corrections corrections;
    int iterations = 0;
    for (int i = 0; i < corrections.most; ++i) {
      St next{state.x, state.m + before.a * impulse};
      StepStatus status = base.step(problem.unconstrained(), t, h, next, memory);
      iterations += status.iterations;
      status.iterations = iterations;
      if (!status) return status;
      Vector<S, K> miss = problem.constraint().value(then, next.x);
      auto after = problem.constraint().normals(then, next.x);
      if (problem.ranks().first < miss.size())
        in_the_middle(problem, t, h, state.x, next.x, miss, after);
      const Consistent<S, K> matrix(after.transpose() * before.lifted, problem.ranks());
      if (!matrix.is_regular()) return {Outcome::rank_lost, iterations, matrix.least_pivot()};
      const auto change = matrix.solve(-miss);
      const double way = Magnitude().add(before.lifted * change).largest();
      if (!std::isfinite(way)) return {Outcome::not_finite, iterations, way};
      if (corrections.ended(way)) return detail::restored(problem, then, status, next, state);
      impulse += S(1) / h * change;
    }
    return {Outcome::not_converged, iterations, 0};
  }

 private:
  /// Rows that do not integrate: A xi - h b in the middle, in place of what they are at the end.
  template <class P, class S, class X, class Miss, class Normals>
  static void in_the_middle(const P& problem, const S& t, const S& h, const X& x, const X& y,
                            Miss& miss, Normals& after) noexcept {
    const auto& group = problem.group();
    const Vector<S, P::dimension> xi = group.log(group.compose(group.inverse(x), y));
    const X middle = group.compose(x, group.exp(S(0.5) * xi));
    const S then = t + S(0.5) * h;
    const auto a = problem.constraint().normals(then, middle);
    const auto b = problem.constraint().rate(then, middle);
    const auto along = a.transpose() * xi;
    for (int i = problem.ranks().first; i < miss.size(); ++i) {
      miss[i] = along[i] - h * b[i];
      after.col(i) = a.col(i);
    }
  }
};

/// A composition of steps under the constraint.
template <class Scheme, class Base>
struct Holding<Composition<Scheme, Base>> : Composition<Scheme, Holding<Base>> {};

}  // namespace hamel
