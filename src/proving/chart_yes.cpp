// Identities on phi = 0, by division.
#include "chart_yes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "chart_division.hpp"
#include "chart_no.hpp"
#include "chart_series.hpp"
#include "closed_lambda.hpp"
#include "lambda_section.hpp"
#include "lowering/nowhere_zero.hpp"
#include "lowering/polynomial_text.hpp"

namespace hamel {

namespace {

using Polynomials = std::vector<CoordinatePolynomial>;

constexpr std::int64_t yes_operations = 60'000'000;

/// Which of the first two holds, by its kind; empty where neither does.
std::string kind_shown(const CramerMotion& motion, const ChartDivision& division) {
  const auto vanish = [&](const Polynomials& all) {
    return std::ranges::all_of(all,
                               [&](const CoordinatePolynomial& p) { return division.vanishes(p); });
  };
  return vanish(motion.reactions)  ? "reaction_vanishes"
         : vanish(motion.minors()) ? "variations_close"
                                   : "";
}

/// Whether at the start of the file neither a leading coefficient nor the determinant of the equations of motion
/// vanishes: what is shown near it is shown for the whole motion, which is analytic.
bool reaches_start(const SystemFile& file, const ChartPolynomials& chart,
                   const ChartDivision& division) {
  const auto start = start_of(file, chart, Rational(2) / Rational(7));
  if (!start || !division.is_possible_at(start->jet.functions)) return false;
  try {
    const ChartSeries<Rational> motion(chart, start->jet, 1);
  } catch (const std::bad_optional_access&) {
    return false;
  }
  return true;
}

std::string in_words(const ChartDivision::Choice& choice, const SystemFile& file) {
  auto names = std::get<ChartSystem>(file.system).coordinates;
  names.emplace_back("t");  // behind them, where it is a coordinate
  const bool in_order = std::ranges::is_sorted(choice, {}, &std::pair<int, int>::first);
  std::string text;
  for (const auto& [constraint, velocity] : choice)
    text += (text.empty() ? "" : ", ") + names[static_cast<std::size_t>(velocity)] + "_dot" +
            (in_order ? "" : " in constraint " + std::to_string(constraint + 1));
  return text;
}

/// Whether what is shown by this division is shown of every motion, of the one that is asked for or of generic ones.
struct Reach {
  bool everywhere, enough;

