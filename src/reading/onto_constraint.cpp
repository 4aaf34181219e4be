// Projection of starts onto their constraint, in rational numbers where the data are.
#include "onto_constraint.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <Eigen/LU>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/system/on_constraint.hpp>

#include "reading.hpp"

namespace hamel::reading {

namespace {

/// Exact operations that a projection may take; beyond, its coefficients are doubles.
constexpr std::int64_t projection_operations = 20'000'000;

/// The resolution with which few roundings of the largest component, 2^-48 of it, are 2^-40 of the terms.
constexpr long double coarse = 0x1p-36L;

DynamicMatrix<double> square(const std::vector<Number>& entries, int n) {
  DynamicMatrix<double> m(n, n);
  for (int i = 0; i < n * n; ++i) m(i / n, i % n) = entries[static_cast<std::size_t>(i)].value;
  return m;
}

std::optional<DynamicMatrix<Rational>> exact_square(const std::vector<Number>& entries, int n) {
  DynamicMatrix<Rational> m(n, n);
  for (int i = 0; i < n * n; ++i) {
    const auto& exact = entries[static_cast<std::size_t>(i)].exact;
    if (!exact) return std::nullopt;
    m(i / n, i % n) = *exact;
  }
  return m;
}

DynamicMatrix<double> column(const std::vector<Number>& v) {
  DynamicMatrix<double> m(static_cast<int>(v.size()), 1);
  for (int i = 0; i < m.rows(); ++i) m(i, 0) = v[static_cast<std::size_t>(i)].value;
  return m;
}

std::vector<Number> exact_numbers(const DynamicMatrix<Rational>& m) {
  std::vector<Number> all;
  for (Eigen::Index i = 0; i < m.rows(); ++i) all.push_back({to_double(m(i, 0)), m(i, 0)});
  return all;
}

std::vector<Number> rounded_numbers(const DynamicMatrix<double>& m) {
  std::vector<Number> all;
  for (Eigen::Index i = 0; i < m.rows(); ++i) all.push_back({m(i, 0), std::nullopt});
  return all;
}

/// The solution of a regular system; nothing where it is singular.
template <class S>
std::optional<DynamicMatrix<S>> solution(const DynamicMatrix<S>& matrix,
                                         const DynamicMatrix<S>& right) {
  if constexpr (is_exact<S>) {
    return solve<S>(matrix, right);
  } else {
    DynamicMatrix<S> x = matrix.partialPivLu().solve(right);
    return x.allFinite() ? std::optional(std::move(x)) : std::nullopt;
  }
}

/// (left^T middle left)^{-1} left^T middle v; nothing where it is singular.
template <class S>
std::optional<DynamicMatrix<S>> fitted(const DynamicMatrix<S>& left, const DynamicMatrix<S>& middle,
                                       const DynamicMatrix<S>& v) {
  const DynamicMatrix<S> rows = left.transpose() * middle;
  const DynamicMatrix<S> gram = rows * left, right = rows * v;
  return solution<S>(gram, right);
}

template <class S>
DynamicMatrix<S> unit(int n) {
  DynamicMatrix<S> one = DynamicMatrix<S>::Constant(n, n, S(0));
  for (int i = 0; i < n; ++i) one(i, i) = S(1);
  return one;
}

}  // namespace

std::string as_array(const std::vector<double>& numbers) {
  std::string list;
  for (const double x : numbers) list += (list.empty() ? "\"" : ", \"") + full_precision(x) + "\"";
  return "[" + list + "]";
}

std::string angle_between(const std::vector<double>& given, const std::vector<double>& nearest,
                          const std::vector<Number>& metric) {
  const int n = static_cast<int>(given.size());
  const auto norm = [&](const auto& entry, bool by_metric) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        sum += entry(i) * entry(j) *
               (by_metric ? metric[static_cast<std::size_t>(i * n + j)].value : double(i == j));
    return sum;
  };
  const auto away = [&](int i) {
    return given[static_cast<std::size_t>(i)] - nearest[static_cast<std::size_t>(i)];
  };
  const auto along = [&](int i) { return nearest[static_cast<std::size_t>(i)]; };
  const bool definite = metric.size() == given.size() * given.size() && norm(away, true) > 0 &&
                        norm(along, true) >= 0;
  constexpr double degrees = 57.29577951308232;
  return text(degrees *
              std::atan2(std::sqrt(norm(away, definite)), std::sqrt(norm(along, definite)))) +
         " degrees";
}

