// What a mechanical system and its parts are: metrics, potentials, forces.
#pragma once

#include <concepts>

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

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
  { metric(x) } -> std::convertible_to<Matrix<S, G::dimension>>;
};

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

/// A force on a system on G: a callable of time, element and velocity with values in g*, or none.
template <class F, class G, class S = double>
concept ForceOn = std::same_as<F, NoForce> ||
    requires(const F& force, const S& t, const Element<G, S>& x, const Vector<S, G::dimension>& a) {
  { force(t, x, a) } -> std::convertible_to<Vector<S, G::dimension>>;
};

/// A system as constraints and problems need it: a group and the metric at every element.
template <class System>
concept MechanicalSystem = requires(const System& system,
                                    const Element<typename System::Group, double>& x) {
  { System::dimension } -> std::convertible_to<int>;
  { system.dim() } -> std::same_as<int>;
  { system.group() } -> std::convertible_to<const typename System::Group&>;
  { system.metric(x) } -> std::convertible_to<Matrix<double, System::dimension>>;
};

}  // namespace hamel
