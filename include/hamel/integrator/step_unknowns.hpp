// The numbers that the equations of a step are solved for, one after another.
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/entries.hpp>
#include <hamel/core/sizes.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// A size that is made up of several, known when compiling where they are.
template <int... sizes>
inline constexpr int sum_of_sizes = ((sizes == dynamic) || ...) ? dynamic : (sizes + ...);

/// N unknowns of a step: at most those of two vectors, which may be more than one of run-time size has room for.
template <class S, int N>
using StepVector =
    std::conditional_t<N == dynamic, Eigen::Matrix<S, N, 1, 0, 2 * max_dimension, 1>, Vector<S, N>>;

/// Two vectors, one after the other.
template <class A, class B>
auto stacked(const A& first, const B& second) {
  StepVector<typename A::Scalar, sum_of_sizes<A::RowsAtCompileTime, B::RowsAtCompileTime>> z(
      first.size() + second.size());
  put(z, 0, 0, first);
  put(z, int(first.size()), 0, second);
  return z;
}

}  // namespace hamel
