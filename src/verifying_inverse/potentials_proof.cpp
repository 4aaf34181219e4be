// Potentials that keep a multiplier in a certificate: the multiplier, and formulas. The condition is affine in the
// potential, so that what holds without one and for each of a basis holds for all its combinations.
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "base/printable.hpp"
#include "fast_motion.hpp"
#include "inverse_proofs.hpp"
#include "lowering/polynomial_file.hpp"
#include "reading/reading.hpp"
#include "verifying/claims_json.hpp"
#include "verifying/multiplier_section.hpp"
#include "verifying/proved.hpp"

namespace hamel {

namespace {

using Exact = DynamicMatrix<Rational>;

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
  const auto n = static_cast<std::size_t>(system.dimension());
  const FastMotion motion{
      vector_from(node.member("start", "a vector"), n, std::to_string(n) + " numbers"),
      node.member("orders", "a number").integer(1, 1000)};
  if (!proved([&] { return no_potential_helps(system, motion); }))
    refuse_unproved(node, "a motion without multiplier");
  return {{{"potentials with which every motion has a multiplier: none", {{Proof::fast_motion}}}},
          {}};
}

}  // namespace

ProvedAgain potentials_again(const SystemFile& file, const JsonNode& node) {
  if (node.kind() == JsonValue::Kind::null) return {{}, {keeping_a_multiplier}};
  if (node.has("start")) return never_again(file, node);
  node.only_keys({"multiplier", "basis"});
  const auto& group = std::get<GroupSystem>(file.system);
  const JsonNode written = node.member("multiplier", "a matrix");
  const Exact multiplier = matrix_from(written, static_cast<std::size_t>(group.dim()),
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

}  // namespace hamel
