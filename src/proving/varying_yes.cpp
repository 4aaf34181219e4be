// Sections as answers: found degree by degree, written down, and read again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "chart_yes.hpp"
#include "closed_multiplier.hpp"
#include "enclosed_no.hpp"
#include "file_start.hpp"
#include "lowering/normal_form.hpp"
#include "lowering/nowhere_zero.hpp"
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
  if (about.everywhere || start_of(file, about, Rational(2) / Rational(7))) return true;
  try {
    return enclosed_start(file, about).has_value();
  } catch (const std::domain_error&) {
    return false;
  }
}

/// All coordinates of a chart may have any values, as the terms of divisors and of what is under roots show where these
/// are defined at one point.
bool is_defined_everywhere(const NormalForm& relations) {
  const auto under_root = [&](int variable) {
    return std::ranges::any_of(relations.squares,
                               [&](const auto& square) { return square.variable == variable; });
  };
  return std::ranges::all_of(relations.squares,
                             [](const auto& square) {
                               CoordinatePolynomial argument;
                               for (const auto& [monomial, factor] : square.square)
                                 argument += CoordinatePolynomial::term(monomial, factor);
                               return is_nowhere_zero(argument);
                             }) &&
         std::ranges::all_of(relations.quotients, [&](const QuotientRelation& quotient) {
           const auto& terms = quotient.divisor.terms();
           const bool single = terms.size() == 1 && terms.begin()->first.size() == 1;
           return is_nowhere_zero(quotient.divisor) ||
                  (single && under_root(terms.begin()->first[0].first));
         });
}

/// Whether all of these polynomials in stored numbers and velocities are not 0 at one point of a chart whose
/// coordinates may have any values: being analytic they are not 0 at generic points then.
bool differ_somewhere(const SystemFile& file, const PolynomialFile& about,
                      const StoredSystem& system, const std::vector<CoordinatePolynomial>& all) {
  constexpr int trials = 4;
  if (!std::holds_alternative<ChartSystem>(file.system) || about.timed ||
      !is_defined_everywhere(system.relations))
    return false;
  const int n = system.dim();
  try {
    std::mt19937 generator(11);
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<Enclosure> at;
      std::map<int, Enclosure> known;
      for (int k = 0; k < n; ++k) {
        const Enclosure x(Rational(static_cast<int>(generator() % 15) - 7, 5));
        at.push_back(x);
        known[3 * k] = x;
        known[3 * k + 1] = cos(x);
        known[3 * k + 2] = sin(x);
      }
      const auto values = about.ring.values<Enclosure>(at);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& terms = system.functions(static_cast<Eigen::Index>(i), 0).terms();
        const bool plain = terms.size() == 1 && terms.begin()->first.size() == 1 &&
                           terms.begin()->first[0].second == 1 &&
                           terms.begin()->second == Rational(1);
        if (plain) known[terms.begin()->first[0].first] = values[i];
      }
      for (int j = 0; j < system.rank(); ++j)
        known[3 * (system.numbers + j)] = Enclosure(static_cast<int>(generator() % 9) - 4);
      if (std::ranges::all_of(all, [&](const CoordinatePolynomial& p) {
            return value_of<Enclosure>(p.terms(), [&](int i) { return known.at(i); }).is_not_zero();
          }))
        return true;
    }
  } catch (const std::domain_error&) {  // a function that is not defined there
  } catch (const std::out_of_range&) {  // a number that no formula names
  }
  return false;
}

/// Equations for a multiplier that close. Roots, exponentials and logarithms may have more relations than are known:
/// then minors are looked at in one point.
std::optional<ClosedMultiplier> closed_of(const SystemFile& file, const PolynomialFile& about,
                                          const StoredSystem& system) {
  auto closed = close_multiplier(system);
  if (!closed || about.ring.adjoins_quotients_only() ||
      differ_somewhere(file, about, system, {closed->det, closed->minor, closed->rows.minor}))
    return closed;
  return std::nullopt;
}

bool closes_everywhere(const PolynomialFile& about, const ClosedMultiplier& closed) {
  return about.everywhere && is_nowhere_zero(closed.minor) && is_nowhere_zero(closed.rows.minor);
}

/// By equations for a multiplier that close, where none is linear in the velocities with coefficients of low degree.
std::optional<Verdict> prove_closed_multiplier(const SystemFile& file) {
  try {
    const WorkBudget budget(section_operations);
    const auto about = polynomial_file(file);
    const auto system = about ? stored_system(file, *about) : std::nullopt;
    const auto closed = system ? closed_of(file, *about, *system) : std::nullopt;
    if (!closed) return std::nullopt;
    Verdict verdict;
    verdict.id = "q1";
    verdict.answer = Answer::holds;
    verdict.exact = true;
    verdict.generic = !closes_everywhere(*about, *closed);
    verdict.reason = "every mu(0) serves that annihilates D and satisfies " +
                     std::to_string(closed->rows.pivots.size()) +
                     " more equations: along nonholonomic motions their derivatives are "
                     "combinations of them";
    verdict.evidence = Evidence("closed_multiplier")
                           .add("velocities", velocities_in_words(*about))
                           .add("pivots", closed->rows.names());
    return verdict;
  } catch (const BudgetExceeded&) {
    return std::nullopt;
  }
}

}  // namespace

std::optional<Verdict> prove_yes_by_section(const SystemFile& file, std::string* looked) {
  if (moves_straight(file)) return straight();
  try {
    const WorkBudget budget(section_operations);
    const auto about = polynomial_file(file);
    if (!about) return prove_chart_yes(file, looked);
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
  return prove_closed_multiplier(file);
}

std::optional<Verdict> prove_q2_yes_by_section(const SystemFile& file) {
  try {
    // Without one, exact work looks at no budget, not even at that of the answer.
    const WorkBudget work(std::numeric_limits<std::int64_t>::max());
    const auto about = polynomial_file(file);
    if (!about && !moves_straight(file)) return prove_chart_q2_yes(file);
    if (!moves_straight(file) && !spans_at_start(file, *about)) return std::nullopt;
    auto verdict = prove_yes_by_section(file);
    if (!verdict || (verdict->generic && verdict->evidence.kind() == "closed_multiplier"))
      return std::nullopt;
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
      verdict.evidence.kind() == "variations_close" ||
      verdict.evidence.kind() == "lambda_section" || verdict.evidence.kind() == "closed_lambda")
    return verify_chart_yes(file, verdict);
  const bool closed = verdict.evidence.kind() == "closed_multiplier";
  if (!closed && verdict.evidence.kind() != "multiplier_section") return false;
  const auto about = polynomial_file(file);
  const auto system = about ? stored_system(file, *about) : std::nullopt;
  if (closed) {
    const auto again = system ? closed_of(file, *about, *system) : std::nullopt;
    return again && verdict.generic != closes_everywhere(*about, *again) &&
           !(single && verdict.generic) &&
           is_said(verdict.evidence.get_text("velocities"), velocities_in_words(*about)) &&
           are_names(verdict.evidence.get_matrix<Rational>("pivots"), again->rows);
  }
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
