// The Heisenberg groups H(2K+1).
#pragma once

#include <string>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/extent.hpp>
#include <hamel/group/two_step.hpp>

namespace hamel {

/// The Heisenberg algebra with K pairs (K may be `dynamic`): basis e1, e2, e3, e4, ..., e(2K+1),
/// where [e(2i-1), e(2i)] = -2 e(2K+1) and all other brackets vanish.
template <int K>
class HeisenbergAlgebra {
 public:
  static constexpr int dimension = K == dynamic ? dynamic : 2 * K + 1;

  HeisenbergAlgebra() = default;
  /// With a run-time number of pairs; throws DimensionError when 2 pairs + 1 exceeds max_dimension.
  explicit HeisenbergAlgebra(int pairs) requires(K == dynamic) : dim_(2 * pairs + 1) {}

  /// Dimension of the algebra.
  constexpr int dim() const noexcept {
    if constexpr (K == dynamic) return dim_.get();
    return dimension;
  }
  /// The bracket [a,b].
  template <class S>
  Vector<S, dimension> ad(const Vector<S, dimension>& a,
                          const Vector<S, dimension>& b) const noexcept {
    Vector<S, dimension> c = Vector<S, dimension>::Zero(dim());
    c[dim() - 1] = S(2) * area(a, b);
    return c;
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  Vector<S, dimension> ad_star(const Vector<S, dimension>& a,
                               const Vector<S, dimension>& p) const noexcept {
    const int last = dim() - 1;
    const S scale = S(2) * p[last];
    Vector<S, dimension> q = Vector<S, dimension>::Zero(dim());
    for (int i = 0; i < last; i += 2) {
      q[i] = scale * a[i + 1];
      q[i + 1] = -(scale * a[i]);
    }
    return q;
  }
  /// The matrix of b -> [a,b].
  template <class S>
  Matrix<S, dimension> ad_matrix(const Vector<S, dimension>& a) const noexcept {
    Matrix<S, dimension> m = Matrix<S, dimension>::Zero(dim(), dim());
    const int last = dim() - 1;
    for (int i = 0; i < last; i += 2) {
      m(last, i) = S(2) * a[i + 1];
      m(last, i + 1) = S(-2) * a[i];
    }
    return m;
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  Matrix<S, dimension> lie_poisson(const Vector<S, dimension>& p) const noexcept {
    Matrix<S, dimension> m = Matrix<S, dimension>::Zero(dim(), dim());
    const int last = dim() - 1;
    for (int i = 0; i < last; i += 2) {
      m(i, i + 1) = S(2) * p[last];
      m(i + 1, i) = S(-2) * p[last];
    }
    return m;
  }

 protected:
  /// sum of y x' - x y' over the pairs of the first and second argument.
  template <class A, class B>
  typename A::Scalar area(const A& a, const B& b) const noexcept {
    typename A::Scalar sum(0);
    for (int i = 0; i < dim() - 1; i += 2) sum += a[i + 1] * b[i] - a[i] * b[i + 1];
    return sum;
  }

 private:
  [[no_unique_address]] Extent<dimension> dim_;
};

template <int K = dynamic>
struct Heisenberg;

/// What Heisenberg<K> does.
template <int K>
struct HeisenbergOperations : TwoStep<HeisenbergAlgebra<K>> {
  using TwoStep<HeisenbergAlgebra<K>>::dimension;
  static constexpr int storage = dimension;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  template <class S>
  using Element = hamel::Element<Heisenberg<K>, S>;

  using TwoStep<HeisenbergAlgebra<K>>::TwoStep;

  /// Numbers stored for an element.
  constexpr int size() const noexcept { return this->dim(); }

  /// The unit element: 0.
  template <class S>
  Element<S> identity() const noexcept {
    return {Element<S>::Data::Zero(size())};
  }
  /// The product x y.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    Element<S> z{x.data + y.data};
    z.data[size() - 1] += this->area(x.data, y.data);
    return z;
  }
  /// The inverse of x: the negative.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    return {-x.data};
  }
  /// d/ds of the stored numbers of x exp(s e_k) at s = 0, column k.
  template <class S>
  Matrix<S, dimension> left_tangent(const Element<S>& x) const noexcept {
    Matrix<S, dimension> t = Matrix<S, dimension>::Identity(size(), size());
    for (int i = 0; i < size() - 1; i += 2) {
      t(size() - 1, i) = x.data[i + 1];
      t(size() - 1, i + 1) = -x.data[i];
    }
    return t;
  }
  /// The same numbers.
  template <class S>
  Element<S> exp(const Vector<S, dimension>& a) const noexcept {
    return {a};
  }
  /// The same numbers.
  template <class S>
  Vector<S, dimension> log(const Element<S>& x) const noexcept {
    return x.data;
  }
  /// Ad_x b = b + [log x, b].
  template <class S>
  Vector<S, dimension> Ad(const Element<S>& x, const Vector<S, dimension>& b) const noexcept {
    return this->Ad_exp(log(x), b);
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  Vector<S, dimension> Ad_star(const Element<S>& x, const Vector<S, dimension>& p) const noexcept {
    return this->Ad_exp_star(log(x), p);
  }

  /// x, y, z; or x1, y1, ..., z.
  std::vector<std::string> coordinate_names() const {
    const int pairs = (size() - 1) / 2;
    std::vector<std::string> names;
    for (int i = 1; i <= pairs; ++i) {
      const std::string number = pairs == 1 ? "" : std::to_string(i);
      names.push_back("x" + number);
      names.push_back("y" + number);
    }
    names.push_back("z");
    return names;
  }
  static constexpr bool stores_coordinates = true;
  /// The element with the given coordinates; throws OffGroup for NaN and infinity.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    return vector_element(*this, "Heisenberg", c);
  }
};

/// The Heisenberg group of dimension 2K+1; `Heisenberg<>(k)` for a run-time number of pairs.
/// Coordinates as stored: x, y, z for K = 1, else x1, y1, ..., xK, yK, z. With (x,y) = v and
/// area(v,v') = sum y x' - x y', the product is (v, z)(v', z') = (v + v', z + z' + area(v,v')); exp
/// and log are the identity on coordinates.
template <int K>
struct Heisenberg : AnyVectors<HeisenbergOperations<K>> {
  using AnyVectors<HeisenbergOperations<K>>::AnyVectors;
};

}  // namespace hamel
