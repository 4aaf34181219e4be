// What the motions of the plane and their universal cover share: all that asks for the direction of a heading only.
#pragma once

#include <string>
#include <vector>

#include <hamel/core/complex.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/cubic.hpp>
#include <hamel/group/cubic_rate.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/surface_cayley.hpp>

namespace hamel {

/// The Cayley map of the 3 x 3 matrices of plane motions. A group adds tau: the heading is 2 arctan(xi_3/2).
struct PlanarCayley : SurfaceCayley {
  /// The position of tau(xi), with scale = 1/(1 + xi_3^2/4).
  template <class S>
  static Vector<S, 2> way(const Vector<S, 3>& xi, const S& scale) noexcept {
    const S half = xi[2] / S(2);
    return {scale * (xi[0] - half * xi[1]), scale * (xi[1] + half * xi[0])};
  }
};

/// Of a group G of plane motions that stores x and y first; ahead(x), found beside G, is the direction of its heading.
template <class G>
struct PlanarOperations : Cubic<SurfaceAlgebra<0>> {
  static constexpr int storage = 4;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 2;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<G, S>;

  /// Inverse of dexp: eta - [xi,eta]/2 + beta [xi,[xi,eta]].
  template <class S>
  Vector<S, 3> dexp_inv(const Vector<S, 3>& xi, const Vector<S, 3>& eta) const noexcept {
    return cubic_rate<0>(Vector<S, 3>(S(-xi[0]), S(-xi[1]), S(-xi[2])), eta);
  }
  /// Ad_x b.
  template <class S>
  Vector<S, 3> Ad(const Element<S>& x, const Vector<S, 3>& b) const noexcept {
    const auto [c, s] = ahead(x);
    return {c * b[0] - s * b[1] + x.data[1] * b[2], s * b[0] + c * b[1] - x.data[0] * b[2], b[2]};
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  Vector<S, 3> Ad_star(const Element<S>& x, const Vector<S, 3>& p) const noexcept {
    const auto [c, s] = ahead(x);
    return {c * p[0] + s * p[1], c * p[1] - s * p[0], x.data[1] * p[0] - x.data[0] * p[1] + p[2]};
  }
  /// The moved point.
  template <class S>
  Vector<S, 2> act(const Element<S>& x, const Vector<S, 2>& point) const noexcept {
    const auto [c, s] = ahead(x);
    const auto moved = affine<S>({x.data[0], x.data[1]}, {c, s}, {point[0], point[1]});
    return {moved.re, moved.im};
  }

  static constexpr int coordinate_count = 3;
  /// x, y, phi.
  std::vector<std::string> coordinate_names() const { return {"x", "y", "phi"}; }
};

}  // namespace hamel
