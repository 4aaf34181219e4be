// What the start of a motion in coordinates must be, and how far constraints are from dependent.
#pragma once

#include <cmath>

#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/singular_values.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/system/on_constraint.hpp>

namespace hamel {

/// Below this, relative, a singular value counts as zero at the start of a motion.
inline constexpr double chart_rank_tolerance = 1e-10;

/// phi_v with every row of length 1 (a row of zeros stays): how far from dependent the constraints
/// are does not depend on how they are scaled.
template <class S, int M, int N>
void to_unit_rows(Matrix<S, M, N>& rows) {
  using std::sqrt;
  for (int i = 0; i < int(rows.rows()); ++i) {
    S squares(0);
    for (int j = 0; j < int(rows.cols()); ++j) squares += rows.coeff(i, j) * rows.coeff(i, j);
    const S length = sqrt(squares);
    if (!(length > S(0))) continue;
    for (int j = 0; j < int(rows.cols()); ++j) rows.coeffRef(i, j) /= length;
  }
}
template <class S, int M, int N>
Matrix<S, M, N> unit_rows(Matrix<S, M, N> rows) {
  to_unit_rows(rows);
  return rows;
}

namespace detail {

/// Refuses a start of another size, off the constraint unless it `is_admissible`, where constraints depend on each other
/// or L is singular on the velocities that they admit.
template <class P, class S, int N, int M>
void require_chart_start(const P& problem, const Vector<S, N>& q, const Vector<S, N>& v,
                         const Vector<S, M>& lambda, bool is_admissible) {
  using Multiplier = Vector<S, M>;
  const int n = problem.dim(), m = problem.number_of_constraints();
  if (q.size() != n || v.size() != n || lambda.size() != m) {
    throw DimensionError("initial q, q_dot or lambda",
                         text(q.size()) + ", " + text(v.size()) + ", " + text(lambda.size()),
                         text(n) + ", " + text(n) + ", " + text(m) + " components");
  }
  const auto l = problem.jet(q, v, lambda);
  if (!q.allFinite() || !v.allFinite() || !lambda.allFinite() || !l.vv.allFinite() ||
      !l.q.allFinite()) {
    throw ConstraintViolation("initial state", "a number that is not finite", "finite numbers");
  }
  Matrix<S, dynamic> d = Matrix<S, dynamic>::Identity(n, n);
  if constexpr (P::constraints != 0) {
    if (m > 0) {
      const auto phi = problem.constraint(q, v);
      for (int i = 0; i < m && !is_admissible; ++i) {
        using std::abs;
        const S off = abs(phi.value[i]);
        const S terms = phi.v.row(i).norm() * v.norm();
        if (!(wide(off) <= start_tolerance<S>() * wide(terms))) {
          throw ConstraintViolation("initial velocity",
                                    "constraint " + text(i + 1) + " = " + text(phi.value[i]), "0");
        }
      }
      Matrix<S, dynamic> normals = unit_rows(phi.v).transpose();
      const S smallest = orthogonalise(normals);
      if (!(smallest > S(chart_rank_tolerance))) {
        throw ConstraintViolation(
            "constraints at the start",
            "dphi/dv with smallest singular value " + text(smallest) + " (unit rows)",
            "rank " + text(m));
      }
      d = complement(normals);
    }
  }
  if (d.cols() == 0) return;
  Matrix<S, dynamic> on_d = d.transpose() * l.vv * d;
  const S smallest = orthogonalise(on_d);
  // What lambda takes from L_vv may leave its rounding only: that is small beside L_vv.
  S scale = l.vv.norm();
  if constexpr (P::kind == Dynamics::vakonomic) {
    const S before = problem.jet(q, v, Multiplier(Multiplier::Zero(m))).vv.norm();
    if (before > scale) scale = before;
  }
  if (!(smallest > S(chart_rank_tolerance) * scale)) {
    throw DegenerateMetric(d.cols() == n ? "d2L/dv2, of motion without constraints"
                                         : "d2L/dv2 on the velocities the constraints admit",
                           "smallest singular value " + text(smallest),
                           "more than " + text(chart_rank_tolerance) + " of its norm");
  }
}

}  // namespace detail

}  // namespace hamel
