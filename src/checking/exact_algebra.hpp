// What the questions over rational numbers share: compiled once, in this room.
#pragma once

#include <cstddef>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>

#include "claims/verify.hpp"
#include "conditions.hpp"
#include "exact/ideals.hpp"
#include "leaf.hpp"
#include "multiplier_equations.hpp"

namespace hamel {

extern template std::vector<DynamicMatrix<Rational>> known_ideals<Rational>(
    const StructureConstants<Rational>&, std::size_t);
extern template struct MultiplierEquations<Rational>;
extern template Verdict eq_3_11<Rational>(const Splitting<Rational>&);
extern template Verdict integrable<Rational>(const Splitting<Rational>&);
extern template std::vector<DynamicMatrix<Rational>> working_ideals<Rational>(
    const Splitting<Rational>&);

}  // namespace hamel
