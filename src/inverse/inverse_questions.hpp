// Inverse questions: which metrics and which potentials make the nonholonomic motions unconstrained ones.
#pragma once

#include <utility>
#include <vector>

#include <hamel/check/algebraic_system.hpp>

#include "exact/gradings.hpp"

namespace hamel {

/// A basis of the symmetric forms G on d for which `eq_3_11` holds when g|_d = G in the basis D and d_perp
/// stays what it is: G(a1, P_d [a2,b]) + G(a2, P_d [a1,b]) = 0. The form on d_perp is free. A form has to be
/// non-degenerate to be a metric.
template <class S>
std::vector<DynamicMatrix<S>> admissible_metrics(const Splitting<S>& split) {
  const int r = split.rank_d(), unknowns = r * (r + 1) / 2;
  const auto index = [](int i, int j) {
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
  };
  DynamicMatrix<S> conditions =
      DynamicMatrix<S>::Constant(split.rank_perp() * unknowns, unknowns, S(0));
  int row = 0;
  for (int b = 0; b < split.rank_perp(); ++b) {
    DynamicMatrix<S> action(r, r);  // column j: P_d [D_j, E_b]
    for (int j = 0; j < r; ++j)
      action.col(j) = split.d_coordinates() * split.bracket(split.d().col(j), split.perp().col(b));
    for (int i = 0; i < r; ++i)
      for (int j = 0; j <= i; ++j, ++row)
        for (int k = 0; k < r; ++k) {
          conditions(row, index(i, k)) += action(k, j);
          conditions(row, index(j, k)) += action(k, i);
        }
  }
  const DynamicMatrix<S> solutions = kernel<S>(conditions);
  std::vector<DynamicMatrix<S>> forms;
  for (Eigen::Index k = 0; k < solutions.cols(); ++k) {
    DynamicMatrix<S> form(r, r);
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < r; ++j) form(i, j) = solutions(index(i, j), k);
    forms.push_back(std::move(form));
  }
  return forms;
}

/// The potentials that keep Cor. 3.5 (ii): those invariant along the algebra that d_perp generates. Locally they
/// are the functions of `independent` invariants.
template <class S>
struct AdmissiblePotentials {
  DynamicMatrix<S> closure;  ///< Lie(d_perp), columns
  int independent;           ///< n - dim Lie(d_perp)
};

template <class S>
AdmissiblePotentials<S> admissible_potentials(const Splitting<S>& split) {
  DynamicMatrix<S> closure = generated_subalgebra<S>(split.algebra(), split.perp());
  const int independent = split.dimension() - static_cast<int>(closure.cols());
  return {std::move(closure), independent};
}

/// The changes of sign of the basis that are automorphisms with -1 space d, as exact evidence: each makes
/// g = (+1) (+) d a Z2-grading (Jozwikowski & Respondek, Ex. 4.9).
template <class S>
std::vector<std::vector<int>> grading_involutions(const Splitting<S>& split) {
  return sign_gradings<S>(split.algebra(), split.d());
}

}  // namespace hamel
