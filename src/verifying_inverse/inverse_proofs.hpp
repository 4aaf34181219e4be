// The parts of a certificate of inverse questions, each proved again from brackets, metric and d.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/io/parameter_pieces.hpp>
#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/system_file.hpp>

#include "base/json.hpp"
#include "family_files.hpp"

namespace hamel {

/// The claims of a certificate, and what an answer is called that is left out of it.
inline const std::vector<std::string> claims_of_inverses{"metrics_of_eq_3_11", "q1_of_metrics",
                                                         "q1_of_distributions", "potentials"};
inline constexpr const char *metrics_with_eq_3_11 = "metrics with (3.11)",
                            *q1_in_entries = "q1 in the entries of the metric",
                            *q1_of_every_d = "q1 in all d of this rank",
                            *keeping_a_multiplier = "potentials";
inline std::string q1_of_every_d_with(const std::vector<int>& pivots) {
  return "q1 in all d with pivots " + in_words(pivots);
}

/// What was proved of one answer, in words, and what is left out of it.
struct ProvedAgain {
  std::vector<VerifiedClaim> claims;
  std::vector<std::string> left_out;
};

[[noreturn]] inline void refuse_unproved(const JsonNode& node, const std::string& what) {
  node.refuse(what + " that is not proved", "one that follows from the system file");
}

/// The space of metrics with (3.11) and the signatures in it, by metrics_again.hpp.
ProvedAgain metrics_of_eq_3_11_again(const AlgebraicSystem<Rational>& system, const JsonNode& node);

/// `q1` in the entries of the metric: makes the family from the system anew and proves that as verify_in_parameters does.
ProvedAgain q1_of_metrics_again(const AlgebraicSystem<Rational>& system, const JsonNode& node);

/// The same of each family of planes by pivots.
ProvedAgain q1_of_planes_again(const AlgebraicSystem<Rational>& system, const JsonNode& node);

/// The multiplier of the kinetic motions and the potentials that keep it, as sections for all motions are proved, see
/// multiplier_section.hpp.
ProvedAgain potentials_again(const SystemFile& file, const JsonNode& node);

/// The answer that certificates have where parts are without proof, `varying::q1_by_equations` within the work of a
/// proof; nothing for other families.
std::optional<ParameterPieces> q1_by_equations(const FamilyText& family);

}  // namespace hamel
