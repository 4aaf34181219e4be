// Starts between bounds, and ranks that are known to be large.
#include "enclosed_no.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

#include "exact_verdict.hpp"
#include "formulas/expression_value.hpp"
#include "series_limits.hpp"
#include "varying_no.hpp"

namespace hamel {

namespace {

using Rows = DynamicMatrix<Enclosure>;

/// An element is read where it is off its group by 1.5e-8 at most, the square root of the resolution of a double,
/// relative to its entries; times 64.
constexpr unsigned moved_bits = 20;

/// Formulas without variables, or numbers; nothing for a number that is only known as rounded.
std::optional<Enclosure> enclosed(const Number& number, const Expression* written) {
  if (number.exact) return Enclosure(*number.exact);
  if (written == nullptr) return std::nullopt;
  return written->evaluate(std::span<const Enclosure>{});
}

int orders_to_look_at(const PolynomialFile& about) {
  const auto annihilator = about.system.metric.rows() - about.system.distribution.cols();
  return static_cast<int>(
      std::min<Eigen::Index>(annihilator + 2 + orders_of_symmetry, most_orders));
}

bool contradict(const PolynomialFile& about, const SeriesStartOver<Enclosure>& start, int orders,
                Eigen::Index largest) {
  return EnclosedElimination(
             detail::MotionSeries(about.system, start, orders).multiplier_equations())
             .rank() > largest;
}

}  // namespace

std::vector<bool> moved_onto_group(const GroupSystem& file) {
  std::vector<bool> moved;
  file.group.product().factors().for_each([&]<class G>(const G& factor) {
    const std::size_t first = moved.size(), count = factor.coordinate_names().size();
    std::size_t entries = 0;  // the last of them are those of a matrix
    bool known = true;
    const auto given = [&](std::size_t i) {
      const auto& exact = file.start->coordinates[first + i].exact;
      known = known && exact;
      return exact.value_or(Rational(0));
    };
    if constexpr (std::same_as<G, MatrixGroup>) {
      entries = count;
      const auto identity = factor.coordinates(factor.template identity<double>());
      for (std::size_t i = 0; i < count; ++i) known = given(i) == Rational(identity[i]) && known;
    } else if constexpr (std::same_as<G, SO3> || std::same_as<G, SE3> || std::same_as<G, SO21>) {
      entries = 9;
      DynamicMatrix<Rational> r(3, 3), form(3, 3);
      for (std::size_t i = 0; i < entries; ++i)
        r(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3)) =
            given(count - entries + i);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          form(i, j) = Rational(i != j ? 0 : std::same_as<G, SO21> && i == 2 ? -1 : 1);
      known = known && DynamicMatrix<Rational>(r.transpose() * form * r) == form;
    }
    moved.resize(first + count - entries, false);
    moved.resize(first + count, !known);
  });
  return moved;
}

std::optional<std::vector<Enclosure>> enclosed_coordinates(const SystemFile& file) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  const std::vector<Number>*coordinates = nullptr, *velocity = nullptr;
  const std::vector<Expression>* written = nullptr;
  if (group != nullptr && group->start)
    coordinates = &group->start->coordinates, velocity = &group->start->a,
    written = &group->start->a_written;
  if (chart != nullptr && chart->start)
    coordinates = &chart->start->q, velocity = &chart->start->q_dot,
    written = &chart->start->q_dot_written;
  if (coordinates == nullptr) return std::nullopt;
  const std::size_t n = velocity->size();
  const auto moved = group != nullptr ? moved_onto_group(*group) : std::vector<bool>(n);
  std::vector<Enclosure> all;
  const auto add = [&](const Number& number, std::size_t place) {
    const auto value = enclosed(number, place < written->size() ? &(*written)[place] : nullptr);
    if (value) all.push_back(*value);
    return value.has_value();
  };
  for (std::size_t i = 0; i < coordinates->size(); ++i) {
    if (!add((*coordinates)[i], n + i)) return std::nullopt;
    if (moved[i]) all.back() = all.back().widened(moved_bits);
  }
  for (std::size_t i = 0; i < n; ++i)
    if (!add((*velocity)[i], i)) return std::nullopt;
  return all;
}

std::optional<SeriesStartOver<Enclosure>> enclosed_start(const SystemFile& file,
                                                         const PolynomialFile& about) {
  const auto numbers = enclosed_coordinates(file);
  if (!numbers) return std::nullopt;
  Rows a = Rows::Constant(about.system.metric.rows(), 1, Enclosure());
  const auto n = a.rows() - (about.timed ? 1 : 0);
  std::vector<Enclosure> at(numbers->begin(), numbers->end() - n);
  for (Eigen::Index i = 0; i < n; ++i) a(i, 0) = *(numbers->end() - n + i);
  if (about.timed) {
    at.emplace_back();  // t = 0
    a(a.rows() - 1, 0) = Enclosure(1);
  }
  SeriesStartOver<Enclosure> start{about.ring.values<Enclosure>(at), {}};
  const auto here = [&](const DynamicMatrix<CoordinatePolynomial>& m) {
    std::vector<detail::SeriesOver<Enclosure>> constants;
    for (const auto& value : start.functions) constants.push_back({value});
    return detail::value_along<Enclosure>(m, constants, 1)[0];
  };
  const Rows d = here(about.system.distribution);
  Rows joined(d.rows(), d.cols() + 1);
  joined << d, a - here(about.system.offset);
  const EnclosedElimination known(std::move(joined), d.cols());
  if (known.rank() < d.cols()) return std::nullopt;
  start.u = DynamicVector<Enclosure>::Constant(d.cols(), Enclosure());
  for (Eigen::Index i = 0; i < d.rows(); ++i) {
    const Enclosure& rest = known.rows(i, d.cols());
    if (i < d.cols())
      start.u(known.pivots[static_cast<std::size_t>(i)]) = rest;
    else if (rest.is_not_zero())
      return std::nullopt;
  }
  return start;
}

std::optional<Verdict> prove_q2_no_by_enclosure(const SystemFile& file) {
  try {
    const WorkBudget budget(enclosure_operations);
    const auto about = polynomial_file(file);
    const auto start = about ? enclosed_start(file, *about) : std::nullopt;
    if (!start) return std::nullopt;
    const Eigen::Index largest = largest_rank(file, *about);
    for (int orders = 1; orders <= orders_to_look_at(*about); ++orders) {
      if (!contradict(*about, *start, orders, largest)) continue;
      return exact_verdict(
          "q2", Answer::fails,
          "the equations for a multiplier, the Taylor series of this motion to order " +
              std::to_string(orders) + " between bounds for its start, contradict each other",
          Evidence("no_enclosure").add("orders", std::to_string(orders)));
    }
  } catch (const BudgetExceeded&) {
  } catch (const std::domain_error&) {  // numbers are not known well enough
  }
  return std::nullopt;
}

bool verify_no_by_enclosure(const SystemFile& file, const Verdict& verdict) {
  if (verdict.id != "q2" || verdict.answer != Answer::fails || verdict.generic) return false;
  try {
    const auto about = polynomial_file(file);
    const auto start = about ? enclosed_start(file, *about) : std::nullopt;
    const std::string written = verdict.evidence.get_text("orders");
    if (!start) return false;
    const Eigen::Index largest = largest_rank(file, *about);
    for (int orders = 1; orders <= orders_to_look_at(*about); ++orders)
      if (contradict(*about, *start, orders, largest))
        return written == std::to_string(orders);  // the least that will do
  } catch (const std::domain_error&) {
  }
  return false;
}

}  // namespace hamel
