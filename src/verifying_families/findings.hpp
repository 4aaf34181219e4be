// What is said of systems with parameters on a part of their space, and what proves it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parameters/parameter_family.hpp"

namespace hamel::varying {

/// The momentum p = Q u / denominator of a vakonomic motion, unconstrained where d is constant, that has the velocities
/// of the nonholonomic one: D^T p = D^T M a, and on every vector b of `subalgebra`, which has D and is stable under
/// brackets with velocities, <p', b> = <ad*_a p + F - dU - <p - M a, (d_k D) u + d_k v0>_k, b>. Beside an offset or a
/// force it is affine in u.
struct Section {
  /// Column c: the momentum of the velocity u_c; of affine ones the last is that of u = 0.
  Matrix momentum;
  ParameterPolynomial denominator;
  Matrix subalgebra;
  /// In numbers of a point, which columns are multiplied by, as many of each; 1 alone where the field is quadratic.
  Vector monomials;
  bool is_affine = false;  ///< there is an offset or a force
};

/// Rows [w | c], one more than a subalgebra of the kind that a section is on has dimensions, which have a determinant
/// that is not 0: so have they at generic places, where w have no greater rank.
struct Minor {
  struct Place {
    int point;  ///< of those of the family
    std::vector<int> velocities;
  };
  Matrix subalgebra;
  std::vector<int> columns;  ///< of w, in the determinant
  std::vector<Place> places;
};

/// Linear consequences <p, w> + c = 0 of D^T p = D^T M a along the motions, and a combination that reads 0 = not 0;
/// where the field is not quadratic of D^T mu = 0 for the multiplier mu = p - M a, and a minor may be in place of it.
struct Refutation {
  struct Row {
    int from;  ///< the row it is the derivative of; -1 - j: the product with D_j itself
    ParameterPolynomial divisor;  ///< taken out; told where the field is not quadratic
    Vector w;                     ///< then c
  };
  std::vector<Row> rows;
  Vector combination;
  ParameterPolynomial remainder;  ///< in the parameters and u; beside a minor a divisor of it
  std::optional<Minor> minor = {};
};

/// That generic motions have no multiplier: only 0 satisfies D^T mu = 0 and its derivative on the subalgebra Lie(d),
/// and with that the motions are no unconstrained ones.
struct NoMultiplier {
  Matrix subalgebra;
};

/// An equation for the entries of Q that holds for every section of which the subalgebra is g, one coefficient of
///     momentum:   <Q u, D_vector> = <M D u, D_vector>                            u_i
///     constraint: <Q u, [D u, D_vector]> = <M D u, [D u, D_vector]>              u_i u_j, i <= j
///     rate:       det(G) <Q u', e_vector> = det(G) <Q u, [D u, e_vector]>        u_i u_j, i <= j
///     slope:      <Q adj(G) D^T dU, e_vector> = det(G) <dU, e_vector>            term i of dU
struct SectionRow {
  enum class Of { momentum, constraint, rate, slope } of;
  int vector, i, j;  ///< j is 0 in `momentum` and `slope`
};

/// A sum of such equations that reads 0 = a polynomial in the parameters: there is no linear section where that is not
/// 0.
struct Contradiction {
  struct Term {
    SectionRow row;
    ParameterPolynomial times;
  };
  std::vector<Term> terms;
};

/// That no ideal complementary to d works. `rows` determine Q but for the entries `free`, entry k of column c being n c
/// + k: all linear sections are Q = (momentum + sum of t_s directions[s]) / denominator. Of the equations that the
/// zeros of Q are an ideal (`ideal_equations`) each step solves one for a t_s, in which it is linear.
struct NoIdeal {
  struct Step {
    int equation, unknown;
  };
  Vector momentum;  ///< as one vector, entry n c + k
  ParameterPolynomial denominator;
  std::vector<int> free;
  Matrix directions;  ///< one for each free entry
  std::vector<SectionRow> rows;
  std::vector<Step> steps;
};

/// What is true on a part, but for where one of `exceptions` vanishes, and what proves it: nothing, where the
/// polynomials of the question alone do.
struct Finding {
  enum class Kind { yes, no, undecided } kind = Kind::undecided;
  bool generic = false;  ///< a yes about almost all motions
  bool proved = false;
  std::string reason;
  Vector exceptions;
  std::optional<Section> section;  ///< of `linear_section` and `cor_3_9` on all of g
  std::optional<Refutation> refutation;
  std::optional<NoMultiplier> no_multiplier = {};
  std::optional<Contradiction> contradiction;
  std::optional<NoIdeal> no_ideal;
  /// The larger part, by its key, whose refutation it is in place of one of its own.
  std::optional<std::string> refuted_on = {};
};

/// Why the answer is what it is, by what proves it.
const char* reason_of(const std::string& id, const Finding& finding);

/// `integrable`, `eq_3_11`, `linear_section`, `cor_3_9` and `q1`; beside an offset or a force those alone that do not
/// look at motions, and `q1`, which alone is asked where d moves.
std::vector<std::string> parametric_questions(const ParameterFamily& family);

/// Proofs, from the numbers of the part alone. Where one holds, but for zeros of polynomials, these join `left_out`.
bool proves(const std::string& id, const Part& part, const Finding& finding, Vector& left_out);
bool verify(const Part& part, const Section& section, Vector& left_out);
bool verify(const Part& part, const Refutation& refutation, Vector& left_out);
bool verify(const Part& part, const NoMultiplier& proof, Vector& left_out);
/// Equations of a section on all of g together read 0 = not 0.
bool verify(const Part& part, const Contradiction& contradiction, Vector& left_out);
bool verify(const Part& part, const NoIdeal& proof, Vector& left_out);
/// The zeros of Q, which is a section on all of g, are an ideal.
bool is_ideal_of(const Part& part, const Section& section);
/// What a condition says, where it says equations in the parameters: it holds where all are 0. None for the others.
Vector condition_equations(const std::string& id, const ParameterFamily& family);
/// That the zeros of Q = columns / denominator are an ideal, by V_m = det(G) denominator e_m - D adj(G) Q^T e_m, which
/// span them: <Q, [e_k, V_m]> = 0, of k, then columns, then m.
Vector ideal_equations(const ParameterFamily& family, const Matrix& columns,
                       const ParameterPolynomial& denominator);
/// [d,d] lies in d on all of the part.
bool is_integrable(const Part& part);
/// Polynomials in the parameters, none 0 on all of the part or nowhere.
bool are_exceptions(const Part& part, const Vector& exceptions);
/// What proves the finding leaves out no more than its exceptions.
bool is_proved(const std::string& id, const Part& part, const Finding& finding);

/// The columns of Q, from one vector.
Matrix columns_of(const ParameterFamily& family, const Vector& momentum);
/// The basis of g.
Matrix whole_algebra(const ParameterFamily& family);

}  // namespace hamel::varying
