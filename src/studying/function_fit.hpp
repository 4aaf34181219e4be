// Polynomials in the numbers that are stored of a point as polynomials in a few functions.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "integral_search.hpp"
#include "moving_flow.hpp"

namespace hamel {

/// For each function the smallest set around it that the left-invariant fields do not lead out of.
std::vector<std::set<int>> closed_sets(const CoordinateRing& ring);

/// Polynomials in stored numbers and the variables behind them in functions and these variables, where every function
/// is a coordinate, a cosine or a sine: they are read off.
class Renaming {
 public:
  using Polynomial = CoordinatePolynomial;

  Renaming(const StoredSystem& system, int variables);
  bool holds() const { return holds_; }
  std::optional<Polynomial> operator()(const Polynomial& p) const;

 private:
  std::map<int, int> places_;
  bool holds_ = false;
};

/// Polynomials in stored numbers and variables z behind them, velocities or what momenta are made of, written in
/// functions of a set and z where they are such polynomials: the factor of each monomial of z by itself, in the lowest
/// degree that is enough, by values at points.
class FunctionFit {
 public:
  using Polynomial = CoordinatePolynomial;

  /// Keeps references to the flow and the search.
  FunctionFit(const StudiedFlow& flow, IntegralSearch& search, std::set<int> functions);

  std::optional<Polynomial> operator()(const Polynomial& p);

 private:
  std::optional<Polynomial> of_coordinates(const Polynomial& factor);
  /// Monomials up to a degree of which none is a combination of others; nothing where these are too many.
  const std::optional<std::vector<IntegralSearch::Unknown>>& monomials_to(int degree);

  const StudiedFlow& flow_;
  IntegralSearch& search_;
  std::set<int> functions_;
  std::vector<std::optional<std::vector<IntegralSearch::Unknown>>> monomials_;  // by the degree
};

}  // namespace hamel
