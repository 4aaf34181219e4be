// Reaction and variations of a chart, divided by its constraints.
#include "chart_identities.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

#include "chart_series.hpp"
#include "file_start.hpp"

namespace hamel {

namespace {

bool vanish(const std::vector<CoordinatePolynomial>& all, const ChartDivision& division) {
  return std::ranges::all_of(all,
                             [&](const CoordinatePolynomial& p) { return division.vanishes(p); });
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

}  // namespace

std::string kind_shown(const CramerMotion& motion, const ChartDivision& division) {
  return vanish(motion.reactions, division)  ? "reaction_vanishes"
         : vanish(motion.minors(), division) ? "variations_close"
                                             : "";
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

Reach::Reach(const SystemFile& file, const ChartPolynomials& chart, const ChartDivision& division,
             bool single)
    : everywhere(division.is_everywhere()),
      enough(everywhere ||
             (single ? reaches_start(file, chart, division) : division.is_generic())) {}

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
    const Reach reach(file, *chart, division, single);
    if (!division.is_possible() || !reach.enough || division.vanishes(motion.determinant) ||
        verdict.generic != (!reach.everywhere && !single))
      return false;
    // lambda = 0 satisfies A^T (lambda' - nu) + B^T lambda = 0 where A^T nu = 0.
    return kind == "reaction_vanishes" ? vanish(motion.det_force(), division)
                                       : kind_shown(motion, division) == kind;
  }
}

}  // namespace hamel
