// Free, nonholonomic and vakonomic motion: one equation, three choices of variations.
#pragma once

#include <type_traits>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/inline.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/constants.hpp>
#include <hamel/dynamics/problem_at.hpp>
#include <hamel/dynamics/start.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/dynamics/velocity.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/concept.hpp>

namespace hamel {

/// The equations of motion of a system under one of the three dynamics (Jozwikowski & Respondek
/// 2013, Prop. 3.1 and eqs. (3.2), (3.5); Gracia, Marin-Solano & Munoz-Lecanda 2003, thms. 2-4):
///
///     x' = x_* a,   m' = (ad*_a p + F(x,a))|_W,
///     a = D u + v0,   u = (D^T M D)^{-1} (p_d - D^T M v0)
///
/// with p_d = D^T p, W = g or d, and p = m (free, vakonomic) or M a (nonholonomic). Free motion is
/// D = 1. Where D or v0 moves with x, D'(x;a) = d/ds D(x exp(s a)), the equations gain
///
///     D'(x;a)^T p  (nonholonomic, m = D^T p),   -<mu, (d_k D) u + d_k v0>_k  (vakonomic, in F).
///
/// Build one with free(), nonholonomic() or vakonomic().
template <Dynamics kind_, class System_, class Split_>
class Problem : public Constants<kind_, System_, Split_> {
  using Base = Constants<kind_, System_, Split_>;
  using Base::inertia_, Base::gain_, Base::gained, Base::always_gained;
  using Base::system_, Base::split_, Base::offset_at;

 public:
  using Base::group, Base::dim, Base::basis, Base::basis_at, Base::restrict, Base::is_affine,
      Base::offset;
  using Base::kind, Base::dimension, Base::velocities, Base::variations, Base::affine, Base::moves;
  using typename Base::System, typename Base::Group, typename Base::Number;
  template <class S>
  static constexpr bool offset_moves = Base::template offset_moves<S>;

  template <class S>
  using State = hamel::State<Group, S, variations>;

  using Base::Base;

  /// M(x), from the cache when it is constant.
  template <class S>
  Matrix<S, dimension> metric(const Element<Group, S>& x) const {
    if constexpr (System::metric_may_vary) {
      if (!system_.metric_is_constant()) return system_.metric(x);
    }
    return converted<S>(inertia_);
  }

  /// M a of a metric that cannot vary; numbers with derivatives meet it as the constant it is.
  template <class S>
  Vector<S, dimension> lowered(const Vector<S, dimension>& a) const
      requires(!System::metric_may_vary) {
    return inertia_ * a;
  }

  /// The velocity a in v0(t,x) + D(x) with momentum m.
  template <class S>
  Vector<S, dimension> velocity(const S& t, const Element<Group, S>& x,
                                const Vector<S, variations>& m) const {
    if constexpr (always_gained) {
      return gained(t, x, m);
    } else {
      if constexpr (!moves) {
        if (system_.metric_is_constant()) return gained(t, x, m);
      }
      return velocity_of<kind>(basis(x), Matrix<S, dimension>(system_.metric(x)), m,
                               offset_at(t, x));
    }
  }
  /// The same where what the problem is at (t,x) is at hand.
  template <class S, bool once>
  Vector<S, dimension> velocity(const ProblemAt<Problem, S, once>& here,
                                const Vector<S, variations>& m) const {
    if constexpr (always_gained) {
      return gained(here.time(), here.place(), m);
    } else {
      if constexpr (!moves) {
        if (system_.metric_is_constant()) return gained(here.time(), here.place(), m);
      }
      const Matrix<S, dimension>& inertia = in_numbers<S>(here.metric().matrix());
      return velocity_of<kind>(basis(here.place()), inertia, m,
                               offset_at(here.time(), here.place()));
    }
  }

  /// The same where v0 does not depend on t.
  template <class S>
  Vector<S, dimension> velocity(const Element<Group, S>& x, const Vector<S, variations>& m) const
      requires(!offset_moves<S>) {
    return velocity(S(0), x, m);
  }

  /// The u in a = D u + v0 of an admissible velocity, M-orthogonal where a is not admissible.
  template <class S>
  Vector<S, velocities> coordinates(const S& t, const Element<Group, S>& x,
                                    const Vector<S, dimension>& a) const {
    const auto d = basis(x);
    const Matrix<S, dimension> m = metric(x);
    const Vector<S, dimension> inside = affine ? Vector<S, dimension>(a - offset(t, x)) : a;
    return hamel::solve<S, velocities>(inertia_on<kind>(d, m), d.transpose() * (m * inside));
  }

  /// The momentum p in g* of a state with velocity a: M a + mu for vakonomic motion, M a otherwise.
  template <class S>
  Vector<S, dimension> momentum(const Element<Group, S>& x, const Vector<S, dimension>& a,
                                const Vector<S, variations>& m) const {
    if constexpr (kind == Dynamics::nonholonomic)
      return metric(x) * a;
    else
      return m;
  }

