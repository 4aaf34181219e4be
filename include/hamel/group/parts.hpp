// Elements of products from and to elements of their factors.
#pragma once

#include <cstddef>
#include <tuple>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/element_map.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/taken.hpp>

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
template <std::size_t I, class S, class... Gs>
auto get(const ElementMap<Product<Gs...>, S>& x) noexcept {
  return get<I>(x.get());
}
/// Replaces that part, by an element or what is taken as one.
template <std::size_t I, class S, class... Gs, TakenAs<typename detail::Offset<I, Gs...>::Factor> X>
void set_part(Element<Product<Gs...>, S>& x, const X& part) {
  using At = detail::Offset<I, Gs...>;
  x.data.template segment<At::Factor::storage>(At::storage) =
      taken<typename At::Factor, S>(part).data;
}
template <std::size_t I, class S, class... Gs, TakenAs<typename detail::Offset<I, Gs...>::Factor> X>
void set_part(const ElementMap<Product<Gs...>, S>& map, const X& part) {
  auto x = map.get();
  set_part<I>(x, part);
  map = x;
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

}  // namespace hamel
