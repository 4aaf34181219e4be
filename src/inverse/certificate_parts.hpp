// The parts of a certificate of inverse questions: each is written when it was proved again, and read by its own proof.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/io/inverse.hpp>
#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/system_file.hpp>

#include "base/json.hpp"

namespace hamel {

/// One answer with what proves it, null where nothing does, and what is left out of it.
struct Written {
  nlohmann::ordered_json json;
  std::vector<std::string> left_out;
};

/// What was proved of one answer, in words, and what is left out of it.
struct ProvedAgain {
  std::vector<VerifiedClaim> claims;
  std::vector<std::string> left_out;
};

/// The space of metrics with (3.11) and the signatures in it.
Written metrics_of_eq_3_11(const AlgebraicSystem<Rational>& system, const MetricsOfEq311& metrics);
/// Proves that again by metrics_again.hpp.
ProvedAgain metrics_of_eq_3_11_again(const AlgebraicSystem<Rational>& system, const JsonNode& node);

/// `q1` in the entries of the metric.
Written q1_of_metrics(const AlgebraicSystem<Rational>& system);
/// Makes the family from the system anew and proves that again, as verify_in_parameters does.
ProvedAgain q1_of_metrics_again(const AlgebraicSystem<Rational>& system, const JsonNode& node);

/// The same of each family of planes by pivots.
Written q1_of_planes(const AlgebraicSystem<Rational>& system);
/// Makes the families from the system anew and proves that again.
ProvedAgain q1_of_planes_again(const AlgebraicSystem<Rational>& system, const JsonNode& node);

/// The multiplier of the kinetic motions, and the potentials that keep it.
Written potentials_keeping(const SystemFile& file, const KeepingPotentials& potentials);
/// Proves that again as sections for all motions are proved, see multiplier_section.hpp.
ProvedAgain potentials_again(const SystemFile& file, const JsonNode& node);

}  // namespace hamel
