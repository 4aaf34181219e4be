// The calculus of the Cayley map in se(3).
#pragma once

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/surface_cayley.hpp>

namespace hamel {

/// The Cayley map of SE3 in its 4 x 4 matrices; with xi = (v, w) and eta = (x, y), the product xi
/// eta xi is (w x (y x v), -<w,y> w).
struct ScrewCayley {
  template <class G, class S>
  Element<G, S> tau(const G& group, const Vector<S, 6>& xi) const noexcept {
    const Vector<S, 3> w = group.angular(xi);
    return group.motion(solved(w, group.linear(xi)), rotations.tau(SO3{}, w));
  }
  template <class G, class S>
  Vector<S, 6> tangent(const G& group, const Vector<S, 6>& xi,
                       const Vector<S, 6>& eta) const noexcept {
    const Vector<S, 3> v = group.linear(xi), w = group.angular(xi);
    const Vector<S, 3> y = rotations.tangent(SO3{}, w, group.angular(eta));
    const Vector<S, 3> yv = cross(y, v);
    return group.screw(solved(w, Vector<S, 3>(group.linear(eta) - yv / S(2) + cross(w, yv) / S(4))),
                       y);
  }
  template <class G, class S>
  Vector<S, 6> inverse_tangent(const G& group, const Vector<S, 6>& xi,
                               const Vector<S, 6>& eta) const noexcept {
    const Vector<S, 3> v = group.linear(xi), w = group.angular(xi), x = group.linear(eta),
                       y = group.angular(eta);
    const Vector<S, 3> yv = cross(y, v);
    return group.screw(Vector<S, 3>(x - (cross(w, x) - yv) / S(2) - cross(w, yv) / S(4)),
                       rotations.inverse_tangent(SO3{}, w, y));
  }
  template <class G, class S>
  Vector<S, 6> inverse_tangent_star(const G& group, const Vector<S, 6>& xi,
                                    const Vector<S, 6>& p) const noexcept {
    const Vector<S, 3> v = group.linear(xi), w = group.angular(xi), f = group.linear(p);
    const Vector<S, 3> fw = cross(f, w);
    const Vector<S, 3> m = rotations.inverse_tangent_star(SO3{}, w, group.angular(p));
    return group.screw(Vector<S, 3>(f - fw / S(2)),
                       Vector<S, 3>(m - cross(f, v) / S(2) - cross(v, fw) / S(4)));
  }
  template <class G, class S>
  Matrix<S, 6> inverse_tangent_star_derivative(const G& group, const Vector<S, 6>& xi,
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
  template <class G, class S>
  Vector<S, 6> coadjoint(const G& group, const Vector<S, 6>& xi,
                         const Vector<S, 6>& p) const noexcept {
    return group.Ad_star(tau(group, xi), p);
  }

 private:
  static constexpr QuaternionCayley rotations{};

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

}  // namespace hamel
