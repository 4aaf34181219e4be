// A mechanical system in coordinates: a Lagrangian and constraints on an open set of R^n.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/system/concept.hpp>

namespace hamel {

/// No constraint.
struct NoConstraints {
  template <class V>
  Vector<typename V::Scalar, 0> operator()(const V&, const V&) const {
    return {};
  }
};

/// L = 1/2 g(q)(v,v) - U(q) from callables metric(q) -> matrix and potential(q) -> scalar, generic
/// in the scalar.
template <class Metric, class Potential>
struct NaturalLagrangian {
  Metric metric;
  Potential potential;

  template <class S, int N>
  S operator()(const Vector<S, N>& q, const Vector<S, N>& v) const {
    const Matrix<S, N> g = metric(q);
    S twice(0);
    for (int i = 0; i < v.size(); ++i) {
      for (int j = 0; j < v.size(); ++j) twice += v[i] * (g(i, j) * v[j]);
    }
    return S(0.5) * twice - potential(q);
  }
};

/// A system on an open set of R^n: a Lagrangian L(q,v) and m constraints phi(q,v) = 0, linear in
/// the velocities or not. Both are callables generic in the scalar,
///
///     template <class V> typename V::Scalar       operator()(const V& q, const V& v) const;   // L
///     template <class V> Vector<typename V::Scalar, M> operator()(const V& q, const V& v) const;
///     // phi
///
/// called with Vector<S, N>, where S is double or a hyper-dual number over it: all derivatives are
/// automatic. N and M may be `dynamic`; then n + m is at most max_dimension. An external force is a callable
/// F(t, q) or F(t, q, v) -> Vector<S, N>, a covector that is added to L_q in the equations of all motions. One that
/// depends on v may have a member `depends_on_velocity()`, and `by_velocity(t, q, v)` with its derivative F_v.
template <int N, int M, class Lagrangian, class Constraints, class Force = NoForce>
class Chart {
 public:
  using Group = Euclidean<N>;
  static constexpr int dimension = N;         ///< n
  static constexpr int constraint_count = M;  ///< m
  static constexpr bool has_force = !std::same_as<Force, NoForce>;
  /// n + m, or `dynamic`.
  static constexpr int extended = (N == dynamic || M == dynamic) ? dynamic : N + M;

  /// Throws DimensionError when n or m is out of bounds, or more constraints than coordinates are
  /// given.
  Chart(int n, int m, Lagrangian lagrangian, Constraints constraints, Force force = {})
      : n_(n),
        m_(m),
        lagrangian_(std::move(lagrangian)),
        constraints_(std::move(constraints)),
        force_(std::move(force)) {
    if (n < 1 || m < 0 || m > n || (extended == dynamic && n + m > max_dimension) ||
        (N != dynamic && n != N) || (M != dynamic && m != M)) {
      throw DimensionError(
          "chart", text(n) + " coordinates and " + text(m) + " constraints",
          "0 <= constraints <= coordinates, together at most " + text(max_dimension));
    }
  }

  Group group() const {
    if constexpr (N == dynamic)
      return Group(n_);
    else
      return Group{};
  }
  int dim() const noexcept { return n_; }                    ///< n
  int number_of_constraints() const noexcept { return m_; }  ///< m

  /// The same system under another force, a view of this one.
  template <class Other>
  auto under_force(Other force) const {
    return Chart<N, M, const Lagrangian&, const Constraints&, Other>(
        n_, m_, lagrangian_, constraints_, std::move(force));
  }

  /// L(q,v).
  template <class S>
  S lagrangian(const Vector<S, N>& q, const Vector<S, N>& v) const {
    return lagrangian_(q, v);
  }

  /// phi(q,v).
  template <class S>
  Vector<S, M> constraints(const Vector<S, N>& q, const Vector<S, N>& v) const {
    return constraints_(q, v);
  }

