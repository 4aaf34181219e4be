// Q1 answered "yes" where metric, potential or constraint varies: a multiplier for every motion, as a function on D.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

#include "lowering/stored_system.hpp"

namespace hamel {

/// mu(x,u) = sum of c g(x)^k u_j e^i / det(D^T M D)^power, the functions g those of the coordinate ring. It serves when
/// D^T mu = 0 and mu' = ad*_a mu - <mu, (d_k D) u + d_k v0>_k - nu along every nonholonomic motion, both paired with
/// the vectors of the frame: what annihilates these goes its own way by a linear equation.
struct MultiplierSection {
  struct Term {
    int component;               ///< i
    int velocity;                ///< j, or -1 for a term without velocity
    std::vector<int> exponents;  ///< k
    Rational factor;             ///< c
  };
  std::vector<Term> terms;
  int power = 0;  ///< 0 or 1
};

/// Proves that the section serves, as identities between polynomials in normal form; false too where these grow too
/// large.
bool proves_yes(const StoredSystem& system, const MultiplierSection& section);

/// A section with coefficients of degree up to `degree` in the functions, by linear algebra modulo primes; proved.
/// Throws BudgetExceeded where there are too many of them.
std::optional<MultiplierSection> find_section(const StoredSystem& system,
                                              const CoordinateRing& ring, int degree);

/// Coefficients of a section are polynomials of up to this degree in coordinates, cosines and sines.
inline constexpr int section_degree = 3;

/// `q1` holds by such a section, for constraints linear or affine in the velocity and formulas that are polynomials. In
/// coordinates it is a generic "yes" where the vectors that span D are not independent everywhere. Evidence
/// `multiplier_section`: `velocities` (the columns of D in words), `functions` (their names), `section` (rows i, j,
/// exponents, c; j = 0 without velocity) and `power`. In coordinates that no formula names motions are straight:
/// `straight`. Constraints that are not linear: see chart_yes.hpp. What was looked for in vain goes to `looked`.
std::optional<Verdict> prove_yes_by_section(const SystemFile& file, std::string* looked = nullptr);

/// `q2` holds for the motion of the file by such an answer to `q1`.
std::optional<Verdict> prove_q2_yes_by_section(const SystemFile& file);

/// Whether evidence is of a kind that these answers have.
inline bool proves_by_section(const std::string& kind) {
  return kind == "multiplier_section" || kind == "straight" || kind == "reaction_vanishes" ||
         kind == "variations_close";
}

/// Proves such an answer to `q1` or `q2` again.
bool verify_yes_by_section(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
