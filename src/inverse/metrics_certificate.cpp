// The metrics with (3.11) in a certificate. The proofs are read by metrics_again.hpp, which knows nothing of the
// search.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "certificate_parts.hpp"
#include "checking/exact_algebra.hpp"
#include "lowering/exact_rows.hpp"
#include "proved.hpp"
#include "rows_from.hpp"
#include "verifying/metrics_again.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Exact = DynamicMatrix<Rational>;

constexpr const char* not_proved = "metrics with (3.11)";

}  // namespace

Written metrics_of_eq_3_11(const AlgebraicSystem<Rational>& system, const MetricsOfEq311& metrics) {
  const int r = static_cast<int>(system.d().cols());
  Exact rows;
  const bool all = proved([&] {
    const auto echelon = row_echelon<Rational>(rows_of_forms(metrics.basis, r));
    rows = echelon.rows;
    return are_all_metrics(system, rows);
  });
  if (!all) return {nullptr, {not_proved}};
  Json members = Json::array();
  const bool complete = proved([&] {
    const auto found = members_of_space(rows, r);
    if (!found) return false;
    for (const auto& member : *found) {
      Json factors = Json::array();
      for (const auto& factor : member.factors.reshaped()) factors.push_back(factor.str());
      members.push_back({{"plus", std::to_string(member.signature.first)},
                         {"minus", std::to_string(member.signature.second)},
                         {"factors", factors}});
    }
    return true;
  });
  return {{{"basis", rows_of(rows)}, {"signatures", members}, {"all_signatures", complete}}, {}};
}

ProvedAgain metrics_of_eq_3_11_again(const AlgebraicSystem<Rational>& system,
                                     const JsonNode& metrics) {
  if (metrics.kind() == JsonValue::Kind::null) return {{}, {not_proved}};
  metrics.only_keys({"basis", "signatures", "all_signatures"});
  const auto r = static_cast<std::size_t>(system.d().cols());
  const std::size_t unknowns = r * (r + 1) / 2;
  const JsonNode basis = metrics.member("basis", "a list of rows");
  const auto written = basis.array();
  if (written.size() > unknowns) basis.refuse("at most " + std::to_string(unknowns) + " rows");
  const Exact rows = rows_from(basis, written.size(), unknowns);
  if (!proved([&] { return are_all_metrics(system, rows); }))
    refuse_unproved(basis, "a basis of the metrics");
  std::vector<ClaimedMember> members;
  std::string words;
  for (const auto& entry : metrics.member("signatures", "a list").array()) {
    entry.only_keys({"plus", "minus", "factors"});
    const auto count = [&](const char* key) {
      const JsonNode node = entry.member(key, "a whole number");
      const Rational number = rational_from(node);
      if (number.denominator() != 1 || number.sign() < 0 || number > Rational(static_cast<int>(r)))
        node.refuse("a whole number up to " + std::to_string(r));
      return static_cast<int>(number.numerator());
    };
    ClaimedMember member{{count("plus"), count("minus")},
                         vector_from(entry.member("factors", "factors"), written.size())};
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
  if (all.kind() != JsonValue::Kind::boolean) all.refuse("true or false");
  if ((all.describe() == "true") != complete) refuse_unproved(all, "a list of all signatures");
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
