// Multipliers that depend on the velocity alone: linear sections, and starts that make every motion
// vakonomic.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <hamel/algebra/subspaces.hpp>
#include <hamel/check/multiplier_equations.hpp>
#include <hamel/check/verify.hpp>

namespace hamel {

/// All m = Lambda u that solve the multiplier equations for every u: an affine space of s x r
/// matrices.
template <class S>
struct SectionSpace {
  DynamicMatrix<S> particular;
  std::vector<DynamicMatrix<S>> directions;
};

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
    a.push_back(quotient * q.A[i] * lift);
    c.push_back(q.C[i] * lift);
  }
  const int pairs = r * (r + 1) / 2, unknowns = height * r;
  DynamicMatrix<S> matrix = DynamicMatrix<S>::Constant(pairs * (height + r), unknowns, S(0));
  DynamicMatrix<S> right = DynamicMatrix<S>::Constant(matrix.rows(), 1, S(0));
  const auto unknown = [&](int b, int i) { return b * r + i; };  // Lambda(b, i)
  int row = 0;
  for (int i = 0; i < r; ++i)
    for (int j = 0; j <= i; ++j) {
      for (int b = 0; b < height; ++b, ++row) {
        for (int k = 0; k < r; ++k) matrix(row, unknown(b, k)) += S(2) * q.field[k](i, j);
        for (int g = 0; g < height; ++g) {
          matrix(row, unknown(g, j)) -= a[i](b, g);
          matrix(row, unknown(g, i)) -= a[j](b, g);
        }
        for (int g = 0; g < q.s; ++g) right(row, 0) += S(2) * quotient(b, g) * q.drive[g](i, j);
      }
      for (int k = 0; k < r; ++k, ++row)
        for (int g = 0; g < height; ++g) {
          matrix(row, unknown(g, j)) += c[i](k, g);
          matrix(row, unknown(g, i)) += c[j](k, g);
        }
    }
  const auto solution = solve<S>(matrix, right);
  if (!solution) return std::nullopt;
  const auto unpack = [&](const auto& column) {
    DynamicMatrix<S> lambda(height, r);
    for (int b = 0; b < height; ++b)
      for (int i = 0; i < r; ++i) lambda(b, i) = column(unknown(b, i));
    return DynamicMatrix<S>(lift * lambda);
  };
  SectionSpace<S> space{unpack(solution->col(0)), {}};
  const DynamicMatrix<S> free = kernel<S>(matrix);
  for (Eigen::Index i = 0; i < free.cols(); ++i) space.directions.push_back(unpack(free.col(i)));
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

/// The rows [W | c] of orders 0 .. s at u(0), reduced to echelon form; the last column holds a
/// pivot iff they contradict each other.
template <class S>
Echelon<S> reduced_rows(const MultiplierEquations<S>& q, const DynamicVector<S>& u) {
  ConstraintRows<S> rows(q, u);
  Echelon<S> echelon = row_echelon<S>(rows.next());
  for (int order = 1; order <= q.s; ++order) {
    const DynamicMatrix<S> more = rows.next();
    DynamicMatrix<S> stacked(echelon.rows.rows() + more.rows(), q.s + 1);
    stacked << echelon.rows, more;
    echelon = row_echelon<S>(std::move(stacked));
  }
  return echelon;
}

/// Whether reduced rows contradict each other.
template <class S>
bool contradictory(const MultiplierEquations<S>& q, const Echelon<S>& rows) {
  return rows.rank() > 0 && rows.pivots.back() == q.s;
}

/// m(0) = N(u) / q(u), the components of N homogeneous of degree e+1 and q of degree e.
template <class S>
struct Start {
  int degree;
  DynamicMatrix<S> numerator;    ///< s x monomials of degree e+1
  DynamicMatrix<S> denominator;  ///< 1 x monomials of degree e
};

/// A start m(0) = N(u)/q(u) that satisfies the equations of orders 0 .. s at every u: found on a
/// few small integer points, then checked on the whole simplex that proves the identity. Nothing
/// when none of this degree exists.
template <class S>
std::optional<Start<S>> find_start(const MultiplierEquations<S>& q, int degree) {
  const auto points = monomials(q.r, degree + 2 + q.s);
  const auto high = static_cast<Eigen::Index>(monomials(q.r, degree + 1).size());
  const auto low = static_cast<Eigen::Index>(monomials(q.r, degree).size());
  const Eigen::Index unknowns = q.s * high + low;
  DynamicMatrix<S> equations(0, unknowns);  // kept in echelon form
  DynamicMatrix<S> solutions = DynamicMatrix<S>::Constant(unknowns, unknowns, S(0));
  for (Eigen::Index i = 0; i < unknowns; ++i) solutions(i, i) = S(1);
  for (const auto& point : points) {
    DynamicVector<S> u(q.r);
    for (int i = 0; i < q.r; ++i) u(i) = S(point[i]);
    const Echelon<S> rows = reduced_rows<S>(q, u);
    const DynamicVector<S> numerator = monomial_values<S>(u, degree + 1),
                           denominator = monomial_values<S>(u, degree);
    DynamicMatrix<S> more = DynamicMatrix<S>::Constant(rows.rank(), unknowns, S(0));
    for (int row = 0; row < rows.rank(); ++row) {
      for (int b = 0; b < q.s; ++b)
        if (!certainly_zero(rows.rows(row, b)))
          more.row(row).segment(b * high, high) = rows.rows(row, b) * numerator.transpose();
      more.row(row).tail(low) = rows.rows(row, q.s) * denominator.transpose();
    }
    if (((more * solutions).array() == S(0)).all()) continue;
    DynamicMatrix<S> stacked(equations.rows() + more.rows(), unknowns);
    stacked << equations, more;
    equations = row_echelon<S>(std::move(stacked)).rows;
    solutions = kernel<S>(equations);
    if ((solutions.bottomRows(low).array() == S(0)).all()) return std::nullopt;
  }
  for (Eigen::Index k = 0; k < solutions.cols(); ++k) {
    Start<S> start{degree, DynamicMatrix<S>(q.s, high), solutions.col(k).tail(low).transpose()};
    if ((start.denominator.array() == S(0)).all()) continue;
    for (int b = 0; b < q.s; ++b)
      start.numerator.row(b) = solutions.col(k).segment(b * high, high).transpose();
    return start;
  }
  return std::nullopt;
}

}  // namespace hamel
