// Q1 and Q2 answered where metric, potential or constraint varies, with proofs that src/verifying reads.
#pragma once

#include <optional>
#include <string>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// `q1` holds by a section, see MultiplierSection, for constraints linear or affine in the velocity and formulas that are polynomials. In
/// coordinates it is a generic "yes" where the vectors that span D are not independent everywhere. Evidence
/// `multiplier_section`: `velocities` (the columns of D in words), `functions` (their names), `section` (rows i, j,
/// exponents, c; j = 0 without velocity) and `power`. In coordinates that no formula names motions are straight:
/// `straight`. Constraints that are not linear: see `prove_chart_yes`. What was looked for in vain goes to `looked`.
std::optional<Verdict> prove_yes_by_section(const SystemFile& file, std::string* looked = nullptr);

/// `q2` holds for the motion of the file by such an answer to `q1`.
std::optional<Verdict> prove_q2_yes_by_section(const SystemFile& file);

/// `q1` fails: the Taylor series of a motion contradict every multiplier, at a start where the equations for a
/// multiplier have the largest rank they can have (else, where the same is seen at several random starts, not exact).
/// Covers groups and charts that a PolynomialFile covers; nothing for others, where no contradiction is found, and
/// beyond the budget. Evidence `no_series`: `point` (for each stored number x, cos x, sin x), `start` (the velocity),
/// `u` and `combination`, see `verify_no` of motion_series.hpp.
std::optional<Verdict> prove_no_by_series(const SystemFile& file);

/// `q2` fails, likewise, for the motion from the start of the file, whose coordinates, angles and velocity are
/// rational. Evidence `no_series`: `tangent`, the number put for the tangent of half the common divisor of the angles,
/// and `orders` of the series after which the rank with the constants exceeds that without, the largest there can be
/// where angles are not 0; as tan(q/2) is transcendental, it does at the start itself.
std::optional<Verdict> prove_q2_no_by_series(const SystemFile& file);

/// `q2` holds for a steady motion: the functions that formulas name, and its velocity, stay as they are. Then
///     mu' = ad*_a mu - <mu, (d_k D) u + d_k v0>_k - nu
/// has constant coefficients, and D^T mu = 0 for all t where its first n derivatives are 0 (Cayley-Hamilton, mu and 1
/// being n + 1 numbers). Rest where D^T dU = 0 is such a motion, with mu = mu(0) - t dU. Evidence `steady_start`:
/// `multiplier_at_0`, where all numbers are rational.
std::optional<Verdict> prove_q2_of_steady_start(const SystemFile& file);

/// `q2` holds where the reaction nu vanishes along the motion: mu = 0 serves. Of the functions that formulas name and
/// of the velocities u some stay what they are, as x and y of a sledge that turns on the spot: the largest set of those
/// with rational values whose rates are 0, all others being free, where these have them. There det(G) nu,
/// a polynomial with G = D^T M D, is asked to be 0. Evidence `free_start`: `stay`, their names.
std::optional<Verdict> prove_q2_of_free_start(const SystemFile& file);

/// With A = phi_v and B = d/dt phi_v - phi_q along nonholonomic motions the vakonomic equations read
///     A^T (lambda' - nu) + B^T lambda = 0,
/// which lambda = 0 solves where nu vanishes, and from any lambda(0) a solution of linear equations where the rows of
/// B are combinations of those of A. With one constraint there is no other way. `q1` holds where the one or the other
/// is an identity on phi = 0: polynomials, times powers of the leading coefficients of the phi, are multiples of
/// these. Where these coefficients may vanish the yes is generic, and there is one constraint, that holds at no point
/// for all values of a velocity. Evidence `reaction_vanishes` or `variations_close`: `by`, the velocities that the phi
/// are divided by, one each.
std::optional<Verdict> prove_chart_yes(const SystemFile& file);

/// `q2` holds for the motion of the file, likewise. Where the yes for all motions is generic the start is looked at.
std::optional<Verdict> prove_chart_q2_yes(const SystemFile& file);

/// `q1` fails: the Taylor series of a motion contradict every lambda, at a start where they leave no lambda free even
/// without their constants (else, where the same is seen at several random starts, not exact). Both hold at generic
/// starts on the connected piece of phi = 0 around that one then. Evidence `no_series`: `point` (for each q, then each
/// v: x, cos x, sin x) and `combination`, see `verify_chart_no` of chart_series.hpp.
std::optional<Verdict> prove_chart_no(const SystemFile& file);

/// `q2` fails, likewise, for the motion from the start of the file. Evidence `no_series`: `tangent` and `orders`, as for
/// constraints that are linear.
std::optional<Verdict> prove_chart_q2_no(const SystemFile& file);

}  // namespace hamel
