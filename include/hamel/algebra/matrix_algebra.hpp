// The Lie algebra spanned by square matrices, its structure constants derived exactly.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <hamel/algebra/structure_constants.hpp>
#include <hamel/core/pivots.hpp>

namespace hamel {

/// The structure constants of the matrix algebra with the given basis, [X,Y] = XY - YX, exact where S is, else decided
/// against the terms that were summed. Throws
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
  const auto dependent = [n](int found) {
    return InputError("matrix group", "matrices of rank " + std::to_string(found),
                      std::to_string(n) + " independent matrices");
  };
  const auto outside = [](int i, int j) {
    return NotALieAlgebra("[X" + std::to_string(i + 1) + ", X" + std::to_string(j + 1) + "]",
                          "a matrix outside the span of the basis", "a matrix in the span");
  };
  StructureConstants<S> algebra(n);
  if constexpr (is_exact<S>) {
    DynamicMatrix<S> columns(size * size, n);
    for (int i = 0; i < n; ++i) columns.col(i) = basis[std::size_t(i)].reshaped();
    if (const int found = rank<S>(columns); found < n) throw dependent(found);
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const DynamicMatrix<S> bracket = basis[std::size_t(i)] * basis[std::size_t(j)] -
                                         basis[std::size_t(j)] * basis[std::size_t(i)];
        const auto coordinates = solve<S>(columns, bracket.reshaped());
        if (!coordinates) throw outside(i, j);
        for (int k = 0; k < n; ++k) algebra.set(i, j, k, (*coordinates)(k, 0));
      }
  } else {
    const int m = static_cast<int>(size);
    SummedMatrix joined(m * m, n + n * (n - 1) / 2);  // the basis, then its brackets
    const long double limit = few_roundings * resolution<S>();
    for (int row = 0; row < m * m; ++row) {
      const int p = row / m, q = row % m;
      for (int i = 0; i < n; ++i) joined(row, i).add(wide(basis[i](p, q)));
      for (int i = 0, place = n; i < n; ++i)
        for (int j = i + 1; j < n; ++j, ++place)
          for (int k = 0; k < m; ++k)
            joined(row, place)
                .add(wide(basis[i](p, k)) * wide(basis[j](k, q)))
                .add(-wide(basis[j](p, k)) * wide(basis[i](k, q)));
    }
    const Pivots pivots = eliminate(joined, n, limit);
    if (pivots.rank < n) throw dependent(pivots.rank);
    for (int i = 0, place = n; i < n; ++i)
      for (int j = i + 1; j < n; ++j, ++place) {
        for (int row = n; row < m * m; ++row)
          if (!joined(pivots.rows[row], place).vanishes(limit)) throw outside(i, j);
        for (int k = 0; k < n; ++k) {
          const Sum& right = joined(pivots.rows[k], place);
          if (right.vanishes(limit)) continue;
          const int column = pivots.columns[k];
          const int exponent = pivots.scale.columns[column] - pivots.scale.columns[place];
          algebra.set(i, j, column,
                      S(std::ldexp(right.value / joined(pivots.rows[k], column).value, exponent)));
        }
      }
  }
  return algebra;
}

}  // namespace hamel
