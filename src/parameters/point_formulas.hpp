// The formulas of a family that name coordinates, as polynomials in numbers of a point and in parameters.
#pragma once

#include <string>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "reading/family_reader.hpp"

namespace hamel::varying {

/// x*dU, F, D and v0 as polynomials with rational coefficients in numbers f that are stored of a point and in the
/// parameters, in normal form: equal functions on the group are equal polynomials. Variables 0 .. count-1 of the
/// polynomials are f, those behind them parameters, behind which F has velocities a.
struct PointFormulas {
  using Formula = CoordinatePolynomial;

  std::vector<std::string> names;  ///< of f
  std::vector<Formula> slope;      ///< along each vector of the basis; none where U is constant
  /// Vectors of d, each times a function; none where d is constant.
  std::vector<std::vector<Formula>> span;
  std::vector<Formula> offset;              ///< v0 offset_factor; none for a linear constraint
  Formula offset_factor = 1;                ///< in parameters alone
  std::vector<Formula> force;               ///< F force_factor; none without force
  Formula force_factor = 1;                 ///< in parameters alone
  std::vector<Formula> denominators;        ///< of D, v0 and F, in parameters alone
  std::vector<std::vector<Formula>> rates;  ///< rates[k][i]: of f_i along e_k
  std::vector<Formula> relations;           ///< 0 at all elements of the group
  bool independent = true;                  ///< there are no others
  /// Values of f at elements of the group, at which generic ones are met.
  std::vector<std::vector<Rational>> points;
};

/// Throws InputError where a formula is not covered: potential, force and offset must be polynomials in coordinates,
/// their cosines and sines, the force in velocities too, vectors of d quotients of such; in the parameters the
/// potential a polynomial, others quotients.
PointFormulas point_formulas(const reading::FamilyFile& file);

}  // namespace hamel::varying
