// Question Q1 in floating point: a residual, not a proof.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include <Eigen/QR>

#include <hamel/check/verdict.hpp>

#include "multiplier_equations.hpp"
#include "q1.hpp"

namespace hamel {

/// `q1` in floating point: the largest relative least-squares residual, over seeded starts, of the Taylor
/// coefficients of C(u) m = 0 up to order s. Below `verdict_tolerance` generically yes, above `verdict_failure` no.
template <std::floating_point S>
Verdict check_q1(const Splitting<S>& split) {
  S worst = 0;
  if (split.rank_d() > 0 && split.rank_perp() > 0) {
    const MultiplierEquations<S> equations(split);
    const auto starts = trial_starts<S>(equations.r, q1_random_starts);
    for (std::size_t k = starts.size() - q1_random_starts; k < starts.size(); ++k) {
      ConstraintRows<S> rows(equations, starts[k].normalized());
      DynamicMatrix<S> all(0, equations.s + 1);
      S factorial = 1;
      for (int order = 0; order <= equations.s; factorial *= ++order) {
        const DynamicMatrix<S> more = rows.next() / factorial;
        all.conservativeResize(all.rows() + more.rows(), Eigen::NoChange);
        all.bottomRows(more.rows()) = more;
      }
      const DynamicMatrix<S> w = all.leftCols(equations.s);
      const DynamicVector<S> c = all.col(equations.s);
      Eigen::CompleteOrthogonalDecomposition<DynamicMatrix<S>> least_squares;
      least_squares.setThreshold(rank_tolerance);
      least_squares.compute(w);
      const S scale = std::max(max_abs<S>(all), S(1e-300));
      worst = std::max(worst, (w * least_squares.solve(c) - c).norm() / scale);
    }
  }
  Verdict verdict = decide<S>("q1", worst > 0, worst);
  verdict.generic = true;
  verdict.reason = "least-squares residual of the multiplier equations at seeded starts";
  return verdict;
}

}  // namespace hamel
