// The metrics with (3.11) in a certificate.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "inverse_proofs.hpp"
#include "verifying/claims_json.hpp"
#include "verifying/metrics_again.hpp"
#include "verifying/proved.hpp"

namespace hamel {

ProvedAgain metrics_of_eq_3_11_again(const AlgebraicSystem<Rational>& system,
                                     const JsonNode& metrics) {
  if (metrics.kind() == JsonValue::Kind::null) return {{}, {metrics_with_eq_3_11}};
  metrics.only_keys({"basis", "signatures", "all_signatures"});
  const auto r = static_cast<std::size_t>(system.d().cols());
  const std::size_t unknowns = r * (r + 1) / 2;
  const JsonNode basis = metrics.member("basis", "a list of rows");
  const auto written = basis.array();
  if (written.size() > unknowns) basis.refuse("at most " + std::to_string(unknowns) + " rows");
  const DynamicMatrix<Rational> rows = matrix_from(basis, written.size(), unknowns);
  if (!proved([&] { return are_all_metrics(system, rows); }))
    refuse_unproved(basis, "a basis of the metrics");
  std::vector<ClaimedMember> members;
  std::string words;
  for (const auto& entry : metrics.member("signatures", "a list").array()) {
    entry.only_keys({"plus", "minus", "factors"});
    const auto count = [&](const char* key) {
      const JsonNode node = entry.member(key, "a whole number");
      node.string("a rational number as text");
      return count_from(node, static_cast<int>(r));
    };
    ClaimedMember member{{count("plus"), count("minus")},
                         vector_from(entry.member("factors", "factors"), written.size(),
                                     std::to_string(written.size()) + " numbers")};
    const bool ordered = members.empty() || member.signature < members.back().signature;
    if (!ordered || !proved([&] { return has_signature(rows, static_cast<int>(r), member); }))
      refuse_unproved(entry, "a signature");
    words += " (" + std::to_string(member.signature.first) + "," +
             std::to_string(member.signature.second) + ")";
    members.push_back(std::move(member));
  }
  const JsonNode all = metrics.member("all_signatures", "true or false");
  const bool complete =
      proved([&] { return no_other_signatures(rows, static_cast<int>(r), members); });
  if (all.boolean() != complete) refuse_unproved(all, "a list of all signatures");
  std::vector<ProofCount> proofs{{Proof::metrics_basis}};
  if (!members.empty()) proofs.push_back({Proof::signature, static_cast<int>(members.size())});
  if (complete) proofs.push_back({Proof::all_signatures});
  return {{{"metrics with (3.11): g on d in a space of dimension " +
                std::to_string(written.size()) + ", no others; signatures" +
                (complete ? (words.empty() ? " none" : words + ", no others") : " not covered"),
            proofs}},
          {}};
}

}  // namespace hamel
