// What reduced fields of velocities and of momenta are put together from.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lowering/stored_system.hpp"
#include "reduced_field.hpp"

namespace hamel::reduced_parts {

using Formula = CoordinatePolynomial;

/// Rates in all functions f of the ring and the variables z behind them.
struct Rates {
  Formula det;
  std::map<int, Formula> of_f;   ///< det f'
  std::vector<Formula> of_z;     ///< det z'
  std::vector<Formula> balance;  ///< 0 where z' = 0 is
  std::map<int, Formula> moved;  ///< f'
  std::map<int, Formula> group;  ///< the velocity a of the group, where it is such a polynomial
};

/// The same in the functions that are needed alone. Where the basis fields that change some of them are independent,
/// at the identity and so everywhere, f' = 0 is a_k = 0 for these.
ReducedField among(const CoordinateRing& ring, const std::set<int>& needed, const Rates& rates,
                   const std::vector<std::string>& names_of_z);

/// A symmetry x -> x exp(s xi) that changes variables by z' = turning z.
struct TurnedVariables {
  DynamicVector<Rational> xi;
  StoredSystem::Table turning;
};

/// Symmetries in the variables of a field that `among` made of these functions, of which the balance is onto(f) z';
/// not those that lead out of the functions.
void add_turnings(ReducedField& field, const CoordinateRing& ring, const std::set<int>& functions,
                  const std::vector<TurnedVariables>& symmetries, const StoredSystem::Table& onto);

/// The functions that occur in polynomials, with what the left-invariant fields lead to from them.
void add_functions(std::set<int>& needed, const std::vector<Formula>& polynomials,
                   const std::vector<std::set<int>>& closed);

}  // namespace hamel::reduced_parts
