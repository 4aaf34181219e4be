// Linear algebra over the rationals and modulo primes, and subspaces of rational algebras: compiled once, in this room.
#pragma once

#include <optional>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>

#include "invariants.hpp"
#include "residue.hpp"
#include "subspaces.hpp"

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
extern template Echelon<Residue> row_echelon<Residue>(DynamicMatrix<Residue>, int);
extern template DynamicMatrix<Residue> kernel<Residue>(const DynamicMatrix<Residue>&);

/// What a combination of equations [linear | constant] reads. A row of it has a factor for each of as many equations.
template <class S>
DynamicMatrix<S> combined(const DynamicMatrix<S>& equations, const DynamicMatrix<S>& combination) {
  const DynamicMatrix<S> factors = combination.transpose();
  return factors.reshaped(1, factors.size()) * equations;
}

/// It reads 0 = nonzero.
template <class S>
bool contradict(const DynamicMatrix<S>& equations, const DynamicMatrix<S>& combination) {
  if (combination.rows() == 0) return false;
  const DynamicMatrix<S> sum = combined<S>(equations, combination);
  const Eigen::Index last = sum.cols() - 1;
  return all_zero(sum.leftCols(last)) && sum(0, last) != S(0);
}

/// A combination of so many rows that reads 0 = 1; nothing where there is none.
template <class S>
std::optional<DynamicMatrix<S>> contradiction_between(const DynamicMatrix<S>& equations, int rows) {
  DynamicMatrix<S> right = DynamicMatrix<S>::Constant(equations.cols(), 1, S(0));
  right(right.rows() - 1, 0) = S(1);
  const auto factors = solve<S>(DynamicMatrix<S>(equations.transpose()), right);
  if (!factors) return std::nullopt;
  return DynamicMatrix<S>(factors->reshaped(equations.rows() / rows, rows).transpose());
}

}  // namespace hamel
