// SO(3), the rotations of space.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/quaternion_operations.hpp>

namespace hamel {

struct SO3;

/// What SO3 does.
struct SO3Operations : QuaternionOperations<SO3, 1> {
  /// x^-1 y where y is the rounded product of x and `step`: `step` as the stored rotations made it. It is as near to
  /// the group as they are.
  template <class S>
  Element<S> between(const Element<S>& x, const Element<S>&, const Element<S>& y) const noexcept {
    return {quaternion::product<1>(quaternion::conjugate(x.data), y.data)};
  }
  /// x^-1 y
  template <class S>
  HAMEL_ALWAYS_INLINE Element<S> between(const Element<S>& x, const Element<S>& y) const noexcept {
    return {quaternion::unit_product<1>(quaternion::conjugate(x.data), y.data)};
  }
  /// R v, the rotated point.
  template <class S>
  HAMEL_ALWAYS_INLINE Vector<S, 3> act(const Element<S>& x,
                                       const Vector<S, 3>& point) const noexcept {
    return quaternion::rotate<1>(x.data, point);
  }
  /// The rotation matrix R.
  template <class S>
  Matrix<S, 3> matrix(const Element<S>& x) const noexcept {
    return quaternion::matrix<1>(x.data);
  }

  /// R11, R12, ..., R33.
  std::vector<std::string> coordinate_names() const { return matrix_names("R", 3); }
  static constexpr int coordinate_count = 9;
  /// Writes the entries of R, row by row; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    return write_rows(matrix(x), to);
  }
  /// The rotation nearest to the given matrix entries; throws OffGroup where it is further than sqrt(epsilon).
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("SO3", c.size(), 9);
    Matrix<S, 3> r;
    r << c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8];
    const Element<S> x{quaternion::nearest_rotation(r)};
    expect_on_group("SO3", S((matrix(x) - r).norm()));
    return x;
  }
  /// | |q|^2 - 1 |
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    using std::abs;
    return abs(S(quaternion::squared_norm<1>(x.data) - S(1)));
  }
};

/// Rotations R of space; basis of the algebra: rotations about the axes, [e1,e2] = e3 cyclic.
/// Stored: a unit quaternion (w,x,y,z), q and -q the same rotation. Coordinates: R11, R12, ...,
/// R33. exp, log and the differentials obey the laws of group/concept.hpp; log is principal, |log
/// x| <= pi.
struct SO3 : AnyVectors<SO3Operations> {};

}  // namespace hamel
