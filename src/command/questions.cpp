// Which verdicts a system file gets.
#include "questions.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/subspaces.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/io/simulate.hpp>

#include "checking/compiled.hpp"
#include "exact_system.hpp"
#include "varying_answers.hpp"

namespace hamel::command {

const std::vector<Condition>& conditions() {
  static const std::string jr = "Jozwikowski & Respondek 2013, ";
  static const std::vector<Condition> list{
      {"jacobi", "the brackets satisfy the Jacobi identity", "definition"},
      {"nondegenerate", "g is non-degenerate, on the algebra and on d", jr + "sec. 2"},
      {"invariant_decomposition", "d_perp does not depend on x", jr + "sec. 3"},
      {"integrable", "[d,d] is in d: the constraint is holonomic", jr + "prop. 2.6"},
      {"bracket_generating", "brackets of d fill the algebra", "Chow 1939; Rashevskii 1938"},
      {"eq_3_11",
       "g(a1,[a2,b]) + g(a2,[a1,b]) = 0 on d x d x d_perp: geodesics that start in d stay there",
       jr + "cor. 3.5, polarised"},
      {"eq_3_9", "the same for a metric that depends on x", jr + "cor. 3.3"},
      {"eq_3_10", "the potential is constant along d_perp", jr + "cor. 3.5"},
      {"cor_3_9", "an ideal complementary to d gives every nonholonomic motion a multiplier",
       jr + "cor. 3.9"},
      {"cor_4_10", "the system is graded and g(a,[a,[a,c]]) = 0 on d", jr + "cor. 4.10, polarised"},
      {"prop_4_6", "rank 2 in dimension 3: Q1 holds iff eq_3_11 does", jr + "prop. 4.6"},
      {"ad_invariant", "g(a,[b,c]) is totally skew", "Milnor 1976"},
      {"unimodular", "tr ad = 0", "Milnor 1976"},
      {"invariant_measure", "the reduced nonholonomic field preserves a smooth measure",
       "Kozlov 1988"},
      {"q1", "every nonholonomic motion is vakonomic", jr + "question Q1"}};
  return list;
}

bool is_invariant_kinetic(const GroupSystem& system) {
  return system.metric_is_constant() && system.potential.is_constant() && system.force.empty() &&
         system.offset.empty();
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
  if (geodesics && potential && file.force.empty()) {
    const bool is_plain = is_invariant_kinetic(file);
    return q1_verdict(Answer::holds, false,
                      std::string(file.metric_is_constant() ? "eq_3_11" : "eq_3_9") +
                          (is_plain ? "" : " and eq_3_10") +
                          ": every nonholonomic motion is an unconstrained one");
  }
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

/// Conditions on the brackets, d and a constant metric; those about the kinetic motion alone only when
/// there is nothing else.
template <class S>
void ask_algebra(const AlgebraicSystem<S>& system, bool constant_metric, bool kinetic,
                 Report& report) {
  const DynamicMatrix<S> d = system.d();
  try {
    const WorkBudget budget(check_operations);
    report.growth = growth<S>(system.algebra, d).dimensions;
  } catch (const BudgetExceeded&) {  // the condition bracket_generating says so
  }
  for (const Verdict& verdict : check_all(system)) {
    static const std::vector<std::string> about_motion{"cor_3_9", "cor_4_10", "prop_4_6",
                                                       "invariant_measure"};
    static const std::vector<std::string> about_metric{"nondegenerate", "eq_3_11", "ad_invariant"};
    const auto is_in = [&](const auto& ids) {
      return std::find(ids.begin(), ids.end(), verdict.id) != ids.end();
    };
    if (is_in(about_motion) && !kinetic) continue;
    if (is_in(about_metric) && !constant_metric) continue;
    report.conditions.push_back(verdict);
  }
}

void ask_group(const GroupSystem& file, Report& report) {
  const int n = file.dim();
  const bool constant = file.metric_is_constant(), kinetic = is_invariant_kinetic(file);
  report.dim = n;
  report.rank = file.constrained() ? static_cast<int>(file.span.size()) : n;
  const auto exact = exact_system(file);
  if (exact) {
    ask_algebra(*exact, constant, kinetic, report);
  } else {
    AlgebraicSystem<double> rounded = rounded_system(file);
    const bool scaled = to_natural_units(rounded);
    ask_algebra(rounded, constant, kinetic, report);
    if (scaled)  // witnesses in other units than those of the file would mislead
      for (Verdict& verdict : report.conditions) verdict.evidence = {};
  }
  const auto signature_of_metric = [&] {
    try {
      const WorkBudget budget(check_operations);
      if (exact && constant) return hamel::signature<Rational>(exact->metric);
    } catch (const BudgetExceeded&) {
    }
    return hamel::signature(summed(metric_at_start(file)), few_roundings * resolution<double>());
  };
  const Signature signature = signature_of_metric();
  report.positive = signature.positive;
  report.negative = signature.negative;

  const auto second = report.conditions.begin() + 1;
  std::optional<VaryingAnswers> varying;
  if (!constant || !file.potential.is_constant()) varying = ask_varying(file, exact);
  if (constant) {
    Verdict fixed = decide<Rational>("invariant_decomposition", false, 0);
    fixed.reason = "the metric does not depend on x";
    report.conditions.insert(second + 1, fixed);
  } else {
    Verdict regular = decide<double>("nondegenerate", false, 0);
    regular.reason = "signature (" + std::to_string(signature.positive) + "," +
                     std::to_string(signature.negative) + ") at the start; the metric varies";
    const auto place = report.conditions.insert(second, regular) + 1;
    report.conditions.insert(place, varying->invariant_decomposition);
    report.conditions.push_back(varying->eq_3_9);
  }
  if (!file.potential.is_constant()) report.conditions.push_back(varying->eq_3_10);

  if (kinetic && exact) {
    report.q1 = within_budget("q1", [&] {
      const WorkBudget budget(q1_operations);
      return check_q1(Splitting<Rational>(*exact));
    });
  } else if (varying && exact && file.force.empty() && file.offset.empty()) {
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

}  // namespace

Report ask(const SystemFile& file) {
  Report report;
  report.name = file.name;
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
    ask_group(*group, report);
  } else {
    ask_chart(std::get<ChartSystem>(file.system), report);
  }
  return report;
}

}  // namespace hamel::command
