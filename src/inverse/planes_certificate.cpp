// `q1` of every d of a rank: families by pivots or up to isometric automorphisms, which are made from the system anew.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>

#include "certificate_parts.hpp"
#include "family_files.hpp"
#include "plane_choices.hpp"
#include "plane_invariants.hpp"
#include "proved.hpp"
#include "proved_families.hpp"
#include "proving/planes_again.hpp"
#include "rows_from.hpp"
#include "varying/choices.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* every_d = "q1 in all d of this rank";

std::string d_with(const std::vector<int>& pivots) {
  return "q1 in all d with pivots " + in_words(pivots);
}

std::string d_spanned_by(const std::vector<std::vector<std::string>>& span) {
  return "q1 in all d spanned by " + in_words(span);
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

bool has_span(const JsonNode& node, const std::vector<std::vector<std::string>>& span) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& vector : node.member("span", "vectors").array()) {
    auto& row = rows.emplace_back();
    for (const auto& entry : vector.array()) row.push_back(entry.string("a formula"));
  }
  return rows == span;
}

/// Families in turn, with proofs.
class Writer {
 public:
  explicit Writer(const AlgebraicSystem<Rational>& system) : system_(system) {}

  /// `entry` says which family it is.
  void add(const FamilyText& family, const std::string& name, const Json& entry,
           bool in_invariants) {
    if (!in_invariants) {
      if (!add_proofs(family, entry)) result_.left_out.push_back(name);
      return;
    }
    std::vector<std::string> without;
    const auto parts = planes_in_invariants(system_, family);
    for (const auto& part : parts) {
      Json of_part = entry;
      of_part["where"] = part.where;
      of_part["basis"] = part.basis;
      if (!add_proofs(part.text, of_part)) without.push_back(name + " where " + part.where);
    }
    if (without.size() == parts.size()) without = {name};
    result_.left_out.insert(result_.left_out.end(), without.begin(), without.end());
  }
  Written result() && { return std::move(result_); }

 private:
  bool add_proofs(const FamilyText& family, Json entry) {
    const auto proofs = proofs_by_parts(family);
    if (!proofs) return false;
    entry.update(*proofs);
    result_.json.push_back(std::move(entry));
    return true;
  }

  const AlgebraicSystem<Rational>& system_;
  Written result_{Json::array(), {}};
};

/// The same proved again.
class Reader {
 public:
  Reader(const AlgebraicSystem<Rational>& system, const JsonNode& families)
      : system_(system), node_(families), written_(families.array()) {}

  /// Whether a node is of this family.
  template <class IsThis>
  void next(const FamilyText& family, const std::string& name, const char* key,
            const IsThis& is_this) {
    const auto is_next = [&] { return at_ < written_.size() && is_this(written_[at_]); };
    if (!is_next()) {
      result_.left_out.push_back(name);
      return;
    }
    if (!written_[at_].has("basis")) {
      prove(family, name, {key});
      return;
    }
    const std::size_t before = at_;
    std::vector<std::string> without;
    for (const auto& part : planes_in_invariants(system_, family)) {
      const std::string of_part = name + " where " + part.where;
      if (is_next() && says(written_[at_], "where", part.where) &&
          says(written_[at_], "basis", part.basis))
        prove(part.text, of_part + ", b1, b2 in d such that " + part.basis,
              {key, "where", "basis"});
      else
        without.push_back(of_part);
    }
    if (at_ == before) written_[at_].refuse("numbers that follow from the system file");
    result_.left_out.insert(result_.left_out.end(), without.begin(), without.end());
  }
  void say(const std::string& claim) { result_.claims.push_back(claim); }
  ProvedAgain result(const char* expected) && {
    if (at_ == 0) node_.refuse("families of which none is proved", "null");
    if (at_ != written_.size()) written_[at_].refuse(expected);
    return std::move(result_);
  }

 private:
  static bool says(const JsonNode& node, const char* key, const std::string& text) {
    return node.member(key, "a text").string("a text") == text;
  }
  void prove(const FamilyText& family, const std::string& name,
             const std::vector<std::string>& keys) {
    say(name + ": " + proved_again(family, written_[at_++], keys));
  }

  const AlgebraicSystem<Rational>& system_;
  const JsonNode& node_;
  std::vector<JsonNode> written_;
  std::size_t at_ = 0;
  ProvedAgain result_;
};

Json as_json(const PlaneChoices& choices) {
  Json json = Json::object();
  if (choices.vector.size() == 0) {
    json["largest"] = Json::array();
    for (const auto& [j, i] : choices.largest) json["largest"].push_back({j + 1, i + 1});
    return json;
  }
  for (const auto& entry : choices.vector) json["vector"].push_back(entry.str());
  json["with"] = as_json(choices.next[0]);
  if (choices.next.size() > 1) json["without"] = as_json(choices.next[1]);
  return json;
}

