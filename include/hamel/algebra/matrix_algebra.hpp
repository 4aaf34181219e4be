// The Lie algebra spanned by square matrices, its structure constants derived exactly.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <hamel/algebra/structure_constants.hpp>

namespace hamel {

/// The structure constants of the matrix algebra with the given basis, [X,Y] = XY - YX, exact where S is. Throws
/// DimensionError when there are none or they are not square and of one size, InputError when they are
/// dependent, and NotALieAlgebra when a bracket is not in their span.
template <class S>
StructureConstants<S> matrix_algebra(const std::vector<DynamicMatrix<S>>& basis) {
  const int n = static_cast<int>(basis.size());
  if (n == 0) throw DimensionError("matrix group", "no matrices", "a basis of the algebra");
  const Eigen::Index size = basis[0].rows();
  for (const auto& m : basis)
    if (m.rows() != size || m.cols() != size || size == 0)
      throw DimensionError("matrix group",
                           std::to_string(m.rows()) + " x " + std::to_string(m.cols()),
                           "square matrices of one size");
  DynamicMatrix<S> columns(size * size, n);
  for (int i = 0; i < n; ++i) columns.col(i) = basis[i].reshaped();
  if (const int found = rank<S>(columns); found < n)
    throw InputError("matrix group", "matrices of rank " + std::to_string(found),
                     std::to_string(n) + " independent matrices");
  StructureConstants<S> algebra(n);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const DynamicMatrix<S> bracket = basis[i] * basis[j] - basis[j] * basis[i];
      const auto coordinates = solve<S>(columns, bracket.reshaped());
      if (!coordinates)
        throw NotALieAlgebra("[X" + std::to_string(i + 1) + ", X" + std::to_string(j + 1) + "]",
                             "a matrix outside the span of the basis", "a matrix in the span");
      for (int k = 0; k < n; ++k) algebra.set(i, j, k, (*coordinates)(k, 0));
    }
  return algebra;
}

}  // namespace hamel
