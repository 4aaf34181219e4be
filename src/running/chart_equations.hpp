// The equations of motion of a chart as one list of operations: derivatives, elimination and all.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <hamel/dynamics/problem.hpp>
#include <hamel/io/system_file.hpp>

#include "formulas/curvature_tape.hpp"
#include "formulas/formula_elimination.hpp"
#include "formulas/formula_tape.hpp"

namespace hamel {
class FormulaGraph;
}

namespace hamel::running {

/// L in (q, v) as a sum, `extended` L + lambda phi in (q, v, lambda). The file must outlive it.
std::vector<FormulaTerm> lagrangian_terms(const ChartSystem& file, bool extended);

/// No force acts beside those of the potential.
inline bool is_free_of_force(const ChartSystem& file) noexcept {
  return file.inputs.empty() && file.force.empty();
}

/// How many numbers, variables and operations the formulas of L and phi are.
std::size_t size_of_formulas(const ChartSystem& file);

/// The equations of motion
///
///     K [v'] = [ l_q + F - l_vq v ]     K = [ l_vv  phi_v^T ]
///       [nu]   [ - phi_q v        ],        [ phi_v    0    ],     l = L, or L + lambda phi for vakonomic motion,
///
/// written down as operations and solved by K = B D B^T without pivots, which skips what is zero everywhere and does
/// once what is constant. Elimination needs no pivots where l_vv is positive definite and phi_v has full rank: of the
/// pivots in D the first n are positive, those of -phi_v l_vv^-1 phi_v^T negative. Where one of them says that this is
/// not clearly so, nothing is solved.
class ChartEquations {
 public:
  static constexpr int most_unknowns = 24;

  /// The equations of a file; none where so many operations take longer than a matrix.
  static std::optional<ChartEquations> of(const ChartSystem& file, Dynamics kind);

  /// v' and nu (lambda' for vakonomic motion) at (q, v, lambda, F), F where a force may act; false where D is not
  /// clearly as it should be, and then they are not to be used.
  bool solve(std::span<const double> variables, std::span<double> rates) const noexcept;
  /// l_vv (n x n) and phi_v (m x n), column by column, at the same variables; l_vv, where it is constant, only if asked
  /// for.
  void matrices(std::span<const double> variables, double* inertia, double* rows) const noexcept;
  /// Is l_vv constant? Then it is clearly positive definite.
  bool is_definite() const noexcept { return definite_; }

 private:
  /// Of K, on or below its diagonal.
  struct Entry {
    int row, column;
  };

  static constexpr std::size_t most_operations = 2000;

  /// Keeps K, size by size.
  void keep(const FormulaGraph& graph, const std::vector<int>& k, int n);
  /// Writes an entry of K into the matrix that it belongs to.
  void put(int i, int j, double value, double* inertia, double* rows) const noexcept;

  int dim_ = 0;
  VaryingPivots pivots_;
  bool definite_ = true;
  FormulaTape tape_;     // those pivots, each with the entry that it is left of, then the rates
  FormulaTape entries_;  // of K that vary
  std::vector<Entry> places_;
  std::vector<double> inertia_, rows_;  // what is constant in l_vv and phi_v
};

}  // namespace hamel::running
