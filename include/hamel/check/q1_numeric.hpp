// Question Q1 in floating point: a residual, not a proof.
#pragma once

#include <algorithm>
#include <cstddef>

#include <Eigen/QR>

#include <hamel/check/multiplier_equations.hpp>
#include <hamel/check/q1.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// `q1` in floating point: the largest relative least-squares residual, over seeded starts, of the Taylor
/// coefficients of C(u) m = 0 up to order s. Below `verdict_tolerance` generically yes, above `verdict_failure` no.
inline Verdict check_q1(const Splitting<double>& split) {
  double worst = 0;
  if (split.rank_d() > 0 && split.rank_perp() > 0) {
    const MultiplierEquations<double> equations(split);
    const auto starts = trial_starts<double>(equations.r, q1_random_starts);
    for (std::size_t k = starts.size() - q1_random_starts; k < starts.size(); ++k) {
      ConstraintRows<double> rows(equations, starts[k].normalized());
      DynamicMatrix<double> all(0, equations.s + 1);
      double factorial = 1;
      for (int order = 0; order <= equations.s; factorial *= ++order) {
        const DynamicMatrix<double> more = rows.next() / factorial;
        all.conservativeResize(all.rows() + more.rows(), Eigen::NoChange);
        all.bottomRows(more.rows()) = more;
      }
      const DynamicMatrix<double> w = all.leftCols(equations.s);
      const DynamicVector<double> c = all.col(equations.s);
      Eigen::CompleteOrthogonalDecomposition<DynamicMatrix<double>> least_squares;
      least_squares.setThreshold(rank_tolerance);
      least_squares.compute(w);
      const double scale = std::max(max_abs<double>(all), 1e-300);
      worst = std::max(worst, (w * least_squares.solve(c) - c).norm() / scale);
    }
  }
  Verdict verdict = decide<double>("q1", worst > 0, worst);
  verdict.generic = true;
  verdict.reason = "least-squares residual of the multiplier equations at seeded starts";
  return verdict;
}

}  // namespace hamel
