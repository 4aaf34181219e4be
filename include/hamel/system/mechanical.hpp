// A mechanical system on a Lie group: L(x,a) = 1/2 g(x)(a,a) - U(x), with optional forces.
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/system/concept.hpp>
#include <hamel/system/few_directions.hpp>
#include <hamel/system/left_derivative.hpp>
#include <hamel/system/metric.hpp>
#include <hamel/system/metric_at.hpp>
#include <hamel/system/tried_out.hpp>

namespace hamel {

/// A system on G x g in the left trivialisation, x' = x_* a, L(x,a) = 1/2 g(x)(a,a) - U(x)
/// (Jozwikowski & Respondek 2013, eq. (3.4)), with an external force f(t,x,a) in g*.
///
/// - Metric: `ConstantMetric` or a callable `metric(Element<G,S>) -> Matrix<S,n,n>`, generic in S,
///   with the optional members `is_constant()`, where that is known at run time only, and
///   `slope(Element<G,S>, Vector<S,n> a)`, the rows (d_k M) a, in place of automatic differentiation, and beside it
///   `force`, of the same arguments, 1/2 a^T (d_k M) a.
/// - Potential: a callable `U(Element<G,S>) -> S`, generic in S, or `U(S t, Element<G,S>) -> S` when it
///   depends on time; the optional member `gradient`, of the same arguments, with values x^*dU in
///   Vector<S,n> replaces automatic differentiation, `is_zero()` skips it.
/// - Force: a callable `f(S t, Element<G,S>, Vector<S,n> a) -> Vector<S,n>`; `is_zero()` as above, and
///   `velocity_derivative`, of the same arguments, with values df/da in Matrix<S,n,n>.
///
/// Where a metric or potential changes along few directions only, `depends_on<...>(term)` says so. Of a metric that
/// does not say, the system tries it out once, where it is built.
///
/// Build one with `mechanical(...)`.
template <class G, class Metric, class Potential = NoPotential, class Force = NoForce>
class Mechanical {
 public:
  using Group = G;
  using Number = metric_scalar<Metric>;  ///< in which a constant metric is kept
  static constexpr int dimension = G::dimension;
  static constexpr bool metric_may_vary = !always_constant<Metric>;
  static constexpr bool has_force = !std::same_as<Force, NoForce>;
  static constexpr bool has_potential = !std::same_as<Potential, NoPotential>;
  /// Known when compiling to be geodesic: constant metric, no potential, no force.
  static constexpr bool geodesic =
      !metric_may_vary && !has_force && std::same_as<Potential, NoPotential>;
  /// U depends on t.
  template <class S>
  static constexpr bool potential_moves =
      std::invocable<const Potential&, const S&, const Element<G, S>&>;

  Mechanical(G group, Metric metric, Potential potential, Force force)
      : group_(std::move(group)),
        metric_(std::move(metric)),
        potential_(std::move(potential)),
        force_(std::move(force)) {
    if constexpr (guesses<double>) {
      if (!metric_is_constant()) few_ = FewDirections<dimension>::seen(group_, metric_);
    }
  }

  const G& group() const noexcept { return group_; }
  int dim() const noexcept { return group_.dim(); }
  const Metric& metric_function() const noexcept { return metric_; }
  const Potential& potential_function() const noexcept { return potential_; }
  const Force& force_function() const noexcept { return force_; }

  /// True when g does not depend on x.
  constexpr bool metric_is_constant() const noexcept { return is_constant(metric_); }

  /// Matrix M(x) of g(x), n x n.
  template <class S>
  Matrix<S, dimension> metric(const Element<G, S>& x) const {
    if constexpr (always_constant<Metric>) {
      return converted<S>(metric_(x));
    } else {
      return metric_(x);
    }
  }

  /// U(t,x).
  template <class S>
  S potential(const S& t, const Element<G, S>& x) const {
    if constexpr (potential_moves<S>)
      return potential_(t, x);
    else
      return potential_(x);
  }

