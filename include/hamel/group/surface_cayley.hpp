// The calculus of the Cayley map in the algebras with ad^3 = -z ad: so(3), so(2,1), se(2).
#pragma once

#include <cmath>

#include <hamel/core/entries.hpp>
#include <hamel/core/known_zeros.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/linearised.hpp>

namespace hamel {

/// The differential of the Cayley map tau(xi) = (1 - xi/2)^-1 (1 + xi/2) in the 3 x 3 matrices of SO3,
/// SO21 and SE2, where xi eta xi = -<xi,eta> xi in the invariant form and xi^3 = -z xi. A group adds
/// tau itself; members and conventions are those of the concept Retraction.
struct SurfaceCayley {
  template <class G, class S>
  Vector<S, 3> tangent(const G& group, const Vector<S, 3>& xi,
                       const Vector<S, 3>& eta) const noexcept {
    const S scale = S(1) / (S(1) + group.square(xi) / S(4));
    return scale * (eta + group.ad(xi, eta) / S(2));
  }
  template <class G, class S>
  Vector<S, 3> inverse_tangent(const G& group, const Vector<S, 3>& xi,
                               const Vector<S, 3>& eta) const noexcept {
    const S along = group.lowered(xi).dot(eta) / S(4);
    return eta - group.ad(xi, eta) / S(2) + along * xi;
  }
  template <class G, class S>
  Vector<S, 3> inverse_tangent_star(const G& group, const Vector<S, 3>& xi,
                                    const Vector<S, 3>& p) const noexcept {
    const S one(1), minus_half = S(-1) / S(2), along = inner(p, xi) / S(4);
    return combination(one, p, minus_half, group.ad_star(xi, p), along, group.lowered(xi));
  }
  template <class G, class S>
  Matrix<S, 3> inverse_tangent_star_derivative(const G& group, const Vector<S, 3>& xi,
                                               const Vector<S, 3>& p) const noexcept {
    return derivative(group, S(1) / S(2) * xi, S(1) / S(2) * p);
  }
  template <class G, class S>
  Linearised<S, 3> linearised(const G& group, const Vector<S, 3>& xi,
                              const Vector<S, 3>& p) const noexcept {
    const S half = S(1) / S(2);
    const Vector<S, 3> half_xi = half * xi;
    return {transposed(group.combined(S(1), S(-1), S(1), half_xi)),
            derivative(group, half_xi, half * p)};
  }
  template <class G, class S>
  Vector<S, 3> coadjoint(const G& group, const Vector<S, 3>& xi,
                         const Vector<S, 3>& p) const noexcept {
    const S quarter = group.square(xi) / S(4);
    const S scale = S(1) / (S(1) + quarter);
    const S along = p.dot(xi) / S(2);
    return scale * ((S(1) - quarter) * p + group.ad_star(xi, p) + along * group.lowered(xi));
  }

 private:
  /// The matrix of inverse_tangent_star_derivative, from the halves of xi and p.
  template <class G, class S>
  static Matrix<S, 3> derivative(const G& group, const Vector<S, 3>& xi,
                                 const Vector<S, 3>& p) noexcept {
    const Vector<S, 3> q = group.lowered(xi),
                       metric = group.lowered(Vector<S, 3>(S(1), S(1), S(1)));
    const S along = inner(p, xi);
    const Matrix<S, 3> turn = group.lie_poisson(p);
    return entrywise<S, 3, 3>(3, 3, [&](int i, int j) {
      const S entry = product_without_zeros(q[i], p[j]) - turn(i, j);
      return i == j ? S(entry + product_without_zeros(along, metric[i])) : entry;
    });
  }
};

/// The Cayley map of the groups that store a unit quaternion, of either signature; NaN where
/// 1 + square(xi)/4 is not positive.
struct QuaternionCayley : SurfaceCayley {
  template <class G, class S>
  Element<G, S> tau(const G& group, const Vector<S, 3>& xi) const noexcept {
    using std::sqrt;
    const Vector<S, 3> half = S(1) / S(2) * xi;
    const Vector<S, 3> q = group.lowered(half);
    const S z = (S(1) + q[0] * half[0]) + (q[1] * half[1] + q[2] * half[2]);
    // root and quotient side by side: a quotient by the root would wait for it
    const S w = sqrt(z) * S(S(1) / z);
    return {Vector<S, 4>(w, w * half[0], w * half[1], w * half[2])};
  }
};

}  // namespace hamel
