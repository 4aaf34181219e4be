// The Lie algebra spanned by square matrices, its structure constants derived exactly.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <hamel/algebra/structure_constants.hpp>

namespace hamel {

/// Structure constants of the span of linearly independent N x N matrices with [X,Y] = XY - YX.
/// Throws DimensionError for wrong shapes, NotALieAlgebra when the matrices are dependent or a
/// bracket leaves the span (the message names it).
template <class S>
StructureConstants<S> matrix_algebra(const std::vector<DynamicMatrix<S>>& basis) {
  const int n = static_cast<int>(basis.size());
  StructureConstants<S> algebra(n);
  if (n == 0) return algebra;
  const Eigen::Index size = basis[0].rows();
  const auto flat = [&](const DynamicMatrix<S>& m) {
    return DynamicMatrix<S>(m.reshaped(size * size, 1));
  };
  DynamicMatrix<S> columns(size * size, n);
  for (int i = 0; i < n; ++i) {
    const auto& m = basis[static_cast<std::size_t>(i)];
    if (m.rows() != size || m.cols() != size)
      throw DimensionError("matrix " + std::to_string(i + 1),
                           std::to_string(m.rows()) + " x " + std::to_string(m.cols()),
                           std::to_string(size) + " x " + std::to_string(size));
    columns.col(i) = flat(m);
  }
  if (const int found = rank<S>(columns); found < n)
    throw NotALieAlgebra("matrices",
                         std::to_string(n) + " matrices of rank " + std::to_string(found),
                         "linearly independent matrices");
  DynamicMatrix<S> brackets(size * size, n * (n - 1) / 2);
  int column = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const DynamicMatrix<S> bracket = basis[i] * basis[j] - basis[j] * basis[i];
      brackets.col(column++) = flat(bracket);
      if (!contains<S>(columns, brackets.col(column - 1)))
        throw NotALieAlgebra(
            "[matrix " + std::to_string(i + 1) + ", matrix " + std::to_string(j + 1) + "]",
            "a matrix outside their span", "a span closed under the bracket");
    }
  if (column == 0) return algebra;
  const DynamicMatrix<S> coordinates = solve<S>(columns, brackets).value();
  column = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j, ++column)
      for (int k = 0; k < n; ++k) algebra.set(i, j, k, coordinates(k, column));
  return algebra;
}

}  // namespace hamel
