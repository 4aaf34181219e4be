// Echelon bases in floating point: equations that do not depend on how a subspace was given.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace hamel {

/// A vector of an echelon basis: the only one with an entry at `pivot`. Its largest entry is 1.
struct EchelonVector {
  std::size_t pivot = 0;
  std::vector<double> entries;
};

/// The reduced echelon basis of a span, the first coordinates as pivots. A pivot below 1e-12 of what its
/// coordinate began with is rounding.
inline std::vector<EchelonVector> echelon(std::vector<std::vector<double>> vectors) {
  std::vector<EchelonVector> basis;
  const std::size_t r = vectors.size(), n = r > 0 ? vectors[0].size() : 0;
  std::vector<double> size(n, 0);
  for (const auto& v : vectors)
    for (std::size_t i = 0; i < n; ++i) size[i] = std::max(size[i], std::abs(v[i]));
  for (std::size_t i = 0; i < n && basis.size() < r; ++i) {
    const std::size_t done = basis.size();
    std::size_t best = done;
    for (std::size_t j = done; j < r; ++j)
      if (std::abs(vectors[j][i]) > std::abs(vectors[best][i])) best = j;
    const double pivot = vectors[best][i];
    if (!(std::abs(pivot) > 1e-12 * size[i])) continue;
    std::swap(vectors[done], vectors[best]);
    for (std::size_t j = 0; j < r; ++j) {
      if (j == done) continue;
      const double factor = vectors[j][i] / pivot;
      for (std::size_t k = 0; k < n; ++k) vectors[j][k] -= factor * vectors[done][k];
      vectors[j][i] = 0;
    }
    basis.push_back({i, {}});
  }
  for (std::size_t j = 0; j < basis.size(); ++j) {
    double largest = 0;
    for (const double x : vectors[j]) largest = std::max(largest, std::abs(x));
    for (double& x : vectors[j]) x /= largest;
    basis[j].entries = std::move(vectors[j]);
  }
  return basis;
}

/// The vectors on which all of an echelon basis vanish, one for each coordinate that is no pivot.
inline std::vector<EchelonVector> echelon_kernel(const std::vector<EchelonVector>& basis,
                                                 std::size_t n) {
  std::vector<EchelonVector> kernel;
  for (std::size_t i = 0; i < n; ++i) {
    const auto is_pivot = [&](const EchelonVector& v) { return v.pivot == i; };
    if (std::any_of(basis.begin(), basis.end(), is_pivot)) continue;
    EchelonVector vector{i, std::vector<double>(n, 0)};
    vector.entries[i] = 1;
    double largest = 1;
    for (const EchelonVector& v : basis) {
      vector.entries[v.pivot] = -v.entries[i] / v.entries[v.pivot];
      largest = std::max(largest, std::abs(vector.entries[v.pivot]));
    }
    for (double& x : vector.entries) x /= largest;
    kernel.push_back(std::move(vector));
  }
  return kernel;
}

/// Makes vectors orthonormal, in turn.
inline void orthonormalise(std::vector<std::vector<double>>& vectors) {
  for (std::size_t j = 0; j < vectors.size(); ++j) {
    const auto dot = [&](std::size_t a, std::size_t b) {
      double sum = 0;
      for (std::size_t i = 0; i < vectors[a].size(); ++i) sum += vectors[a][i] * vectors[b][i];
      return sum;
    };
    for (std::size_t k = 0; k < 2 * j; ++k) {  // twice, against rounding
      const double along = dot(j, k % j);
      for (std::size_t i = 0; i < vectors[j].size(); ++i)
        vectors[j][i] -= along * vectors[k % j][i];
    }
    const double norm = std::sqrt(dot(j, j));
    if (norm > 0)
      for (double& x : vectors[j]) x /= norm;
  }
}

}  // namespace hamel
