// Q1 and Q2 answered "yes" in coordinates where constraints are not linear in the velocities.
#pragma once

#include <optional>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

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

/// Proves such an answer to `q1` or `q2` again.
bool verify_chart_yes(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
