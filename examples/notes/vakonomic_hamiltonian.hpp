// Vakonomic motion as Hamiltonian motion: constraints linear in the velocities, natural Lagrangians.
#pragma once

#include <utility>

#include <hamel/chart/chart.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>

#include "poisson.hpp"

namespace hamel {

/// Constraints phi^i = mu_iA(q) v^A from a callable q -> M x N matrix.
template <int M, class Forms>
struct LinearConstraints {
  Forms forms;

  template <class S, int N>
  Vector<S, M> operator()(const Vector<S, N>& q, const Vector<S, N>& v) const {
    return forms(q) * v;
  }
};

/// The Hamiltonian side of L = 1/2 g(v,v) - U with phi^i = mu_iA v^A (Martinez, Cortes & de Leon 2000,
/// sections V to VII). The extended Lagrangian L + lambda_i phi^i on P = Q x R^m is singular; its
/// Legendre image has the primary constraints p_lambda = 0, the algorithm adds the secondary ones chi
/// and stops, all are second class, and on the manifold M2 they define,
///
///     H2 = 1/2 g^AB p_B (p_A - D_ik mu^k_C mu^i_A g^CD p_D) + U,   D^ij = g^AB mu^i_A mu^j_B,
///
/// with canonical coordinates (q, p), is the Hamiltonian.
///
/// Points of T*P are z = (q, lambda, p, p_lambda), points of M2 are w = (q, p). Callables are generic in
/// the scalar: metric(q) -> N x N, potential(q) -> scalar, forms(q) -> M x N.
template <int N, int M, class Metric, class Potential, class Forms>
class VakonomicHamiltonian {
 public:
  template <class S>
  using Point = Vector<S, N>;
  template <class S>
  using Reduced = Vector<S, 2 * N>;  ///< w = (q, p)
  template <class S>
  using Full = Vector<S, 2 * (N + M)>;  ///< z = (q, lambda, p, p_lambda)

  VakonomicHamiltonian(Metric metric, Potential potential, Forms forms)
      : metric_(std::move(metric)), potential_(std::move(potential)), forms_(std::move(forms)) {}

  /// The same system as a chart.
  auto chart() const {
    return hamel::chart<N, M>(NaturalLagrangian<Metric, Potential>{metric_, potential_},
                              LinearConstraints<M, Forms>{forms_});
  }

  /// g^-1 mu^T, N x M: the constraint forms as vectors.
  template <class S>
  Matrix<S, N, M> raised_forms(const Point<S>& q) const {
    const Matrix<S, N> g = metric_(q);
    const Matrix<S, M, N> mu = forms_(q);
    return solve<S, N, M>(g, mu.transpose());
  }
  /// D^ij = g^AB mu^i_A mu^j_B.
  template <class S>
  Matrix<S, M> d_matrix(const Point<S>& q) const {
    const Matrix<S, M, N> mu = forms_(q);
    return mu * raised_forms(q);
  }
  /// lambda_i = D_ij mu^j_A g^AB p_B, the multipliers on M2.
  template <class S>
  Vector<S, M> multipliers(const Point<S>& q, const Point<S>& p) const {
    const Vector<S, M> pairing = raised_forms(q).transpose() * p;
    return solve<S, M, 1>(d_matrix(q), pairing);
  }
  /// p - lambda mu on M2, the momentum g v without its multiplier part (MCL's pi-tilde).
  template <class S>
  Reduced<S> kinetic_point(const Reduced<S>& w) const {
    const Point<S> q = w.template head<N>(), p = w.template tail<N>();
    const Matrix<S, M, N> mu = forms_(q);
    Reduced<S> bare = w;
    bare.template tail<N>() = p - mu.transpose() * multipliers(q, p);
    return bare;
  }

  /// h1 = 1/2 g^AB (p_A - lambda mu_A)(p_B - lambda mu_B) + U on the primary constraint manifold.
  template <class S>
  S h1(const Full<S>& z) const {
    const Point<S> q = z.template head<N>(), bare = bare_momentum(z);
    const Matrix<S, N> g = metric_(q);
    const Point<S> v = solve<S, N, 1>(g, bare);
    return S(0.5) * bare.dot(v) + S(potential_(q));
  }
  /// H2 on M2.
  template <class S>
  S h2(const Reduced<S>& w) const {
    return h1(embed(w));
  }
  /// chi_i = mu_iA g^AB (p_B - lambda_j mu_jB), the secondary constraints.
  template <class S>
  Vector<S, M> secondary(const Full<S>& z) const {
    const Point<S> q = z.template head<N>();
    return raised_forms(q).transpose() * bare_momentum(z);
  }
  /// (p_lambda, chi), which are zero on M2.
  auto constraints() const {
    return [self = *this]<class S>(const Full<S>& z) {
      Vector<S, 2 * M> all;
      all.template head<M>() = z.template tail<M>();
      all.template tail<M>() = self.secondary(z);
      return all;
    };
  }
  /// The point of T*P over a point of M2.
  template <class S>
  Full<S> embed(const Reduced<S>& w) const {
    const Point<S> q = w.template head<N>(), p = w.template tail<N>();
    Full<S> z;
    z << q, multipliers(q, p), p, Vector<S, M>::Zero();
    return z;
  }

  /// The Legendre map (q, v, lambda) -> (q, p = g v + lambda mu).
  template <class S>
  Reduced<S> legendre(const Point<S>& q, const Point<S>& v, const Vector<S, M>& lambda) const {
    const Matrix<S, N> g = metric_(q);
    const Matrix<S, M, N> mu = forms_(q);
    Reduced<S> w;
    w << q, Point<S>(g * v + mu.transpose() * lambda);
    return w;
  }
  /// v at a point of M2; it satisfies the constraint.
  template <class S>
  Point<S> velocity(const Reduced<S>& w) const {
    const Matrix<S, N> g = metric_(Point<S>(w.template head<N>()));
    return solve<S, N, 1>(g, kinetic_point(w).template tail<N>());
  }

  /// Omega dH2: the vakonomic field on M2.
  template <class S>
  Reduced<S> field(const Reduced<S>& w) const {
    return symplectic(gradient([this]<class T>(const Reduced<T>& y) { return this->h2(y); }, w));
  }

  /// Dirac's bracket on T*P.
  auto dirac() const { return Dirac(constraints()); }
  /// {f,g}_vak = {f o pi~, g o pi~} on M2, f and g observables of (q, g v) (MCL, definition VII.2).
  template <class F, class G>
  auto vakonomic_bracket(F f, G g) const {
    return CanonicalBracket{pulled_back(std::move(f)), pulled_back(std::move(g))};
  }
  /// f o pi~: an observable of (q, g v) as one of M2.
  template <class F>
  auto pulled_back(F f) const {
    return [self = *this, f = std::move(f)]<class S>(const Reduced<S>& w) {
      return f(self.kinetic_point(w));
    };
  }

 private:
  template <class S>
  Point<S> bare_momentum(const Full<S>& z) const {
    const Point<S> q = z.template head<N>(), p = z.template segment<N>(N + M);
    const Matrix<S, M, N> mu = forms_(q);
    return p - mu.transpose() * z.template segment<M>(N);
  }

  Metric metric_;
  Potential potential_;
  Forms forms_;
};

/// The Hamiltonian side of a natural Lagrangian with M linear constraints on R^N.
template <int N, int M, class Metric, class Potential, class Forms>
auto vakonomic_hamiltonian(Metric metric, Potential potential, Forms forms) {
  return VakonomicHamiltonian<N, M, Metric, Potential, Forms>(
      std::move(metric), std::move(potential), std::move(forms));
}

}  // namespace hamel
