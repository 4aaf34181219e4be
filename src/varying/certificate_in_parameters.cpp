// What was found on the parts of the space of parameters as a file, of which family_proofs.hpp proves each first.
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/answer_budget.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "base/json_text.hpp"
#include "base/sha256.hpp"
#include "family_findings.hpp"
#include "parameters/read_family.hpp"
#include "parametric_questions.hpp"
#include "reading/tables.hpp"
#include "singular.hpp"
#include "verifying/certificate_head.hpp"
#include "verifying_families/family_proofs.hpp"
#include "verifying_families/finding_json.hpp"
#include "verifying_families/pieces.hpp"

namespace hamel {

nlohmann::ordered_json varying::findings_of(const reading::FamilyFile& file,
                                            std::vector<std::string> questions) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::object(),
                         decompositions = nlohmann::ordered_json::array();
  ReadFamily read = read_family(file);
  read.family.decompositions = asked_of_singular();
  if (questions.empty()) questions = parametric_questions(read.family);
  for (const auto& id : questions) findings[id] = nlohmann::ordered_json::array();
  try {
    const auto systems = whole(read.family, read.denominators);
    for (const auto& id : questions)
      pieces_of(id, systems, [&](const Part& part, const std::vector<Larger>& larger) {
        Finding finding = ask(id, part, larger);
        if (finding.proved) findings[id].push_back(varying::as_json(id, part, finding));
        return finding;
      });
    decompositions = as_json(read.family.decompositions->used());
  } catch (const BudgetExceeded&) {
  }
  return {{"findings", findings}, {"decompositions", decompositions}};
}

std::string certificate_in_parameters(const std::string& path,
                                      const std::vector<std::string>& parameters) {
  return certificate_of_text_in_parameters(reading::read_system_text(path).whole, parameters);
}

std::string certificate_of_text_in_parameters(const std::string& json,
                                              const std::vector<std::string>& parameters) {
  const AnswerBudget answer;
  const reading::FamilyFile file(json, parameters);
  nlohmann::ordered_json findings;
  {
    const AnswerBudget search(AnswerBudget::left() * 3 / 4);  // the rest proves what was found
    findings = varying::findings_of(file, {});
  }
  const nlohmann::ordered_json proofs = varying::proofs_of(file, findings);
  std::vector<std::string> claims;
  if (proofs.contains("conditions"))
    for (const auto& condition : proofs["conditions"]) claims.push_back(condition["id"]);
  claims.emplace_back("q1");
  nlohmann::ordered_json certificate =
      certificate_head({"vary", file.name(), reading::sha256(json)}, claims);
  certificate["parameters"] = file.scope().variables;
  certificate.update(proofs);
  return as_text(certificate) + "\n";
}

}  // namespace hamel
