// What the field of a problem was at the stages of a step, kept for the way back.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/term_sweep.hpp>

namespace hamel::detail {

/// Where the field was asked, and what nonholonomic motion needs again: ad*_a p + F, D(x) where it moves, and where D
/// or M varies without an offset a = D u, M a, D^T M D and M(x).
template <class P, class S>
struct Sight {
  static constexpr bool nonholonomic = P::kind == Dynamics::nonholonomic;
  static constexpr bool varies = P::System::metric_may_vary;
  static constexpr bool weighs = nonholonomic && (P::moves || varies) && !P::affine;
  static constexpr int n = P::dimension, r = P::velocities, kept = weighs ? n : 0;
  Element<typename P::Group, S> x;
  Vector<S, nonholonomic ? n : 0> rate;
  Matrix<S, n, nonholonomic && P::moves ? r : 0> basis;
  Vector<S, kept> a, lowered;
  Vector<S, weighs ? r : 0> u;
  Matrix<S, weighs ? r : 0> gram;
  Matrix<S, weighs && varies ? n : 0> inertia;
};

/// A problem whose field leaves a sight of each call, one after the other.
template <class P, class S>
class Witness {
 public:
  using Group = typename P::Group;
  using System = typename P::System;
  static constexpr int dimension = P::dimension, velocities = P::velocities,
                       variations = P::variations;
  static constexpr bool affine = P::affine, moves = P::moves;

  Witness(const P& problem, Sight<P, S>* next) : problem_(problem), next_(next) {}

  const Group& group() const noexcept { return problem_.group(); }
  int dim() const noexcept { return problem_.dim(); }
  constexpr bool is_invariant() const noexcept { return problem_.is_invariant(); }

  Velocity<S, dimension, variations> field(const S& t, const Element<Group, S>& x,
                                           const Vector<S, variations>& m) const {
    auto& sight = *next_++;
    sight.x.data = converted<S>(x.data);  // number by number: they were just computed
    const ProblemAt<P, S, true> here(problem_, t, x);
    if constexpr (P::kind == Dynamics::nonholonomic)
      return problem_.field(here, m, sight);
    else
      return problem_.field(here, m);
  }

 private:
  const P& problem_;
  mutable Sight<P, S>* next_;
};

/// Stages with sights of the field at each of them.
template <class Stages, class P, class S, std::size_t count>
struct Witnessed : Stages {
  std::array<Sight<P, S>, count> sights;
};
/// Is anything to be seen? Not where nothing depends on x, or where no term can be asked for.
template <class P>
constexpr bool has_sights() {
  if constexpr (FieldAlone<P>)
    return false;
  else
    return !invariant_terms<typename P::System> || P::moves || P::affine;
}
/// The same where anything is to be seen.
template <class Stages, class P, class S, std::size_t count>
using WitnessedWhereVaried =
    std::conditional_t<has_sights<P>(), Witnessed<Stages, P, S, count>, Stages>;

/// Evaluates with the problem, or with a witness of it where its stages have sights.
template <class P, class Stages, class F>
auto witnessed(const P& problem, Stages& at, const F& evaluate) {
  if constexpr (requires { at.sights; }) {
    return evaluate(Witness(problem, at.sights.data()));
  } else {
    return evaluate(problem);
  }
}

/// The sight of a stage, where there is one.
template <class Stages>
auto sight_of(const Stages& at, int stage) {
  if constexpr (requires { at.sights; })
    return &at.sights[std::size_t(stage)];
  else
    return nullptr;
}

}  // namespace hamel::detail
