// Conditions on constant numbers verified by other code than answers them.
#pragma once

#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// `jacobi`, `unimodular` and, where it holds, `bracket_generating`, from brackets alone; true for others.
bool holds_again(const AlgebraicSystem<Rational>& system, const Verdict& verdict);

}  // namespace hamel
