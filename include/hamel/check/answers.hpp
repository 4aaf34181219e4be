// Questions about plain numbers, and about functions on a group, answered by the compiled library hamel::io.
#pragma once

#include <string_view>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/functions_on_group.hpp>
#include <hamel/check/question.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// Every condition that applies and needs no more than `most`, `q1` not among them (see `check_q1`): proofs over
/// Rational, defects with a tolerance over double. When the input is not a system (the Jacobi identity fails, or the
/// metric is degenerate on d) the list ends with the verdict that says so; it ends too where the budget is used up
/// before g is split. Throws as `require_well_formed`.
std::vector<Verdict> check_all(const AlgebraicSystem<Rational>& system, Needs most = Needs::motion);
std::vector<Verdict> check_all(const AlgebraicSystem<double>& system, Needs most = Needs::motion);

/// One of these by its name, such as "eq_3_11". Undecided where it is about functions on the group. Throws InputError
/// when there is none of that name, and as `check_all`.
Verdict check_condition(std::string_view id, const AlgebraicSystem<Rational>& system);

/// `q1`: every nonholonomic motion of the system is vakonomic. The verdict is a proof and names the shortest reason.
/// Holds, not generic: every motion is; holds, generic: every motion outside a proper algebraic subset of starts is,
/// and `exceptions` are motions in it that are not; fails: generic motions are not. Undecided when the budget is used
/// up. docs/proofs.md lists the kinds of evidence.
Verdict check_q1(const Splitting<Rational>& split);
/// The same in floating point, not a proof: the largest relative least-squares residual, over seeded starts, of the
/// Taylor coefficients of C(u) m = 0 up to order s. Below `verdict_tolerance` generically yes, above `verdict_failure`
/// no.
Verdict check_q1(const Splitting<double>& split);

/// `q2` for the motion that starts with velocity `start` in d, exactly. No: a contradiction between the equations of
/// order up to 2 s + 4. Yes: a start mu(0) = N(v)/q(v) on the smallest linear subspace of d that holds the motion.
/// Undecided when neither is found or the budget is used up. Throws DimensionError or ConstraintViolation when the
/// start is not in d.
Verdict check_q2(const Splitting<Rational>& split, const DynamicVector<Rational>& start);

/// The conditions about metric and potential as functions on the group: `invariant_decomposition`, `eq_3_9` and
/// `eq_3_10`, those that are open where metric and potential vary so. Proofs where the functions are polynomials;
/// otherwise seeded points give a counterexample or "undecided (no counterexample in N points)". The metric of
/// `numbers` is not looked at. Throws as `Splitting` when g at 1 is degenerate on d.
std::vector<Verdict> check_all(const AlgebraicSystem<Rational>& numbers,
                               const FunctionsOnGroup& functions, bool metric_varies,
                               bool potential_varies);
/// `q1` where these vary, by sufficient conditions: integrable; `eq_3_9` with `eq_3_10` (Cor. 3.3); `cor_3_9` on the
/// leaf with an ideal of the Lie closure of d. Otherwise undecided.
Verdict check_q1(const AlgebraicSystem<Rational>& numbers, const FunctionsOnGroup& functions);

/// Proves an exact verdict of any question again, from its evidence and the system alone. False when the evidence does
/// not prove the answer, or the verdict does not claim a proof. Throws InputError when there is no question of its id.
bool verify(const AlgebraicSystem<Rational>& system, const Verdict& verdict);

}  // namespace hamel
