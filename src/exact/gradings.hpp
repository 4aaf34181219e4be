// Gradings of a Lie algebra by changes of sign of the basis.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "invariants.hpp"

namespace hamel {

/// A change of sign of the basis vectors as a matrix.
template <class S>
DynamicMatrix<S> sign_matrix(const std::vector<int>& signs) {
  const auto n = static_cast<Eigen::Index>(signs.size());
  DynamicMatrix<S> result = DynamicMatrix<S>::Constant(n, n, S(0));
  for (Eigen::Index i = 0; i < n; ++i) result(i, i) = S(signs[i]);
  return result;
}

/// All changes of sign e_i -> signs[i] e_i that are automorphisms, the identity included: signs[i]
/// signs[j] = signs[k] wherever c_ij^k is not 0, a linear system over the field of two elements. At
/// most `limit`.
template <class S>
std::vector<std::vector<int>> sign_involutions(const StructureConstants<S>& algebra,
                                               std::size_t limit = 4096) {
  const int n = algebra.dimension();
  std::vector<std::vector<char>> rows;  // reduced, each with its own pivot
  std::vector<int> pivots;
  for (const auto& c : algebra.entries()) {
    std::vector<char> row(static_cast<std::size_t>(n), 0);
    for (const int index : {c.i, c.j, c.k}) row[std::size_t(index)] ^= 1;
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (row[std::size_t(pivots[k])])
        for (int i = 0; i < n; ++i) row[std::size_t(i)] ^= rows[k][std::size_t(i)];
    int pivot = 0;
    while (pivot < n && !row[pivot]) ++pivot;
    if (pivot == n) continue;
    for (auto& other : rows)
      if (other[std::size_t(pivot)])
        for (int i = 0; i < n; ++i) other[std::size_t(i)] ^= row[std::size_t(i)];
    rows.push_back(std::move(row));
    pivots.push_back(pivot);
  }
  std::vector<int> free;
  for (int i = 0; i < n; ++i)
    if (std::find(pivots.begin(), pivots.end(), i) == pivots.end()) free.push_back(i);
  std::vector<std::vector<int>> result;
  for (std::size_t choice = 0; choice < limit && (free.size() >= 63 || choice >> free.size() == 0);
       ++choice) {
    std::vector<char> bits(static_cast<std::size_t>(n), 0);
    for (std::size_t k = 0; k < free.size(); ++k)
      bits[std::size_t(free[k])] = static_cast<char>((choice >> k) & 1);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      char bit = 0;
      for (const int i : free)
        bit ^= static_cast<char>(rows[k][std::size_t(i)] & bits[std::size_t(i)]);
      bits[std::size_t(pivots[k])] = bit;
    }
    std::vector<int> signs;
    for (const char bit : bits) signs.push_back(bit ? -1 : 1);
    result.push_back(std::move(signs));
  }
  return result;
}

/// The changes of sign among `sign_involutions` whose -1 space is d.
template <class S>
std::vector<std::vector<int>> sign_gradings(const StructureConstants<S>& algebra,
                                            const DynamicMatrix<S>& d) {
  std::vector<std::vector<int>> result;
  for (auto& signs : sign_involutions(algebra)) {
    const DynamicMatrix<S> odd = kernel<S>(sign_matrix<S>(signs) + whole(algebra));
    if (odd.cols() == rank<S>(d) && contains<S>(odd, d)) result.push_back(std::move(signs));
  }
  return result;
}

}  // namespace hamel
