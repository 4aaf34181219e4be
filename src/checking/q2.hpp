// Question Q2 for a rational start, decided exactly: is this one nonholonomic motion vakonomic?
#pragma once

#include <string>
#include <type_traits>

#include "claims/exact_verdict.hpp"
#include "q1.hpp"

namespace hamel {

namespace detail {

/// See `check_q2`; throws BudgetExceeded.
template <class S>
Verdict decide_q2(const Splitting<S>& split, const std::type_identity_t<DynamicVector<S>>& start) {
  const auto& system = split.system();
  const MultiplierEquations<S> equations(split);
  const DynamicVector<S> u = split.d_coordinates() * start;
  Verdict verdict;
  verdict.id = "q2";
  if (const auto contradiction = find_contradiction<S>(system, start, 2 * equations.s + 4)) {
    return exact_verdict("q2", Answer::fails,
                         "the equations for a multiplier, differentiated " +
                             std::to_string(contradiction->combination.rows()) +
                             " times, contradict each other",
                         Evidence("no")
                             .add("start", start)
                             .add("combination", contradiction->combination)
                             .add_number("value", contradiction->value));
  }
  const DynamicMatrix<S> hull = equations.invariant_hull(u);
  const auto restricted = equations.restricted(hull).value();
  const DynamicMatrix<S> coordinates = solve<S>(hull, u).value();
  for (int degree = 0; degree <= q1_largest_degree; ++degree) {
    if (start_unknowns(restricted.r, restricted.s, degree) > q1_largest_search) break;
    const auto proves = [&](const Start<S>& found) {
      return verify_start<S>(system, split.d() * hull,
                             split.perp_coordinates().transpose() * found.numerator,
                             found.denominator, degree);
    };
    const auto found = find_start(restricted, degree, proves);
    if (!found) continue;
    const S divisor = (found->denominator * monomial_values<S>(coordinates.col(0), degree))(0, 0);
    if (divisor == S(0)) continue;
    const DynamicMatrix<S> numerator = split.perp_coordinates().transpose() * found->numerator;
    return exact_verdict(
        "q2", Answer::holds, "a multiplier exists for every motion in the span of this one",
        Evidence("motion")
            .add("start", start)
            .add("subspace", split.d() * hull)
            .add("degree", std::to_string(degree))
            .add("numerator", numerator)
            .add("denominator", found->denominator)
            .add(
                "multiplier_at_0",
                (numerator * monomial_values<S>(coordinates.col(0), degree + 1) / divisor).eval()));
  }
  verdict.reason = "no contradiction up to order " + std::to_string(2 * equations.s + 4) +
                   ", no proof of a multiplier";
  return verdict;
}

}  // namespace detail

/// `q2` for the motion that starts with velocity `start` in d, exactly. No: a contradiction between the
/// equations of order up to 2 s + 4 (evidence kind `no`). Yes: a start mu(0) = N(v)/q(v) on the smallest linear
/// subspace of d that holds the motion (kind `motion`, with the multiplier at 0). Undecided when neither is
/// found or the budget is used up. Throws DimensionError or ConstraintViolation when the start is not in d.
template <class S>
Verdict check_q2(const Splitting<S>& split, const std::type_identity_t<DynamicVector<S>>& start) {
  if (start.size() != split.dimension())
    throw DimensionError("velocity", std::to_string(start.size()) + " components",
                         std::to_string(split.dimension()));
  if (!contains<S>(split.d(), start))
    throw ConstraintViolation("velocity", "a vector outside d", "a vector in d");
  try {
    const WorkBudget budget(q1_operations);
    return detail::decide_q2<S>(split, start);
  } catch (const BudgetExceeded& limit) {
    Verdict verdict;
    verdict.id = "q2";
    verdict.reason = limit.what();
    return verdict;
  }
}

}  // namespace hamel
