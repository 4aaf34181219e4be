// Certificates of inverse questions: one member for each answer, null where it is left out.
#include <string>
#include <vector>

#include <hamel/io/inverse_certificate.hpp>

#include "base/json.hpp"
#include "base/within_answer.hpp"
#include "inverse_proofs.hpp"
#include "verifying/certificate_head.hpp"

namespace hamel {

namespace {

std::vector<VerifiedClaim> verified(const SystemFile& file, std::string_view json) {
  const JsonValue document = parse_json(json);
  const JsonNode root(document);
  require_head(
      root, certificate_subject("inverse", file), claims_of_inverses,
      {"eq_3_11_metrics", "metrics_q1", "distributions_q1", "potentials", "without_certificate"});
  const auto& system = system_of_inverse(file);
  ProvedAgain proved;
  const auto add = [&](const char* key, const char* claim, const auto& about, const auto& proof) {
    ProvedAgain one = proof(about, root.member(key, "an answer with its proof, or null"));
    for (auto& verified : one.claims) verified.about = claim;
    proved.claims.insert(proved.claims.end(), one.claims.begin(), one.claims.end());
    proved.left_out.insert(proved.left_out.end(), one.left_out.begin(), one.left_out.end());
  };
  add("eq_3_11_metrics", "metrics_of_eq_3_11", system, &metrics_of_eq_3_11_again);
  add("metrics_q1", "q1_of_metrics", system, &q1_of_metrics_again);
  add("distributions_q1", "q1_of_distributions", system, &q1_of_planes_again);
  add("potentials", "potentials", file, &potentials_again);
  const JsonNode without = root.member("without_certificate", "a list");
  const auto left_out =
      without.array(proved.left_out.size(), std::to_string(proved.left_out.size()) +
                                                " answers, those that are not in the certificate");
  for (std::size_t i = 0; i < left_out.size(); ++i)
    if (left_out[i].string("a text") != proved.left_out[i])
      left_out[i].refuse("\"" + proved.left_out[i] + "\"");
  return proved.claims;
}

}  // namespace

std::vector<VerifiedClaim> verify_inverse_certificate(const SystemFile& file,
                                                      std::string_view json) {
  return reading::within_answer([&] { return verified(file, json); });
}

}  // namespace hamel
