// The commutative groups: what the torus and the vector space share.
#pragma once

#include <string>
#include <vector>

#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/extent.hpp>
#include <hamel/group/two_step.hpp>

namespace hamel {

/// The commutative algebra of dimension N (possibly `dynamic`).
template <int N>
class AbelianAlgebra {
 public:
  static constexpr int dimension = N;
  static constexpr bool commutative = true;

  AbelianAlgebra() = default;
  /// Of run-time dimension n; throws DimensionError beyond max_dimension.
  explicit AbelianAlgebra(int n) requires(N == dynamic) : n_(n) {}

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return n_.get(); }
  /// The bracket: 0.
  template <class S>
  Vector<S, N> ad(const Vector<S, N>&, const Vector<S, N>&) const noexcept {
    return zeros<S, N>(dim());
  }
  /// The covector b -> <p,[a,b]>: 0.
  template <class S>
  Vector<S, N> ad_star(const Vector<S, N>&, const Vector<S, N>&) const noexcept {
    return zeros<S, N>(dim());
  }
  /// The matrix of b -> [a,b]: 0.
  template <class S>
  Matrix<S, N> ad_matrix(const Vector<S, N>&) const noexcept {
    return zeros<S, N, N>(dim(), dim());
  }
  /// The matrix of a -> ad*_a p: 0.
  template <class S>
  Matrix<S, N> lie_poisson(const Vector<S, N>&) const noexcept {
    return zeros<S, N, N>(dim(), dim());
  }

 private:
  [[no_unique_address]] Extent<N> n_;
};

template <int N, class Names>
struct AbelianGroup;

/// What AbelianGroup<N, Names> does.
template <int N, class Names>
struct AbelianOperations : TwoStep<AbelianAlgebra<N>> {
  static constexpr int storage = N;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  template <class S>
  using Element = hamel::Element<AbelianGroup<N, Names>, S>;

  using TwoStep<AbelianAlgebra<N>>::TwoStep;

  /// Numbers stored for an element.
  constexpr int size() const noexcept { return this->dim(); }

  /// The unit element: 0.
  template <class S>
  Element<S> identity() const noexcept {
    return {zeros<S, N>(size())};
  }
  /// The coordinates x + s around x.
  template <class S>
  struct Around {
    Vector<S, N> x;
    struct Near {
      Element<S> place;
      Vector<S, N> rate(const Vector<S, N>& a) const noexcept { return a; }
    };
    Near at(const Vector<S, N>& s) const noexcept { return {{x + s}}; }
    Vector<S, N> rate(const Vector<S, N>&, const Vector<S, N>& a) const noexcept { return a; }
  };
  template <class S>
  Around<S> around(const Element<S>& x) const noexcept {
    return {x.data};
  }
  /// The sum.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return {x.data + y.data};
  }
  /// The negative.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    return {-x.data};
  }
  /// The unit matrix: d/ds of the stored numbers of x exp(s e_k).
  template <class S>
  Matrix<S, N> left_tangent(const Element<S>&) const noexcept {
    return Matrix<S, N>::Identity(this->dim(), this->dim());
  }
  /// d/ds of the stored numbers of x exp(s b) at s = 0: b.
  template <class S>
  Vector<S, N> tangent_along(const Element<S>&, const Vector<S, N>& b) const noexcept {
    return b;
  }
  /// Its transpose: c.
  template <class S>
  Vector<S, N> tangent_star(const Element<S>&, const Vector<S, N>& c) const noexcept {
    return c;
  }
  /// The covector e -> d/de <c, tangent_along(x exp(e), b)>: 0.
  template <class S>
  Vector<S, N> bend_star(const Element<S>&, const Vector<S, N>&,
                         const Vector<S, N>&) const noexcept {
    return zeros<S, N>(this->dim());
  }
  /// The same numbers.
  template <class S>
  Element<S> exp(const Vector<S, N>& a) const noexcept {
    return {a};
  }
  /// The same numbers.
  template <class S>
  Vector<S, N> log(const Element<S>& x) const noexcept {
    return x.data;
  }
  /// b.
  template <class S>
  Vector<S, N> Ad(const Element<S>&, const Vector<S, N>& b) const noexcept {
    return b;
  }
  /// p.
  template <class S>
  Vector<S, N> Ad_star(const Element<S>&, const Vector<S, N>& p) const noexcept {
    return p;
  }

  /// The prefix numbered from 1.
  std::vector<std::string> coordinate_names() const { return numbered(Names::prefix, size()); }
  static constexpr bool stores_coordinates = true;
  /// The element with the given coordinates; throws OffGroup for NaN and infinity.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    return vector_element(*this, Names::prefix, c);
  }
};

/// R^N under addition (N may be `dynamic`), with coordinates named Names::prefix + "1", ... as
/// stored. The numbers are never wrapped.
template <int N, class Names>
struct AbelianGroup : AnyVectors<AbelianOperations<N, Names>> {
  using AnyVectors<AbelianOperations<N, Names>>::AnyVectors;
};

}  // namespace hamel
