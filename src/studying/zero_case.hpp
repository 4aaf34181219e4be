// One case of a search for common zeros: some variables are quotients of polynomials in the others, and some
// polynomials are not 0.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "flows/steady_motions.hpp"

namespace hamel {

/// c x_k + r, where neither c nor r names the variable.
struct LinearIn {
  int variable;
  CoordinatePolynomial factor, rest;
};

struct ZeroCase {
  using Polynomial = CoordinatePolynomial;
  using Quotient = VariableQuotient;

  std::vector<Polynomial> equations;
  std::vector<Polynomial> relations;  ///< equations too, which make no cases while there are others
  std::map<int, Quotient> values;
  std::vector<Polynomial> nonzero;
  int guessed = 0;  ///< variables before it are no longer set to 0 on trial

  /// With variable = value.
  ZeroCase with(int variable, const Polynomial& value) const;
  /// With c k + r = 0 and c != 0, so k = -r / c: the equations times powers of c.
  ZeroCase solved_for(const LinearIn& equation) const;
  /// No product had too many terms.
  bool is_known() const;
  /// Equations without what is not 0; false where one is then a number, or what is not 0 would be.
  bool tidy();
  /// Leaves out equations that are multiples of another.
  void drop_multiples();
  bool is_nonzero(int variable) const;

 private:
  /// A variable that all terms of p have as a factor, and that is not 0.
  std::optional<int> nonzero_factor(const Polynomial& p) const;
  /// variable = value / over in all that there is.
  ZeroCase replaced_by(int variable, const Quotient& quotient) const;
};

/// Where the equations of the one are 0 those of the other are, as multiples of one each, and its variables are what
/// they are called there.
bool lies_in(const ZeroCase& inner, const ZeroCase& outer);

/// p times powers of what is not 0, with variables replaced by quotients in others.
CoordinatePolynomial numerator(const CoordinatePolynomial& p,
                               const std::map<int, VariableQuotient>& values);

/// The variables whose squares have the sum 1 where p is 0, in increasing order; nothing for other p.
std::optional<std::vector<int>> sphere_of(const CoordinatePolynomial& p);
/// All of them such spheres of different variables; nothing where there is another equation.
std::optional<std::vector<std::vector<int>>> spheres_of(
    const std::vector<CoordinatePolynomial>& equations);
/// The normal form on spheres of different variables: the square of the last one of each is replaced.
CoordinatePolynomial reduced_on(const std::vector<std::vector<int>>& spheres,
                                const CoordinatePolynomial& p);

/// The variables that an equation is linear in, with coefficients that vary, simple ones first.
std::vector<LinearIn> linear_ones(const CoordinatePolynomial& p);

}  // namespace hamel
