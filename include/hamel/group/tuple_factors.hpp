// The factors of a product of groups that is known when compiling.
#pragma once

#include <tuple>

#include <hamel/core/sizes.hpp>
#include <hamel/group/around.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/group/product_around.hpp>

namespace hamel {

/// The factors of a product whose types are known at compile time.
template <class... Gs>
struct TupleFactors {
  static constexpr bool fixed_dimension = ((Gs::dimension != dynamic) && ...);
  static constexpr bool fixed_storage = ((Gs::storage != dynamic) && ...);
  static constexpr int dimension = fixed_dimension ? (0 + ... + Gs::dimension) : dynamic;
  static constexpr int storage = fixed_storage ? (0 + ... + Gs::storage) : dynamic;
  static constexpr int coordinate_count =
      ((coordinate_count_of<Gs> != dynamic) && ...) ? (0 + ... + coordinate_count_of<Gs>) : dynamic;
  static constexpr bool bend = (Bends<Gs> && ...);

  /// Have all factors coordinates around elements of their own?
  template <class S>
  static constexpr bool around = fixed_dimension&& fixed_storage && (has_around<Gs, S> && ...);

  [[no_unique_address]] std::tuple<Gs...> groups;

  /// The coordinates around an element of the product.
  template <class Product, class S>
  ProductAround<Product, S, Gs...> around_product(const Element<Product, S>& x) const noexcept {
    return {groups, x};
  }

  /// Calls f(group) on each factor in order.
  template <int I = 0, class F>
  constexpr void for_each(const F& f) const {
    if constexpr (I < sizeof...(Gs)) {
      f(std::get<I>(groups));
      for_each<I + 1>(f);
    }
  }
};

}  // namespace hamel
