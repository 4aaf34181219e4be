// Elements in somebody else's memory, and as values that are copied byte by byte.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/sizes.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/taken.hpp>

namespace hamel {

/// An element in memory that belongs to somebody else, G::storage numbers in a row (S may be const): taken wherever
/// elements are, written by assignment, from another map too. Nothing is kept beside the address.
template <class G, class S>
class ElementMap {
 public:
  using Group = G;
  using Scalar = std::remove_const_t<S>;

  explicit ElementMap(S* numbers) noexcept : numbers_(numbers) {}
  ElementMap(const ElementMap&) noexcept = default;

  /// The element.
  Element<G, Scalar> get() const noexcept {
    return {Eigen::Map<const typename Element<G, Scalar>::Data>(numbers_)};
  }
  operator Element<G, Scalar>() const noexcept { return get(); }

  /// Writes the numbers of an element, or of what is taken as one.
  const ElementMap& operator=(const Element<G, Scalar>& x) const noexcept {
    Eigen::Map<typename Element<G, Scalar>::Data>{numbers_} = x.data;
    return *this;
  }
  ElementMap& operator=(const ElementMap& x) noexcept {
    *this = x.get();
    return *this;
  }
  const ElementMap& operator=(const ElementMap& x) const noexcept { return *this = x.get(); }
  template <TakenAs<G> X>
  const ElementMap& operator=(const X& x) const {
    return *this = taken<G, Scalar>(x);
  }

  template <class A>
  friend auto plus(const ElementMap& x, const A& a) {
    return x + a;
  }
  template <class Y>
  friend auto minus(const Y& y, const ElementMap& x) {
    return y - x;
  }
  template <class X>
  requires(!requires { typename X::Group; }) friend auto minus(const ElementMap& y, const X& x) {
    return y - x;
  }

 private:
  S* numbers_;
};

/// The numbers of an element as a trivially copyable value, for std::memcpy, std::bit_cast, messages and shared memory:
/// an element is laid out alike, but the matrices of Eigen 3.4 that it is made of have constructors of their own.
template <class G, class S>
struct Packed {
  static_assert(G::storage != dynamic && std::is_trivially_copyable_v<S>,
                "Packed: for elements of fixed size and numbers that are trivially copyable");
  using Group = G;
  using Scalar = S;
  std::array<S, std::size_t(G::storage)> numbers;

  operator Element<G, S>() const noexcept {
    return {Eigen::Map<const typename Element<G, S>::Data>(numbers.data())};
  }
};

/// Maps and packed elements are elements.
template <class G, class S>
struct TakenFrom<G, ElementMap<G, S>> {
  using Scalar = std::remove_const_t<S>;
  static Element<G, Scalar> element(const ElementMap<G, S>& x) noexcept { return x; }
};
template <class G, class S>
struct TakenFrom<G, Packed<G, S>> {
  using Scalar = S;
  static Element<G, S> element(const Packed<G, S>& x) noexcept { return x; }
};

/// The element as such a value.
template <NamesElement X>
auto packed(const X& given) noexcept {
  using G = typename X::Group;
  using S = typename X::Scalar;
  const Element<G, S> x = given;
  Packed<G, S> p;
  Eigen::Map<typename Element<G, S>::Data>{p.numbers.data()} = x.data;
  return p;
}

}  // namespace hamel
