// Ranks of the equations for a multiplier along a motion.
#include <algorithm>
#include <optional>
#include <string>

#include "contradictions.hpp"
#include "lowering/motion_series.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

Eigen::Index largest_rank(const SystemFile& file, const PolynomialFile& about) {
  const auto stored = stored_system(file, about);
  return (stored ? stored->frame.cols() : about.system.metric.rows()) -
         about.system.distribution.cols();
}

bool contradicts(Eigen::Index largest, const PolynomialFile& about, const FileStart& start,
                 int orders) {
  const auto equations =
      detail::MotionSeries(about.system, start.series, orders).multiplier_equations();
  const auto without =
      start.true_numbers
          ? rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(equations.cols() - 1)))
          : largest;
  return rank<Rational>(equations) > without;
}

bool contradicts(const PolynomialFile& about, const SeriesStartOver<RationalFunction>& start,
                 int orders) {
  const auto equations = detail::MotionSeries(about.system, start, orders).multiplier_equations();
  return rank<RationalFunction>(equations) > rank<RationalFunction>(DynamicMatrix<RationalFunction>(
                                                 equations.leftCols(equations.cols() - 1)));
}

int orders_to_look_at(const PolynomialFile& about) {
  return static_cast<int>(std::min<Eigen::Index>(
      about.system.metric.rows() - about.system.distribution.cols() + 2 + orders_of_symmetry,
      most_orders));
}

bool verify_no_by_series(const SystemFile& file, const Verdict& verdict) {
  const auto about = polynomial_file(file);
  if (!about) return verify_chart_no(file, verdict);
  if (verdict.id == "q2" && verdict.answer == Answer::fails &&
      verdict.evidence.kind() == "no_series") {
    const auto tangent = verdict.evidence.get_matrix<Rational>("tangent");
    const int orders = orders_in(verdict.evidence);
    const auto start = tangent.size() == 1 ? start_of(file, *about, tangent(0, 0)) : std::nullopt;
    if (!start || orders == 0) return false;
    const Eigen::Index largest = largest_rank(file, *about);  // orders is the least that will do
    return contradicts(largest, *about, *start, orders) &&
           (orders == 1 || !contradicts(largest, *about, *start, orders - 1));
  }
  if (verdict.id == "q2" && verdict.answer == Answer::fails &&
      verdict.evidence.kind() == "no_in_tangent") {
    const auto start = start_of(file, *about, RationalFunction::parameter());
    for (int orders = 1; start && orders <= orders_to_look_at(*about); ++orders)
      if (contradicts(*about, *start, orders))  // the least that will do
        return verdict.evidence.get_text("orders") == std::to_string(orders);
    return false;
  }
  if (verdict.id != "q1" || verdict.answer != Answer::fails || verdict.generic ||
      verdict.evidence.kind() != "no_series")
    return false;
  const auto point = point_in(verdict.evidence.get_matrix<Rational>("point"));
  const DynamicMatrix<Rational> u = verdict.evidence.get_matrix<Rational>("u"),
                                combination = verdict.evidence.get_matrix<Rational>("combination");
  if (u.cols() != 1 || u.rows() != about->system.distribution.cols() ||
      combination.rows() > most_orders || !point)
    return false;
  const auto values = about->ring.at(*point);
  if (!values) return false;
  const SeriesStart start{*values, DynamicVector<Rational>(u.col(0))};
  const Eigen::Index s = about->system.metric.rows() - u.rows();
  const int orders = static_cast<int>(std::min<Eigen::Index>(s + 2, most_orders));
  const auto equations = detail::MotionSeries(about->system, start, orders).multiplier_equations();
  return verify_no(about->system, start, combination) &&
         rank<Rational>(DynamicMatrix<Rational>(equations.leftCols(s))) ==
             largest_rank(file, *about);
}

}  // namespace hamel
