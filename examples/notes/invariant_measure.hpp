// Measures that a motion preserves: divergence of a field, and the density of Chaplygin's simplest class.
#pragma once

#include <cmath>
#include <utility>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// div(rho X) at a state, X the field of a problem in its coordinates (q, m), rho(q, m) a density generic
/// in the scalar: zero everywhere when rho dq dm is preserved.
template <class P, class State, class Density>
double measure_defect(const P& problem, const Density& rho, const State& state) {
  constexpr int n = P::dimension, k = P::variations;
  using Point = Vector<double, n + k>;
  Point y;
  y << state.x.data, state.m;
  const auto flux = [&]<class S>(const Vector<S, n + k>& z) -> Vector<S, n + k> {
    typename P::template State<S> at{{z.template head<n>()}, z.template tail<k>()};
    const auto rate = problem.field(S(0), at.x, at.m);
    Vector<S, n + k> all;
    all << rate.a, rate.m_dot;
    return rho(Vector<S, n>(at.x.data), at.m) * all;
  };
  return jacobian(flux, y).trace();
}

/// Systems on R^{2+K} with coordinates (r1, r2, s_1..s_K), L = 1/2 (I1 r1'^2 + I2 r2'^2 + sum J_a s_a'^2)
/// and constraints s_a' = -A_a(r1) r2' (Bloch, Fernandez & Mestdag 2009; Crampin & Mestdag 2010, section
/// 7.1): particle, rolling disk, knife edge, mobile robot.
template <int K, class Slopes>
class SimpleChaplygin {
 public:
  static constexpr int dimension = 2 + K;

  SimpleChaplygin(double i1, double i2, Vector<double, K> masses, Slopes slopes)
      : i1_(i1), i2_(i2), masses_(std::move(masses)), slopes_(std::move(slopes)) {}

  /// N(r1) = (I2 + sum J_a A_a^2)^{-1/2}, the density of the measure preserved in (r1, r2, p1, p2);
  /// in quasi-velocities (r1', r2') it is 1/N. N is constant exactly when nonholonomic motion is vakonomic
  /// with zero total momentum.
  template <class S>
  S density(const S& r1) const {
    using std::sqrt;
    const Vector<S, K> a = slopes_(r1);
    S sum(i2_);
    for (int k = 0; k < K; ++k) sum += S(masses_[k]) * (a[k] * a[k]);
    return S(1) / sqrt(sum);
  }

  /// L.
  auto lagrangian() const {
    return [self = *this]<class V>(const V&, const V& v) {
      typename V::Scalar twice = self.i1_ * (v[0] * v[0]) + self.i2_ * (v[1] * v[1]);
      for (int k = 0; k < K; ++k) twice += self.masses_[k] * (v[2 + k] * v[2 + k]);
      return typename V::Scalar(0.5 * twice);
    };
  }
  /// s_a' + A_a r2'.
  auto constraints() const {
    return [self = *this]<class V>(const V& q, const V& v) {
      using S = typename V::Scalar;
      const Vector<S, K> a = self.slopes_(q[0]);
      Vector<S, K> phi;
      for (int k = 0; k < K; ++k) phi[k] = v[2 + k] + a[k] * v[1];
      return phi;
    };
  }
  /// X_1 = d/dr1, X_2 = d/dr2 - A_a d/ds_a, which span the constraint, and d/ds_a.
  auto fields() const {
    return [self = *this]<class V>(const V& q) {
      using S = typename V::Scalar;
      Matrix<S, dimension> x = Matrix<S, dimension>::Identity();
      x.col(1).template tail<K>() = -self.slopes_(q[0]);
      return x;
    };
  }

 private:
  double i1_, i2_;
  Vector<double, K> masses_;
  Slopes slopes_;
};

/// The system with inertias I1, I2, masses J_a and slopes r1 -> (A_1..A_K), generic in the scalar.
template <int K, class Slopes>
auto simple_chaplygin(double i1, double i2, Vector<double, K> masses, Slopes slopes) {
  return SimpleChaplygin<K, Slopes>(i1, i2, std::move(masses), std::move(slopes));
}

}  // namespace hamel
