// hamel check --vary of several parameters: from the file to pieces.
#include <string>
#include <vector>

#include <hamel/core/answer_budget.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "parameters/read_family.hpp"
#include "parametric_questions.hpp"
#include "reading/tables.hpp"
#include "singular.hpp"
#include "verifying_families/pieces.hpp"

namespace hamel {

namespace varying {

namespace {

SeveralParameters decide(const reading::FamilyFile& file,
                         const std::vector<std::string>& questions) {
  ReadFamily read = read_family(file);
  read.family.decompositions = asked_of_singular();
  const auto systems = whole(read.family, read.denominators);
  SeveralParameters result{file.name(), file.scope().variables, {}, {}};
  for (const auto& part : systems) {
    Vector nonzero = part.units;
    nonzero.insert(nonzero.end(), part.avoided.begin(), part.avoided.end());
    result.systems.push_back(piece_of(part, nonzero));
  }
  for (const auto& id : questions.empty() ? parametric_questions(read.family) : questions)
    result.answers.push_back(
        pieces_of(id, systems, [&](const Part& part, const std::vector<Larger>& larger) {
          return ask(id, part, larger);
        }));
  return result;
}

}  // namespace

}  // namespace varying

SeveralParameters decide_in_parameters(const std::string& path,
                                       const std::vector<std::string>& parameters) {
  return decide_text_in_parameters(reading::read_system_text(path).whole, parameters);
}

SeveralParameters decide_text_in_parameters(const std::string& json,
                                            const std::vector<std::string>& parameters,
                                            const std::vector<std::string>& questions) {
  const AnswerBudget answer;
  return varying::decide(reading::FamilyFile(json, parameters), questions);
}

}  // namespace hamel
