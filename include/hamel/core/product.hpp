// Products of small matrices in a step: plain loops, which compilers unroll and schedule best.
#pragma once

#include <type_traits>

#include <hamel/core/types.hpp>

namespace hamel {

/// a b for matrices and vectors of small fixed sizes, by plain loops: for a handful of numbers packing
/// them into vector registers costs more than it gains. Run-time sizes go to Eigen.
template <class A, class B>
auto times(const A& a, const B& b) {
  using S = typename A::Scalar;
  constexpr int n = A::RowsAtCompileTime, k = A::ColsAtCompileTime, m = B::ColsAtCompileTime;
  Matrix<S, n, m> c(a.rows(), b.cols());
  if constexpr (n == dynamic || k == dynamic || m == dynamic || n * k * m > 512) {
    c.noalias() = a * b;
  } else {
    for (int j = 0; j < m; ++j) {
      for (int i = 0; i < n; ++i) {
        S sum = a.coeff(i, 0) * b.coeff(0, j);
        for (int l = 1; l < k; ++l) sum += a.coeff(i, l) * b.coeff(l, j);
        c.coeffRef(i, j) = sum;
      }
    }
  }
  return c;
}

}  // namespace hamel
