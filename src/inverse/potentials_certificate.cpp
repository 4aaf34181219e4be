// Potentials that keep a multiplier in a certificate: the multiplier, and formulas. The condition is affine in the
// potential, so that what holds without one and for each of a basis holds for all its combinations.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "certificate_parts.hpp"
#include "fast_motions.hpp"
#include "lowering/exact_rows.hpp"
#include "proved.hpp"
#include "proving/section_search.hpp"
#include "reading/reading.hpp"
#include "rows_from.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Exact = DynamicMatrix<Rational>;

constexpr const char* keeping = "potentials";

/// Whether mu = Lambda u serves for all motions of the system with this potential.
bool serves(SystemFile file, const Expression& potential, const Exact& multiplier) {
  std::get<GroupSystem>(file.system).potential = potential;
  return proved([&] {
    const auto about = polynomial_file(file);
    const auto system = about ? stored_system(file, *about) : std::nullopt;
    if (!system) return false;
    MultiplierSection section;
    const std::vector<int> constant(static_cast<std::size_t>(system->functions.rows()), 0);
    for (Eigen::Index i = 0; i < multiplier.rows(); ++i)
      for (Eigen::Index j = 0; j < multiplier.cols(); ++j)
        if (multiplier(i, j) != Rational(0))
          section.terms.push_back(
              {static_cast<int>(i), static_cast<int>(j), constant, multiplier(i, j)});
    return proves_yes(*system, section);
  });
}

ProvedAgain never_again(const SystemFile& file, const JsonNode& node) {
  node.only_keys({"start", "orders"});
  const auto& system = *std::get<GroupSystem>(file.system).exact;
  const FastMotion motion{
      vector_from(node.member("start", "a vector"), static_cast<std::size_t>(system.dimension())),
      node.member("orders", "a number").integer(1, 1000)};
  if (!proved([&] { return no_potential_helps(system, motion); }))
    refuse_unproved(node, "a motion without multiplier");
  return {{{"potentials with which every motion has a multiplier: none", {{Proof::fast_motion}}}},
          {}};
}

}  // namespace

ProvedAgain potentials_again(const SystemFile& file, const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return {{}, {keeping}};
  if (node.has("start")) return never_again(file, node);
  node.only_keys({"multiplier", "basis"});
  const auto& group = std::get<GroupSystem>(file.system);
  const JsonNode written = node.member("multiplier", "a matrix");
  const Exact multiplier = rows_from(written, static_cast<std::size_t>(group.dim()),
                                     static_cast<std::size_t>(group.exact->d().cols()));
  if (!serves(file, Expression(), multiplier)) refuse_unproved(written, "a multiplier");
  const auto basis = node.member("basis", "formulas").array();
  std::string words;
  for (const auto& potential : basis) {
    potential.string("a formula");
    const auto formula = reading::read_expression(potential, {group.coordinates, {}});
    if (!serves(file, formula, multiplier)) refuse_unproved(potential, "a potential");
    words += (words.empty() ? "" : "; ") + printable(potential.string("a formula"));
  }
  return {{{"potentials that keep a multiplier linear in the velocity, each combination of: " +
                (words.empty() ? "constants" : words),
            {{Proof::potential, 1 + static_cast<int>(basis.size())}}}},
          {}};
}

Written potentials_keeping(const SystemFile& file, const KeepingPotentials& potentials) {
  if (!potentials.not_covered.empty()) return {nullptr, {keeping}};
  Json json =
      potentials.never_from.size() > 0
          ? Json{{"start", rows_of(potentials.never_from.transpose())[0]},
                 {"orders", potentials.never_orders}}
          : Json{{"multiplier", rows_of(potentials.multiplier)}, {"basis", potentials.basis}};

  const JsonValue read = parse_json(as_text(json, -1));
  try {
    potentials_again(file, JsonNode(read));
  } catch (const InputError&) {
    return {nullptr, {keeping}};
  }
  return {std::move(json), {}};
}

}  // namespace hamel
