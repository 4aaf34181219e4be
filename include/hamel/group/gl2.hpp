// GL+(2), the linear maps of the plane that keep its orientation.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <hamel/core/arc.hpp>
#include <hamel/core/entire.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/cubic.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// gl(2), the 2 x 2 matrices row by row, is R + so(2,1): a = t + s1/2 [[1,0],[0,-1]] + s2/2 [[0,1],[1,0]] +
/// s3/2 [[0,-1],[1,0]]. Functions of ad leave t alone and are those of so(2,1) on s. Members and conventions are those
/// of Cubic.
struct PlaneLinearCalculus {
  static constexpr int dimension = 4;
  template <class S>
  using V = Vector<S, 4>;
  template <class S>
  using M = Matrix<S, 4>;

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return 4; }

  /// The bracket [a,b] = a b - b a.
  template <class S>
  V<S> ad(const V<S>& a, const V<S>& b) const noexcept {
    const S diagonal = a[1] * b[2] - b[1] * a[2], da = a[0] - a[3], db = b[0] - b[3];
    return {diagonal, S(da * b[1] - db * a[1]), S(db * a[2] - da * b[2]), S(-diagonal)};
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  V<S> ad_star(const V<S>& a, const V<S>& p) const noexcept {
    const S diagonal = a[2] * p[2] - a[1] * p[1], da = a[0] - a[3], dp = p[0] - p[3];
    return {diagonal, S(da * p[1] - a[2] * dp), S(a[1] * dp - da * p[2]), S(-diagonal)};
  }
  /// The matrix of b -> [a,b].
  template <class S>
  M<S> ad_matrix(const V<S>& a) const noexcept {
    return matrix_of<S, 4>([&](const V<S>& b) { return ad(a, b); });
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  M<S> lie_poisson(const V<S>& p) const noexcept {
    return matrix_of<S, 4>([&](const V<S>& a) { return ad_star(a, p); });
  }
  /// Ad of exp(xi) on b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return vector(mean(b), so21.Ad_exp(traceless(xi), traceless(b)));
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return covector(trace(p), so21.Ad_exp_star(traceless(xi), on_traceless(p)));
  }
  /// Right-trivialised differential of exp at xi.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return vector(mean(eta), so21.dexp(traceless(xi), traceless(eta)));
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return covector(trace(p), so21.dexp_star(traceless(xi), on_traceless(p)));
  }
  /// Inverse of dexp; infinite where exp(xi) turns by a positive multiple of pi.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    return vector(mean(eta), so21.dexp_inv(traceless(xi), traceless(eta)));
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    return covector(trace(p), so21.dexp_inv_star(traceless(xi), on_traceless(p)));
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p).
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    const Matrix<S, 3> slope = so21.dexp_inv_star_derivative(traceless(xi), on_traceless(p));
    return matrix_of<S, 4>(
        [&](const V<S>& b) { return covector(S(0), Vector<S, 3>(slope * traceless(b))); });
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    return matrix(so21.left_jacobian(traceless(xi)));
  }
  /// The matrix of dexp(-xi, .).
  template <class S>
  M<S> right_jacobian(const V<S>& xi) const noexcept {
    return matrix(so21.right_jacobian(traceless(xi)));
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    return matrix(so21.left_jacobian_inverse(traceless(xi)));
  }
  /// The matrix of dexp_inv(-xi, .).
  template <class S>
  M<S> right_jacobian_inverse(const V<S>& xi) const noexcept {
    return matrix(so21.right_jacobian_inverse(traceless(xi)));
  }

 protected:
  static constexpr Cubic<SurfaceAlgebra<-1>> so21{};

  /// t, half the trace of a matrix.
  template <class S>
  static S mean(const V<S>& a) noexcept {
    return S((a[0] + a[3]) / S(2));
  }
  /// s of a matrix.
  template <class S>
  static Vector<S, 3> traceless(const V<S>& a) noexcept {
    return {S(a[0] - a[3]), S(a[1] + a[2]), S(a[2] - a[1])};
  }
  /// The matrix of t and s.
  template <class S>
  static V<S> vector(const S& t, const Vector<S, 3>& s) noexcept {
    const S half = s[0] / S(2);
    return {S(t + half), S((s[1] - s[2]) / S(2)), S((s[1] + s[2]) / S(2)), S(t - half)};
  }

 private:
  /// A covector on t and s from one on matrices, and back.
  template <class S>
  static S trace(const V<S>& p) noexcept {
    return S(p[0] + p[3]);
  }
  template <class S>
  static Vector<S, 3> on_traceless(const V<S>& p) noexcept {
    return {S((p[0] - p[3]) / S(2)), S((p[1] + p[2]) / S(2)), S((p[2] - p[1]) / S(2))};
  }
  template <class S>
  static V<S> covector(const S& t, const Vector<S, 3>& s) noexcept {
    const S half = t / S(2);
    return {S(half + s[0]), S(s[1] - s[2]), S(s[1] + s[2]), S(half - s[0])};
  }
  /// The matrix of a map that leaves t alone and is f on s.
  template <class S>
  static M<S> matrix(const Matrix<S, 3>& f) noexcept {
    return matrix_of<S, 4>(
        [&](const V<S>& b) { return vector(mean(b), Vector<S, 3>(f * traceless(b))); });
  }
};

