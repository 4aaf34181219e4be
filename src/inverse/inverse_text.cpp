// Inverse answers in words and as JSON.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/inverse.hpp>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "claims/claim_json.hpp"
#include "family_answers.hpp"
#include "lowering/exact_rows.hpp"
#include "verifying_families/pieces_text.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
using varying::shown;

Json q1_of(const SeveralParameters& found) {
  if (found.answers.empty()) return nullptr;
  const ParameterPieces& q1 = found.answers.front();
  return {{"parameters", found.parameters},
          {"systems", varying::as_json(found.systems)},
          {"yes_iff", varying::as_json(q1.yes)},
          {"undecided", varying::as_json(q1.undecided)}};
}

std::string words_of(const SeveralParameters& found, const std::string& indent) {
  std::string out;
  if (found.answers.empty()) return out;
  const ParameterPieces& q1 = found.answers.front();
  for (const auto& piece : q1.yes)
    out +=
        indent + "yes        " + shown(piece) + (piece.generic ? " (generic starts)" : "") + "\n";
  for (const auto& piece : q1.undecided) out += indent + "undecided  " + shown(piece) + "\n";
  bool always = false;
  for (const auto* pieces : {&q1.yes, &q1.undecided})
    for (const auto& piece : *pieces)
      always = always || (piece.zero.empty() && piece.nonzero.empty());
  if (!always)
    out += indent + (q1.yes.empty() && q1.undecided.empty() ? "no         always\n"
                                                            : "no         elsewhere\n");
  return out;
}

std::string signatures_in_words(const std::vector<std::pair<int, int>>& signatures) {
  std::string text;
  for (const auto& [plus, minus] : signatures)
    text += " (" + std::to_string(plus) + "," + std::to_string(minus) + ")";
  return text;
}

Json pairs(const std::vector<std::pair<int, int>>& signatures) {
  Json all = Json::array();
  for (const auto& [plus, minus] : signatures) all.push_back({plus, minus});
  return all;
}

/// Whether its vectors are those of the given one, in any order.
bool is_given_basis(const DynamicMatrix<Rational>& basis) {
  for (const auto& x : basis.reshaped())
    if (x != Rational(0) && x != Rational(1)) return false;
  return basis.sum() == Rational(static_cast<int>(basis.cols()));
}

bool is_open(const SeveralParameters& found) {
  return std::ranges::any_of(found.answers,
                             [](const auto& answer) { return !answer.undecided.empty(); });
}

/// Of answers in parameters whose equations are found by a search.
ClaimStatus status_of(const std::string& not_covered, bool is_open) {
  return !not_covered.empty() ? ClaimStatus::not_covered
         : is_open            ? ClaimStatus::undecided
                              : ClaimStatus::recomputed;
}

}  // namespace

bool covers_all(const InverseAnswers& answers) {
  return answers.admissible.all_signatures && answers.metrics_not_covered.empty() &&
         answers.distributions_not_covered.empty() && answers.potentials.not_covered.empty();
}

