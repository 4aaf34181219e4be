// Linear algebra over the rationals and modulo primes, which the questions share: compiled once, in this room.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>

#include "conditions.hpp"
#include "exact/ideals.hpp"
#include "exact/invariants.hpp"
#include "exact/residue.hpp"
#include "exact/subspaces.hpp"
#include "leaf.hpp"
#include "multiplier_equations.hpp"
#include "restriction.hpp"
#include "verify.hpp"

namespace hamel {

extern template Echelon<Rational> row_echelon<Rational>(DynamicMatrix<Rational>, int);
extern template DynamicMatrix<Rational> kernel<Rational>(const DynamicMatrix<Rational>&);
extern template std::optional<DynamicMatrix<Rational>> solve<Rational>(
    const DynamicMatrix<Rational>&, const DynamicMatrix<Rational>&);
extern template std::optional<DynamicMatrix<Rational>> inverse<Rational>(
    const DynamicMatrix<Rational>&);
extern template DynamicMatrix<Rational> join<Rational>(const DynamicMatrix<Rational>&,
                                                       const DynamicMatrix<Rational>&);
extern template Signature signature<Rational>(DynamicMatrix<Rational>);
extern template DynamicMatrix<Rational> bracket_span<Rational>(const StructureConstants<Rational>&,
                                                               const DynamicMatrix<Rational>&,
                                                               const DynamicMatrix<Rational>&);
extern template Growth<Rational> growth<Rational>(const StructureConstants<Rational>&,
                                                  const DynamicMatrix<Rational>&);
extern template DynamicMatrix<Rational> generated_subalgebra<Rational>(
    const StructureConstants<Rational>&, const DynamicMatrix<Rational>&);
extern template DynamicMatrix<Rational> killing_form<Rational>(const StructureConstants<Rational>&);
extern template std::vector<DynamicMatrix<Rational>> known_ideals<Rational>(
    const StructureConstants<Rational>&, std::size_t);
extern template class Splitting<Rational>;
extern template struct MultiplierEquations<Rational>;
extern template Verdict eq_3_11<Rational>(const Splitting<Rational>&);
extern template void require_well_formed<Rational>(const AlgebraicSystem<Rational>&);
extern template Verdict integrable<Rational>(const Splitting<Rational>&);
extern template Restriction<Rational> leaf<Rational>(const AlgebraicSystem<Rational>&);
extern template std::vector<DynamicMatrix<Rational>> working_ideals<Rational>(
    const Splitting<Rational>&);
extern template DynamicMatrix<Rational> momentum_equations<Rational>(
    const AlgebraicSystem<Rational>&, const DynamicVector<Rational>&, int);

extern template Echelon<Residue> row_echelon<Residue>(DynamicMatrix<Residue>, int);
extern template DynamicMatrix<Residue> kernel<Residue>(const DynamicMatrix<Residue>&);
extern template DynamicMatrix<Residue> momentum_equations<Residue>(const AlgebraicSystem<Residue>&,
                                                                   const DynamicVector<Residue>&,
                                                                   int);

}  // namespace hamel