PlaneChoices choices_from(const JsonNode& node, int n) {
  PlaneChoices choices;
  if (!node.has("vector")) {
    node.only_keys({"largest"});
    for (const auto& place : node.member("largest", "components").array()) {
      const auto entry = place.array(2, "the numbers of a vector and of its component");
      choices.largest.emplace_back(entry[0].integer(1, n) - 1, entry[1].integer(1, n) - 1);
    }
    return choices;
  }
  node.only_keys({"vector", "with", "without"});
  choices.vector = vector_from(node.member("vector", "a vector"), static_cast<std::size_t>(n));
  choices.next.push_back(choices_from(node.member("with", "choices"), n));
  if (node.has("without"))
    choices.next.push_back(choices_from(node.member("without", "choices"), n));
  return choices;
}

/// Nothing where they have more parameters than are asked about.
template <class InInvariants>
std::optional<Written> by_pivots(const AlgebraicSystem<Rational>& system,
                                 const InInvariants& in_invariants) {
  Writer writer(system);
  try {
    for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols())))
      if (const auto family = planes_family(system, pivots))
        writer.add(*family, d_with(pivots), entry_of(pivots),
                   in_invariants([&](const auto& one) { return one.pivots == pivots; }));
  } catch (const InputError&) {
    return std::nullopt;
  }
  return std::move(writer).result();
}

ProvedAgain by_pivots_again(const AlgebraicSystem<Rational>& system, const JsonNode& node) {
  Reader reader(system, node);
  for (const auto& pivots : choices(system.dimension(), static_cast<int>(system.d().cols()))) {
    const auto family = planes_family(system, pivots);
    if (!family)
      reader.say(d_with(pivots) + ": none, the metric is degenerate on each");
    else
      reader.next(*family, d_with(pivots), "pivots",
                  [&](const JsonNode& entry) { return has_pivots(entry, pivots); });
  }
  return std::move(reader).result("pivots of this rank, each once and in order");
}

ProvedAgain planes_up_to_symmetries_again(const AlgebraicSystem<Rational>& system,
                                          const JsonNode& node) {
  const JsonNode told = node.member("choices", "choices"), list = node.member("families", "a list");
  const PlaneChoices choices = choices_from(told, system.dimension());
  std::optional<std::vector<GraphsOfPlanes>> families;
  if (!proved([&] {
        families = families_by(system, static_cast<int>(system.d().cols()), choices);
        return families.has_value();
      }))
    refuse_unproved(told, "planes up to isometric automorphisms");
  Reader reader(system, list);
  reader.say("each d of this rank is taken to one of " + std::to_string(families->size()) +
             " families by " + normal_form_of_planes(system));
  for (const auto& graphs : *families) {
    const auto span = span_of(graphs);
    reader.next(planes_family(system, graphs), d_spanned_by(span), "span",
                [&](const JsonNode& entry) { return has_span(entry, span); });
  }
  return std::move(reader).result("families by these choices, each once and in order");
}

}  // namespace

Written q1_of_planes(const AlgebraicSystem<Rational>& system, const InverseAnswers& answers) {
  const auto r = static_cast<int>(system.d().cols());
  const auto in_invariants = [&](const auto& is_this) {
    return std::ranges::any_of(answers.distributions, [&](const DistributionFamily& family) {
      return !family.basis.empty() && is_this(family);
    });
  };
  const bool with_pivots = std::ranges::any_of(
      answers.distributions, [](const auto& family) { return !family.pivots.empty(); });
  std::optional<Written> pivots;
  if (with_pivots || answers.distributions_normal_form.empty())
    pivots = by_pivots(system, in_invariants);
  const bool has_pivots = pivots && !pivots->json.empty();
  if (answers.distributions_normal_form.empty())
    return has_pivots ? *std::move(pivots) : Written{nullptr, {every_d}};
  Writer writer(system);
  for (const auto& graphs : families_up_to_symmetries(system)) {
    const auto span = span_of(graphs);
    writer.add(planes_family(system, graphs), d_spanned_by(span), {{"span", span}},
               in_invariants([&](const auto& family) { return family.span == span; }));
  }
  Written families = std::move(writer).result();
  if (families.json.empty()) return has_pivots ? *std::move(pivots) : Written{nullptr, {every_d}};
  Written result{Json::object(), {}};
  if (has_pivots) result = {{{"by_pivots", std::move(pivots->json)}}, std::move(pivots->left_out)};
  result.json["choices"] = as_json(choices_of_planes(system, r).value());
  result.json["families"] = std::move(families.json);
  result.left_out.insert(result.left_out.end(), families.left_out.begin(), families.left_out.end());
  return result;
}

ProvedAgain q1_of_planes_again(const AlgebraicSystem<Rational>& system, const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return {{}, {every_d}};
  if (node.kind() != JsonValue::Kind::object) return by_pivots_again(system, node);
  node.only_keys({"by_pivots", "choices", "families"});
  ProvedAgain result;
  const auto add = [&](const ProvedAgain& more) {
    result.claims.insert(result.claims.end(), more.claims.begin(), more.claims.end());
    result.left_out.insert(result.left_out.end(), more.left_out.begin(), more.left_out.end());
  };
  if (node.has("by_pivots")) add(by_pivots_again(system, node.member("by_pivots", "a list")));
  add(planes_up_to_symmetries_again(system, node));
  return result;
}

}  // namespace hamel
