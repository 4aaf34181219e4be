// Where the columns of a distribution that moves become dependent: noticed from step to step, told apart from other
// failures.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

namespace detail {

/// D(x)^T W D(y), W the moduli of the diagonal of M(x): in the units of the metric, positive whatever its signature.
template <class P, class X>
auto overlap(const P& problem, const X& x, const X& y) noexcept {
  const auto d = plain_values(problem.basis(x)), e = plain_values(problem.basis(y));
  const auto m = problem.metric(x);
  Matrix<double, P::velocities> c(d.cols(), d.cols());
  for (int i = 0; i < d.cols(); ++i) {
    for (int j = 0; j < d.cols(); ++j) {
      c(i, j) = 0;
      for (int k = 0; k < d.rows(); ++k)
        c(i, j) += static_cast<double>(d(k, i)) * std::abs(static_cast<double>(plain(m(k, k)))) *
                   static_cast<double>(e(k, j));
    }
  }
  return c;
}

/// The determinant, by elimination with pivots.
template <int R>
double determinant(Matrix<double, R> a) noexcept {
  double det = 1;
  for (int k = 0; k < a.rows(); ++k) {
    int pivot = k;
    for (int i = k + 1; i < a.rows(); ++i)
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    if (a(pivot, k) == 0) return 0;
    if (pivot != k) {
      for (int j = 0; j < a.cols(); ++j) std::swap(a(k, j), a(pivot, j));
      det = -det;
    }
    det *= a(k, k);
    for (int i = k + 1; i < a.rows(); ++i) {
      const double factor = a(i, k) / a(k, k);
      for (int j = k; j < a.cols(); ++j) a(i, j) -= factor * a(k, j);
    }
  }
  return det;
}

}  // namespace detail

/// The square of the volume that the columns of D(x) span, in units of their lengths: 0 where the rank is lost.
template <class P, class X>
double independence(const P& problem, const X& x) noexcept {
  const auto gram = detail::overlap(problem, x, x);
  double lengths = 1;
  for (int i = 0; i < gram.rows(); ++i) lengths *= gram(i, i);
  return lengths > 0 ? detail::determinant<P::velocities>(gram) / lengths : 0;
}

/// Does D keep its rank on the way from `before` to `after`, the end of a step (`good`) or of one that failed? Where it
/// does not: the root of the independence that was met. Seen are ends where the columns are dependent to 1e-5,
/// failures where they are so to 1e-2, and passages through a dependence between, which turn the orientation of the
/// columns.
template <class P, class St>
std::optional<double> rank_loss(const P& problem, const St& before, const St& after, bool good) {
  const double least = independence(problem, after.x);
  if (least < (good ? 1e-10 : 1e-4)) return std::sqrt(std::max(least, 0.));
  if (!good) return {};
  const auto turned = [&](const auto& x) {
    return detail::determinant<P::velocities>(detail::overlap(problem, before.x, x)) <= 0;
  };
  if (!turned(after.x)) return {};
  // A turn by more than a right angle looks the same: go to the place where it happens.
  const auto& group = problem.group();
  const auto way = group.log(group.compose(group.inverse(before.x), after.x));
  double from = 0, to = 1;
  auto x = before.x, near = before.x, far = after.x;
  for (int i = 0; i < 60; ++i) {
    const double middle = (from + to) / 2;
    auto part = way;
    for (int k = 0; k < part.size(); ++k) part[k] *= middle;
    x = group.compose(before.x, group.exp(part));
    const bool behind = turned(x);
    (behind ? to : from) = middle;
    (behind ? far : near) = x;
  }
  // Columns that vanish turn over within no distance, however independent they are on either side.
  if (detail::determinant<P::velocities>(detail::overlap(problem, near, far)) <= 0) return 0.;
  const double met = independence(problem, x);
  if (met < 1e-10) return std::sqrt(std::max(met, 0.));
  return {};
}

/// Takes `step()` on `state` and looks whether D keeps its rank on the way: where it does not, the state stays as it
/// was and the status is Outcome::rank_lost, with what rank_loss met as its residual.
template <class P, class St, class Step>
StepStatus watching_rank(const P& problem, St& state, const Step& step) {
  if constexpr (requires { requires P::moves; }) {
    const St before = state;
    const StepStatus status = step();
    const auto met = rank_loss(problem, before, state, static_cast<bool>(status));
    if (!met) return status;
    state = before;
    return {Outcome::rank_lost, status.iterations, *met};
  } else {
    return step();
  }
}

}  // namespace hamel
