// Reading a system file with some of its parameters left free.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/nearest_name.hpp"
#include "exact/coordinate_quotient.hpp"
#include "family_reader.hpp"
#include "formulas/expression_value.hpp"
#include "tables.hpp"

namespace hamel {

namespace {

/// Refuses what no family covers.
const GroupSystem& require_covered(const JsonNode& file, const SystemFile& own) {
  own.refuse_uncovered("check --vary");
  const auto* group = std::get_if<GroupSystem>(&own.system);
  if (group == nullptr)
    file.member("chart", "").refuse("a chart", "a group or an algebra, to vary a parameter");
  for (const auto& input : group->inputs) {
    if (!input.table && (input.velocity.empty() || !input.signal)) continue;
    const JsonNode node = file.member("inputs", "").member(input.name, "");
    if (input.table)
      node.member("signal", "").refuse("a table", "a formula in t, to vary a parameter");
    node.refuse("a velocity with a signal", "an offset that says it, to vary a parameter");
  }
  if (!group->metric_is_constant())
    file.member("metric", "")
        .refuse("a metric that depends on x", "a constant metric, to vary a parameter");
  if (!group->annihilator.empty())
    file.member("constraint", "")
        .member("annihilator", "")
        .refuse("rows", "a span, to vary a parameter");
  return *group;
}

/// Refuses what is not an invariant system.
void require_invariant(const reading::FamilyFile& file) {
  const JsonNode& node = file.node();
  if (file.has_potential())
    node.member("potential", "").refuse("a potential", "no potential, to vary a parameter");
  if (file.is_forced())
    node.member(node.has("force") ? "force" : "inputs", "")
        .refuse("a force", "no force, to vary a parameter");
  const auto constraint = [&] { return node.member("constraint", ""); };
  if (file.moves())
    constraint()
        .member("span", "")
        .refuse("a constraint that moves with the configuration",
                "a constant constraint, to vary a parameter");
  if (file.is_affine())
    constraint()
        .member("offset", "")
        .refuse("an affine constraint", "a linear constraint, to vary a parameter");
}

}  // namespace

namespace reading {

FamilyFile::FamilyFile(std::string json, const std::vector<std::string>& parameters)
    : json_(std::move(json)),
      own_(parse_system_file(json_)),
      document_(parse_json(json_)),
      node_(document_) {
  require_covered(node_, own_);
  std::vector<std::string> known;
  for (const auto& entry : own_.parameters) known.push_back(entry.first);
  for (const auto& parameter : parameters) {
    if (!own_.parameters.contains(parameter))
      throw InputError(
          "--vary", "'" + parameter + "'" + nearest_hint(parameter, known),
          known.empty() ? "a file with parameters" : "one of the parameters " + comma_list(known));
    if (std::count(parameters.begin(), parameters.end(), parameter) > 1)
      throw InputError("--vary", "'" + parameter + "' twice", "each parameter once");
  }
  scope_ = read_parameters(node_, parameters);
}

namespace {

/// In the variables of the scope, as they come.
CoordinateQuotient<400> value_of(const JsonNode& formula, const Expression::Scope& scope) {
  using Fraction = CoordinateQuotient<400>;
  std::vector<Fraction> at;
  for (std::size_t i = 0; i < scope.variables.size(); ++i)
    at.emplace_back(CoordinatePolynomial::variable(static_cast<int>(i)), 1);
  return read_expression(formula, scope).evaluate(std::span<const Fraction>(at));
}

}  // namespace

bool FamilyFile::varies(const JsonNode& formula) const {
  const auto value = value_of(formula, with_variables(scope_, group().coordinates));
  const auto names_a_coordinate = [&](const CoordinatePolynomial& p) {
    return std::ranges::any_of(
        p.variables(), [&](int k) { return k >= static_cast<int>(scope_.variables.size()); });
  };
  return !value.is_known() || names_a_coordinate(value.numerator()) ||
         names_a_coordinate(value.denominator());
}

bool FamilyFile::has_potential() const {
  return node_.has("potential") && varies(node_.member("potential", ""));
}

bool FamilyFile::moves() const {
  if (!group().constrained()) return false;
  const JsonNode span = node_.member("constraint", "").member("span", "");
  for (const auto& vector : span.array())
    for (const auto& entry : vector.array())
      if (varies(entry)) return true;
  return false;
}

bool FamilyFile::is_forced() const {
  if (node_.has("inputs") &&
      std::ranges::any_of(node_.member("inputs", "").members(),
                          [](const auto& input) { return input.second.has("signal"); }))
    return true;
  if (!node_.has("force")) return false;
  const auto velocities = numbered("a", group().dim());
  const auto scope = with_variables(
      with_variables(with_variables(scope_, group().coordinates), velocities), {"t"});
  return std::ranges::any_of(node_.member("force", "").array(), [&](const JsonNode& entry) {
    const auto value = value_of(entry, scope);
    return !value.is_known() || !value.is_zero();
  });
}

const GroupSystem& FamilyFile::group() const {
  return std::get<GroupSystem>(own_.system);
}

}  // namespace reading

SystemFamily parse_system_family(std::string json, const std::string& parameter) {
  const reading::FamilyFile file(std::move(json), {parameter});
  require_invariant(file);
  const reading::FamilyReader<RationalFunction> reader(file.node(), file.group(), file.scope(),
                                                       {RationalFunction::parameter()});
  const int n = file.group().dim();
  AlgebraicSystem<RationalFunction> system{
      StructureConstants<RationalFunction>(n), DynamicMatrix<RationalFunction>(n, n), {}};
  for (const auto& c : reader.algebra()) system.algebra.set(c.i, c.j, c.k, c.value);
  const auto metric = reader.metric();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) system.metric(i, j) = metric[i][j];
  const auto span = reader.span();
  if (!span.empty()) system.distribution.resize(n, static_cast<Eigen::Index>(span.size()));
  for (Eigen::Index j = 0; j < system.distribution.cols(); ++j)
    for (int i = 0; i < n; ++i) system.distribution(i, j) = span[j][i];
  return {file.name(), parameter, std::move(system)};
}

}  // namespace hamel
