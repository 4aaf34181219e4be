// Which verdicts a system file gets.
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/simulate.hpp>

#include "cases/input_signals.hpp"
#include "checking/compiled.hpp"
#include "checking/natural_units.hpp"
#include "checking/varying_answers.hpp"
#include "claims/covered.hpp"
#include "claims/named_proof.hpp"
#include "claims/questions.hpp"
#include "exact/subspaces.hpp"
#include "moving_report.hpp"
#include "proving/proofs.hpp"

namespace hamel {

std::vector<QuestionText> question_texts() {
  std::vector<QuestionText> texts;
  for_each_question([&](const auto& row) {
    texts.push_back({std::string(row.id), std::string(row.statement), std::string(row.source)});
  });
  return texts;
}

namespace {

const Verdict* find(const std::vector<Verdict>& verdicts, const std::string& id) {
  const auto found =
      std::find_if(verdicts.begin(), verdicts.end(), [&](const auto& v) { return v.id == id; });
  return found == verdicts.end() ? nullptr : &*found;
}

bool holds(const std::vector<Verdict>& verdicts, const std::string& id) {
  const Verdict* verdict = find(verdicts, id);
  return verdict != nullptr && verdict->answer == Answer::holds;
}

Verdict q1_verdict(Answer answer, bool exact, std::string reason) {
  Verdict verdict;
  verdict.id = "q1";
  verdict.answer = answer;
  verdict.exact = exact;
  verdict.reason = std::move(reason);
  return verdict;
}

/// Q1 where the exact theory does not apply: what the conditions imply, or undecided.
Verdict q1_from_conditions(const GroupSystem& file, const Report& report) {
  const auto& c = report.conditions;
  if (!file.offset.empty() && follow_tables(file.inputs))
    return q1_verdict(Answer::undecided, false, "an input follows a table, which is not covered");
  if (!file.offset.empty()) {
    return q1_verdict(Answer::undecided, false,
                      "the constraint is affine: ask one motion at a time, hamel compare");
  }
  if (const Verdict* flat = find(c, "integrable");
      flat != nullptr && flat->answer == Answer::holds) {
    return q1_verdict(Answer::holds, flat->exact,
                      "integrable: [d,d] is in d, both problems coincide");
  }
  const bool geodesics =
      holds(c, "eq_3_11") || (holds(c, "eq_3_9") && holds(c, "invariant_decomposition"));
  const bool potential = file.potential.is_constant() || holds(c, "eq_3_10");
  if (geodesics && potential && !file.forced()) {
    const bool is_plain = is_invariant_kinetic(file);
    return q1_verdict(Answer::holds, false,
                      std::string(file.metric_is_constant() ? "eq_3_11" : "eq_3_9") +
                          (is_plain ? "" : " and eq_3_10") +
                          ": every nonholonomic motion is an unconstrained one");
  }
  if (follow_tables(file.inputs))
    return q1_verdict(Answer::undecided, false, "an input follows a table, which is not covered");
  if (is_invariant_kinetic(file)) {
    for (const char* id : {"cor_3_9", "cor_4_10"}) {
      if (holds(c, id))
        return q1_verdict(Answer::holds, false, std::string(id) + " within its tolerance");
    }
    return q1_verdict(Answer::undecided, false,
                      "the numbers of the file are not rational, so nothing can be proved");
  }
  return q1_verdict(Answer::undecided, false,
                    "no condition decides it with a potential, a force or a metric that varies: "
                    "ask one motion at a "
                    "time, hamel compare");
}

/// The conditions that need no more than `most`, and the growth of d.
template <class S>
void ask_algebra(const AlgebraicSystem<S>& system, Needs most, Report& report) {
  try {
    const WorkBudget budget(check_operations / 4);
    report.growth = growth<S>(system.algebra, system.d()).dimensions;
  } catch (const BudgetExceeded&) {  // the condition bracket_generating says so
  }
  report.conditions = check_all(system, most);
}

/// The verdicts in the order of their rows.
std::vector<Verdict> in_order(const std::vector<Verdict>& verdicts) {
  std::vector<Verdict> result;
  for_each_condition([&](const auto& row) {
    if (const Verdict* verdict = find(verdicts, std::string(row.id))) result.push_back(*verdict);
  });
  return result;
}

void ask_group(const GroupSystem& file, Report& report) {
  const int n = file.dim();
  const bool constant = file.metric_is_constant(), kinetic = is_invariant_kinetic(file);
  report.dim = n;
  report.rank = file.constrained() ? static_cast<int>(file.span.size()) : n;
  if (file.moves()) {
    const Signature signature =
        hamel::signature(summed(file.rounded.metric), few_roundings * resolution<double>());
    report.positive = signature.positive;
    report.negative = signature.negative;
    return ask_moving(file, signature, report);
  }
  const Needs most = covered(file);
  if (file.exact) {
    ask_algebra(*file.exact, most, report);
  } else {
    AlgebraicSystem<double> rounded = file.rounded;
    const bool scaled = to_natural_units(rounded);
    ask_algebra(rounded, most, report);
    if (scaled)  // witnesses in other units than those of the file would mislead
      for (Verdict& verdict : report.conditions) verdict.evidence = {};
  }
  const auto signature_of_metric = [&] {
    try {
      const WorkBudget budget(check_operations / 4);
      if (file.exact && constant) return hamel::signature<Rational>(file.exact->metric);
    } catch (const BudgetExceeded&) {
    }
    return hamel::signature(summed(file.rounded.metric), few_roundings * resolution<double>());
  };
  const Signature signature = signature_of_metric();
  report.positive = signature.positive;
  report.negative = signature.negative;

  auto& conditions = report.conditions;
  std::optional<VaryingAnswers> varying;
  if (!constant || !file.potential.is_constant()) varying = ask_varying(file);
  if (constant) {
    Verdict fixed = decide<Rational>("invariant_decomposition", false, 0);
    fixed.reason = "the metric does not depend on x";
    conditions.push_back(fixed);
  } else {
    Verdict regular = decide<double>("nondegenerate", false, 0);
    regular.reason = "signature (" + std::to_string(signature.positive) + "," +
                     std::to_string(signature.negative) + ") at the start; the metric varies";
    conditions.push_back(regular);
  }
  if (varying)
    conditions.insert(conditions.end(), varying->conditions.begin(), varying->conditions.end());
  conditions = in_order(conditions);

  if (kinetic && file.exact) {
    report.q1 = within_budget("q1", [&] {
      const WorkBudget budget(q1_operations);
      return check_q1(Splitting<Rational>(*file.exact));
    });
  } else if (varying && file.exact && !file.forced() && file.offset.empty()) {
    report.q1 = varying->q1;
  } else {
    report.q1 = q1_from_conditions(file, report);
  }
}

/// In coordinates only the metric at the start is examined; Q1 is a question for one motion at a time.
void ask_chart(const ChartSystem& file, Report& report) {
  const int n = file.dim();
  report.dim = n;
  report.rank = n - static_cast<int>(file.constraints.size());
  report.q1 =
      q1_verdict(Answer::undecided, false, "systems in coordinates are not decided in general");
  if (file.lagrangian || !file.start) return;
  std::vector<double> q;
  for (const auto& x : file.start->q) q.push_back(x.value);
  DynamicMatrix<double> m(n, n);
  for (int i = 0; i < n * n; ++i)
    m(i / n, i % n) = file.metric[i].evaluate(std::span<const double>(q));
  const Signature signature = hamel::signature(summed(m), few_roundings * resolution<double>());
  report.positive = signature.positive;
  report.negative = signature.negative;
  Verdict regular = decide<double>("nondegenerate", false, 0);
  regular.reason = "at the start";
  report.conditions.push_back(regular);
}

bool is_unconstrained(const SystemFile& file) {
  if (const auto* chart = std::get_if<ChartSystem>(&file.system)) return chart->constraints.empty();
  const auto& group = std::get<GroupSystem>(file.system);
  return !group.constrained() ||
         (!group.moves() && static_cast<int>(group.span.size()) == group.dim());
}

/// Where every velocity is admissible.
Verdict without_constraint(const char* id) {
  Verdict yes =
      q1_verdict(Answer::holds, true, "there is no constraint: all three motions are the same");
  yes.id = id;
  return yes;
}

/// `q2` where equations g = 0 alone hold: their derivatives are integrable (Prop 2.6).
Verdict on_manifold() {
  Verdict yes =
      q1_verdict(Answer::holds, true,
                 "the equations g = 0 alone constrain it: both motions are free motion on "
                 "the surface where they hold");
  yes.id = "q2";
  return yes;
}

/// Do proofs expand motions of the file? In coordinates none under a force, or with formulas in t.
bool have_series(const SystemFile& file) {
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  return chart == nullptr || (chart->force.empty() && chart->in_time() == nullptr);
}

/// `q2` of a motion whose start is not known exactly, or of formulas that are no polynomials: by `q1` of all motions.
std::optional<Verdict> prove_q2_of_all(const GroupSystem& file) {
  if (!file.exact || file.moves() || file.forced() || !file.offset.empty()) return std::nullopt;
  Verdict all = is_invariant_kinetic(file)
                    ? within_budget("q1",
                                    [&] {
                                      const WorkBudget budget(q1_operations);
                                      return check_q1(Splitting<Rational>(*file.exact));
                                    })
                    : ask_varying(file).q1;
  if (!all || !all.exact || all.generic) return std::nullopt;
  all.id = "q2";
  all.reason = "every motion is vakonomic: " + all.reason;
  return all;
}

std::optional<Verdict> prove_constrained_q2(const SystemFile& file) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group == nullptr || !is_invariant_kinetic(*group)) {
    if (is_unconstrained(file)) return std::nullopt;
    auto found = prove_q2_of_steady_start(file);
    if (!found) found = prove_q2_no_by_series(file);
    if (!found) found = prove_q2_yes_by_section(file);
    if (!found) found = prove_q2_of_free_start(file);
    return found || group == nullptr ? found : prove_q2_of_all(*group);
  }
  if (!group->exact) return std::nullopt;
  if (!group->exact->velocity) {
    auto no = prove_q2_no_by_series(file);
    return no ? no : prove_q2_of_all(*group);
  }
  try {
    const WorkBudget budget(q1_operations);
    const Verdict verdict =
        check_q2<Rational>(Splitting<Rational>(*group->exact), *group->exact->velocity);
    const bool proved = verdict.exact && verdict.answer != Answer::undecided;
    return proved ? std::optional(verdict) : std::nullopt;
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<Verdict> prove_q2(const SystemFile& file) {
  if (file.is_holonomic())
    return is_unconstrained(file) ? std::optional(on_manifold()) : std::nullopt;
  const auto proof = have_series(file) ? prove_constrained_q2(file) : std::nullopt;
  return !proof && is_unconstrained(file) ? without_constraint("q2") : proof;
}

Report report_on(const SystemFile& file) {
  file.refuse_uncovered("check");
  const AnswerBudget answer;
  Report report;
  report.name = file.name;
  report.projected = file.projected().most();
  report.projection = file.projection();
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
    ask_group(*group, report);
  } else {
    ask_chart(std::get<ChartSystem>(file.system), report);
  }
  if (report.q1.answer == Answer::undecided && is_unconstrained(file))
    report.q1 = without_constraint("q1");
  if (report.q1.answer == Answer::undecided)
    if (auto no = prove_no_by_series(file)) report.q1 = std::move(*no);
  if (report.q1.answer == Answer::undecided) {
    std::string looked;
    if (auto yes = prove_yes_by_section(file, &looked))
      report.q1 = std::move(*yes);
    else if (!looked.empty())
      report.q1.reason += "; " + looked;
  }
  const auto name = [&](const Verdict& verdict) {
    if (verdict.exact && verdict.answer != Answer::undecided)
      report.proofs[verdict.id] = named_proof(file, verdict);
  };
  for (const auto& verdict : report.conditions) name(verdict);
  name(report.q1);
  return report;
}

}  // namespace hamel
