// Identities on phi = 0, by division.
#include "chart_yes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "chart_no.hpp"
#include "normal_form.hpp"
#include "nowhere_zero.hpp"
#include "polynomial_determinant.hpp"
#include "stored_system.hpp"

namespace hamel {

namespace {

using Polynomial = CoordinatePolynomial;
using Polynomials = std::vector<Polynomial>;
using Table = DynamicMatrix<Polynomial>;

constexpr std::int64_t yes_operations = 60'000'000;

/// What is to vanish on phi = 0; nothing of it is known where the determinant of the equations of motion vanishes too.
struct Identities {
  Polynomial determinant;
  Polynomials reactions;  ///< determinant times nu
  Polynomials minors;     ///< of [A; a row of B], times it
};

Polynomials minors_of(const Table& rows) {
  Polynomials all;
  const auto m = rows.rows();
  for (unsigned set = 0; set < 1u << rows.cols(); ++set) {
    if (__builtin_popcount(set) != m) continue;
    Table chosen(m, m);
    for (Eigen::Index j = 0, k = 0; j < rows.cols(); ++j)
      if (set >> j & 1u) chosen.col(k++) = rows.col(j);
    all.push_back(determinant(chosen));
  }
  return all;
}

/// By Cramer's rule from [L_vv, A^T; A, 0] [v'; nu] = [L_q - L_vq v; -phi_q v].
Identities identities_of(const ChartPolynomials& chart) {
  const int n = chart.n, m = static_cast<int>(chart.constraints.size());
  const CoordinateRing& ring = chart.ring;
  const auto stored = [&](const Polynomial& p) { return in_stored_numbers(p, ring); };
  const auto along_v = [&](const Polynomial& p) {  // p_q v
    Polynomial sum;
    for (int k = 0; k < n; ++k) sum += stored(chart.by_q(p, k)) * Polynomial::variable(n + k);
    return sum;
  };
  Table bordered = Table::Constant(n + m, n + m, Polynomial()), right(n + m, 1);
  for (int i = 0; i < n; ++i) {
    const Polynomial momentum = chart.by_v(chart.lagrangian, i);
    right(i, 0) = stored(chart.by_q(chart.lagrangian, i)) - along_v(momentum);
    for (int j = 0; j < n; ++j) bordered(i, j) = stored(chart.by_v(momentum, j));
  }
  for (int a = 0; a < m; ++a) {
    const auto& phi = chart.constraints[static_cast<std::size_t>(a)];
    right(n + a, 0) = -along_v(phi);
    for (int i = 0; i < n; ++i)
      bordered(i, n + a) = bordered(n + a, i) = stored(chart.by_v(phi, i));
  }
  const auto reduced = [&](const Polynomial& p) { return ring.normal_form().reduced(p); };
  Identities result{reduced(determinant(bordered)), {}, {}};
  Polynomials rates;
  for (int i = 0; i < n + m; ++i) {
    Table replaced = bordered;
    replaced.col(i) = right.col(0);
    (i < n ? rates : result.reactions).push_back(reduced(determinant(replaced)));
  }
  for (int a = 0; a < m; ++a) {
    const auto& phi = chart.constraints[static_cast<std::size_t>(a)];
    Table rows(m + 1, n);
    rows.topRows(m) = bordered.bottomLeftCorner(m, n);
    for (int j = 0; j < n; ++j) {
      const Polynomial normal = chart.by_v(phi, j);
      Polynomial turned = result.determinant * (along_v(normal) - stored(chart.by_q(phi, j)));
      for (int k = 0; k < n; ++k)
        turned += stored(chart.by_v(normal, k)) * rates[static_cast<std::size_t>(k)];
      rows(m, j) = reduced(turned);
    }
    const Polynomials some = minors_of(rows);
    result.minors.insert(result.minors.end(), some.begin(), some.end());
  }
  return result;
}

/// The phi, one after the other divided by in one velocity each.
class Division {
 public:
  Division(const ChartPolynomials& chart, const std::vector<int>& velocities) : chart_(chart) {
    for (std::size_t a = 0; a < velocities.size(); ++a)
      steps_.push_back({3 * (chart.n + velocities[a]),
                        by_powers(in_stored_numbers(chart.constraints[a], chart.ring),
                                  3 * (chart.n + velocities[a]))});
  }

  bool is_possible() const {
    return std::ranges::all_of(steps_, [](const Step& s) { return s.phi.size() > 1; });
  }
  /// No leading coefficient vanishes.
  bool is_everywhere() const {
    return std::ranges::all_of(steps_, [](const Step& s) { return is_nowhere_zero(s.phi.back()); });
  }
  /// With one constraint: what is so where the leading coefficient does not vanish is so at generic points of every piece of
  /// phi = 0. On a piece where it vanishes all coefficients would, the velocity being free, when none is a function of it.
  bool is_generic() const {
    if (steps_.size() != 1) return false;
    const int velocity = steps_[0].variable / 3;
    const auto& rates = chart_.ring.stored_rates()[static_cast<std::size_t>(velocity)];
    for (std::size_t i = 0; i < rates.size(); ++i)
      if (static_cast<int>(i) != velocity && !rates[i].terms().empty()) return false;
    for (const Polynomial& part : steps_[0].phi)
      if (power_of(part, 3 * velocity + 1) > 0 || power_of(part, 3 * velocity + 2) > 0)
        return false;
    return std::ranges::any_of(steps_[0].phi, is_nowhere_zero);
  }
  /// A power of the leading coefficients times p is a combination of the phi.
  bool vanishes(const Polynomial& p) const {
    Polynomial rest = p;
    for (const auto& [variable, phi] : steps_) {
      auto parts = by_powers(rest, variable);
      const std::size_t degree = phi.size() - 1;
      for (; parts.size() > degree; parts.pop_back()) {
        const Polynomial top = parts.back();
        if (top.terms().empty()) continue;
        const std::size_t lowest = parts.size() - 1 - degree;
        for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
          parts[k] = parts[k] * phi.back();
          if (k >= lowest) parts[k] -= top * phi[k - lowest];
          parts[k] = chart_.ring.normal_form().reduced(parts[k]);
        }
      }
      const auto x = Polynomial::variable(variable / 3);
      rest = Polynomial();
      for (std::size_t k = parts.size(); k-- > 0;) rest = rest * x + parts[k];
      rest = chart_.ring.normal_form().reduced(rest);
    }
    return chart_.ring.normal_form().vanishes(rest);
  }

