// Newton's method for numbers of a start, exact where one step ends at a solution.
#include "found_start.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <Eigen/QR>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>

#include "base/nearest_name.hpp"
#include "formulas/expression_value.hpp"
#include "onto_constraint.hpp"
#include "reading.hpp"
#include "summed_value.hpp"

namespace hamel::reading {

namespace {

constexpr int most_newton_steps = 100;
constexpr double most_evaluations = 3e8;  // of nodes of formulas, with slopes
constexpr int most_newton_halvings = 12;
constexpr std::int64_t exact_find_operations = 20'000'000;
constexpr int most_named = 3;  // equations that a message names

using SlopeOfSum = Dual<SummedValue, 1>;

Number exact_number(const Rational& x) {
  return {to_double(x), x};
}

/// The part of its terms that a sum is.
double part_of(const SummedValue& v) {
  const double part = v.value == 0 ? 0 : std::abs(v.value) / v.terms;
  return std::isnan(part) ? HUGE_VAL : part;
}

/// The equations at a point: values and slopes by the unknowns, with the terms that were summed.
struct Linearised {
  std::vector<SummedValue> values;
  SummedMatrix slopes;

  /// The largest part of its terms that an equation leaves.
  double off() const {
    double most = 0;
    for (const SummedValue& v : values) most = std::max(most, part_of(v));
    return most;
  }
  int rank(int without) const {
    SummedMatrix chosen(slopes.rows(), slopes.cols() - (without < 0 ? 0 : 1));
    for (int i = 0; i < chosen.rows(); ++i)
      for (int j = 0; j < chosen.cols(); ++j)
        chosen(i, j) = slopes(i, without >= 0 && j >= without ? j + 1 : j);
    return eliminate(chosen, chosen.cols(), few_roundings * resolution<double>()).rank;
  }
};

/// Equations for some of the numbers of a start.
class StartEquations {
 public:
  StartEquations(const std::vector<int>& unknowns, const std::vector<StartEquation>& equations,
                 std::vector<Number>& point)
      : unknowns_(unknowns), equations_(equations), point_(point) {
    for (int j = 0; j < columns(); ++j)
      if (!unknown(j).exact) unknown(j).exact = Rational(unknown(j).value);
  }

  int rows() const { return static_cast<int>(equations_.size()); }
  int columns() const { return static_cast<int>(unknowns_.size()); }

  /// One step in rational numbers: done where it ends at the only solution of equations that are affine.
  bool solve_exactly() {
    const std::vector<Number> before = point_;
    try {
      const WorkBudget budget(exact_find_operations);
      const auto off = exact_values();
      if (!off) return false;
      DynamicMatrix<Rational> slopes(rows(), columns());
      for (int j = 0; j < columns(); ++j) {
        unknown(j) = exact_number(*unknown(j).exact + 1);
        const auto moved = exact_values();
        unknown(j) = exact_number(*unknown(j).exact - 1);
        if (!moved) return false;
        for (int i = 0; i < rows(); ++i) slopes(i, j) = (*moved)(i, 0) - (*off)(i, 0);
      }
      const auto step =
          rank<Rational>(slopes) == columns() ? solve<Rational>(slopes, *off) : std::nullopt;
      if (!step) return false;
      for (int j = 0; j < columns(); ++j)
        unknown(j) = exact_number(*unknown(j).exact - (*step)(j, 0));
      if (vanish_exactly()) return true;
    } catch (const BudgetExceeded&) {
    }
    point_ = before;
    return false;
  }

  /// Steps of Gauss and Newton, halved while they lead away. Returns whether what they find is exact.
  bool solve_by_steps() {
    double cost = 0;
    for (const auto& equation : equations_)
      cost += static_cast<double>(equation.formula.nodes().size()) * (columns() + 1);
    const std::vector<SummedValue> first = values();
    for (const SummedValue& v : first) weights_.push_back(v.terms > 0 ? 1 / v.terms : 1);
    double norm = norm_of(first);
    for (int step = 0; step < most_newton_steps && step * cost <= most_evaluations && norm > 0;
         ++step) {
      const Linearised here = linearised();
      Eigen::MatrixXd slopes(rows(), columns());
      Eigen::VectorXd off(rows());
      for (int i = 0; i < rows(); ++i) {
        off[i] = weights_[i] * here.values[i].value;
        for (int j = 0; j < columns(); ++j)
          slopes(i, j) = weights_[i] * static_cast<double>(here.slopes(i, j).value);
      }
      if (!slopes.allFinite() || !off.allFinite()) break;
      const Eigen::VectorXd change = slopes.completeOrthogonalDecomposition().solve(off);
      if (!change.allFinite() || !move(change, norm)) break;
    }
    drop_rounding();
    for (int j = 0; j < columns(); ++j) unknown(j).exact = Rational(unknown(j).value);
    if (vanish_exactly()) return true;
    for (int j = 0; j < columns(); ++j) unknown(j).exact.reset();
    return false;
  }

  Linearised linearised() const {
    Linearised at{values(), SummedMatrix(rows(), columns())};
    std::vector<SlopeOfSum> variables;
    for (const Number& x : point_) variables.emplace_back(SummedValue(x.value));
    for (int i = 0; i < rows(); ++i) {
      const Expression& formula = equations_[i].formula;
      for (int j = 0; j < columns(); ++j) {
        SlopeOfSum& x = variables[static_cast<std::size_t>(unknowns_[j])];
        x.derivatives()[0] = SummedValue(1);
        at.slopes(i, j) = as_sum(
            formula.evaluate<SlopeOfSum>(std::span<const SlopeOfSum>(variables)).derivatives()[0]);
        x.derivatives()[0] = SummedValue(0);
      }
    }
    return at;
  }

