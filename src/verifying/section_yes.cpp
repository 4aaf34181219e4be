// Sections, as evidence writes them.

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "chart_identities.hpp"
#include "file_start.hpp"
#include "lowering/polynomial_text.hpp"
#include "multiplier_section.hpp"

namespace hamel {

namespace {

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

}  // namespace

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

bool spans_at_start(const SystemFile& file, const PolynomialFile& about) {
  return about.everywhere || start_of(file, about, Rational(2) / Rational(7));
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
