// Certificates of inverse questions as JSON. The proofs are read by metrics_again.hpp, which knows nothing of the search.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/inverse_certificate.hpp>
#include <hamel/io/json.hpp>

#include "checking/exact_algebra.hpp"
#include "exact_rows.hpp"
#include "metrics_again.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using Exact = DynamicMatrix<Rational>;

constexpr std::int64_t proof_operations = 400'000'000;
constexpr std::size_t longest_number = 50'000;  ///< digits
constexpr int widest_factor = 2;                ///< of members that are tried as witnesses
/// Answers of `hamel inverse` that have no file form.
constexpr std::array not_written{"q1 in the entries of the metric", "q1 in all d of this rank",
                                 "potentials"};

bool proved(const std::function<bool()>& claim) {
  try {
    const WorkBudget budget(proof_operations);
    return claim();
  } catch (const BudgetExceeded&) {
  } catch (const std::overflow_error&) {
  }
  return false;
}

const AlgebraicSystem<Rational>& exact_system(const SystemFile& file) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group == nullptr || !group->exact || !group->constrained() || group->moves() ||
      !group->metric_is_constant() || !group->offset.empty() || group->forced())
    throw InputError("$", file.name,
                     "rational numbers, a constant metric and a linear constraint that does not "
                     "move, as inverse questions ask");
  return *group->exact;
}

/// A member of that signature with small factors; none where there is no such one.
std::vector<ClaimedMember> witness(const Exact& rows, int r, const std::pair<int, int>& signature) {
  ClaimedMember member{signature,
                       DynamicVector<Rational>::Constant(rows.rows(), Rational(-widest_factor))};
  while (rows.rows() > 0) {
    if (has_signature(rows, r, member)) return {member};
    Eigen::Index k = 0;
    while (k < rows.rows() && member.factors(k) == Rational(widest_factor))
      member.factors(k++) = Rational(-widest_factor);
    if (k == rows.rows()) break;
    member.factors(k) += Rational(1);
  }
  return {};
}

Rational number_from(const JsonNode& node) {
  const std::string& written = node.string("a rational number as text");
  auto number = written.size() > longest_number ? std::nullopt : try_parse_rational(written);
  if (!number) node.refuse("a rational number such as -3/10");
  return *number;
}

[[noreturn]] void refuse(const JsonNode& node, const std::string& what) {
  node.refuse(what + " that is not proved", "one that follows from the system file");
}

}  // namespace

std::string inverse_certificate_of(const SystemFile& file, const InverseAnswers& answers) {
  const auto& system = exact_system(file);
  const int r = static_cast<int>(system.d().cols());
  Json without(not_written);
  Json certificate{{"schema", 1}, {"certificate_for", answers.name}};
  Exact rows;
  const bool all = proved([&] {
    const auto echelon = row_echelon<Rational>(rows_of_forms(answers.admissible.basis, r));
    rows = echelon.rows;
    return are_all_metrics(system, rows);
  });
  if (all) {
    Json members = Json::array();
    std::vector<ClaimedMember> seen;
    for (const auto& signature : answers.admissible.signatures)
      proved([&] {
        for (const auto& member : witness(rows, r, signature)) {
          Json factors = Json::array();
          for (const auto& factor : member.factors.reshaped()) factors.push_back(factor.str());
          members.push_back({{"plus", std::to_string(signature.first)},
                             {"minus", std::to_string(signature.second)},
                             {"factors", factors}});
          seen.push_back(member);
        }
        return true;
      });
    const bool complete = proved([&] { return no_other_signatures(rows, r, seen); });
    certificate["eq_3_11_metrics"] = {
        {"basis", rows_of(rows)}, {"signatures", members}, {"all_signatures", complete}};
  } else {
    certificate["eq_3_11_metrics"] = nullptr;
    without.push_back("metrics with (3.11)");
  }
  certificate["without_certificate"] = without;
  return certificate.dump(1, ' ', true) + "\n";
}

