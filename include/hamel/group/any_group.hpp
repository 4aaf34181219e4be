// A product of groups chosen at run time.
#pragma once

#include <variant>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

namespace hamel {

/// One of the library's groups.
using AnyFactor = std::variant<SO3, SO21, SE2, SE3, Heisenberg<>, Torus<>, Euclidean<>,
                               AlgebraGroup<>, MatrixGroup>;

/// The factors of a product that is put together at run time, as from a system file.
struct AnyFactors {
  static constexpr int dimension = dynamic;
  static constexpr int storage = dynamic;

  std::vector<AnyFactor> groups;

  /// Calls f(group) on each factor in order.
  template <class F>
  void for_each(F&& f) const {
    for (const AnyFactor& factor : groups) std::visit(f, factor);
  }
};

/// The product of groups chosen at run time: `AnyGroup({{SE2{}, Torus<>(1)}})`. The default has no
/// factors. Vectors and elements have run-time size within max_dimension and max_storage, so that
/// no operation allocates (copying the group itself does).
using AnyGroup = DirectProduct<AnyFactors>;

}  // namespace hamel
