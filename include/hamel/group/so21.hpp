// SO(2,1), the Lorentz transformations of the plane: identity component.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/quaternion.hpp>
#include <hamel/group/quaternion_operations.hpp>

namespace hamel {

struct SO21;

/// What SO21 does.
struct SO21Operations : QuaternionOperations<SO21, -1> {
  /// x^-1 y where y is the rounded product of x and `step`, accurate for large x too: `step`, renormalized.
  template <class S>
  Element<S> between(const Element<S>&, const Element<S>& step, const Element<S>&) const noexcept {
    return {quaternion::renormalized<-1>(step.data)};
  }
  /// g v, the transformed point; the third axis is the time-like one.
  template <class S>
  Vector<S, 3> act(const Element<S>& x, const Vector<S, 3>& point) const noexcept {
    const Vector<S, 3> moved =
        quaternion::rotate<-1>(x.data, Vector<S, 3>(point[1], S(-point[0]), point[2]));
    return {S(-moved[1]), moved[0], moved[2]};
  }
  /// The matrix g. It is Ad in the basis -e2, e1, e3.
  template <class S>
  Matrix<S, 3> matrix(const Element<S>& x) const noexcept {
    return exchanged(quaternion::matrix<-1>(x.data));
  }

  /// g11, g12, ..., g33.
  std::vector<std::string> coordinate_names() const { return matrix_names("g", 3); }
  static constexpr int coordinate_count = 9;
  /// Writes the entries of g, row by row; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    return write_rows(matrix(x), to);
  }
  /// The element with the given matrix entries; throws OffGroup for a matrix that is off the
  /// identity component (relative to its size).
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("SO21", c.size(), 9);
    Matrix<S, 3> g;
    g << c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8];
    const Matrix<S, 3> ad = exchanged(exchanged(exchanged(g)));
    const Element<S> x{quaternion::from_matrix<-1>(ad)};
    const S size = S(1) + g.norm();
    expect_on_group("SO21", S((matrix(x) - g).norm() / size));
    return x;
  }
  /// | w^2 - x^2 - y^2 + z^2 - 1 | as a part of w^2 + x^2 + y^2 + z^2
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    using std::abs;
    const S terms = quaternion::squared_norm<1>(x.data);
    return abs(S((quaternion::squared_norm<-1>(x.data) - S(1)) / terms));
  }

 private:
  /// The matrix in the basis (-e2, e1, e3); four times is the identity.
  template <class S>
  static Matrix<S, 3> exchanged(const Matrix<S, 3>& m) noexcept {
    Matrix<S, 3> r;
    r << m(1, 1), -m(1, 0), -m(1, 2), -m(0, 1), m(0, 0), m(0, 2), -m(2, 1), m(2, 0), m(2, 2);
    return r;
  }
};

/// Matrices g with g^T eta g = eta, eta = diag(1,1,-1), in the identity component; basis of the
/// algebra e1 = E13 + E31, e2 = E23 + E32 (boosts), e3 = E21 - E12 (rotation): [e1,e2] = -e3,
/// [e2,e3] = e1, [e3,e1] = e2. An element exp(a) is elliptic, parabolic or hyperbolic as z = a3^2 -
/// a1^2 - a2^2 is positive, zero, negative. Stored: a unit split quaternion (w,x,y,z), w^2 - x^2 -
/// y^2 + z^2 = 1, q and -q the same transformation. Coordinates: g11, g12, ..., g33. log is
/// principal (rotation angle at most pi); every element has one.
struct SO21 : AnyVectors<SO21Operations> {};

}  // namespace hamel
