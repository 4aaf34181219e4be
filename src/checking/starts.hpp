// Starts m(0) = N(u)/q(u) of the multiplier that make almost every motion vakonomic.
#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "claims/verify.hpp"
#include "exact/from_residues.hpp"
#include "exact/residue.hpp"
#include "multiplier_equations.hpp"

namespace hamel {

/// How far the search for a start goes: the degree of q and the number of unknown coefficients.
inline constexpr int q1_largest_degree = 8;
inline constexpr std::size_t q1_largest_search = 160;

/// Number of unknown coefficients in the search for a start of one degree.
inline std::size_t start_unknowns(int r, int s, int degree) {
  return std::size_t(s) * monomials(r, degree + 1).size() + monomials(r, degree).size();
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

/// m(0) = N(u) / q(u), the components of N homogeneous of degree e+1 and q of degree e.
template <class S>
struct Start {
  int degree;
  DynamicMatrix<S> numerator;    ///< s x monomials of degree e+1
  DynamicMatrix<S> denominator;  ///< 1 x monomials of degree e
};

namespace detail {

/// The equations for the coefficients of a start that its rows at u(0) are; without its denominator, for those of a
/// solution of the equations without constants.
template <class S>
DynamicMatrix<S> start_conditions(const MultiplierEquations<S>& q, const DynamicVector<S>& u,
                                  int degree, bool with_denominator = true) {
  const Echelon<S> rows = reduced_rows<S>(q, u);
  const DynamicVector<S> numerator = monomial_values<S>(u, degree + 1),
                         denominator =
                             with_denominator ? monomial_values<S>(u, degree) : DynamicVector<S>();
  const Eigen::Index high = numerator.size(), low = denominator.size();
  DynamicMatrix<S> conditions = DynamicMatrix<S>::Constant(rows.rank(), q.s * high + low, S(0));
  for (int row = 0; row < rows.rank(); ++row) {
    for (int b = 0; b < q.s; ++b)
      if (!certainly_zero(rows.rows(row, b)))
        conditions.row(row).segment(b * high, high) = rows.rows(row, b) * numerator.transpose();
    conditions.row(row).tail(low) = rows.rows(row, q.s) * denominator.transpose();
  }
  return conditions;
}

/// The first of the solutions (columns) whose denominator is not 0, as a start.
template <class S>
std::optional<Start<S>> as_start(const DynamicMatrix<S>& solutions, int s, int degree,
                                 Eigen::Index high, Eigen::Index low) {
  for (Eigen::Index k = 0; k < solutions.cols(); ++k) {
    Start<S> start{degree, DynamicMatrix<S>(s, high), solutions.col(k).tail(low).transpose()};
    if (all_zero(start.denominator)) continue;
    for (int b = 0; b < s; ++b)
      start.numerator.row(b) = solutions.col(k).segment(b * high, high).transpose();
    return start;
  }
  return std::nullopt;
}

/// The coefficients (N, q) of all starts of one degree modulo the prime in use, as columns, from random points;
/// wrong with a probability that no one will see. Without q: of the solutions N of the equations without constants.
inline DynamicMatrix<Residue> start_coefficients(const MultiplierEquations<Residue>& equations,
                                                 int degree, bool with_denominator) {
  const auto high = static_cast<Eigen::Index>(monomials(equations.r, degree + 1).size());
  const auto low = with_denominator
                       ? static_cast<Eigen::Index>(monomials(equations.r, degree).size())
                       : Eigen::Index(0);
  const Eigen::Index unknowns = equations.s * high + low;
  std::mt19937_64 generator(1909);
  Echelon<Residue> echelon;
  echelon.rows = DynamicMatrix<Residue>(0, unknowns);
  for (;;) {
    DynamicMatrix<Residue> stacked = echelon.rows;
    while (stacked.rows() < unknowns + 8) {
      DynamicVector<Residue> u(equations.r);
      for (auto& component : u) component = Residue(generator());
      const DynamicMatrix<Residue> more =
          start_conditions<Residue>(equations, u, degree, with_denominator);
      if (more.rows() == 0) break;
      stacked.conservativeResize(stacked.rows() + more.rows(), unknowns);
      stacked.bottomRows(more.rows()) = more;
    }
    const int before = echelon.rank();
    echelon = row_echelon<Residue>(std::move(stacked));
    if (echelon.rank() == before) break;
  }
  return kernel<Residue>(echelon.rows);
}

}  // namespace detail

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
    for (int i = 0; i < q.r; ++i) u(i) = S(point[std::size_t(i)]);
    const DynamicMatrix<S> more = detail::start_conditions<S>(q, u, degree);
    if (all_zero(more * solutions)) continue;
    DynamicMatrix<S> stacked(equations.rows() + more.rows(), unknowns);
    stacked << equations, more;
    equations = row_echelon<S>(std::move(stacked)).rows;
    solutions = kernel<S>(equations);
    if (all_zero(solutions.bottomRows(low))) return std::nullopt;
  }
  return detail::as_start<S>(solutions, q.s, degree, high, low);
}

