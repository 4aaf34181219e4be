// The equations of nonholonomic motion on a group, D(x) given by formulas, as one list of operations.
#pragma once

#include <optional>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

#include "formulas/formula_elimination.hpp"
#include "formulas/formula_tape.hpp"

namespace hamel::running {

/// The vector field of Problem<Dynamics::nonholonomic>,
///
///     u = (D^T M D)^{-1} m,   a = D u,   p = M a,   m' = D^T (ad*_a p + F) + D'(x;a)^T p,
///     F_k = -d_k U + 1/2 a^T (d_k M) a,
///
/// written down as operations on the coordinates q of x and on m, where all that D, M and U depend on are coordinates
/// which change along one e_k each, at rate 1. D^T M D needs no pivots where it is positive definite; where a pivot
/// says that this is not clearly so, nothing is told.
class MovingEquations {
 public:
  using Point = SystemGroup::Point;
  using V = SystemGroup::V;

  /// The equations of a file whose D moves; none where other forces or an offset act, where other coordinates occur, or
  /// where so many operations take longer than matrices.
  static std::optional<MovingEquations> of(const GroupSystem& file);

  /// a and m' at x; false where D^T M D is not clearly definite, and then they are not to be used.
  bool field(const SystemGroup& group, const Point& x, const V& m,
             Velocity<double, dynamic, dynamic>& velocity) const noexcept;

 private:
  static constexpr int most_dimensions = 24;
  static constexpr int most_operations = 2000;

  int dim_ = 0;
  VaryingPivots pivots_;
  FormulaTape tape_;  // the pivots that vary, then a, then m'
};

}  // namespace hamel::running