  /// mu in Ann(D), the part of a vakonomic momentum that the velocity does not see; 0 otherwise.
  template <class S>
  Vector<S, dimension> multiplier(const S& t, const State<S>& state) const {
    if constexpr (kind == Dynamics::vakonomic) {
      return state.m - metric(state.x) * velocity(t, state.x, state.m);
    } else {
      return zeros<S, dimension>(dim());
    }
  }

  /// The same where v0 does not depend on t.
  template <class S>
  Vector<S, dimension> multiplier(const State<S>& state) const requires(!offset_moves<S>) {
    return multiplier(S(0), state);
  }

  /// F in g* at (t,x,a), with the term -<mu, (d_k D) u + d_k v0>_k that a vakonomic constraint adds
  /// where it moves.
  template <class S>
  Vector<S, dimension> force(const S& t, const Element<Group, S>& x, const Vector<S, dimension>& a,
                             const Vector<S, dimension>& p) const {
    return ProblemAt<Problem, S, true>(*this, t, x).force(a, p);
  }

  /// True when the field is the same at every x and t.
  constexpr bool is_invariant() const noexcept {
    return !is_affine() && !moves && system_.force_is_zero();
  }

  /// The vector field: (a, m') at time t.
  template <class S>
  Velocity<S, dimension, variations> field(const S& t, const Element<Group, S>& x,
                                           const Vector<S, variations>& m) const {
    if constexpr (!moves && !affine && System::geodesic) {
      Velocity<S, dimension, variations> v{velocity(t, x, m), {}};
      v.m_dot = restrict(x, group().ad_star(v.a, momentum(x, v.a, m)));
      return v;
    } else {
      if constexpr (dimension == dynamic && !moves) {
        if (is_plain())
          return plain_field(
              t, x, m, [&](Vector<S, dimension>& c) { system_.add_potential_force(t, x, c); });
      }
      if constexpr (dimension == dynamic)
        return field_at(t, x, m);
      else
        return field(ProblemAt<Problem, S, true>(*this, t, x), m);
    }
  }
  /// The same where what the problem is at (t,x) is at hand.
  template <class S, bool once>
  HAMEL_PART_OF_STEP Velocity<S, dimension, variations> field(
      const ProblemAt<Problem, S, once>& here, const Vector<S, variations>& m) const {
    struct {
      Vector<S, dimension> rate;
    } seen;
    return field(here, m, seen);
  }
  /// The same with what was seen on the way: `rate`, ad*_a p + F, of which m' is the part that pairs with W, and where
  /// it is asked for `basis`, the D(x) of nonholonomic motion that moves, and a, `lowered` M a, u, `gram` D^T M D and
  /// the `inertia` M(x) that varies.
  template <class S, bool once, class Seen>
  HAMEL_ALWAYS_INLINE Velocity<S, dimension, variations> field(
      const ProblemAt<Problem, S, once>& here, const Vector<S, variations>& m, Seen& seen) const {
    auto& whole = seen.rate;
    const auto& x = here.place();
    Velocity<S, dimension, variations> v;
    if constexpr (kind == Dynamics::nonholonomic && (moves || System::metric_may_vary)) {
      if (moves || !system_.metric_is_constant() || requires { seen.gram; }) {
        const auto basis_here = basis_at(x);
        const auto& d = basis_here.matrix();
        const Matrix<S, dimension>& inertia = in_numbers<S>(here.metric().matrix());
        const bool picked = [&] {
          if constexpr (picks<S, once>)
            return split_.picks().all();
          else
            return false;
        }();
        const auto turn = [&](const Vector<S, dimension>& a,
                              const Vector<S, dimension>& p) HAMEL_ALWAYS_INLINE {
          whole = rate(here, a, p);
          v.a = a;
          if constexpr (picks<S, once>)
            v.m_dot = picked ? split_.picks().restrict(whole) : d.transpose() * whole;
          else
            v.m_dot = d.transpose() * whole;
          if constexpr (moves) v.m_dot += basis_here.slope(a).transpose() * p;
        };
        const auto with_offset = [&] {
          const auto a = velocity_of<kind>(d, inertia, m, offset_at(here.time(), x));
          turn(a, inertia * a);
        };
        const auto without = [&]() HAMEL_ALWAYS_INLINE {  // M a = (M D) u
          Matrix<S, velocities> gram;
          Vector<S, velocities> u;
          Vector<S, dimension> a, p;
          if (picked) {
            if constexpr (picks<S, once>) {
              gram = split_.picks().gram(inertia);
              u = solve_symmetric(gram, m);
              a = split_.picks().expand(u);
              p = inertia * a;
            }
          } else {
            const auto m_d = inertia * d;
            gram = symmetric_transposed_times(d, m_d);
            u = solve_symmetric(gram, m);
            a = d * u;
            p = m_d * u;
          }
          turn(a, p);
          if constexpr (!affine && requires { seen.gram; }) {
            seen.a = v.a;
            seen.lowered = p;
            seen.u = u;
            seen.gram = gram;
            if constexpr (System::metric_may_vary) seen.inertia = inertia;
          }
        };
        if constexpr (!affine)
          without();
        else if constexpr (dimension != dynamic)
          with_offset();
        else  // known at run time
          is_affine() ? with_offset() : without();
        if constexpr (moves && requires { seen.basis; }) seen.basis = d;
        return v;
      }
    }
    v.a = velocity(here, m);
    if constexpr (kind == Dynamics::nonholonomic)
      whole = rate(here, v.a, here.metric().matrix() * v.a);
    else
      whole = rate(here, v.a, m);
    v.m_dot = restrict(x, whole);
    return v;
  }

