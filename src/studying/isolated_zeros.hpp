// Zeros of a case where it has finitely many, and members of one that has more.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "zero_case.hpp"
#include "zero_family.hpp"

namespace hamel {

/// A case for each zero that is rational, and families.
struct IsolatedZeros {
  std::vector<ZeroCase> cases;
  std::vector<ZeroFamily> families;
};

/// All zeros where the equations have finitely many, but for a scaling of variables; nothing for others. The variable
/// `number` stands for numbers that are not rational.
std::optional<IsolatedZeros> isolated_zeros(const ZeroCase& now, int number);

/// Some zeros of equations that have infinitely many: those with given values of some variables, of which there are
/// finitely many. Where the equations have independent differentials all zeros near are a manifold, of this dimension;
/// it is 0 where they have not. No more than so many exact operations are spent.
struct SampledZeros {
  int dimension = 0;
  std::vector<ZeroFamily> families;
};
SampledZeros sampled_zeros(const ZeroCase& set, int number, std::int64_t operations);

/// How often the variable occurs in a monomial.
int power_in(const CoordinatePolynomial::Monomial& monomial, int k);
/// A polynomial in the variable.
CoordinatePolynomial in_variable(const Polynomial& p, int k);

}  // namespace hamel
