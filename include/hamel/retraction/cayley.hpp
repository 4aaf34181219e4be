// The Cayley map as a retraction: rational, hence cheap and free of transcendental functions in its
// tangent.
#pragma once

#include <cmath>
#include <concepts>

#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/linearised.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/retraction/exponential.hpp>

namespace hamel {

namespace detail {

/// The Cayley map in the 3 x 3 matrices of SO3, SO21 and SE2, where xi eta xi = -<xi,eta> xi in the
/// invariant form and xi^3 = -z xi.
struct SurfaceCayley {
  template <class G, class S>
  Element<G, S> tau(const G& group, const Vector<S, 3>& xi) const noexcept {
    using std::sqrt;
    const S root = sqrt(S(S(1) + group.square(xi) / S(4)));
    const S w = S(1) / root;
    const S half = w / S(2);
    return {Vector<S, 4>(w, half * xi[0], half * xi[1], half * xi[2])};
  }
  template <class S>
  Element<SE2, S> tau(const SE2&, const Vector<S, 3>& xi) const noexcept {
    using std::atan2;
    const S half = xi[2] / S(2);
    const S scale = S(1) / (S(1) + half * half);
    return {Vector<S, 4>(scale * (xi[0] - half * xi[1]), scale * (xi[1] + half * xi[0]),
                         S(2) * atan2(half, S(1)), S(0))};
  }
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
    const Vector<S, 3> q = group.lowered(xi),
                       metric = group.lowered(Vector<S, 3>(S(1), S(1), S(1)));
    const S quarter = S(1) / S(4), minus_half = S(-1) / S(2), along = quarter * inner(p, xi);
    const Matrix<S, 3> turn = group.lie_poisson(p);
    return entrywise<S, 3, 3>(3, 3, [&](int i, int j) {
      const S entry = quarter * q[i] * p[j] + minus_half * turn(i, j);
      return i == j ? S(entry + along * metric[i]) : entry;
    });
  }
  template <class G, class S>
  Linearised<S, 3> linearised(const G& group, const Vector<S, 3>& xi,
                              const Vector<S, 3>& p) const noexcept {
    const Matrix<S, 3> inverse = group.combined(S(1), S(S(-1) / S(2)), S(S(1) / S(4)), xi);
    return {transposed(inverse), inverse_tangent_star_derivative(group, xi, p)};
  }
  template <class G, class S>
  Vector<S, 3> coadjoint(const G& group, const Vector<S, 3>& xi,
                         const Vector<S, 3>& p) const noexcept {
    const S quarter = group.square(xi) / S(4);
    const S scale = S(1) / (S(1) + quarter);
    const S along = p.dot(xi) / S(2);
    return scale * ((S(1) - quarter) * p + group.ad_star(xi, p) + along * group.lowered(xi));
  }
};

/// The Cayley map in the 4 x 4 matrices of SE3; with xi = (v, w) and eta = (x, y), the product xi
/// eta xi is (w x (y x v), -<w,y> w).
struct ScrewCayley {
  template <class S>
  Element<SE3, S> tau(const SE3& group, const Vector<S, 6>& xi) const noexcept {
    const Vector<S, 3> w = group.angular(xi);
    return group.motion(solved(w, group.linear(xi)), rotations.tau(SO3{}, w));
  }
  template <class S>
  Vector<S, 6> tangent(const SE3& group, const Vector<S, 6>& xi,
                       const Vector<S, 6>& eta) const noexcept {
    const Vector<S, 3> v = group.linear(xi), w = group.angular(xi);
    const Vector<S, 3> y = rotations.tangent(SO3{}, w, group.angular(eta));
    const Vector<S, 3> yv = cross(y, v);
    return group.screw(solved(w, Vector<S, 3>(group.linear(eta) - yv / S(2) + cross(w, yv) / S(4))),
                       y);
  }
  template <class S>
  Vector<S, 6> inverse_tangent(const SE3& group, const Vector<S, 6>& xi,
                               const Vector<S, 6>& eta) const noexcept {
    const Vector<S, 3> v = group.linear(xi), w = group.angular(xi), x = group.linear(eta),
                       y = group.angular(eta);
    const Vector<S, 3> yv = cross(y, v);
    return group.screw(Vector<S, 3>(x - (cross(w, x) - yv) / S(2) - cross(w, yv) / S(4)),
                       rotations.inverse_tangent(SO3{}, w, y));
  }
  template <class S>
  Vector<S, 6> inverse_tangent_star(const SE3& group, const Vector<S, 6>& xi,
                                    const Vector<S, 6>& p) const noexcept {
    const Vector<S, 3> v = group.linear(xi), w = group.angular(xi), f = group.linear(p);
    const Vector<S, 3> fw = cross(f, w);
    const Vector<S, 3> m = rotations.inverse_tangent_star(SO3{}, w, group.angular(p));
    return group.screw(Vector<S, 3>(f - fw / S(2)),
                       Vector<S, 3>(m - cross(f, v) / S(2) - cross(v, fw) / S(4)));
  }
  template <class S>
  Matrix<S, 6> inverse_tangent_star_derivative(const SE3& group, const Vector<S, 6>& xi,
                                               const Vector<S, 6>& p) const noexcept {
    const Vector<S, 3> v = group.linear(xi), w = group.angular(xi), f = group.linear(p);
    const SO3 so3;
    const Matrix<S, 3> half = so3.lie_poisson(f) / S(2);
    Matrix<S, 6> d = Matrix<S, 6>::Zero();
    d.template topRightCorner<3, 3>() = -half;
    d.template bottomLeftCorner<3, 3>() = so3.lie_poisson(Vector<S, 3>(cross(f, w) / S(4))) - half;
    d.template bottomRightCorner<3, 3>() =
        rotations.inverse_tangent_star_derivative(so3, w, group.angular(p)) -
        Matrix<S, 3>(so3.lie_poisson(v) * half) / S(2);
    return d;
  }
  template <class S>
  Vector<S, 6> coadjoint(const SE3& group, const Vector<S, 6>& xi,
                         const Vector<S, 6>& p) const noexcept {
    return group.Ad_star(tau(group, xi), p);
  }