 private:
  Number& unknown(int j) { return point_[static_cast<std::size_t>(unknowns_[j])]; }

  std::vector<SummedValue> values() const {
    std::vector<SummedValue> all;
    for (const auto& equation : equations_) all.push_back(summed_at(equation.formula, point_));
    return all;
  }
  double norm_of(const std::vector<SummedValue>& values) const {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      sum += std::pow(weights_[i] * values[i].value, 2);
    return sum;
  }

  /// Along -change, as far as the norm gets less.
  bool move(const Eigen::VectorXd& change, double& norm) {
    const std::vector<Number> before = point_;
    double part = 1;
    for (int halvings = 0; halvings <= most_newton_halvings; ++halvings, part /= 2) {
      for (int j = 0; j < columns(); ++j)
        unknown(j).value = before[static_cast<std::size_t>(unknowns_[j])].value - part * change[j];
      if (const double there = norm_of(values()); there < norm) {
        norm = there;
        return true;
      }
    }
    point_ = before;
    return false;
  }

  /// A sum of terms that are all rounding is as large as its terms. Where it is a smaller part of them without the
  /// unknowns that are small beside the other numbers, these are 0: all of them, or each by itself.
  void drop_rounding() {
    const auto parts = [&] {
      double sum = 0;
      for (const SummedValue& v : values()) sum += part_of(v);
      return sum;
    };
    double size = 0, now = parts();
    for (const Number& x : point_) size = std::max(size, std::abs(x.value));
    std::vector<int> small;
    for (int j = 0; j < columns(); ++j)
      if (unknown(j).value != 0 && std::abs(unknown(j).value) <= most_off * size)
        small.push_back(j);
    const auto drop = [&](std::span<const int> which) {
      const std::vector<Number> before = point_;
      for (const int j : which) unknown(j).value = 0;
      if (const double there = parts(); there < now)
        now = there;
      else
        point_ = before;
    };
    drop(small);
    for (const int& j : small) drop({&j, 1});
  }

  /// Exact where the numbers that occur are.
  std::optional<DynamicMatrix<Rational>> exact_values() const {
    std::vector<Rational> variables;
    for (const Number& x : point_) variables.push_back(x.exact.value_or(Rational(0)));
    DynamicMatrix<Rational> values(rows(), 1);
    for (int i = 0; i < rows(); ++i) {
      const Expression& formula = equations_[i].formula;
      const auto occurs = formula.occurring(static_cast<int>(point_.size()));
      for (std::size_t k = 0; k < point_.size(); ++k)
        if (occurs[k] && !point_[k].exact) return std::nullopt;
      const auto value = formula.exact(variables);
      if (!value) return std::nullopt;
      values(i, 0) = *value;
    }
    return values;
  }
  bool vanish_exactly() const {
    const auto values = exact_values();
    return values && std::all_of(values->data(), values->data() + values->size(),
                                 [](const Rational& x) { return x.is_zero(); });
  }

  const std::vector<int>& unknowns_;
  const std::vector<StartEquation>& equations_;
  std::vector<Number>& point_;
  std::vector<double> weights_;  // of the equations, by their terms where the steps begin
};

/// The equations that are off most, with what is left of them.
std::string left_over(const std::vector<StartEquation>& equations, const Linearised& at) {
  std::vector<std::size_t> order;
  const auto part = [&](std::size_t i) {
    return std::abs(at.values[i].value) / at.values[i].terms;
  };
  for (std::size_t i = 0; i < equations.size(); ++i)
    if (!(std::abs(at.values[i].value) <= most_off * at.values[i].terms)) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return part(i) > part(j); });
  std::string list;
  for (std::size_t k = 0; k < order.size() && k < most_named; ++k)
    list +=
        (k > 0 ? ", " : "") + equations[order[k]].name + " = " + text(at.values[order[k]].value);
  return list + (order.size() > most_named
                     ? " and " + std::to_string(order.size() - most_named) + " more"
                     : "");
}

}  // namespace

std::vector<int> read_find(const JsonNode& find, const std::vector<std::string>& names) {
  std::vector<int> places;
  for (const JsonNode& item : find.array()) {
    const std::string& name = item.string("the name of a number of the start");
    const auto place = static_cast<int>(std::ranges::find(names, name) - names.begin());
    if (place == static_cast<int>(names.size()))
      item.refuse("'" + name + "'" + nearest_hint(name, names), "one of " + comma_list(names));
    if (std::ranges::find(places, place) != places.end()) item.refuse("each name once");
    places.push_back(place);
  }
  return places;
}

bool find_start(const JsonNode& find, const std::vector<std::string>& names,
                const std::vector<int>& unknowns, const std::vector<StartEquation>& equations,
                std::vector<Number>& point) {
  StartEquations all(unknowns, equations, point);
  if (all.solve_exactly()) return true;
  const bool is_exact = all.solve_by_steps();
  const Linearised at = all.linearised();
  std::vector<std::string> sought, open;
  const int rank = at.slopes.all_finite() ? at.rank(-1) : 0;
  for (int j = 0; j < all.columns(); ++j) {
    const std::string& name = names[static_cast<std::size_t>(unknowns[j])];
    if (name.empty()) continue;
    sought.push_back(name);
    if (rank < all.columns() && at.rank(j) == rank) open.push_back(name);
  }
  if (!(at.off() <= most_off))
    throw ConstraintViolation(find.path(),
                              "no " + comma_list(sought) +
                                  " by Newton's method: " + left_over(equations, at) + " is left",
                              "0 to " + text(most_off) +
                                  " of the terms, perhaps from other values given for " +
                                  comma_list(sought));
  if (rank < all.columns())
    throw ConstraintViolation(find.path(), comma_list(open) + ", which the constraint leaves free",
                              "names that it determines");
  return is_exact;
}

}  // namespace hamel::reading
