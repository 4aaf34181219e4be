// The equations for a multiplier of constant coefficients, solved for its start.
#include "steady_multiplier.hpp"

#include <cstdint>
#include <optional>

#include <hamel/algebra/work_budget.hpp>

#include "exact/rational_function.hpp"
#include "file_start.hpp"
#include "lowering/motion_series.hpp"

namespace hamel {

namespace {

constexpr std::int64_t steady_operations = 20'000'000;

/// mu(0) in Ann D of a steady motion, n x 1; nothing where it is not steady or there is none.
template <class K>
std::optional<DynamicMatrix<K>> multiplier_of(const PolynomialFile& about,
                                              const SeriesStartOver<K>& start) {
  if (!detail::MotionSeries<K>(about.system, start, 1).stays()) return std::nullopt;
  const auto n = static_cast<int>(about.system.metric.rows());
  const detail::MotionSeries<K> motion(about.system, start, n);
  const DynamicMatrix<K> equations = motion.multiplier_equations();
  const auto s = equations.cols() - 1;
  const auto z =
      solve<K>(DynamicMatrix<K>(equations.leftCols(s)), DynamicMatrix<K>(-equations.col(s)));
  if (!z) return std::nullopt;
  return DynamicMatrix<K>(motion.annihilator() * *z);
}

}  // namespace

std::optional<DynamicMatrix<Rational>> steady_multiplier(const SystemFile& file) {
  try {
    const WorkBudget budget(steady_operations);
    const auto about = polynomial_file(file);
    const auto start = about ? start_of(file, *about, Rational(2) / Rational(7)) : std::nullopt;
    if (!start) return std::nullopt;
    if (start->true_numbers) return multiplier_of(*about, start->series);
    if (!detail::MotionSeries(about->system, start->series, 1).stays()) return std::nullopt;
    const auto exact = start_of(file, *about, RationalFunction::parameter());
    if (exact && multiplier_of(*about, *exact)) return DynamicMatrix<Rational>();
  } catch (const BudgetExceeded&) {
  } catch (const std::bad_optional_access&) {  // the metric degenerates
  }
  return std::nullopt;
}

bool verify_steady_start(const SystemFile& file, const Verdict& verdict) {
  if (verdict.id != "q2" || verdict.answer != Answer::holds || verdict.generic) return false;
  const auto mu = verdict.evidence.get_matrix<Rational>("multiplier_at_0");
  if (mu.size() == 0) {
    const auto again = steady_multiplier(file);
    return again && again->size() == 0;
  }
  const auto about = polynomial_file(file);
  const auto start = about ? start_of(file, *about, Rational(2) / Rational(7)) : std::nullopt;
  const Eigen::Index n = about ? about->system.metric.rows() : 0;
  if (!start || !start->true_numbers || mu.rows() != n || mu.cols() != 1) return false;
  const detail::MotionSeries<Rational> motion(about->system, start->series, static_cast<int>(n));
  const DynamicMatrix<Rational> equations = motion.multiplier_equations();
  const auto z = solve<Rational>(motion.annihilator(), mu);  // D^T mu = 0
  return motion.stays() && z &&
         all_zero(equations.leftCols(equations.cols() - 1) * *z + equations.rightCols(1));
}

}  // namespace hamel
