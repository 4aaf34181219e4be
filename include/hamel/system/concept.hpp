// What a mechanical system and its parts are: metrics, potentials, forces.
#pragma once

#include <concepts>
#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/depends_on.hpp>

namespace hamel {

/// U = 0.
struct NoPotential {
  template <class G, class S>
  S operator()(const Element<G, S>&) const noexcept {
    return S(0);
  }
};

/// No force beside -dU.
struct NoForce {};

/// A matrix of Eigen's.
template <class M>
concept MatrixLike = requires(const M& matrix) {
  typename M::Scalar;
  matrix.rows();
};

/// The scalar in which the terms of a system are tried out: double, or that of a metric that carries derivatives,
/// whose parameters then do so in the other terms too. A callable whose parameters carry derivatives, a metric that
/// varies or an input matrix B(x), says so by its member `Number`.
template <class Term>
struct TrialScalar {
  using type = double;
};
template <class Term>
requires Differentiated<typename Term::Scalar>
struct TrialScalar<Term> {
  using type = typename Term::Scalar;
};
template <class Term>
requires Differentiated<typename Term::Number>
struct TrialScalar<Term> {
  using type = typename Term::Number;
};

/// The metric of a system on G: a callable of an element with values in the n x n matrices, generic in the scalar.
template <class M, class G, class S = typename TrialScalar<M>::type>
concept MetricOn = requires(const M& metric, const Element<G, S>& x) {
  { metric(x) } -> ShapedAs<Matrix<S, G::dimension>>;
};

/// The directions along which `for_each_left_derivative` differentiates a term on G at once.
template <class Term, class G>
inline constexpr int directions_at_once = [] {
  constexpr int count = static_cast<int>(directions_of<Term, G::dimension>.size());
  return count > 0 && count <= 8 ? count : 1;
}();

/// A metric whose derivatives are found: by dual numbers, or by its own `slope`. Not asked where the size of G is known
/// at run time only.
template <class M, class G>
concept DifferentiableMetric = MatrixLike<M> || G::dimension == dynamic ||
                               requires(const M& metric, const Element<G, double>& x,
                                        const Vector<double, G::dimension>& a) {
  metric.slope(x, a);
}
|| MetricOn<M, G, Dual<double, directions_at_once<M, G>>>;

/// A metric as people give it. What is a matrix is not asked whether it can be called: Eigen's can, with lists of rows.
template <class M, class G>
concept MetricArgument = MatrixLike<M> || MetricOn<M, G>;

/// The potential of a system on G: a callable of an element, or of time and an element, with scalar values.
template <class U, class G, class S = double>
concept PotentialOn = requires(const U& potential, const Element<G, S>& x) {
  { potential(x) } -> std::convertible_to<S>;
}
|| requires(const U& potential, const Element<G, S>& x, const S& t) {
  { potential(t, x) } -> std::convertible_to<S>;
};

/// A potential whose derivatives are found: by dual numbers, or by its own `gradient`. Not asked where the size of G is
/// known at run time only.
template <class U, class G>
concept DifferentiablePotential = G::dimension == dynamic ||
                                  requires(const U& potential, const Element<G, double>& x) {
  potential.gradient(x);
}
|| requires(const U& potential, const Element<G, double>& x) {
  potential.gradient(0., x);
}
|| PotentialOn<U, G, Dual<double, directions_at_once<U, G>>>;

/// A force on a system on G: a callable of time, element and velocity with values in g*, or none.
template <class F, class G, class S = double>
concept ForceOn = std::same_as<F, NoForce> ||
    requires(const F& force, const S& t, const Element<G, S>& x, const Vector<S, G::dimension>& a) {
  { force(t, x, a) } -> ShapedAs<Vector<S, G::dimension>>;
};

/// A distribution that moves: a callable of an element with values in n x r matrices.
template <class D, class G, class S = double>
concept DistributionOn = !MatrixLike<D> && requires(const D& distribution, const Element<G, S>& x) {
  { distribution(x).cols() } -> std::convertible_to<int>;
  requires detail::may_agree(std::remove_cvref_t<decltype(distribution(x))>::RowsAtCompileTime,
                             G::dimension);
};

/// One whose derivatives are found: by dual numbers, or by its own `slope`. Not asked in numbers that carry
/// derivatives.
template <class D, class G, class S = double>
concept DifferentiableDistribution =
    !native_number<S> ||
    requires(const D& distribution, const Element<G, S>& x, const Vector<S, G::dimension>& a) {
  distribution.slope(x, a);
}
|| DistributionOn<D, G, Dual<S, 1>>;

/// A system as constraints and problems need it: a group and the metric at every element.
template <class System>
concept MechanicalSystem = requires(const System& system,
                                    const Element<typename System::Group, double>& x) {
  { System::dimension } -> std::convertible_to<int>;
  { system.dim() } -> std::same_as<int>;
  { system.group() } -> std::convertible_to<const typename System::Group&>;
  { system.metric(x) } -> std::convertible_to<Matrix<double, System::dimension>>;
};

/// A constraint on the velocities of a system: Split, MovingSplit.
template <class C, class System>
concept ConstraintOn = requires(const C& constraint) {
  typename C::Number;
  { C::moves } -> std::convertible_to<bool>;
  { C::affine } -> std::convertible_to<bool>;
  { constraint.columns() } -> std::same_as<int>;
  requires C::rank == dynamic || C::corank == dynamic ||
      detail::may_agree(C::rank + C::corank, System::dimension);
};

namespace detail {

/// Whether there is a problem of a system; else the compiler says what is missing.
template <class System>
constexpr bool require_system() {
  constexpr bool is_system = MechanicalSystem<System>;
  static_assert(is_system,
                "free, nonholonomic, vakonomic: the first argument is not a system, as mechanical "
                "makes one, see the concept MechanicalSystem");
  return is_system;
}
/// The same of a system and its constraint.
template <class System, class SplitT>
constexpr bool require_constraint() {
  if constexpr (require_system<System>()) {
    constexpr bool is_constraint = ConstraintOn<SplitT, System>;
    static_assert(is_constraint,
                  "nonholonomic, vakonomic: the second argument is not a Split or MovingSplit of "
                  "this system, see the concept ConstraintOn");
    return is_constraint;
  } else {
    return false;
  }
}
/// Refuses a constraint that was made for a system on another group: InputError.
template <class System, class SplitT>
void require_same_group(const SplitT& split) {
  if constexpr (requires { split.template is_on<typename System::Group>(); })
    if (!split.template is_on<typename System::Group>())
      refuse<InputError>("constraint", "a split made for a system on another group",
                         "one made for this system");
}

}  // namespace detail

}  // namespace hamel
