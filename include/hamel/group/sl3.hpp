// SL(3), the linear maps of space that keep volume: homographies of the plane.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/entries.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/series.hpp>
#include <hamel/group/unimodular.hpp>

namespace hamel {

/// sl(3), the 3 x 3 matrices without trace, in the basis E12, E13, E21, E23, E31, E32, E11 - E22, E22 - E33.
struct TracelessAlgebra {
  static constexpr int dimension = 8;
  template <class S>
  using V = Vector<S, 8>;
  template <class S>
  using Table = Matrix<S, 3>;

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return 8; }

  /// The matrix of a vector.
  template <class S>
  Table<S> hat(const V<S>& a) const noexcept {
    Table<S> m;
    m << a[6], a[0], a[1], a[2], S(a[7] - a[6]), a[3], a[4], a[5], S(-a[7]);
    return m;
  }
  /// The vector of a matrix without trace.
  template <class M>
  Vector<typename M::Scalar, 8> vee(const M& m) const noexcept {
    Vector<typename M::Scalar, 8> a;
    a << m(0, 1), m(0, 2), m(1, 0), m(1, 2), m(2, 0), m(2, 1), m(0, 0), -m(2, 2);
    return a;
  }
  /// The bracket [a,b] = a b - b a.
  template <class S>
  V<S> ad(const V<S>& a, const V<S>& b) const noexcept {
    const Table<S> x = hat(a), y = hat(b);
    return vee(Table<S>(x * y - y * x));
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  V<S> ad_star(const V<S>& a, const V<S>& p) const noexcept {
    const Table<S> x = transposed(hat(a)), q = on_matrices(p);
    return on_vectors(Table<S>(x * q - q * x));
  }
  /// The matrix of b -> [a,b].
  template <class S>
  Matrix<S, 8> ad_matrix(const V<S>& a) const noexcept {
    return matrix_of<S, 8>([&](const V<S>& b) { return ad(a, b); });
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  Matrix<S, 8> lie_poisson(const V<S>& p) const noexcept {
    return matrix_of<S, 8>([&](const V<S>& a) { return ad_star(a, p); });
  }

 protected:
  /// Q with <Q, M> = <p, vee(M)>, the sum over all entries.
  template <class S>
  static Table<S> on_matrices(const V<S>& p) noexcept {
    Table<S> q;
    q << p[6], p[0], p[1], p[2], S(0), p[3], p[4], p[5], S(-p[7]);
    return q;
  }
  /// The covector b -> <Q, hat(b)>.
  template <class S>
  static V<S> on_vectors(const Table<S>& q) noexcept {
    V<S> p;
    p << q(0, 1), q(0, 2), q(1, 0), q(1, 2), q(2, 0), q(2, 1), S(q(0, 0) - q(1, 1)),
        S(q(1, 1) - q(2, 2));
    return p;
  }
};

struct SL3;

/// What SL3 does: exp and log in closed form (group/unimodular.hpp), differentials by Series.
struct SL3Operations : Series<TracelessAlgebra> {
  static constexpr int storage = 9;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 3;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<SL3, S>;

  /// The element as a matrix.
  template <class S>
  Matrix<S, 3> matrix(const Element<S>& x) const noexcept {
    Matrix<S, 3> m;
    for (int i = 0; i < 9; ++i) m(i / 3, i % 3) = x.data[i];
    return m;
  }

  /// The unit matrix.
  template <class S>
  Element<S> identity() const noexcept {
    return element(Matrix<S, 3>(Matrix<S, 3>::Identity()));
  }
  /// The matrix product, brought back to determinant 1 to first order.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    const Matrix<S, 3> xy = matrix(x) * matrix(y);
    if constexpr (PolynomialRing<S>)
      return element(xy);
    else
      return element(nearer(xy));
  }
  /// The inverse matrix, that of the cofactors.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    return element(Matrix<S, 3>(transposed(cofactors(matrix(x)))));
  }
  /// The matrix exponential.
  template <class S>
  Element<S> exp(const Vector<S, 8>& a) const noexcept {
    return element(traceless_exp(this->hat(a)));
  }
  /// The principal logarithm; NaN for a matrix with an eigenvalue on the negative half-line.
  template <class S>
  Vector<S, 8> log(const Element<S>& x) const noexcept {
    const Matrix<S, 3> m = matrix(x);
    if constexpr (Differentiated<S>) {  // dlog(x) = (dexp_{-a})^{-1} (x^-1 dx) at a = log(x)
      using Value = decltype(value(m(0, 0)));
      hamel::Element<SL3, Value> at;
      for (int i = 0; i < 9; ++i) at.data[i] = value(x.data[i]);
      const Vector<Value, 8> a = log(at);
      const Matrix<Value, 8> slope = this->left_jacobian_inverse(Vector<Value, 8>(-a));
      const Matrix<Value, 3> there = matrix(at), inverse = transposed(cofactors(there));
      Matrix<S, 3> change;
      for (int i = 0; i < 9; ++i) change(i) = m(i) - there(i);
      const Vector<S, 8> turned = this->vee(Matrix<S, 3>(inverse.template cast<S>() * change));
      return a.template cast<S>() + slope.template cast<S>() * turned;
    } else {
      return this->vee(unimodular_log(m));
    }
  }
  /// x b x^-1.
  template <class S>
  Vector<S, 8> Ad(const Element<S>& x, const Vector<S, 8>& b) const noexcept {
    const Matrix<S, 3> m = matrix(x);
    return this->vee(Matrix<S, 3>(m * this->hat(b) * transposed(cofactors(m))));
  }
  /// The covector b -> <p, x b x^-1>.
  template <class S>
  Vector<S, 8> Ad_star(const Element<S>& x, const Vector<S, 8>& p) const noexcept {
    const Matrix<S, 3> m = matrix(x);
    return on_vectors(Matrix<S, 3>(transposed(m) * on_matrices(p) * cofactors(m)));
  }
  /// The matrix times a column: of homogeneous coordinates, the image of a point of the plane.
  template <class S>
  Vector<S, 3> act(const Element<S>& x, const Vector<S, 3>& point) const noexcept {
    return matrix(x) * point;
  }