struct GL2;

/// What GL2 does.
struct GL2Operations : PlaneLinearCalculus {
  static constexpr int storage = 4;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 2;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<GL2, S>;

  /// The element as a matrix.
  template <class S>
  Matrix<S, 2> matrix(const Element<S>& x) const noexcept {
    return hat(x.data);
  }
  /// The matrix of a vector of the algebra.
  template <class S>
  Matrix<S, 2> hat(const Vector<S, 4>& a) const noexcept {
    Matrix<S, 2> m;
    m << a[0], a[1], a[2], a[3];
    return m;
  }
  /// The vector of a matrix.
  template <class S>
  Vector<S, 4> vee(const Matrix<S, 2>& m) const noexcept {
    return {m(0, 0), m(0, 1), m(1, 0), m(1, 1)};
  }
  /// The determinant.
  template <class S>
  S determinant(const Element<S>& x) const noexcept {
    return S(x.data[0] * x.data[3] - x.data[1] * x.data[2]);
  }

  /// The unit matrix.
  template <class S>
  Element<S> identity() const noexcept {
    return {Vector<S, 4>(S(1), S(0), S(0), S(1))};
  }
  /// The matrix product.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return {product(x.data, y.data)};
  }
  /// The inverse matrix.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    const S over = S(1) / determinant(x);
    return {Vector<S, 4>(S(over * x.data[3]), S(-over * x.data[1]), S(-over * x.data[2]),
                         S(over * x.data[0]))};
  }
  /// The matrix exponential, e^t (c_0(z/4) + c_1(z/4) s) with z = square(s).
  template <class S>
  Element<S> exp(const Vector<S, 4>& a) const noexcept {
    using std::exp;
    const Vector<S, 3> s = traceless(a);
    const auto c = stumpff<1>(S(so21.square(s) / S(4)));
    const S growth = exp(mean(a));
    return {vector(S(growth * c[0]), Vector<S, 3>(S(growth * c[1]) * s))};
  }
  /// The principal logarithm, of a turn between -pi and pi; NaN for a matrix with an eigenvalue on the negative
  /// half-line. The matrix over the root of its determinant is w + s/2 with w the cosine of the turn.
  template <class S>
  Vector<S, 4> log(const Element<S>& x) const noexcept {
    using std::atan2, std::log, std::sqrt;
    const S square = determinant(x), root = sqrt(square), w = mean(x.data) / root;
    const Vector<S, 3> s = Vector<S, 3>(traceless(x.data) / root);
    S ratio;  // turn over its sine
    if (plain(w) >= Plain<S>(0)) {
      ratio = angle_over_sine(w);
    } else {
      const S sine = sqrt(S(so21.square(s) / S(4)));
      ratio = plain(sine) > Plain<S>(0) ? S(S(atan2(sine, w)) / sine)
                                        : S(std::numeric_limits<Plain<S>>::quiet_NaN());
    }
    return vector(S(log(square) / S(2)), Vector<S, 3>(ratio * s));
  }
  /// x b x^-1.
  template <class S>
  Vector<S, 4> Ad(const Element<S>& x, const Vector<S, 4>& b) const noexcept {
    return product(product(x.data, b), inverse(x).data);
  }
  /// The covector b -> <p, x b x^-1>.
  template <class S>
  Vector<S, 4> Ad_star(const Element<S>& x, const Vector<S, 4>& p) const noexcept {
    return product(product(transposed(x.data), p), transposed(inverse(x).data));
  }
  /// The matrix times a column.
  template <class S>
  Vector<S, 2> act(const Element<S>& x, const Vector<S, 2>& point) const noexcept {
    return {S(x.data[0] * point[0] + x.data[1] * point[1]),
            S(x.data[2] * point[0] + x.data[3] * point[1])};
  }

  /// X11, X12, X21, X22.
  std::vector<std::string> coordinate_names() const { return matrix_names("X", 2); }
  static constexpr bool stores_coordinates = true;
  /// The element with the given entries; throws OffGroup where the determinant is not positive.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    const Element<S> x = vector_element(*this, "GL2", c);
    expect_on_group("GL2", residual(x));
    return x;
  }
  /// 0 where the determinant is positive, else 1 - det; NaN when a number is not finite.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    const S d = determinant(x);
    return (plain(d) > Plain<S>(0) ? S(0) : S(S(1) - d)) + finite_residual(x.data);
  }

 private:
  template <class S>
  static Vector<S, 4> product(const Vector<S, 4>& x, const Vector<S, 4>& y) noexcept {
    return {S(x[0] * y[0] + x[1] * y[2]), S(x[0] * y[1] + x[1] * y[3]),
            S(x[2] * y[0] + x[3] * y[2]), S(x[2] * y[1] + x[3] * y[3])};
  }
  template <class S>
  static Vector<S, 4> transposed(const Vector<S, 4>& x) noexcept {
    return {x[0], x[2], x[1], x[3]};
  }
};

/// Linear maps of the plane with a positive determinant; basis of the algebra: E11, E12, E21, E22. Stored and
/// coordinates: X11, X12, X21, X22. exp does not reach every element.
struct GL2 : AnyVectors<GL2Operations> {};

}  // namespace hamel
