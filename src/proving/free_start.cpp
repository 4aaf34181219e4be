// Reaction and rates as polynomials in functions and velocities, of which some are numbers.
#include "free_start.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>

#include "exact/determinants.hpp"
#include "exact/rational_function.hpp"
#include "exact_verdict.hpp"
#include "file_start.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Table = DynamicMatrix<CoordinatePolynomial>;
using Numbers = std::map<int, Rational>;  ///< of functions and, behind them, u

constexpr std::int64_t free_operations = 20'000'000;

Formula with(const Formula& p, const Numbers& known) {
  return value_of<Formula>(p.terms(), [&](int variable) {
    const auto place = known.find(variable / 3);
    return place == known.end() ? Formula::variable(variable / 3) : Formula(place->second);
  });
}
Table with(const Table& m, const Numbers& known) {
  return m.unaryExpr([&](const Formula& p) { return with(p, known); });
}

/// The motion in functions f and velocities u.
class Reaction {
 public:
  Reaction(const PolynomialFile& about, const StoredSystem& stored)
      : in_functions_(system_in_functions(about)), stored_(stored) {}

  /// One that does not stay where the determinant of G is not 0, all others being what they are; the end where all
  /// stay.
  Numbers::const_iterator moving(const Numbers& known) const {
    const Motion motion(in_functions_, known);
    return std::ranges::find_if(known, [&](const auto& entry) {
      const int i = entry.first, m = functions();
      return !vanishes(i < m ? motion.rate_of_function(in_functions_, known, i)
                             : motion.rates(i - m, 0));
    });
  }
  /// det(G) nu = 0 on all that has these numbers.
  bool vanishes_where(const Numbers& known) const {
    const Motion motion(in_functions_, known);
    const Table nu = motion.across * motion.rates + motion.terms.pull * motion.det;
    return std::ranges::all_of(nu.reshaped(), [&](const Formula& p) { return vanishes(p); });
  }

 private:
  struct Motion {
    MotionTerms<Formula> terms;
    Formula det;
    Table across, rates;  ///< M D, and det(G) u'

    Motion(const StoredSystem& system, const Numbers& known)
        : terms(
              system, velocities(system, known), [&](const Formula& p) { return with(p, known); },
              as_it_is) {
      auto [determinant, adjugate] = determinant_and_adjugate<Formula>(terms.gram);
      const Table d = with(system.d, known);
      det = std::move(determinant);
      across = with(system.metric, known) * d;
      rates = adjugate * -(d.transpose() * terms.pull);
    }
    Formula rate_of_function(const StoredSystem& system, const Numbers& known, int i) const {
      Formula sum;
      for (int k = 0; k < system.dim(); ++k)
        sum +=
            terms.a(k, 0) * with(system.function_slopes[static_cast<std::size_t>(k)](i, 0), known);
      return sum;
    }
  };

  static Table as_it_is(const Table& m) { return m; }
  static Table velocities(const StoredSystem& system, const Numbers& known) {
    Table u(system.rank(), 1);
    for (int j = 0; j < system.rank(); ++j) {
      const int variable = static_cast<int>(system.functions.rows()) + j;
      u(j, 0) = with(Formula::variable(variable), known);
    }
    return u;
  }
  int functions() const { return static_cast<int>(in_functions_.functions.rows()); }
  /// On the group: functions are what they are in stored numbers, velocities beside them.
  bool vanishes(const Formula& p) const {
    return p.is_known() &&
           stored_.relations.vanishes(value_of<Formula>(p.terms(), [&](int variable) {
             const int i = variable / 3, m = functions();
             return i < m ? stored_.functions(i, 0) : Formula::variable(stored_.numbers + i - m);
           }));
  }

  StoredSystem in_functions_;
  const StoredSystem& stored_;
};

/// Functions and velocities that are rational at the start, where the motion is determined.
std::optional<Numbers> rational_ones(const SystemFile& file, const PolynomialFile& about) {
  Numbers known;
  const auto start = start_of(file, about, RationalFunction::parameter());
  if (!start) return std::nullopt;
  detail::MotionSeries<RationalFunction>(about.system, *start, 1);
  const auto add = [&](int i, const RationalFunction& x) {
    if (x.is_constant()) known[i] = x.numerator().leading();
  };
  for (int i = 0; i < about.ring.size(); ++i) add(i, start->functions[static_cast<std::size_t>(i)]);
  for (Eigen::Index j = 0; j < start->u.size(); ++j)
    add(about.ring.size() + static_cast<int>(j), start->u(j));
  return known;
}

std::string names_of(const Numbers& known, const PolynomialFile& about) {
  std::string names;
  for (const auto& [i, x] : known)
    names += (names.empty() ? "" : ", ") + (i < about.ring.size()
                                                ? about.ring.names()[static_cast<std::size_t>(i)]
                                                : "u" + std::to_string(i - about.ring.size() + 1));
  return names;
}

}  // namespace

std::optional<Verdict> prove_q2_of_free_start(const SystemFile& file) {
  try {
    const WorkBudget budget(free_operations);
    const auto about = polynomial_file(file);
    if (!about || about->ring.adjoins()) return std::nullopt;
    auto known = rational_ones(file, *about);
    const auto stored = stored_system(file, *about);
    if (!known || !stored) return std::nullopt;
    const Reaction reaction(*about, *stored);
    for (auto place = reaction.moving(*known); place != known->end();
         place = reaction.moving(*known))
      known->erase(place);
    if (!reaction.vanishes_where(*known)) return std::nullopt;
    const std::string names = names_of(*known, *about);
    return exact_verdict("q2", Answer::holds,
                         "the constraint does not act on this motion" +
                             (names.empty() ? "" : ", along which " + names + " stay"),
                         Evidence("free_start").add("stay", names));
  } catch (const BudgetExceeded&) {
  } catch (const std::bad_optional_access&) {  // the metric degenerates
  }
  return std::nullopt;
}

bool verify_free_start(const SystemFile& file, const Verdict& verdict) {
  if (verdict.id != "q2" || verdict.answer != Answer::holds || verdict.generic) return false;
  const auto about = polynomial_file(file);
  auto known = about && !about->ring.adjoins() ? rational_ones(file, *about) : std::nullopt;
  const auto stored = known ? stored_system(file, *about) : std::nullopt;
  if (!stored) return false;
  const std::string said = verdict.evidence.get_text("stay"), separated = ", " + said + ", ";
  std::erase_if(*known, [&](const auto& entry) {
    return separated.find(", " + names_of({entry}, *about) + ", ") == std::string::npos;
  });
  const Reaction reaction(*about, *stored);
  return names_of(*known, *about) == said && reaction.moving(*known) == known->end() &&
         reaction.vanishes_where(*known);
}

}  // namespace hamel
