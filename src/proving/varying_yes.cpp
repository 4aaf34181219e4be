// Sections as answers: found degree by degree, written down, and read again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "chart_yes.hpp"
#include "file_start.hpp"
#include "lowering/polynomial_text.hpp"
#include "multiplier_section.hpp"
#include "varying_no.hpp"

namespace hamel {

namespace {

constexpr std::int64_t section_operations = 60'000'000;

DynamicMatrix<Rational> as_matrix(const MultiplierSection& section, int functions) {
  DynamicMatrix<Rational> rows(static_cast<Eigen::Index>(section.terms.size()), functions + 3);
  for (Eigen::Index t = 0; t < rows.rows(); ++t) {
    const auto& term = section.terms[static_cast<std::size_t>(t)];
    rows(t, 0) = term.component + 1;
    rows(t, 1) = term.velocity + 1;
    for (int i = 0; i < functions; ++i)
      rows(t, i + 2) = term.exponents[static_cast<std::size_t>(i)];
    rows(t, functions + 2) = term.factor;
  }
  return rows;
}

/// A whole number between 0 and `most`; -1 for others.
int small(const Rational& number, int most) {
  if (!number.is_integer() || number.sign() < 0 || number > Rational(most)) return -1;
  return static_cast<int>(number.numerator());
}

std::optional<MultiplierSection> from_matrix(const DynamicMatrix<Rational>& rows, int power) {
  MultiplierSection section{{}, power};
  for (Eigen::Index t = 0; t < rows.rows(); ++t) {
    MultiplierSection::Term term{
        small(rows(t, 0), 1000) - 1, small(rows(t, 1), 1000) - 1, {}, rows(t, rows.cols() - 1)};
    if (term.component < 0 || term.velocity < -1) return std::nullopt;
    for (Eigen::Index i = 2; i + 1 < rows.cols(); ++i) {
      term.exponents.push_back(small(rows(t, i), 8));
      if (term.exponents.back() < 0) return std::nullopt;
    }
    section.terms.push_back(std::move(term));
  }
  return section;
}

/// In coordinates that no formula names, without force: constant velocities are nonholonomic motions, and vakonomic
/// ones of any constant lambda.
bool moves_straight(const SystemFile& file) {
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  if (chart == nullptr || chart->forced()) return false;
  const int n = chart->dim();
  const auto names_a_coordinate = [n](const Expression& formula) {
    const auto occurs = formula.occurring(2 * n);
    return std::find(occurs.begin(), occurs.begin() + n, true) != occurs.begin() + n;
  };
  return !std::ranges::any_of(chart->metric, names_a_coordinate) &&
         !names_a_coordinate(chart->potential) &&
         !(chart->lagrangian && names_a_coordinate(*chart->lagrangian)) &&
         !std::ranges::any_of(chart->constraints, names_a_coordinate);
}

Verdict straight() {
  Verdict verdict;
  verdict.id = "q1";
  verdict.answer = Answer::holds;
  verdict.exact = true;
  verdict.reason =
      "no formula names a coordinate: every motion is straight, with any constant lambda";
  verdict.evidence = Evidence("straight");
  return verdict;
}

Verdict verdict_of(const PolynomialFile& about, const MultiplierSection& section, int degree) {
  Verdict verdict;
  verdict.id = "q1";
  verdict.answer = Answer::holds;
  verdict.exact = true;
  verdict.generic = !about.everywhere;
  const std::string where = degree == 0 ? "constant coefficients"
                                        : "coefficients of degree " + std::to_string(degree) +
                                              " in " + functions_in_words(about.ring);
  verdict.reason =
      section.terms.empty()
          ? "nonholonomic motions are unconstrained ones on the leaves that they stay on"
          : "every motion has a multiplier that is a function of its velocity with " + where;
  verdict.evidence = Evidence("multiplier_section")
                         .add("velocities", velocities_in_words(about))
                         .add("functions", functions_in_words(about.ring))
                         .add("section", as_matrix(section, about.ring.size()))
                         .add("power", std::to_string(section.power));
  return verdict;
}

/// Where D spans with one number for the tangent of the angles, it does with the true one, which is transcendental.
bool spans_at_start(const SystemFile& file, const PolynomialFile& about) {
  return about.everywhere || start_of(file, about, Rational(2) / Rational(7));
}

}  // namespace

std::optional<Verdict> prove_yes_by_section(const SystemFile& file, std::string* looked) {
  if (moves_straight(file)) return straight();
  try {
    const WorkBudget budget(section_operations);
    const auto about = polynomial_file(file);
    if (!about) return prove_chart_yes(file);
    const auto system = stored_system(file, *about);
    if (!system) return std::nullopt;
    if (MultiplierSection none; proves_yes(*system, none)) return verdict_of(*about, none, 0);
    for (int degree = 0; degree <= (about->ring.size() == 0 ? 0 : section_degree); ++degree) {
      if (const auto section = find_section(*system, about->ring, degree))
        return verdict_of(*about, *section, degree);
      if (looked != nullptr)
        *looked = "no multiplier is linear in the velocities with coefficients of degree up to " +
                  std::to_string(degree) + " in " + functions_in_words(about->ring);
    }
  } catch (const BudgetExceeded&) {
  }
  return std::nullopt;
}

std::optional<Verdict> prove_q2_yes_by_section(const SystemFile& file) {
  try {
    // Without one, exact work looks at no budget, not even at that of the answer.
    const WorkBudget work(std::numeric_limits<std::int64_t>::max());
    const auto about = polynomial_file(file);
    if (!about && !moves_straight(file)) return prove_chart_q2_yes(file);
    if (!moves_straight(file) && !spans_at_start(file, *about)) return std::nullopt;
    auto verdict = prove_yes_by_section(file);
    if (!verdict) return std::nullopt;
    verdict->id = "q2";
    verdict->generic = false;
    return verdict;
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
}

bool verify_yes_by_section(const SystemFile& file, const Verdict& verdict) {
  const bool single = verdict.id == "q2";
  if ((verdict.id != "q1" && !single) || verdict.answer != Answer::holds) return false;
  if (verdict.evidence.kind() == "straight") return !verdict.generic && moves_straight(file);
  if (verdict.evidence.kind() == "reaction_vanishes" ||
      verdict.evidence.kind() == "variations_close")
    return verify_chart_yes(file, verdict);
  if (verdict.evidence.kind() != "multiplier_section") return false;
  const auto about = polynomial_file(file);
  const auto system = about ? stored_system(file, *about) : std::nullopt;
  const auto rows = verdict.evidence.get_matrix<Rational>("section");
  if (!system || (rows.rows() > 0 && rows.cols() != about->ring.size() + 3)) return false;
  if (single ? !spans_at_start(file, *about) : verdict.generic == about->everywhere) return false;
  if (!is_said(verdict.evidence.get_text("velocities"), velocities_in_words(*about)) ||
      !is_said(verdict.evidence.get_text("functions"), functions_in_words(about->ring)))
    return false;
  const std::string power = verdict.evidence.get_text("power");
  if (power != "0" && power != "1") return false;
  const auto section = from_matrix(rows, std::atoi(power.c_str()));
  return section && (power == "0" || !section->terms.empty()) && proves_yes(*system, *section);
}

}  // namespace hamel