  /// F(t,q,v).
  template <class S>
  Vector<S, N> force([[maybe_unused]] const S& t, [[maybe_unused]] const Vector<S, N>& q,
                     [[maybe_unused]] const Vector<S, N>& v) const {
    if constexpr (!has_force)
      return Vector<S, N>::Zero(n_);
    else if constexpr (std::invocable<const Force&, const S&, const Vector<S, N>&,
                                      const Vector<S, N>&>)
      return force_(t, q, v);
    else
      return force_(t, q);
  }
  bool force_depends_on_velocity() const {
    if constexpr (requires { force_.depends_on_velocity(); })
      return force_.depends_on_velocity();
    else
      return std::invocable<const Force&, const double&, const Vector<double, N>&,
                            const Vector<double, N>&>;
  }
  /// F_v, columns by the components of v.
  template <class S>
  Matrix<S, N> force_by_velocity(const S& t, const Vector<S, N>& q, const Vector<S, N>& v) const {
    if constexpr (requires { force_.by_velocity(t, q, v); })
      return force_.by_velocity(t, q, v);
    else if constexpr (std::invocable<const Force&, const S&, const Vector<S, N>&,
                                      const Vector<S, N>&>)
      return jacobian(
          [&](const auto& u) {
            return force(typename std::decay_t<decltype(u)>::Scalar(t), lift(q), u);
          },
          v);
    else
      return Matrix<S, N>::Zero(n_, n_);
  }

  /// The derivatives of L, by its own member `jet` where it has one.
  template <class S>
  LagrangianJet<S, N> lagrangian_derivatives(const Vector<S, N>& q, const Vector<S, N>& v) const {
    if constexpr (requires { lagrangian_.jet(q, v); })
      return lagrangian_.jet(q, v);
    else
      return lagrangian_jet([this](const auto& x, const auto& y) { return lagrangian_(x, y); }, q,
                            v);
  }
  /// The derivatives of phi, by its own member `jet` where it has one.
  template <class S>
  ConstraintJet<S, M, N> constraint_derivatives(const Vector<S, N>& q,
                                                const Vector<S, N>& v) const {
    if constexpr (requires { constraints_.jet(q, v); })
      return constraints_.jet(q, v);
    else
      return constraint_jet<M>([this](const auto& x, const auto& y) { return constraints_(x, y); },
                               m_, q, v);
  }

  /// The derivatives of lambda_i phi^i, by a member `weighted_jet` of phi where it has one.
  template <class S>
  LagrangianJet<S, N> weighted_constraint_derivatives(const Vector<S, N>& q, const Vector<S, N>& v,
                                                      const Vector<S, M>& lambda) const {
    if constexpr (requires { constraints_.weighted_jet(q, v, lambda); })
      return constraints_.weighted_jet(q, v, lambda);
    else
      return weighted_constraint_jet(constraints_, q, v, lambda);
  }

  /// L + lambda_i phi^i, the Lagrangian whose extremals are the vakonomic motions.
  template <class S, class T>
  S extended_lagrangian(const Vector<S, N>& q, const Vector<S, N>& v,
                        const Vector<T, M>& lambda) const {
    S l = lagrangian_(q, v);
    const Vector<S, M> phi = constraints_(q, v);
    for (int i = 0; i < m_; ++i) l += S(lambda[i]) * phi[i];
    return l;
  }

  /// L_v v - L, conserved where the constraints are homogeneous in the velocities (nonholonomic
  /// motion) or always with the multiplier term of extended_energy (vakonomic motion).
  template <class S>
  S energy(const Element<Group, S>& x, const Vector<S, N>& v) const {
    const Vector<S, N> q = x.data;
    const Vector<HyperDual<S>, N> lifted_q = lift(q);
    const Vector<S, N> p =
        gradient([&](const Vector<HyperDual<S>, N>& w) { return lagrangian_(lifted_q, w); }, v);
    return p.dot(v) - lagrangian_(q, v);
  }

 private:
  int n_, m_;
  Lagrangian lagrangian_;
  Constraints constraints_;
  [[no_unique_address]] Force force_;
};

/// A system without constraints.
template <int N, class Lagrangian>
auto chart(Lagrangian lagrangian) {
  return Chart<N, 0, Lagrangian, NoConstraints>(N, 0, std::move(lagrangian), {});
}

/// A system with M constraints.
template <int N, int M, class Lagrangian, class Constraints>
auto chart(Lagrangian lagrangian, Constraints constraints) {
  return Chart<N, M, Lagrangian, Constraints>(N, M, std::move(lagrangian), std::move(constraints));
}

/// A system of run-time size.
template <class Lagrangian, class Constraints>
auto chart(int n, int m, Lagrangian lagrangian, Constraints constraints) {
  return Chart<dynamic, dynamic, Lagrangian, Constraints>(n, m, std::move(lagrangian),
                                                          std::move(constraints));
}

}  // namespace hamel
