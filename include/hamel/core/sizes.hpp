// Sizes known at run time: their bounds, and the room that matrices have for them.
#pragma once

#include <type_traits>

#include <Eigen/Core>

namespace hamel {

/// A size known only at run time.
inline constexpr int dynamic = Eigen::Dynamic;

/// Upper bounds of run-time sizes; a system beyond them is refused when it is built.
inline constexpr int max_dimension = 64;  ///< of a Lie algebra
inline constexpr int max_storage = 192;   ///< numbers stored for a group element

/// The capacity of a size: itself when fixed, the given bound when dynamic.
constexpr int capacity(int size, int bound = max_dimension) {
  return size == dynamic ? bound : size;
}

/// The room for rows or columns of run-time size. The numbers of motions have it in the vector or matrix itself, so
/// that a step never allocates; exact numbers and polynomials, which allocate by themselves, have it on the heap.
template <class S, int bytes = 256>
inline constexpr int room = std::is_trivially_copyable_v<S> && sizeof(S) <= bytes ? max_dimension
                                                                                  : dynamic;

}  // namespace hamel