  /// The state with element x, velocity a and (vakonomic) multiplier mu in Ann(D) at time t. Throws OffGroup,
  /// DimensionError, or ConstraintViolation when a is not in v0(t,x) + D(x), when mu does not annihilate D(x), or when
  /// a number is not finite. `a` and `mu` are any vectors of Eigen's: expressions, maps, of fixed or run-time size.
  template <class S, class A, class Mu>
  State<S> start(const Element<Group, S>& x, const Eigen::MatrixBase<A>& a,
                 const Eigen::MatrixBase<Mu>& mu, const std::type_identity_t<S>& t = S(0)) const {
    require_size(*this, x);
    const auto velocity = vector_argument<S, dimension>(a, dim(), "initial velocity");
    const auto multiplier = vector_argument<S, dimension>(mu, dim(), "initial multiplier");
    require_start(*this, t, x, velocity, multiplier);
    const Vector<S, dimension> p = metric(x) * velocity;
    if constexpr (kind == Dynamics::vakonomic)
      return {x, p + multiplier};
    else
      return {x, restrict(x, p)};
  }

  /// The same with mu = 0.
  template <class S, class A>
  State<S> start(const Element<Group, S>& x, const Eigen::MatrixBase<A>& a) const {
    return start(x, a, zeros<S, dimension>(dim()));
  }

  /// Are D and M constant, and is a potential all that acts?
  bool is_plain() const noexcept {
    return !moves && system_.metric_is_constant() && system_.external_force_is_zero() &&
           !is_affine();
  }
  /// The vector field there, where sizes are known at run time: what varies is the potential alone, whose force
  /// add_force(c) adds to a covector c.
  template <class S, class AddForce>
  [[gnu::noinline]] Velocity<S, dimension, variations> plain_field(
      const S& t, const Element<Group, S>& x, const Vector<S, variations>& m,
      const AddForce& add_force) const {
    if constexpr (kind == Dynamics::nonholonomic) {
      Velocity<S, dimension, variations> v{gain_ * m, {}};
      Vector<S, dimension> whole = group().ad_star(v.a, inertia_ * v.a);
      if (!system_.force_is_zero()) add_force(whole);
      v.m_dot = restrict(x, whole);
      return v;
    } else {
      Velocity<S, dimension, variations> v{gained(t, x, m), {}};
      v.m_dot = group().ad_star(v.a, m);
      if (!system_.force_is_zero()) add_force(v.m_dot);
      return v;
    }
  }

 private:
  /// The vector field where more than a potential varies; apart, as matrices of run-time size take much room.
  template <class S>
  [[gnu::noinline]] Velocity<S, dimension, variations> field_at(
      const S& t, const Element<Group, S>& x, const Vector<S, variations>& m) const {
    return field(ProblemAt<Problem, S, true>(*this, t, x), m);
  }

  /// ad*_a p + F
  template <class S, bool once>
  HAMEL_PART_OF_STEP Vector<S, dimension> rate(const ProblemAt<Problem, S, once>& here,
                                               const Vector<S, dimension>& a,
                                               const Vector<S, dimension>& p) const {
    const bool bends = kind == Dynamics::vakonomic && (moves || is_affine());
    if (system_.force_is_zero() && !bends) return group().ad_star(a, p);
    return group().ad_star(a, p) + here.force(a, p);
  }

  /// Are products with D picked where its columns are basis vectors? Beside a metric that is differentiated along
  /// guessed directions they cost more than they save.
  template <class S, bool once>
  static constexpr bool picks =
      !moves && std::is_same_v<S, Number> && requires(const Split_& split) {
    split.picks().all();
    requires !ProblemAt<Problem, S, once>::Metric::guesses;
  };
};

/// Free motion of a system.
template <class System>
auto free(System system) {
  if constexpr (detail::require_system<System>())
    return Problem<Dynamics::free, System, Unconstrained>(std::move(system), Unconstrained{});
}

/// Nonholonomic (d'Alembert) motion under a in d. Throws InputError when the split was made for another group.
template <class System, class SplitT>
auto nonholonomic(System system, SplitT split) {
  if constexpr (detail::require_constraint<System, SplitT>()) {
    detail::require_same_group<System>(split);
    return Problem<Dynamics::nonholonomic, System, SplitT>(std::move(system), std::move(split));
  }
}

/// Vakonomic (variational) motion under a in d. Throws as above.
template <class System, class SplitT>
auto vakonomic(System system, SplitT split) {
  if constexpr (detail::require_constraint<System, SplitT>()) {
    detail::require_same_group<System>(split);
    return Problem<Dynamics::vakonomic, System, SplitT>(std::move(system), std::move(split));
  }
}

}  // namespace hamel