 private:
  static constexpr SurfaceCayley rotations{};

  template <class S>
  static Vector<S, 3> cross(const Vector<S, 3>& a, const Vector<S, 3>& b) noexcept {
    return SO3{}.ad(a, b);
  }

  /// (1 - ad_w/2)^-1 b
  template <class S>
  static Vector<S, 3> solved(const Vector<S, 3>& w, const Vector<S, 3>& b) noexcept {
    const S scale = S(1) / (S(1) + w.squaredNorm() / S(4));
    const S along = w.dot(b) / S(4);
    return scale * (b + cross(w, b) / S(2) + along * w);
  }
};

template <class G>
concept Composite = requires(const G& g) {
  g.factors();
};

/// The Cayley map of a group that is not a product; the exponential where there is none.
template <class G>
auto cayley_of(const G&) {
  if constexpr (std::derived_from<G, SE3>) {
    return ScrewCayley{};
  } else if constexpr (requires(const G& g, const Vector<double, 3>& a) { g.lowered(a); }) {
    return SurfaceCayley{};
  } else {
    return Exponential{};
  }
}

}  // namespace detail

/// tau(xi) = (1 - xi/2)^-1 (1 + xi/2) in the defining matrices of SO3, SO21, SE2 and SE3, with
/// (dtau^R_xi)^-1 eta = eta - [xi,eta]/2 - xi eta xi/4; factor by factor in products. On Rn, Tn and
/// the Heisenberg groups the Cayley map is the exponential; algebra and matrix groups, whose Cayley
/// map need not lie in the group, take the exponential too. On SO21 it is defined for square(xi) >
/// -4 and NaN beyond. Its members are those of the concept Retraction.
struct Cayley {
  /// cay(xi).
  template <class G, class S, int N = G::dimension>
  Element<G, S> tau(const G& group, const Vector<S, N>& xi) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template element<S>(
          [&](const auto& g, int i, int) { return tau(g, G::part(g, xi, i)); });
    } else {
      return detail::cayley_of(group).tau(group, xi);
    }
  }
  /// dcay^R_xi eta.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> tangent(const G& group, const Vector<S, N>& xi,
                       const Vector<S, N>& eta) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template vector<S>([&](const auto& g, int i, int) {
        return tangent(g, G::part(g, xi, i), G::part(g, eta, i));
      });
    } else {
      return detail::cayley_of(group).tangent(group, xi, eta);
    }
  }
  /// (dcay^R_xi)^{-1} eta.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> inverse_tangent(const G& group, const Vector<S, N>& xi,
                               const Vector<S, N>& eta) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template vector<S>([&](const auto& g, int i, int) {
        return inverse_tangent(g, G::part(g, xi, i), G::part(g, eta, i));
      });
    } else {
      return detail::cayley_of(group).inverse_tangent(group, xi, eta);
    }
  }
  /// (dcay^R_xi)^{-*} p.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> inverse_tangent_star(const G& group, const Vector<S, N>& xi,
                                    const Vector<S, N>& p) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template vector<S>([&](const auto& g, int i, int) {
        return inverse_tangent_star(g, G::part(g, xi, i), G::part(g, p, i));
      });
    } else {
      return detail::cayley_of(group).inverse_tangent_star(group, xi, p);
    }
  }
  /// The matrix of d/dxi of inverse_tangent_star(xi, p).
  template <class G, class S, int N = G::dimension>
  Matrix<S, N> inverse_tangent_star_derivative(const G& group, const Vector<S, N>& xi,
                                               const Vector<S, N>& p) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template blocks<S>([&](const auto& g, int i) {
        return inverse_tangent_star_derivative(g, G::part(g, xi, i), G::part(g, p, i));
      });
    } else {
      return detail::cayley_of(group).inverse_tangent_star_derivative(group, xi, p);
    }
  }
  /// The map (xi, p) -> (dcay^R_xi)^{-*} p with its two partial derivatives, on the groups of three
  /// dimensions.
  template <class G, class S>
  Linearised<S, 3> linearised(const G& group, const Vector<S, 3>& xi, const Vector<S, 3>& p) const
      noexcept requires std::same_as<decltype(detail::cayley_of(group)), detail::SurfaceCayley> {
    return detail::SurfaceCayley{}.linearised(group, xi, p);
  }
  /// Ad* of cay(xi) on p.
  template <class G, class S, int N = G::dimension>
  Vector<S, N> coadjoint(const G& group, const Vector<S, N>& xi,
                         const Vector<S, N>& p) const noexcept {
    if constexpr (detail::Composite<G>) {
      return group.template vector<S>([&](const auto& g, int i, int) {
        return coadjoint(g, G::part(g, xi, i), G::part(g, p, i));
      });
    } else {
      return detail::cayley_of(group).coadjoint(group, xi, p);
    }
  }
};

}  // namespace hamel
