// What a mechanical system and its parts are: metrics, potentials, forces.
#pragma once

#include <concepts>

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

/// The metric of a system on G: a callable of an element with values in the n x n matrices, generic in the scalar.
template <class M, class G>
concept MetricOn = requires(const M& metric, const Element<G, double>& x) {
  { metric(x) } -> std::convertible_to<Matrix<double, G::dimension>>;
};

/// The potential of a system on G: a callable of an element, or of time and an element, with scalar values.
template <class U, class G>
concept PotentialOn = requires(const U& potential, const Element<G, double>& x) {
  { potential(x) } -> std::convertible_to<double>;
}
|| requires(const U& potential, const Element<G, double>& x) {
  { potential(0., x) } -> std::convertible_to<double>;
};

/// A force on a system on G: a callable of time, element and velocity with values in g*, or none.
template <class F, class G>
concept ForceOn = std::same_as<F, NoForce> ||
    requires(const F& force, const Element<G, double>& x, const Vector<double, G::dimension>& a) {
  { force(0., x, a) } -> std::convertible_to<Vector<double, G::dimension>>;
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