  /// X11, X12, ..., X33.
  std::vector<std::string> coordinate_names() const { return matrix_names("X", 3); }
  static constexpr bool stores_coordinates = true;
  /// The element with the given entries; throws OffGroup where the determinant is not 1.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    const Element<S> x = vector_element(*this, "SL3", c);
    expect_on_group("SL3", residual(x));
    return x;
  }
  /// | det - 1 | as a part of the terms that are summed.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    using std::abs;
    const Matrix<S, 3> m = matrix(x);
    return S(abs(S(excess(m)))) / S(S(1) + m.norm() * cofactors(m).norm());
  }
  /// The relation det - 1 of the stored numbers.
  template <class S>
  std::vector<S> relations(const Element<S>& x) const {
    return {excess(matrix(x))};
  }
  /// The nearest element, by Newton's steps along the gradient of the determinant.
  template <class S>
  Element<S> normalized(const Element<S>& x) const noexcept {
    Matrix<S, 3> m = matrix(x);
    for (int step = 0; step < 6; ++step) m = nearer(m);
    return element(m);
  }

 private:
  template <class S>
  static Element<S> element(const Matrix<S, 3>& m) noexcept {
    auto x = Element<S>::with_room(storage);
    for (int i = 0; i < 9; ++i) x.data[i] = m(i / 3, i % 3);
    return x;
  }
  /// The derivative of the determinant by the entries.
  template <class S>
  static Matrix<S, 3> cofactors(const Matrix<S, 3>& m) noexcept {
    Matrix<S, 3> c;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const int k = (i + 1) % 3, l = (i + 2) % 3, p = (j + 1) % 3, q = (j + 2) % 3;
        c(i, j) = m(k, p) * m(l, q) - m(k, q) * m(l, p);
      }
    return c;
  }
  /// det - 1
  template <class S>
  static S excess(const Matrix<S, 3>& m) noexcept {
    const Matrix<S, 3> c = cofactors(m);
    return S(m(0, 0) * c(0, 0) + m(0, 1) * c(0, 1) + m(0, 2) * c(0, 2) - S(1));
  }
  /// One step towards determinant 1 along its gradient: a multiple of m would magnify the rounding of the determinant of
  /// large m.
  template <class S>
  static Matrix<S, 3> nearer(const Matrix<S, 3>& m) noexcept {
    const Matrix<S, 3> c = cofactors(m);
    return m - S(excess(m) / c.squaredNorm()) * c;
  }
};

/// Linear maps of space with determinant 1; basis of the algebra: E12, E13, E21, E23, E31, E32, E11 - E22, E22 - E33.
/// Stored and coordinates: X11, X12, ..., X33. exp does not reach every element.
struct SL3 : AnyVectors<SL3Operations> {};

}  // namespace hamel
