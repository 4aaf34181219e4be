// Elements of products from and to elements of their factors, and elements in somebody else's memory.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/product.hpp>

namespace hamel {

namespace detail {

/// The sizes of the factors before the I-th, in stored numbers and in dimensions.
template <std::size_t I, class... Gs>
struct Offset {
  static_assert(I < sizeof...(Gs), "the product has fewer factors");
  static_assert(((Gs::storage != dynamic) && ...), "the factors have a fixed size");
  static constexpr int before(const int (&sizes)[sizeof...(Gs)]) {
    int sum = 0;
    for (std::size_t i = 0; i < I; ++i) sum += sizes[i];
    return sum;
  }
  static constexpr int storage = before({Gs::storage...});
  static constexpr int dimension = before({Gs::dimension...});
  using Factor = std::tuple_element_t<I, std::tuple<Gs...>>;
};

}  // namespace detail

/// The part of an element of a product that belongs to the I-th factor, counted from 0; an enumeration gives the parts
/// names, `enum Joint { base, wheels }; get<wheels>(x)`.
template <std::size_t I, class S, class... Gs>
auto get(const Element<Product<Gs...>, S>& x) noexcept {
  using At = detail::Offset<I, Gs...>;
  return Element<typename At::Factor, S>{x.data.template segment<At::Factor::storage>(At::storage)};
}
/// Replaces that part.
template <std::size_t I, class S, class... Gs>
void set(Element<Product<Gs...>, S>& x,
         const Element<typename detail::Offset<I, Gs...>::Factor, S>& part) noexcept {
  using At = detail::Offset<I, Gs...>;
  x.data.template segment<At::Factor::storage>(At::storage) = part.data;
}
/// The part of a vector or covector of the algebra of Product<Gs...> that belongs to the I-th factor:
/// `get<1, Product<SE2, Torus<2>>>(a)`.
template <std::size_t I, class P, class S>
auto get(const Vector<S, P::dimension>& a) noexcept {
  return [&]<class... Gs>(const Product<Gs...>*) {
    using At = detail::Offset<I, Gs...>;
    constexpr int n = At::Factor::dimension;
    return Vector<S, n>(a.template segment<n>(At::dimension));
  }(static_cast<const P*>(nullptr));
}

/// An element in memory that belongs to somebody else, G::storage numbers in a row (S may be const): read as
/// the element it converts to, written by assignment. Nothing is kept beside the address.
template <class G, class S>
class ElementMap {
  using Number = std::remove_const_t<S>;

 public:
  explicit ElementMap(S* numbers) noexcept : numbers_(numbers) {}

  /// The element.
  Element<G, Number> get() const noexcept {
    return {Eigen::Map<const typename Element<G, Number>::Data>(numbers_)};
  }
  operator Element<G, Number>() const noexcept { return get(); }

  /// Writes the numbers of an element.
  const ElementMap& operator=(const Element<G, Number>& x) const noexcept {
    Eigen::Map<typename Element<G, Number>::Data>{numbers_} = x.data;
    return *this;
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
  std::array<S, std::size_t(G::storage)> numbers;

  operator Element<G, S>() const noexcept {
    return {Eigen::Map<const typename Element<G, S>::Data>(numbers.data())};
  }
};

/// The element as such a value.
template <class G, class S>
Packed<G, S> packed(const Element<G, S>& x) noexcept {
  Packed<G, S> p;
  Eigen::Map<typename Element<G, S>::Data>{p.numbers.data()} = x.data;
  return p;
}

}  // namespace hamel
