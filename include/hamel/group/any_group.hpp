// A product of groups chosen at run time.
#pragma once

#include <tuple>
#include <variant>
#include <vector>

#include <hamel/core/sizes.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/registry.hpp>

namespace hamel {

namespace detail {

template <class>
struct VariantOfRows;
template <class... Gs>
struct VariantOfRows<const std::tuple<GroupRow<Gs>...>> {
  using type = std::variant<Gs..., AlgebraGroup<>, MatrixGroup>;
};

}  // namespace detail

/// A group with a name, or one that numbers define.
using AnyFactor = detail::VariantOfRows<decltype(group_rows)>::type;

/// The factors of a product that is put together at run time, as from a system file.
struct AnyFactors {
  static constexpr int dimension = dynamic;
  static constexpr int storage = dynamic;
  static constexpr int coordinate_count = dynamic;
  static constexpr bool bend = false;  ///< no derivatives of tangents at run time
  template <class S>
  static constexpr bool around = false;  ///< coordinates around elements go operation by operation

  std::vector<AnyFactor> groups;

  /// Calls f(group) on each factor in order.
  template <class F>
  void for_each(F&& f) const {
    for (const AnyFactor& factor : groups) std::visit(f, factor);
  }
  /// Calls f(group, i, k) on each factor in order, whose parts of a vector and of an element begin at i and k.
  template <class F>
  void for_each_part(F&& f) const {
    struct Sizes {
      int dim, size;
    };
    int i = 0, k = 0;
    for (const AnyFactor& factor : groups) {
      const Sizes own = std::visit(
          [&f, i, k](const auto& g) {
            f(g, i, k);
            return Sizes{g.dim(), g.size()};
          },
          factor);
      i += own.dim;
      k += own.size;
    }
  }
};

/// The product of groups chosen at run time: `AnyGroup({{SE2Cover{}, Torus<>(1)}})`. The default has no
/// factors. Vectors and elements have run-time size within max_dimension and max_storage, so that
/// no operation allocates (copying the group itself does).
using AnyGroup = DirectProduct<AnyFactors>;

}  // namespace hamel
