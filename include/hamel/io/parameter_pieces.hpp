// A system file with several of its parameters left free: where in their space each question is answered with yes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hamel/io/proof_kinds.hpp>

namespace hamel {

/// The common zeros of `zero` where no polynomial of `nonzero` vanishes; both empty: all parameters.
struct ParameterPiece {
  std::vector<std::string> zero, nonzero;
  bool generic = false;     ///< of `q1`: a yes for almost all motions
  std::string reason;       ///< why the answer is what it is there
  std::string certificate;  ///< the momentum of a section; empty without one
};

/// The answer of one question: yes on the union of the pieces `yes`, not known on those of `undecided`, no elsewhere.
struct ParameterPieces {
  std::string id;
  std::vector<ParameterPiece> yes, undecided;
  std::string no;  ///< why, for almost all parameters; empty where that is a yes
  std::string
      certificate;  ///< of `no` of `q1`: a polynomial in parameters and velocities: no where it is not 0 for all
  std::vector<ProofCount> proofs = {};  ///< what verified it; empty where that was not asked
};

/// What several parameters decide.
struct SeveralParameters {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<ParameterPiece>
      systems;  ///< where the numbers form a system; elsewhere nothing is said
  std::vector<ParameterPieces> answers;
};

/// Reads and checks a file at its own parameter values, then leaves the parameters free and answers `integrable`,
/// `eq_3_11`, `linear_section`, `cor_3_9` and `q1` on all of their space, exactly. Each yes and no is proved again
/// before it is given, but for a no to `cor_3_9` whose proof would divide by too much. Under a constraint with an
/// offset or a force `integrable`, `eq_3_11` and `q1` are asked, under one that moves `q1`.
/// Throws InputError naming the place: a parameter the file does not have, a chart, potential, force, offset and
/// constraint that are no polynomials in coordinates, their cosines and sines, the force in velocities too; and where
/// FLINT (Debian: libflint-dev) was absent when this was built.
SeveralParameters decide_in_parameters(const std::string& path,
                                       const std::vector<std::string>& parameters);
/// The same of the text of a file; of all questions or of those named.
SeveralParameters decide_text_in_parameters(const std::string& json,
                                            const std::vector<std::string>& parameters,
                                            const std::vector<std::string>& questions = {});

/// The same as a JSON object, as `hamel check --vary l,J,m --json` prints it.
std::string as_json(const SeveralParameters& found);

/// What proves the answers in these parameters, one of them or several, as a file (JSON): on each part of their space a
/// section, a refutation or what else does, and the exceptions to it, which are parts again.
std::string certificate_in_parameters(const std::string& path,
                                      const std::vector<std::string>& parameters);
/// Proves such a certificate again; the answers are undecided where the certificate says nothing. Throws InputError
/// with the place of the first part that is not proved.
SeveralParameters verify_in_parameters(const std::string& path, std::string_view certificate);
/// Both of the text of a file.
std::string certificate_of_text_in_parameters(const std::string& json,
                                              const std::vector<std::string>& parameters);
SeveralParameters verify_text_in_parameters(const std::string& json, std::string_view certificate);

}  // namespace hamel
