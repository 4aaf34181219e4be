// Conditions on constant numbers verified by other code than answers them, and which kind of proof that is.
#pragma once

#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/io/proof_kinds.hpp>

namespace hamel {

/// `jacobi`, `unimodular` and, where it holds, `bracket_generating`, from brackets alone; true for others.
bool holds_again(const AlgebraicSystem<Rational>& system, const Verdict& verdict);

/// What verifies a condition that is proved.
Proof proof_of_condition(const AlgebraicSystem<Rational>& system, const Verdict& verdict);

}  // namespace hamel
