// `q1` of every d of a rank: families by pivots, which are made from the system anew.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>

#include "certificate_parts.hpp"
#include "exact/choices.hpp"
#include "family_files.hpp"
#include "proved_families.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* every_d = "q1 in all d of this rank";

std::string d_with(const std::vector<int>& pivots) {
  return "q1 in all d with pivots " + in_words(pivots);
}

Json entry_of(const std::vector<int>& pivots) {
  Json entry{{"pivots", Json::array()}};
  for (const int pivot : pivots) entry["pivots"].push_back(pivot + 1);
  return entry;
}

bool has_pivots(const JsonNode& node, const std::vector<int>& pivots) {
  const auto written = node.member("pivots", "whole numbers").array();
  bool same = written.size() == pivots.size();
  for (std::size_t i = 0; i < written.size(); ++i) {
    const int pivot = written[i].integer(1, 1000);
    same = same && pivot == pivots[i] + 1;
  }
  return same;
}

}  // namespace

Written q1_of_planes(const AlgebraicSystem<Rational>& system) {
  Written result{Json::array(), {}};
  try {
    for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
      const auto family = planes_family(system, pivots);
      if (!family) continue;
      if (const auto proofs = proofs_by_parts(*family)) {
        Json entry = entry_of(pivots);
        entry.update(*proofs);
        result.json.push_back(std::move(entry));
      } else {
        result.left_out.push_back(d_with(pivots));
      }
    }
  } catch (const InputError&) {  // more parameters than are asked about
    return {nullptr, {every_d}};
  }
  if (result.json.empty()) return {nullptr, {every_d}};
  return result;
}

ProvedAgain q1_of_planes_again(const AlgebraicSystem<Rational>& system, const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return {{}, {every_d}};
  ProvedAgain result;
  const auto written = node.array();
  std::size_t at = 0;
  for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
    const auto family = planes_family(system, pivots);
    if (!family) {
      result.claims.push_back({d_with(pivots) + ": none, the metric is degenerate on each",
                               {{Proof::degenerate_planes}}});
    } else if (at < written.size() && has_pivots(written[at], pivots)) {
      VerifiedClaim claim = proved_again(*family, written[at++], {"pivots"});
      claim.words = d_with(pivots) + ": " + claim.words;
      result.claims.push_back(std::move(claim));
    } else {
      result.left_out.push_back(d_with(pivots));
    }
  }
  if (at == 0) node.refuse("families of which none is proved", "null");
  if (at != written.size()) written[at].refuse("pivots of this rank, each once and in order");
  return result;
}

}  // namespace hamel
