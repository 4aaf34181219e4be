// The coordinates s -> x exp(s) around an element of a product, factor by factor.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// Parts are those of the factors Gs; `Owner` is the product.
template <class Owner, class S, class... Gs>
class ProductAround {
  static constexpr std::size_t count = sizeof...(Gs);
  static constexpr int n = Owner::dimension;
  template <class G>
  using Part = decltype(std::declval<const G&>().around(std::declval<const Element<G, S>&>()));
  template <class G>
  using NearPart = decltype(std::declval<const Part<G>&>().at(Vector<S, G::dimension>()));
  using Factors = std::tuple<Gs...>;
  using Each = std::make_index_sequence<count>;

  /// The sum of the sizes of the factors before each.
  static constexpr std::array<int, count> starts(const std::array<int, count>& sizes) {
    std::array<int, count> sums{};
    for (std::size_t i = 1; i < count; ++i) sums[i] = sums[i - 1] + sizes[i - 1];
    return sums;
  }
  static constexpr auto first = starts({Gs::dimension...}), stored = starts({Gs::storage...});
  template <std::size_t i>
  using Factor = std::tuple_element_t<i, Factors>;
  template <std::size_t i>
  static auto vector_part(const Vector<S, n>& s) {
    return entries<Factor<i>::dimension>(s, first[i]);
  }
  /// The vector with the parts f<0>(), f<1>(), ...
  template <class F>
  static Vector<S, n> joined(const F& f) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      Vector<S, n> all;
      (put(all, first[i], 0, f.template operator()<i>()), ...);
      return all;
    }
    (Each{});
  }

 public:
  struct Near {
    std::tuple<NearPart<Gs>...> parts;
    Element<Owner, S> place;

    Vector<S, n> rate(const Vector<S, n>& a) const noexcept {
      return joined([&]<std::size_t i>() { return std::get<i>(parts).rate(vector_part<i>(a)); });
    }
  };

  ProductAround(const Factors& factors, const Element<Owner, S>& x)
      : ProductAround(factors, x, Each{}) {}

  Near at(const Vector<S, n>& s) const noexcept {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      Near near{{std::get<i>(parts_).at(vector_part<i>(s))...}, {}};
      (put(near.place.data, stored[i], 0, std::get<i>(near.parts).place.data), ...);
      return near;
    }
    (Each{});
  }

  Vector<S, n> rate(const Vector<S, n>& s, const Vector<S, n>& a) const noexcept {
    return joined([&]<std::size_t i>() {
      return std::get<i>(parts_).rate(vector_part<i>(s), vector_part<i>(a));
    });
  }

 private:
  template <std::size_t... i>
  ProductAround(const Factors& factors, const Element<Owner, S>& x, std::index_sequence<i...>)
      : parts_{std::get<i>(factors).around(
            Element<Factor<i>, S>{entries<Factor<i>::storage>(x.data, stored[i])})...} {}

  std::tuple<Part<Gs>...> parts_;
};

}  // namespace hamel
