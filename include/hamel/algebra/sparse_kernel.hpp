// Kernels of sparse rational matrices by numbers modulo primes: long fractions appear in the answer alone.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include <hamel/algebra/from_residues.hpp>
#include <hamel/algebra/sparse.hpp>

namespace hamel {

using SparseRows = std::vector<SparseSystem<Rational>::Row>;

namespace detail {

/// The same equations in another field; throws std::overflow_error where a denominator is 0 there.
template <class S>
SparseSystem<S> sparse_system(const SparseRows& rows, int unknowns) {
  SparseSystem<S> system(unknowns);
  for (const auto& row : rows) {
    typename SparseSystem<S>::Row there;
    for (const auto& [column, value] : row) there.emplace(column, S(value));
    system.add(std::move(there), S(0));
  }
  return system;
}

}  // namespace detail

/// A number that the dimension of the kernel does not exceed, and nearly always is: that modulo a prime.
inline int kernel_bound(const SparseRows& rows, int unknowns) {
  try {
    return unknowns - detail::sparse_system<Residue>(rows, unknowns).rank();
  } catch (const std::overflow_error&) {
    return unknowns;
  }
}

/// A basis of the kernel, as columns. What its residues modulo a few primes say is proved by the equations, and it is
/// all, as a rank modulo a prime is never larger than the rank.
inline DynamicMatrix<Rational> sparse_kernel(const SparseRows& rows, int unknowns) {
  constexpr Eigen::Index most_entries = 20'000;
  const auto modulo = [&]() -> std::optional<DynamicMatrix<Residue>> {
    auto basis = detail::sparse_system<Residue>(rows, unknowns).kernel();
    return basis.size() <= most_entries ? std::optional(std::move(basis)) : std::nullopt;
  };
  const auto proves = [&](const DynamicMatrix<Rational>& basis) {
    for (Eigen::Index k = 0; k < basis.cols(); ++k)
      for (const auto& row : rows) {
        Rational sum;
        for (const auto& [column, value] : row)
          if (!basis(column, k).is_zero()) sum += value * basis(column, k);
        if (!sum.is_zero()) return false;
      }
    return true;
  };
  if (auto basis = detail::from_residues(modulo, proves)) return std::move(*basis);
  return detail::sparse_system<Rational>(rows, unknowns).kernel();
}

}  // namespace hamel
