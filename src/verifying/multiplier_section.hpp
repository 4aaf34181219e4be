// A multiplier for every motion, as a function on D, and Q1 and Q2 answered "yes" by it, verified.
#pragma once

#include <vector>

#include <hamel/algebra/rational.hpp>
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

/// In coordinates that no formula names, without force: constant velocities are nonholonomic motions, and vakonomic
/// ones of any constant lambda.
bool moves_straight(const SystemFile& file);

/// Where D spans with one number for the tangent of the angles, it does with the true one, which is transcendental.
bool spans_at_start(const SystemFile& file, const PolynomialFile& about);

/// Proves an answer to `q1` or `q2` with evidence `multiplier_section`, `straight`, `reaction_vanishes` or
/// `variations_close`.
bool verify_yes_by_section(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