  Reach(const SystemFile& file, const ChartPolynomials& chart, const ChartDivision& division,
        bool single)
      : everywhere(division.is_everywhere()),
        enough(everywhere ||
               (single ? reaches_start(file, chart, division) : division.is_generic())) {}
};

Verdict yes(const char* id, bool generic, std::string reason, Evidence evidence) {
  Verdict verdict;
  verdict.id = id;
  verdict.answer = Answer::holds;
  verdict.exact = true;
  verdict.generic = generic;
  verdict.reason = std::move(reason);
  verdict.evidence = std::move(evidence);
  return verdict;
}

std::optional<Verdict> prove(const SystemFile& file, const char* id, std::string* looked) {
  try {
    const WorkBudget budget(yes_operations);
    const auto chart = chart_polynomials(file);
    if (!chart) return std::nullopt;
    const bool single = std::string(id) == "q2";
    const CramerMotion motion(*chart);
    const std::string functions = functions_in_words(chart->ring);
    for (int degree = -1; degree <= lambda_degree; ++degree) {  // -1: without a section
      bool searched = false;
      for (int number = 0;; ++number) {
        const auto choice = ChartDivision::choice(*chart, number);
        if (!choice) break;
        const ChartDivision division(*chart, *choice);
        if (!division.is_possible()) continue;
        const Reach reach(file, *chart, division, single);
        if (!reach.enough || division.vanishes(motion.determinant)) continue;
        const bool generic = !reach.everywhere && !single;
        const std::string by = in_words(*choice, file);
        if (degree < 0) {
          const std::string kind = kind_shown(motion, division);
          if (kind.empty()) continue;
          return yes(id, generic,
                     kind == "reaction_vanishes"
                         ? "nonholonomic motions are unconstrained ones: lambda = 0 serves"
                         : "along nonholonomic motions d/dt phi_v - phi_q is a combination of the "
                           "phi_v: any lambda(0) serves",
                     Evidence(kind).add("by", by));
        }
        const auto section = find_lambda(*chart, motion, division, degree);
        searched = true;
        if (!section) continue;
        return yes(id, generic,
                   degree == 0 ? std::string("every motion has the same constant lambda")
                               : "every motion has a lambda that is a polynomial of degree " +
                                     std::to_string(degree) + " in " + functions,
                   Evidence("lambda_section")
                       .add("by", by)
                       .add("functions", functions)
                       .add("section", as_matrix(*section, chart->ring.size())));
      }
      if (searched && looked != nullptr)
        *looked = "no lambda is a polynomial of degree up to " + std::to_string(degree) + " in " +
                  functions;
    }
  } catch (const BudgetExceeded&) {
  }
  return std::nullopt;
}

/// Of the velocities that a division solves for, all motions on phi = 0 being in one piece: no function has branches.
std::optional<ClosedLambda> close(const ChartPolynomials& chart, const CramerMotion& motion,
                                  const ChartDivision& division,
                                  const ChartDivision::Choice& choice) {
  if (!chart.ring.adjoins_quotients_only() || !division.is_possible() || !division.is_graph() ||
      division.vanishes(motion.determinant))
    return std::nullopt;
  std::vector<int> solved;
  for (const auto& [constraint, velocity] : choice) solved.push_back(velocity);
  return close_lambda(chart, motion, division, solved);
}

/// Whether none of these polynomials in the stored numbers is 0 at the start of the file.
bool differ_at_start(const SystemFile& file, const ChartPolynomials& chart,
                     const Polynomials& all) {
  const auto start = start_of(file, chart, Rational(2) / Rational(7));
  if (!start) return false;
  std::map<int, Rational> known;  // a function of a chart is one number
  for (int i = 0; i < chart.ring.size(); ++i)
    for (const auto& [monomial, factor] : chart.ring.stored()[static_cast<std::size_t>(i)].terms())
      known[monomial.front().first] = start->jet.functions[static_cast<std::size_t>(i)];
  return std::ranges::none_of(all, [&](const CoordinatePolynomial& p) {
    Rational sum;
    for (const auto& [monomial, factor] : p.terms()) {
      Rational term = factor;
      for (const auto& [variable, power] : monomial)
        for (int k = 0; k < power; ++k) term *= known.at(variable);
      sum += term;
    }
    return sum.is_zero();
  });
}

/// Whether what closes is a proof of a yes, for all motions or for the one of the file.
bool is_shown(const SystemFile& file, const ChartPolynomials& chart, const ChartDivision& division,
              const ClosedLambda& closed, bool single, bool generic) {
  const bool everywhere = is_nowhere_zero(closed.minor) && is_nowhere_zero(closed.rows.minor);
  if (!single) return generic == !everywhere;
  return !generic &&
         (everywhere || (reaches_start(file, chart, division) &&
                         differ_at_start(file, chart, {closed.minor, closed.rows.minor})));
}

/// By equations for lambda that close, where no one polynomial serves all motions.
std::optional<Verdict> prove_closed(const SystemFile& file, const char* id) {
  try {
    const WorkBudget budget(yes_operations);
    const auto chart = chart_polynomials(file);
    if (!chart) return std::nullopt;
    const CramerMotion motion(*chart);
    for (int number = 0;; ++number) {
      const auto choice = ChartDivision::choice(*chart, number);
      if (!choice) break;
      const ChartDivision division(*chart, *choice);
      const auto closed = close(*chart, motion, division, *choice);
      if (!closed) continue;
      for (const bool generic : {false, true})
        if (is_shown(file, *chart, division, *closed, std::string(id) == "q2", generic))
          return yes(id, generic,
                     "every lambda(0) serves that satisfies " +
                         std::to_string(closed->rows.pivots.size()) +
                         " of the equations for it: along nonholonomic motions their derivatives "
                         "are combinations of them",
                     Evidence("closed_lambda")
                         .add("by", in_words(*choice, file))
                         .add("pivots", closed->rows.names()));
      break;
    }
  } catch (const BudgetExceeded&) {
  }
  return std::nullopt;
}

}  // namespace

std::optional<Verdict> prove_chart_yes(const SystemFile& file, std::string* looked) {
  auto verdict = prove(file, "q1", looked);
  return verdict ? verdict : prove_closed(file, "q1");
}

std::optional<Verdict> prove_chart_q2_yes(const SystemFile& file) {
  auto verdict = prove(file, "q2", nullptr);
  return verdict ? verdict : prove_closed(file, "q2");
}

bool verify_chart_yes(const SystemFile& file, const Verdict& verdict) {
  const bool single = verdict.id == "q2";
  const auto chart = chart_polynomials(file);
  if (!chart || (verdict.id != "q1" && !single) || verdict.answer != Answer::holds) return false;
  const std::string by = verdict.evidence.get_text("by"), kind = verdict.evidence.kind();
  for (int number = 0;; ++number) {
    const auto choice = ChartDivision::choice(*chart, number);
    if (!choice) return false;
    if (in_words(*choice, file) != by) continue;
    const ChartDivision division(*chart, *choice);
    const CramerMotion motion(*chart);
    if (kind == "closed_lambda") {
      const auto closed = close(*chart, motion, division, *choice);
      if (!closed) return false;
      return is_shown(file, *chart, division, *closed, single, verdict.generic) &&
             are_names(verdict.evidence.get_matrix<Rational>("pivots"), closed->rows);
    }
    const Reach reach(file, *chart, division, single);
    if (!division.is_possible() || !reach.enough || division.vanishes(motion.determinant) ||
        verdict.generic != (!reach.everywhere && !single))
      return false;
    if (kind == "reaction_vanishes") return serves(*chart, motion, division, {});  // lambda = 0
    if (kind == "variations_close") return kind_shown(motion, division) == kind;
    const auto section = lambda_from(verdict.evidence.get_matrix<Rational>("section"), *chart);
    return section &&
           is_said(verdict.evidence.get_text("functions"), functions_in_words(chart->ring)) &&
           serves(*chart, motion, division, *section);
  }
}

}  // namespace hamel