  /// U(x) of a potential that does not depend on time.
  template <class S>
  S potential(const Element<G, S>& x) const requires(!potential_moves<S>) {
    return potential_(x);
  }

  /// Kinetic plus potential energy at (t,x,a).
  template <class S>
  S energy(const S& t, const Element<G, S>& x, const Vector<S, dimension>& a) const {
    return S(0.5) * a.dot(metric(x) * a) + potential(t, x);
  }

  /// The same where the potential does not depend on time.
  template <class S>
  S energy(const Element<G, S>& x, const Vector<S, dimension>& a) const
      requires(!potential_moves<S>) {
    return energy(S(0), x, a);
  }

  /// The matrix with rows (d_k M) a, the left derivatives of M(x) a with a held fixed, n x n.
  template <class S>
  Matrix<S, dimension> metric_slope(const Element<G, S>& x, const Vector<S, dimension>& a) const {
    return slope_of_metric(group_, metric_, x, a);
  }

  /// M(x) with its left derivatives, from one evaluation where it can; for one use of these where it says `once`.
  template <bool once = false, class S>
  MetricAt<G, Metric, S, once> metric_at(const Element<G, S>& x) const {
    if constexpr (guesses<S>)
      return {group_, metric_, x, few_};
    else
      return {group_, metric_, x};
  }

  /// F(x,a) = x^* d_xL = 1/2 x^*d_x g(a,a) - x^*dU in g*, plus the external force at time t.
  template <class S>
  Vector<S, dimension> force(const S& t, const Element<G, S>& x,
                             const Vector<S, dimension>& a) const {
    Vector<S, dimension> f = potential_force(t, x) + external_force(t, x, a);
    if constexpr (metric_may_vary) {
      if (!metric_is_constant()) f += metric_at<true>(x).force(a);
    }
    return f;
  }

  /// The external force at (t,x,a), in g*.
  template <class S>
  Vector<S, dimension> external_force([[maybe_unused]] const S& t,
                                      [[maybe_unused]] const Element<G, S>& x,
                                      [[maybe_unused]] const Vector<S, dimension>& a) const {
    if constexpr (has_force) {
      if (!vanishes(force_)) return force_(t, x, a);
    }
    return zeros<S, dimension>(dim());
  }

  /// -x^*dU in g* at time t.
  template <class S>
  Vector<S, dimension> potential_force(const S& t, const Element<G, S>& x) const {
    if (vanishes(potential_)) return zeros<S, dimension>(dim());
    if constexpr (std::same_as<Potential, NoPotential>) {
      return zeros<S, dimension>(dim());
    } else if constexpr (requires { potential_.gradient(t, x); }) {
      return -Vector<S, dimension>(potential_.gradient(t, x));
    } else if constexpr (requires { potential_.gradient(x); }) {
      return -Vector<S, dimension>(potential_.gradient(x));
    } else {
      return -left_gradient<Potential>(group_, x, [this, &t]<class D>(const Element<G, D>& y) {
        return this->potential(D(t), y);
      });
    }
  }

  /// c += -x^*dU at time t
  template <class S>
  void add_potential_force(const S& t, const Element<G, S>& x, Vector<S, dimension>& c) const {
    if (vanishes(potential_)) return;
    if constexpr (
        !requires { potential_.gradient(t, x); } && requires { potential_.gradient(x); })
      c -= Vector<S, dimension>(potential_.gradient(x));
    else
      c += potential_force(t, x);
  }

  /// <-x^*dU, b> at time t, differentiated along b alone; `moving` is x exp(s b) with its derivative by s at 0.
  template <class S>
  S potential_force_along([[maybe_unused]] const S& t,
                          [[maybe_unused]] const Element<G, Dual<S, 1>>& moving,
                          [[maybe_unused]] const Vector<S, dimension>& b) const {
    if (vanishes(potential_)) return S(0);
    if constexpr (std::same_as<Potential, NoPotential>) {
      return S(0);
    } else if constexpr (requires { potential_.gradient(t, still(moving)); }) {
      return -potential_.gradient(t, still(moving)).dot(b);
    } else if constexpr (requires { potential_.gradient(still(moving)); }) {
      return -potential_.gradient(still(moving)).dot(b);
    } else {
      return -potential(Dual<S, 1>(t), moving).derivatives()[0];
    }
  }