std::vector<std::string> verify_inverse_certificate(const SystemFile& file, std::string_view json) {
  const JsonValue document = parse_json(json);
  const JsonNode root(document);
  root.only_keys({"schema", "certificate_for", "eq_3_11_metrics", "without_certificate"});
  root.member("schema", "1").integer(1, 1);
  const JsonNode name = root.member("certificate_for", "the name of a system");
  if (name.string("the name of a system") != file.name)
    name.refuse(file.name + ": the certificate is of another system");
  const auto& system = exact_system(file);
  const JsonNode metrics = root.member("eq_3_11_metrics", "the metrics with (3.11)");
  metrics.only_keys({"basis", "signatures", "all_signatures"});
  const auto r = static_cast<std::size_t>(system.d().cols());
  const std::size_t unknowns = r * (r + 1) / 2;
  const auto vector_from = [](const JsonNode& node, std::size_t size) {
    const auto entries = node.array(size, std::to_string(size) + " numbers");
    DynamicVector<Rational> v(static_cast<Eigen::Index>(size));
    for (std::size_t i = 0; i < size; ++i)
      v(static_cast<Eigen::Index>(i)) = number_from(entries[i]);
    return v;
  };
  const JsonNode basis = metrics.member("basis", "a list of rows");
  const auto written = basis.array();
  if (written.size() > unknowns) basis.refuse("at most " + std::to_string(unknowns) + " rows");
  Exact rows(static_cast<Eigen::Index>(written.size()), static_cast<Eigen::Index>(unknowns));
  for (std::size_t i = 0; i < written.size(); ++i)
    rows.row(static_cast<Eigen::Index>(i)) = vector_from(written[i], unknowns).transpose();
  if (!proved([&] { return are_all_metrics(system, rows); }))
    refuse(basis, "a basis of the metrics");
  std::vector<ClaimedMember> members;
  std::string words;
  for (const auto& entry : metrics.member("signatures", "a list").array()) {
    entry.only_keys({"plus", "minus", "factors"});
    const auto count = [&](const char* key) {
      const JsonNode node = entry.member(key, "a whole number");
      const Rational number = number_from(node);
      if (number.denominator() != 1 || number.sign() < 0 || number > Rational(static_cast<int>(r)))
        node.refuse("a whole number up to " + std::to_string(r));
      return static_cast<int>(number.numerator());
    };
    ClaimedMember member{{count("plus"), count("minus")},
                         vector_from(entry.member("factors", "factors"), written.size())};
    const bool ordered = members.empty() || member.signature < members.back().signature;
    if (!ordered || !proved([&] { return has_signature(rows, static_cast<int>(r), member); }))
      refuse(entry, "a signature");
    words += " (" + std::to_string(member.signature.first) + "," +
             std::to_string(member.signature.second) + ")";
    members.push_back(std::move(member));
  }
  const JsonNode all = metrics.member("all_signatures", "true or false");
  const bool complete =
      proved([&] { return no_other_signatures(rows, static_cast<int>(r), members); });
  if (all.kind() != JsonValue::Kind::boolean) all.refuse("true or false");
  if ((all.describe() == "true") != complete) refuse(all, "a list of all signatures");
  const JsonNode without = root.member("without_certificate", "a list");
  const std::string count = std::to_string(not_written.size()) + " answers without a file form";
  const auto left_out = without.array(not_written.size(), count);
  for (std::size_t i = 0; i < left_out.size(); ++i)
    if (left_out[i].string("a text") != not_written[i])
      left_out[i].refuse("\"" + std::string(not_written[i]) + "\"");
  return {"metrics with (3.11): g on d in a space of dimension " + std::to_string(written.size()) +
          ", no others; signatures" + (words.empty() ? " none seen" : words) +
          (complete ? ", no others" : ", others were not seen")};
}

}  // namespace hamel
