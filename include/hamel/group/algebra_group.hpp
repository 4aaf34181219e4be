// A group of which only the Lie algebra is known: reduced dynamics (a, p) without a configuration.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/series.hpp>
#include <hamel/group/structure_algebra.hpp>

namespace hamel {

template <int N = dynamic>
struct AlgebraGroup;

/// What AlgebraGroup<N> does.
template <int N>
struct AlgebraOperations : Series<StructureAlgebra<N>> {
  static constexpr int storage = 0;
  template <class S>
  using Element = hamel::Element<AlgebraGroup<N>, S>;

  AlgebraOperations() = default;
  /// From a table of structure constants; throws as StructureAlgebra does.
  template <StructureConstantsLike C>
  explicit AlgebraOperations(const C& constants) : Series<StructureAlgebra<N>>(constants) {}
  /// From constants whose Jacobi identity is known.
  template <StructureConstantsLike C>
  AlgebraOperations(const C& constants, KnownLieAlgebra known)
      : Series<StructureAlgebra<N>>(constants, known) {}

  /// Numbers stored for an element: none.
  constexpr int size() const noexcept { return 0; }

  /// The empty element.
  template <class S>
  Element<S> identity() const noexcept {
    return {};
  }
  /// The empty element.
  template <class S>
  Element<S> compose(const Element<S>&, const Element<S>&) const noexcept {
    return {};
  }
  /// The empty element.
  template <class S>
  Element<S> inverse(const Element<S>&) const noexcept {
    return {};
  }
  /// The empty element.
  template <class S>
  Element<S> exp(const Vector<S, N>&) const noexcept {
    return {};
  }
  /// Unknown: NaN.
  template <class S>
  Vector<S, N> log(const Element<S>&) const noexcept {
    return unknown<S>();
  }
  /// Unknown: NaN. Use Ad_exp.
  template <class S>
  Vector<S, N> Ad(const Element<S>&, const Vector<S, N>&) const noexcept {
    return unknown<S>();
  }
  /// Unknown: NaN. Use Ad_exp_star.
  template <class S>
  Vector<S, N> Ad_star(const Element<S>&, const Vector<S, N>&) const noexcept {
    return unknown<S>();
  }

  /// None.
  std::vector<std::string> coordinate_names() const { return {}; }
  static constexpr bool stores_coordinates = true;  ///< no numbers, no coordinates
  /// None.
  template <class S>
  CoordinateList<S, storage> coordinates(const Element<S>&) const {
    return {};
  }
  /// The empty element; throws DimensionError if there are any coordinates.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("algebra", c.size(), 0);
    return {};
  }
  /// 0.
  template <class S>
  S residual(const Element<S>&) const noexcept {
    return S(0);
  }
  /// The empty element.
  template <class S>
  Element<S> normalized(const Element<S>&) const noexcept {
    return {};
  }

 private:
  template <class S>
  Vector<S, N> unknown() const noexcept {
    return Vector<S, N>::Constant(this->dim(), S(std::numeric_limits<Plain<S>>::quiet_NaN()));
  }
};

/// The group of an algebra given by structure constants. Its elements store nothing: the product is
/// trivial, and what would need an element (log, Ad of an element) is NaN. Everything that depends
/// on a vector of the algebra only (Ad_exp, dexp, ...) is computed from the brackets.
template <int N>
struct AlgebraGroup : AnyVectors<AlgebraOperations<N>> {
  using AnyVectors<AlgebraOperations<N>>::AnyVectors;
};

}  // namespace hamel