  /// True when F is identically zero: free and vakonomic momenta are then transported exactly.
  constexpr bool force_is_zero() const noexcept {
    bool zero = metric_is_constant() && vanishes(potential_);
    if constexpr (has_force) zero = zero && vanishes(force_);
    return zero;
  }

  /// True when no external force acts.
  constexpr bool external_force_is_zero() const noexcept { return vanishes(force_); }

  /// True when F does not depend on a.
  constexpr bool force_ignores_velocity() const noexcept {
    if constexpr (has_force) return metric_is_constant() && vanishes(force_);
    return metric_is_constant();
  }

  /// dF/da, n x n, at (t,x,a).
  template <class S>
  Matrix<S, dimension> force_velocity_derivative(const S& t, const Element<G, S>& x,
                                                 const Vector<S, dimension>& a) const {
    Matrix<S, dimension> slope = zeros<S, dimension, dimension>(dim(), dim());
    if constexpr (metric_may_vary) {
      if (!metric_is_constant()) slope += metric_slope(x, a);
    }
    return slope + external_velocity_derivative(t, x, a);
  }

  /// The part of it that the external force makes.
  template <class S>
  Matrix<S, dimension> external_velocity_derivative(const S& t, const Element<G, S>& x,
                                                    const Vector<S, dimension>& a) const {
    if (vanishes(force_)) return Matrix<S, dimension>::Zero(dim(), dim());
    if constexpr (!has_force) {
      return Matrix<S, dimension>::Zero(dim(), dim());
    } else if constexpr (requires { force_.velocity_derivative(t, x, a); }) {
      return force_.velocity_derivative(t, x, a);
    } else {
      using D = Dual<S, 1>;
      Matrix<S, dimension> slope(dim(), dim());
      auto y = x.template cast<D>();
      for (int k = 0; k < dim(); ++k) {
        Vector<D, dimension> b = a.template cast<D>();
        b[k].derivatives()[0] = S(1);
        constexpr bool generic = ForceOn<Force, G, D>;
        static_assert(
            generic,
            "mechanical: the force is not generic: this method needs f(S t, Element<G,S>, "
            "Vector<S,n> a) for dual numbers S too, or a member "
            "velocity_derivative(t, x, a)");
        if constexpr (generic) {
          const Vector<D, dimension> f = force_(D(t), y, b);
          for (int i = 0; i < dim(); ++i) slope(i, k) = f[i].derivatives()[0];
        }
      }
      return slope;
    }
  }

 private:
  /// Is the metric asked in numbers of type S for its derivatives along few directions first?
  template <class S>
  static constexpr bool guesses = [] {
    if constexpr (fixed_size<G> && !always_constant<Metric>) {
      if constexpr (requires(const Metric& m, const Element<G, Dual<double, dimension>>& x) {
                      m(x);
                    })
        return MetricAt<G, Metric, S>::guesses;
    }
    return false;
  }();

  /// Where an element is that moves.
  template <class S>
  static Element<G, S> still(const Element<G, Dual<S, 1>>& moving) {
    auto x = Element<G, S>::with_room(int(moving.data.size()));
    for (int i = 0; i < moving.data.size(); ++i) x.data[i] = moving.data[i].value();
    return x;
  }

  template <class Term>
  static constexpr bool vanishes(const Term& term) noexcept {
    if constexpr (std::same_as<Term, NoPotential> || std::same_as<Term, NoForce>) {
      return true;
    } else if constexpr (requires { term.is_zero(); }) {
      return term.is_zero();
    } else {
      return false;
    }
  }

