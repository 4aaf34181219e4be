// Matrix products over exact fields: sums entry by entry.
#pragma once

#include <Eigen/Core>

// Eigen multiplies larger matrices in blocks fitted to the caches of a processor. Exact numbers live on the heap and gain
// nothing from that, while the kernels are most of what compiling a product over them takes.
namespace hamel {

/// A number that knows whether it is zero.
template <class S>
concept ExactNumber = requires(const S& x) {
  x.is_zero();
};

}  // namespace hamel

namespace Eigen::internal {

template <class Lhs, class Rhs>
requires hamel::ExactNumber<typename Lhs::Scalar>
struct generic_product_impl<Lhs, Rhs, DenseShape, DenseShape, GemmProduct>
    : generic_product_impl<Lhs, Rhs, DenseShape, DenseShape, CoeffBasedProductMode> {
};

template <class Lhs, class Rhs>
requires hamel::ExactNumber<typename Lhs::Scalar>
struct generic_product_impl<Lhs, Rhs, DenseShape, DenseShape, GemvProduct>
    : generic_product_impl<Lhs, Rhs, DenseShape, DenseShape, CoeffBasedProductMode> {
};

}  // namespace Eigen::internal
