// An invariant system whose numbers are polynomials in parameters, and the parts of the space of parameters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "decomposition.hpp"
#include "parametric_linear.hpp"

namespace hamel::varying {

/// Auxiliary unknowns that a ring of a family has.
inline constexpr int auxiliary_unknowns = 6;

/// Structure constants, metric, potential, force, offset and distribution up to factors that are not 0: a bracket, a
/// metric, a potential and a vector of d times a number other than 0 change none of the answers. Beside an offset or a
/// force the factors agree, see `make_agree`. The ring has the parameters, then the velocities u, then auxiliary
/// unknowns, then the numbers f of a point that formulas need.
struct ParameterFamily {
  struct Constant {
    int i, j, k;  ///< [e_i, e_j] has this coefficient of e_k, i < j
    ParameterPolynomial value;
  };
  Ring ring;
  int parameters = 0;  ///< variables of the ring that are parameters
  int dimension = 0;
  std::vector<Constant> algebra;
  Matrix metric;        ///< n rows
  Matrix distribution;  ///< r vectors of length n
  Vector offset;        ///< v0 in f, of length n; none for a linear constraint
  bool moves = false;   ///< f occur in d
  Vector slope;         ///< x*dU in f, of length n; none without potential
  Vector force;  ///< in f and a, which stands in the place of u; of length n, none without force
  Matrix point_rates;  ///< row k: the derivatives of f along e_k, times `rate_scale`
  /// f at elements of the group: what does not vanish at one of them is not 0 at generic elements.
  std::vector<std::vector<Rational>> points = {};
  Vector
      relations;  ///< between f, taken into account where there is an offset or a force or d moves
  /// Where that is so: what is not 0 modulo the relations is not 0 at generic elements of the group.
  bool normal_forms = false;
  Integer rate_scale = 1;
  std::shared_ptr<Decompositions> decompositions = std::make_shared<Decompositions>();

  /// d is constant, and u' = F(u) is a quadratic form in u and what a potential adds: no offset and no force.
  bool has_quadratic_field() const { return !moves && !is_affine(); }
  /// Motions u and s u are not alike, whatever s: sections are affine in u.
  bool is_affine() const { return !offset.empty() || !force.empty(); }
  int rank() const { return static_cast<int>(distribution.size()); }
  ParameterPolynomial number(const Integer& value) const { return {ring, value}; }
  ParameterPolynomial velocity(int i) const {
    return ParameterPolynomial::variable(ring, parameters + i);
  }
  ParameterPolynomial unknown(int i) const {
    return ParameterPolynomial::variable(ring, parameters + dimension + i);
  }
  int point_number(int i) const { return parameters + dimension + auxiliary_unknowns + i; }
  int point_numbers() const {
    return point_rates.empty() ? 0 : static_cast<int>(point_rates[0].size());
  }
  /// `rate_scale` times the derivative of a polynomial in f along e_k.
  ParameterPolynomial along(int k, const ParameterPolynomial& p) const;
  /// The same of all entries, along a vector.
  Vector along(const Vector& direction, const Vector& vector) const;
  Vector zero() const { return Vector(dimension, number(0)); }
  Vector bracket(const Vector& a, const Vector& b) const;
  Vector covector(const Vector& a) const;  ///< M a
  Vector push(const Vector& a) const;      ///< F(x, a) - x*dU
  Vector basis_vector(int i) const;
};

/// What the parts of a system were multiplied by, which is not 0.
struct Factors {
  ParameterPolynomial metric, brackets, offset, potential, force;
};
/// Multiplies metric, potential and force further, so that these are the motions of one system: with c = metric *
/// brackets, and k the degree in a of a part of the force, potential = c offset^2 and force = c offset^(2 - k). Without
/// offset and force there is nothing to do.
void make_agree(ParameterFamily& family, const Factors& by);

/// A vector = sum of monomials in u and f times these in the parameters.
struct VectorTerm {
  /// Exponents of all variables of the ring, those of parameters 0.
  std::vector<unsigned long> monomial;
  Vector vector;
};
std::vector<VectorTerm> terms_of(const ParameterFamily& family, const Vector& vector);
/// x*dU = sum of functions that are independent on the group times these covectors in the parameters.
Matrix slope_terms(const ParameterFamily& family);
Vector sum(const Vector& a, const Vector& b);
Vector product(const ParameterPolynomial& factor, Vector a);
/// The determinant and the adjugate: A adj(A) = det(A).
ParameterPolynomial determinant(const Matrix& a, const Ring& ring);
Matrix adjugate(const Matrix& a, const Ring& ring);
/// D^T M D.
Matrix gram(const ParameterFamily& family);

/// The Jacobi identity of all triples, as polynomials that must vanish.
Vector jacobi_polynomials(const ParameterFamily& family);

/// An irreducible part of the space of parameters: all of it, or where polynomials vanish, solved for parameters in
/// which they are linear; those that are left are the modulus.
struct Part {
  ParameterFamily family;  ///< there
  Vector zero;             ///< what vanishes, in the order it was set
  Vector units;  ///< irreducible, none 0 at systems: denominators, the metric, the metric on d
  std::vector<std::pair<int, Vector>> solved;  ///< parameter = top / bottom
  Modulus modulus;
  /// Factors of the bottoms, units too: where they vanish the polynomials were not solved.
  Vector avoided;
  Vector avoided_last;  ///< those of the last
  std::string open;     ///< why it was not decomposed into irreducible ones; empty where it was

  /// The polynomial on this part, up to units and what is avoided.
  ParameterPolynomial restricted(const ParameterPolynomial& p) const;
  /// The irreducible factors on this part that are no units and may be 0 for real parameters; nothing where it
  /// vanishes.
  std::optional<Vector> factors(const ParameterPolynomial& p) const;
  bool is_zero(const ParameterPolynomial& p) const { return modulus.is_zero(p); }
};

/// All parameters for which the numbers form a system: Jacobi's identity holds, g is non-degenerate, also on d.
std::vector<Part> whole(const ParameterFamily& family, const Vector& denominators);

/// Parts that together are where a polynomial vanishes on a part, but for what each of them avoids, and for points at
/// which not all of `others` vanish.
std::vector<Part> where(const Part& part, const ParameterPolynomial& polynomial,
                        const Vector& others = {});
/// Parts that together are all of that: what one avoids, others hold.
std::vector<Part> covering(const Part& part, const ParameterPolynomial& polynomial,
                           const Vector& others = {});
/// The same where all of the polynomials vanish, of several parts.
std::vector<Part> covering_all(std::vector<Part> parts, const Vector& polynomials,
                               const Vector& others = {});

}  // namespace hamel::varying