ConstraintAt::ConstraintAt(const std::vector<std::vector<Number>>& span, SummedMatrix terms,
                           const std::vector<Number>& metric)
    : n_(terms.rows()),
      r_(terms.cols()),
      terms_(std::move(terms)),
      metric_terms_(summed(square(metric, n_))),
      d_(as_doubles(span, n_)),
      metric_(square(metric, n_)),
      exact_d_(as_rationals(span, n_)),
      exact_metric_(exact_square(metric, n_)) {}

std::optional<bool> ConstraintAt::contains(const std::vector<Number>& v) const {
  const auto exact = as_rationals({v}, n_);
  if (!exact || !exact_d_) return std::nullopt;
  return hamel::contains<Rational>(*exact_d_, *exact);
}

std::optional<bool> ConstraintAt::is_annihilated_by(const std::vector<Number>& mu) const {
  const auto exact = as_rationals({mu}, n_);
  if (!exact || !exact_d_) return std::nullopt;
  const DynamicMatrix<Rational> pairings = exact_d_->transpose() * *exact;
  return std::all_of(pairings.data(), pairings.data() + pairings.size(),
                     [](const Rational& x) { return x.is_zero(); });
}

long double ConstraintAt::off(const FixedList<Sum>& velocity) const {
  return OnConstraint(terms_, metric_terms_, coarse).off(velocity);
}

long double ConstraintAt::pairing(const FixedList<Sum>& covector) const {
  return OnConstraint(terms_, metric_terms_, coarse).pairing(covector);
}

std::vector<Number> ConstraintAt::coefficients(const std::vector<Number>& v) const {
  const auto exact = as_rationals({v}, n_);
  if (exact && exact_d_ && exact_metric_) {
    try {
      const WorkBudget budget(projection_operations);
      if (const auto u = fitted<Rational>(*exact_d_, *exact_metric_, *exact))
        return exact_numbers(*u);
    } catch (const BudgetExceeded&) {
    }
  }
  auto u = fitted<double>(d_, metric_, column(v));
  if (!u) u = fitted<double>(d_, unit<double>(n_), column(v));
  std::vector<Number> all = rounded_numbers(u ? *u : DynamicMatrix<double>::Zero(r_, 1));
  for (Number& x : all)  // any u gives a vector of d: as good as what rounding leaves of v
    if (std::isfinite(x.value)) x.exact = Rational(x.value);
  return all;
}

std::vector<Number> ConstraintAt::combined(const std::vector<Number>& u) const {
  const auto exact = as_rationals({u}, r_);
  if (exact && exact_d_) return exact_numbers(DynamicMatrix<Rational>(*exact_d_ * *exact));
  return rounded_numbers(DynamicMatrix<double>(d_ * column(u)));
}

std::vector<Number> ConstraintAt::annihilating(const std::vector<Number>& mu) const {
  const auto without = [](const auto& covector, const auto& pushed, const auto& u) {
    return std::decay_t<decltype(covector)>(covector - pushed * u);
  };
  const auto exact = as_rationals({mu}, n_);
  if (exact && exact_d_) {
    try {
      const WorkBudget budget(projection_operations);
      const auto middle = exact_metric_ ? *exact_metric_ : unit<Rational>(n_);
      const DynamicMatrix<Rational> pushed = middle * *exact_d_;
      const DynamicMatrix<Rational> gram = exact_d_->transpose() * pushed;
      const DynamicMatrix<Rational> right = exact_d_->transpose() * *exact;
      if (const auto u = solution<Rational>(gram, right))
        return exact_numbers(without(*exact, pushed, *u));
    } catch (const BudgetExceeded&) {
    }
  }
  const DynamicMatrix<double> pushed = metric_ * d_, gram = d_.transpose() * pushed;
  DynamicMatrix<double> covector = column(mu);
  for (int pass = 0; pass < 2; ++pass) {  // what one leaves by rounding the other takes
    const DynamicMatrix<double> right = d_.transpose() * covector;
    if (const auto u = solution<double>(gram, right)) covector = without(covector, pushed, *u);
  }
  return rounded_numbers(covector);
}

}  // namespace hamel::reading
