// That evidence tells nothing beside what is proved or computed again.
#pragma once

#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// Whether every field of the evidence, and of the exceptions, is read by the proof of the answer or has the value that
/// follows from the fields that are: brackets, traces, values of contradictions, signatures, growth vectors. A field
/// that neither names is refused. For verdicts that `verify` proves, of the system with numbers alone.
bool tells_what_is_so(const AlgebraicSystem<Rational>& system, const Verdict& verdict);

/// The same for answers by formulas on the group or in coordinates, whose proofs read all that they may carry.
bool tells_what_formulas_prove(const Verdict& verdict);

}  // namespace hamel