std::string words(const InverseAnswers& answers) {
  std::string out = printable(answers.name) + ", inverse questions, by exact arithmetic\n\n";
  out += "Metrics with (3.11), d and d_perp kept: g on d in a space of dimension " +
         std::to_string(answers.admissible.basis.size()) + "\n";
  for (const auto& form : answers.admissible.basis) {
    out += "  [";
    for (Eigen::Index i = 0; i < form.rows(); ++i)
      for (Eigen::Index j = 0; j < form.cols(); ++j)
        out += std::string(j ? " " : i ? "; " : "") + form(i, j).str();
    out += "]\n";
  }
  out += answers.admissible.all_signatures
             ? "  signatures that occur:" + signatures_in_words(answers.admissible.signatures)
             : "  signatures not covered: the space is of more than two dimensions";
  if (answers.admissible.signatures.empty() && answers.admissible.all_signatures)
    out += " none, every member is degenerate";
  out += "\n";
  out += "\nIs every nonholonomic motion vakonomic, in the entries of the metric?\n";
  if (!answers.metrics_not_covered.empty())
    out += "  not covered: " + answers.metrics_not_covered + "\n";
  else if (answers.metrics_normal_form.empty() && is_given_basis(answers.metric_basis))
    out += words_of(answers.metrics, "  ");
  else
    out += "  " + entries_in_words(answers.metric_basis, !answers.metrics_normal_form.empty()) +
           "\n" +
           (answers.metrics_normal_form.empty()
                ? ""
                : "  each metric is as one with " + answers.metrics_normal_form + "\n") +
           words_of(answers.metrics_adapted, "  ");
  out += "\nThe same of all d of this rank, with the metric of the file\n";
  for (const auto& family : answers.distributions)
    out += "  d with pivots " + in_words(family.pivots) +
           " (vectors e_p + sum of t_jk e_k, k > p no pivot)\n" + words_of(family.answer, "    ");
  if (!answers.distributions_not_covered.empty())
    out += "  not covered: " + answers.distributions_not_covered + "\n";
  const auto& potentials = answers.potentials;
  out += "\nPotentials of degree up to " + std::to_string(potentials.degree) +
         " in coordinates, cosines and sines under which a multiplier linear in the velocity "
         "remains one\n";
  for (const auto& u : potentials.basis) out += "  " + u + "\n";
  if (potentials.never_from.size() > 0)
    out +=
        "  none of any degree: motions without potential have no multiplier, and fast ones none "
        "with any\n";
  else if (!potentials.not_covered.empty())
    out += "  not covered: " + potentials.not_covered + "\n";
  else
    out += std::string(potentials.basis.empty() ? "  constants alone\n" : "") +
           (potentials.unique ? "  there is one such multiplier\n"
                              : "  for one such multiplier; others may allow others\n");
  return out;
}

std::string as_json(const InverseAnswers& answers) {
  Json forms = Json::array(), families = Json::array();
  for (const auto& form : answers.admissible.basis) forms.push_back(rows_of(form));
  for (const auto& family : answers.distributions) {
    Json pivots = Json::array();
    for (const int pivot : family.pivots) pivots.push_back(pivot + 1);
    families.push_back({{"pivots", pivots}, {"q1", q1_of(family.answer)}});
  }
  const auto& admissible = answers.admissible;
  const auto& potentials = answers.potentials;
  Json of_eq_3_11{{"basis", forms},
                  {"signatures", pairs(admissible.signatures)},
                  {"all_signatures", admissible.all_signatures}};
  add_claim(of_eq_3_11, "metrics_of_eq_3_11",
            admissible.all_signatures ? ClaimStatus::recomputed : ClaimStatus::not_covered);
  Json metrics{{"q1", q1_of(answers.metrics)},
               {"basis", rows_of(answers.metric_basis.transpose())},
               {"q1_in_basis", q1_of(answers.metrics_adapted)},
               {"normal_form", answers.metrics_normal_form},
               {"not_covered", answers.metrics_not_covered}};
  add_claim(metrics, "q1_of_metrics",
            status_of(answers.metrics_not_covered, is_open(answers.metrics_adapted)));
  Json distributions{{"families", families}, {"not_covered", answers.distributions_not_covered}};
  add_claim(distributions, "q1_of_distributions",
            status_of(answers.distributions_not_covered,
                      std::ranges::any_of(answers.distributions, [](const auto& family) {
                        return is_open(family.answer);
                      })));
  Json keeping{{"degree", potentials.degree},
               {"basis", potentials.basis},
               {"unique", potentials.unique},
               {"never", potentials.never_from.size() > 0},
               {"not_covered", potentials.not_covered}};
  add_claim(keeping, "potentials",
            potentials.not_covered.empty() ? ClaimStatus::proved : ClaimStatus::not_covered);
  return as_text(Json{{"name", answers.name},
                      {"eq_3_11_metrics", of_eq_3_11},
                      {"metrics", metrics},
                      {"distributions", distributions},
                      {"potentials", keeping}});
}

}  // namespace hamel
