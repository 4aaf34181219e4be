// Questions about systems with parameters: polynomial equations, linear ones where a section is sought.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "parameter_family.hpp"

namespace hamel::varying {

/// The momentum p = Q u / denominator of an unconstrained motion that has the velocities of the nonholonomic one: D^T Q = G, and
/// on every vector b of `subalgebra`, which has D and is stable under brackets with D, <Q u', b> = <ad*_a Q u, b>.
struct Section {
  Matrix momentum;  ///< column c: the momentum of the velocity u_c
  ParameterPolynomial denominator;
  Matrix subalgebra;
};

/// Linear consequences <p, w> + c = 0 of D^T p = D^T M a along the motions, and a combination that reads 0 = not 0.
struct Refutation {
  struct Row {
    int from;  ///< the row it is the derivative of; -1 - j: the product with D_j itself
    ParameterPolynomial divisor;  ///< taken out
    Vector w;                     ///< then c
  };
  std::vector<Row> rows;
  Vector combination;
  ParameterPolynomial remainder;  ///< in the parameters and u
};

/// What is true on a part, but for where one of `exceptions` vanishes.
struct Finding {
  enum class Kind { yes, no, undecided } kind = Kind::undecided;
  bool generic = false;  ///< a yes about almost all motions
  std::string reason;
  Vector exceptions;
  std::optional<Section> section;
  std::optional<Refutation> refutation;
};

/// Why the answer to `q1` is what it is, where something proves it.
inline constexpr const char *because_integrable = "d is integrable: the problem is holonomic",
                            *because_of_section = "a section linear in u",
                            *because_refuted =
                                "no multiplier satisfies the equations along generic motions";

/// `integrable`, `eq_3_11`, `linear_section`, `cor_3_9` and `q1`.
const std::vector<std::string>& parametric_questions();
Finding ask(const std::string& id, const Part& part);

/// Proofs, from the numbers of the part alone.
bool verify(const Part& part, const Section& section, const Vector& exceptions);
bool verify(const Part& part, const Refutation& refutation);
/// Polynomials in the parameters, none 0 on all of the part or nowhere.
bool are_exceptions(const Part& part, const Vector& exceptions);
/// [d,d] lies in d on all of the part.
bool is_integrable(const Part& part);

}  // namespace hamel::varying
