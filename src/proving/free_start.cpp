// Reaction and rates as polynomials in functions and velocities, of which some are numbers.
#include "free_start.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/rational_function.hpp>
#include <hamel/algebra/work_budget.hpp>

#include "adjugate.hpp"
#include "file_start.hpp"
#include "stored_system.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Table = DynamicMatrix<Formula>;
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

/// The equations of motion in functions f and velocities u.
class Reaction {
 public:
  Reaction(const PolynomialFile& about, const StoredSystem& stored)
      : about_(about), stored_(stored), m_(about.ring.size()) {
    const PolynomialSystem& of = about.system;
    const auto n = of.metric.rows(), r = of.distribution.cols();
    Table u(r, 1);
    for (Eigen::Index j = 0; j < r; ++j) u(j, 0) = Formula::variable(m_ + static_cast<int>(j));
    a_ = of.distribution * u + of.offset;
    const Table momentum = of.metric * a_;
    Table metric_rate = Table::Constant(n, n, Formula()),
          turning = Table::Constant(n, 1, Formula());
    drive_ = Table::Constant(n, 1, Formula());
    for (Eigen::Index k = 0; k < n; ++k) {
      const auto& along = of.along[static_cast<std::size_t>(k)];
      const auto slope = [&](const Table& m) {
        return Table(m.unaryExpr([&](const Formula& p) { return p.derivative(along); }));
      };
      const Table by_k = slope(of.metric);
      drive_(k, 0) += Formula(Rational(1) / Rational(2)) * (a_.transpose() * by_k * a_)(0, 0) -
                      of.potential.derivative(along);
      metric_rate += by_k * a_(k, 0);
      turning += (slope(of.distribution) * u + slope(of.offset)) * a_(k, 0);
    }
    for (const ForceTerm& term : of.force) {
      Formula product(1);
      for (const int i : term.velocities) product *= a_(i, 0);
      drive_ += term.covector * product;
    }
    for (const auto& c : of.algebra.entries()) {  // ad*_a p
      drive_(c.j, 0) += Formula(c.value) * a_(c.i, 0) * momentum(c.k, 0);
      drive_(c.i, 0) -= Formula(c.value) * a_(c.j, 0) * momentum(c.k, 0);
    }
    drive_ -= metric_rate * a_ + of.metric * turning;
  }

  /// Whether these stay where the determinant of G is not 0. Of those that do not one is taken away.
  bool keeps(Numbers& known) const {
    for (auto place = known.begin(); place != known.end() && place->first < m_; ++place)
      if (!vanishes(with(rate_of_function(place->first), known))) {
        known.erase(place);
        return false;
      }
    const auto [det, across, rates] = solved(known);
    for (auto place = known.lower_bound(m_); place != known.end(); ++place)
      if (!vanishes(rates(place->first - m_, 0))) {
        known.erase(place);
        return false;
      }
    return true;
  }
  bool vanishes_where(const Numbers& known) const {
    const auto [det, across, rates] = solved(known);
    const Table nu = across * rates - with(drive_, known) * det;
    return std::ranges::all_of(nu.reshaped(), [&](const Formula& p) { return vanishes(p); });
  }

 private:
  struct Solved {
    Formula det;
    Table across, rates;  ///< M D, and det(G) u'
  };
  Solved solved(const Numbers& known) const {
    const Table d = with(about_.system.distribution, known),
                across = with(about_.system.metric, known) * d;
    const auto [det, adjugate] = determinant_and_adjugate<Formula>(
        Table(d.transpose() * across), [](const Table& m) { return m; });
    return {det, across, Table(adjugate * (d.transpose() * with(drive_, known)))};
  }
  Formula rate_of_function(int i) const {
    Formula sum;
    for (Eigen::Index k = 0; k < a_.rows(); ++k)
      sum +=
          a_(k, 0) * about_.system.along[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)];
    return sum;
  }
  /// On the group: functions are what they are in stored numbers, velocities beside them.
  bool vanishes(const Formula& p) const {
    return p.is_known() &&
           stored_.relations.vanishes(value_of<Formula>(p.terms(), [&](int variable) {
             const int i = variable / 3;
             return i < m_ ? stored_.functions(i, 0) : Formula::variable(stored_.numbers + i - m_);
           }));
  }

  const PolynomialFile& about_;
  const StoredSystem& stored_;
  int m_;
  Table a_, drive_;
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
    while (!reaction.keeps(*known)) {
    }
    if (!reaction.vanishes_where(*known)) return std::nullopt;
    std::string names;
    for (const auto& [i, x] : *known)
      names += (names.empty() ? "" : ", ") +
               (i < about->ring.size() ? about->ring.names()[static_cast<std::size_t>(i)]
                                       : "u" + std::to_string(i - about->ring.size() + 1));
    Verdict verdict;
    verdict.id = "q2";
    verdict.answer = Answer::holds;
    verdict.exact = true;
    verdict.reason = "the constraint does not act on this motion" +
                     (names.empty() ? std::string() : ", along which " + names + " stay");
    verdict.evidence = Evidence("free_start").add("stay", names);
    return verdict;
  } catch (const BudgetExceeded&) {
  } catch (const std::bad_optional_access&) {  // the metric degenerates
  }
  return std::nullopt;
}

bool verify_free_start(const SystemFile& file, const Verdict& verdict) {
  const auto again = prove_q2_of_free_start(file);
  return again && verdict.id == "q2" && verdict.answer == Answer::holds && !verdict.generic &&
         verdict.evidence.get_text("stay") == again->evidence.get_text("stay");
}

}  // namespace hamel
