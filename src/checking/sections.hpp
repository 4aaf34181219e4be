// Multipliers that are linear in the velocity: linear sections.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "exact/sparse.hpp"
#include "exact/subspaces.hpp"
#include "multiplier_equations.hpp"

namespace hamel {

/// All m = Lambda u that solve the multiplier equations for every u: an affine space of s x r
/// matrices.
template <class S>
struct SectionSpace {
  DynamicMatrix<S> particular;
  std::vector<DynamicMatrix<S>> directions;
};

namespace detail {

/// A solution of sparse equations and a basis of those without right sides: sparse elimination over exact fields,
/// dense with pivots of largest size in floating point. Nothing when there is none.
template <class S>
std::optional<std::pair<DynamicVector<S>, DynamicMatrix<S>>> solutions_of(
    const std::vector<std::pair<std::map<int, S>, S>>& conditions, int unknowns) {
  if constexpr (is_exact<S>) {
    SparseSystem<S> system(unknowns);
    for (const auto& [row, right] : conditions) system.add(row, right);
    if (!system.solvable()) return std::nullopt;
    return std::pair(system.solution(), system.kernel());
  } else {
    const auto rows = static_cast<Eigen::Index>(conditions.size());
    DynamicMatrix<S> matrix = DynamicMatrix<S>::Constant(rows, unknowns, S(0)), right(rows, 1);
    for (Eigen::Index i = 0; i < rows; ++i) {
      const auto& [row, value] = conditions[static_cast<std::size_t>(i)];
      for (const auto& [column, coefficient] : row) matrix(i, column) = coefficient;
      right(i, 0) = value;
    }
    const auto solution = solve<S>(matrix, right);
    if (!solution) return std::nullopt;
    return std::pair(DynamicVector<S>(solution->col(0)), kernel<S>(matrix));
  }
}

}  // namespace detail

/// The linear sections m = Lambda u: Lambda F(u) = A(u) Lambda u + r(u) and C(u) Lambda u = 0,
/// polarised, are a linear system. With `quotient` (q x s) only quotient * m matters; its kernel
/// must be invariant under A(u) and annihilated by C(u), as the multipliers that vanish on the Lie
/// closure of d are.
template <class S>
std::optional<SectionSpace<S>> section_space(const MultiplierEquations<S>& q,
                                             const DynamicMatrix<S>& quotient) {
  const int r = q.r, height = static_cast<int>(quotient.rows());
  DynamicMatrix<S> identity = DynamicMatrix<S>::Constant(height, height, S(0));
  for (int i = 0; i < height; ++i) identity(i, i) = S(1);
  const DynamicMatrix<S> lift = solve<S>(quotient, identity).value();  // right inverse
  std::vector<DynamicMatrix<S>> a, c;
  for (int i = 0; i < r; ++i) {
    a.push_back(quotient * q.A[std::size_t(i)] * lift);
    c.push_back(q.C[std::size_t(i)] * lift);
  }
  const auto unknown = [&](int b, int i) { return b * r + i; };  // Lambda(b, i)
  std::vector<std::pair<std::map<int, S>, S>> conditions;
  for (int i = 0; i < r; ++i)
    for (int j = 0; j <= i; ++j) {
      for (int b = 0; b < height; ++b) {
        auto& [row, right] = conditions.emplace_back();
        const auto add = [&row = row](int column, const S& value) {
          if (!certainly_zero(value)) row.try_emplace(column, S(0)).first->second += value;
        };
        for (int k = 0; k < r; ++k) add(unknown(b, k), S(2) * q.field[std::size_t(k)](i, j));
        for (int g = 0; g < height; ++g) {
          add(unknown(g, j), -a[std::size_t(i)](b, g));
          add(unknown(g, i), -a[std::size_t(j)](b, g));
        }
        right = S(0);
        for (int g = 0; g < q.s; ++g)
          right += S(2) * quotient(b, g) * q.drive[std::size_t(g)](i, j);
      }
      for (int k = 0; k < r; ++k) {
        auto& [row, right] = conditions.emplace_back();
        right = S(0);
        for (int g = 0; g < height; ++g)
          for (const auto& [column, value] : {std::pair(unknown(g, j), c[std::size_t(i)](k, g)),
                                              std::pair(unknown(g, i), c[std::size_t(j)](k, g))})
            if (!certainly_zero(value)) row.try_emplace(column, S(0)).first->second += value;
      }
    }
  const auto solutions = detail::solutions_of<S>(conditions, height * r);
  if (!solutions) return std::nullopt;
  const auto unpack = [&](const auto& column) {
    DynamicMatrix<S> lambda(height, r);
    for (int b = 0; b < height; ++b)
      for (int i = 0; i < r; ++i) lambda(b, i) = column(unknown(b, i));
    return DynamicMatrix<S>(lift * lambda);
  };
  SectionSpace<S> space{unpack(solutions->first), {}};
  for (Eigen::Index i = 0; i < solutions->second.cols(); ++i)
    space.directions.push_back(unpack(solutions->second.col(i)));
  return space;
}

/// The q x s matrix whose kernel is the multipliers that vanish on the Lie closure of d (the
/// identity when d is bracket generating): what they are does not matter, because motion stays on a
/// leaf.
template <class S>
DynamicMatrix<S> leaf_quotient(const Splitting<S>& split) {
  const DynamicMatrix<S> reach = generated_subalgebra<S>(split.algebra(), split.d());
  return row_echelon<S>((split.perp_coordinates() * reach).transpose()).rows;
}

/// The momentum p = P u of a section: P = M D + the covectors Lambda in Ann(d); n x r.
template <class S>
DynamicMatrix<S> section_momentum(const Splitting<S>& split, const DynamicMatrix<S>& lambda) {
  return split.metric() * split.d() + split.perp_coordinates().transpose() * lambda;
}

/// The subspace on which the momentum of a section vanishes, a complement of d; it is d_perp when
/// Lambda = 0.
template <class S>
DynamicMatrix<S> section_complement(const Splitting<S>& split, const DynamicMatrix<S>& lambda) {
  return kernel<S>(section_momentum<S>(split, lambda).transpose());
}

}  // namespace hamel