  G group_;
  Metric metric_;
  Potential potential_;
  [[no_unique_address]] Force force_;
  struct Nothing {};
  [[no_unique_address]] std::conditional_t<guesses<double>,
                                           FewDirections<guesses<double> ? dimension : 0>, Nothing>
      few_;
};

namespace detail {

/// Whether derivatives are found of a metric that `fits` and of a potential; asked where terms are tried out in
/// doubles.
template <class Metric, class G, bool fits, class Trial>
constexpr bool has_slopes() {
  if constexpr (fits && std::same_as<Trial, double>) return DifferentiableMetric<Metric, G>;
  return true;
}
template <class Potential, class G, bool fits, class Trial>
constexpr bool has_gradient() {
  if constexpr (fits && std::same_as<Trial, double>) return DifferentiablePotential<Potential, G>;
  return true;
}

}  // namespace detail

/// The system with metric g, potential U and force f on `group`. A matrix (any of Eigen's, of fixed or run-time size)
/// is taken as a constant metric and checked (DegenerateMetric, DimensionError); a callable is evaluated where it is
/// needed. Callables are tried out at four places: a metric that is not symmetric there is refused (DegenerateMetric), so
/// are derivatives by hand (slope, force, gradient, velocity_derivative) that are other than differences say, and changes
/// along directions that depends_on does not name (InputError). What is not finite at a place is not judged there.
template <class G, class Metric, class Potential = NoPotential, class Force = NoForce>
auto mechanical(G group, const Metric& metric, Potential potential = {}, Force force = {}) {
  constexpr bool is_group = LieGroup<G>;
  static_assert(is_group,
                "mechanical: the first argument is not a group, see the concept LieGroup");
  if constexpr (is_group) {
    constexpr bool fits = MetricArgument<Metric, G>;
    using Trial = typename TrialScalar<Metric>::type;
    constexpr bool has_potential = PotentialOn<Potential, G, Trial>,
                   forces = ForceOn<Force, G, Trial>;
    static_assert(fits,
                  "mechanical: the metric is neither a matrix nor a callable "
                  "metric(Element<G,S>) -> Matrix<S,n,n>, see the concept MetricOn");
    static_assert(has_potential,
                  "mechanical: the potential is not a callable U(Element<G,S>) -> S "
                  "or U(S, Element<G,S>) -> S, see the concept PotentialOn");
    static_assert(forces,
                  "mechanical: the force is not a callable f(S t, Element<G,S>, "
                  "Vector<S,n> a) -> Vector<S,n>, see the concept ForceOn");
    constexpr bool has_slopes = detail::has_slopes<Metric, G, fits, Trial>(),
                   has_gradient = detail::has_gradient<Potential, G, has_potential, Trial>();
    static_assert(has_slopes,
                  "mechanical: the metric is not generic: its derivatives need "
                  "metric(Element<G,S>) for dual numbers S too, with using std::cos; cos(s) in "
                  "place of std::cos(s), or a member slope(x, a)");
    static_assert(has_gradient,
                  "mechanical: the potential is not generic: its derivatives need "
                  "U(Element<G,S>) for dual numbers S too, with using std::cos; cos(s) in "
                  "place of std::cos(s), or a member gradient(x)");
    if constexpr (!fits || !has_potential || !forces || !has_slopes || !has_gradient) {
      return;
    } else if constexpr (MatrixLike<Metric>) {
      using S = KeptScalar<typename Metric::Scalar>;
      constexpr int n = G::dimension;
      if constexpr (std::same_as<Trial, double>) {
        detail::try_potential(group, potential);
        detail::try_force(group, force);
      }
      ConstantMetric<S, n> constant(
          matrix_argument<S, n, n>(metric, group.dim(), group.dim(), "metric"), group.dim());
      return Mechanical<G, ConstantMetric<S, n>, Potential, Force>(
          std::move(group), std::move(constant), std::move(potential), std::move(force));
    } else {
      if constexpr (std::same_as<Trial, double>) {
        detail::try_metric(group, metric);
        detail::try_potential(group, potential);
        detail::try_force(group, force);
      }
      return Mechanical<G, Metric, Potential, Force>(std::move(group), metric, std::move(potential),
                                                     std::move(force));
    }
  }
}

}  // namespace hamel