 private:
  struct Step {
    int variable;
    Polynomials phi;  ///< by its powers
  };
  const ChartPolynomials& chart_;
  std::vector<Step> steps_;
};

/// Which of the two holds, by its kind; empty where neither does.
std::string kind_shown(const Identities& identities, const Division& division) {
  if (!division.is_possible() || division.vanishes(identities.determinant)) return {};
  const auto vanish = [&](const Polynomials& all) {
    return std::ranges::all_of(all, [&](const Polynomial& p) { return division.vanishes(p); });
  };
  return vanish(identities.reactions) ? "reaction_vanishes"
         : vanish(identities.minors)  ? "variations_close"
                                      : "";
}

/// Whether at the start of the file neither a leading coefficient nor the determinant of the equations of motion vanishes: what is
/// shown near it is shown for the whole motion, which is analytic.
bool reaches_start(const SystemFile& file, const ChartPolynomials& chart,
                   const std::vector<int>& velocities) {
  const auto start = start_of(file, chart, Rational(2) / Rational(7));
  if (!start) return false;
  const auto& functions = chart.ring.stored();
  for (std::size_t a = 0; a < velocities.size(); ++a) {
    const auto place = std::ranges::find(functions, Polynomial::variable(chart.n + velocities[a]));
    if (place == functions.end()) return false;
    const int variable = 3 * static_cast<int>(place - functions.begin());
    const auto parts = by_powers(chart.constraints[a], variable);
    if (parts.back().at_identity(start->jet.functions).is_zero()) return false;
  }
  try {
    const ChartSeries motion(chart, start->jet, 1);
  } catch (const std::bad_optional_access&) {
    return false;
  }
  return true;
}

/// The choices of one velocity for each constraint, as numbers with that many digits.
std::optional<std::vector<int>> choice(const ChartPolynomials& chart, int number) {
  std::vector<int> velocities;
  for (std::size_t a = 0; a < chart.constraints.size(); ++a, number /= chart.n)
    velocities.push_back(number % chart.n);
  return number == 0 ? std::optional(velocities) : std::nullopt;
}

std::string in_words(const std::vector<int>& velocities, const SystemFile& file) {
  const auto& names = std::get<ChartSystem>(file.system).coordinates;
  std::string text;
  for (const int k : velocities)
    text += (text.empty() ? "" : ", ") + names[static_cast<std::size_t>(k)] + "_dot";
  return text;
}

std::optional<Verdict> prove(const SystemFile& file, const char* id) {
  try {
    const WorkBudget budget(yes_operations);
    const auto chart = chart_polynomials(file);
    if (!chart) return std::nullopt;
    const bool single = std::string(id) == "q2";
    const Identities identities = identities_of(*chart);
    for (int number = 0;; ++number) {
      const auto velocities = choice(*chart, number);
      if (!velocities) return std::nullopt;
      const Division division(*chart, *velocities);
      if (!division.is_possible()) continue;
      const bool everywhere = division.is_everywhere();
      if (!everywhere &&
          !(single ? reaches_start(file, *chart, *velocities) : division.is_generic()))
        continue;
      const std::string kind = kind_shown(identities, division);
      if (kind.empty()) continue;
      Verdict verdict;
      verdict.id = id;
      verdict.answer = Answer::holds;
      verdict.exact = true;
      verdict.generic = !everywhere && !single;
      verdict.reason =
          kind == "reaction_vanishes"
              ? "nonholonomic motions are unconstrained ones: lambda = 0 serves"
              : "along nonholonomic motions d/dt phi_v - phi_q is a combination of the phi_v: any "
                "lambda(0) serves";
      verdict.evidence = Evidence(kind).add("by", in_words(*velocities, file));
      return verdict;
    }
  } catch (const BudgetExceeded&) {
  }
  return std::nullopt;
}

}  // namespace

std::optional<Verdict> prove_chart_yes(const SystemFile& file) {
  return prove(file, "q1");
}

std::optional<Verdict> prove_chart_q2_yes(const SystemFile& file) {
  return prove(file, "q2");
}

bool verify_chart_yes(const SystemFile& file, const Verdict& verdict) {
  const bool single = verdict.id == "q2";
  const auto chart = chart_polynomials(file);
  if (!chart || (verdict.id != "q1" && !single) || verdict.answer != Answer::holds) return false;
  const std::string by = verdict.evidence.get_text("by");
  for (int number = 0;; ++number) {
    const auto velocities = choice(*chart, number);
    if (!velocities) return false;
    if (in_words(*velocities, file) != by) continue;
    const Identities identities = identities_of(*chart);
    const Division division(*chart, *velocities);
    if (kind_shown(identities, division) != verdict.evidence.kind()) return false;
    if (division.is_everywhere()) return !verdict.generic;
    return single ? !verdict.generic && reaches_start(file, *chart, *velocities)
                  : verdict.generic && division.is_generic();
  }
}

}  // namespace hamel
