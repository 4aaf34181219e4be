// The derivative of a potential with parameters along left-invariant fields.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/check/coordinate_polynomial.hpp>

#include "reading/family_reader.hpp"

namespace hamel::varying {

/// x*dU as polynomials with rational coefficients in numbers f that are stored of a point and in the parameters, in
/// normal form: equal functions on the group are equal polynomials. Variables 0 .. count-1 of the polynomials are f,
/// those behind them parameters.
struct PotentialSlope {
  std::vector<std::string> names;                        ///< of f
  std::vector<CoordinatePolynomial> slope;               ///< along each vector of the basis
  std::vector<std::vector<CoordinatePolynomial>> rates;  ///< rates[k][i]: of f_i along e_k
  std::vector<std::vector<Rational>>
      points;  ///< values of f at elements of the group, at which generic ones are met
};

/// Nothing where the potential is constant. Throws InputError where it is no polynomial in parameters, coordinates and
/// their cosines and sines.
std::optional<PotentialSlope> potential_slope(const reading::FamilyFile& file);

}  // namespace hamel::varying