/// The same over the rationals: assembled from residues modulo several primes until `proves` accepts it.
template <class Proves>
std::optional<Start<Rational>> find_start(const MultiplierEquations<Rational>& q, int degree,
                                          const Proves& proves) {
  const auto unpacked = [&](const auto& column) {
    using S = std::decay_t<decltype(column(0, 0))>;
    return detail::as_start<S>(column, q.s, degree,
                               static_cast<Eigen::Index>(monomials(q.r, degree + 1).size()),
                               static_cast<Eigen::Index>(monomials(q.r, degree).size()));
  };
  const auto column = detail::from_residues(
      [&]() -> std::optional<DynamicMatrix<Residue>> {
        const auto solutions = detail::start_coefficients(q.cast<Residue>(), degree, true);
        const Eigen::Index low = static_cast<Eigen::Index>(monomials(q.r, degree).size());
        for (Eigen::Index k = 0; k < solutions.cols(); ++k)
          if (!all_zero(solutions.col(k).tail(low)))
            return DynamicMatrix<Residue>(solutions.col(k));
        return std::nullopt;
      },
      [&](const DynamicMatrix<Rational>& found) { return proves(*unpacked(found)); });
  return column ? unpacked(*column) : std::nullopt;
}

/// Vectors N(u) of one degree that solve the equations without their constants at every u, `count` of them
/// independent at almost all u: s x (monomials for each of the vectors). Nothing when there are not so many.
template <class Proves>
std::optional<DynamicMatrix<Rational>> find_kernel(const MultiplierEquations<Rational>& q,
                                                   int degree, int count, const Proves& proves) {
  const auto width = static_cast<Eigen::Index>(monomials(q.r, degree).size());
  return detail::from_residues(
      [&]() -> std::optional<DynamicMatrix<Residue>> {
        const auto solutions = detail::start_coefficients(q.cast<Residue>(), degree - 1, false);
        DynamicMatrix<Residue> vectors(q.s, solutions.cols() * width);
        for (Eigen::Index k = 0; k < solutions.cols(); ++k)
          for (int b = 0; b < q.s; ++b)
            vectors.row(b).segment(k * width, width) =
                solutions.col(k).segment(b * width, width).transpose();
        DynamicMatrix<Residue> values(q.s, solutions.cols());
        DynamicVector<Residue> u(q.r);
        for (int i = 0; i < q.r; ++i)
          u(i) = Residue(1000003).power(static_cast<Residue::Word>(i) + 1);
        const DynamicVector<Residue> powers = monomial_values<Residue>(u, degree);
        for (Eigen::Index k = 0; k < values.cols(); ++k)
          values.col(k) = vectors.middleCols(k * width, width) * powers;
        if (rank<Residue>(values) < count) return std::nullopt;
        return vectors;
      },
      proves);
}

}  // namespace hamel
