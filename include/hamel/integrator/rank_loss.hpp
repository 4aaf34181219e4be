// Where the columns of a distribution that moves become dependent: noticed from step to step, told apart from other
// failures.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

namespace detail {

/// D(x) with W, the moduli of the diagonal of M(x): units of the metric, positive whatever its signature.
template <class P>
struct WeighedBasis {
  Matrix<double, P::dimension, P::velocities> d;
  Vector<double, P::dimension> w;

  template <class X>
  WeighedBasis(const P& problem, const X& x) noexcept {
    const auto number = [](const auto& s) { return static_cast<double>(plain(s)); };
    const auto basis = problem.basis(x);
    const auto* const entries = memory(basis);
    d = listed<double, P::dimension, P::velocities>(int(basis.rows()), int(basis.cols()),
                                                    [&](int k) { return number(entries[k]); });
    const auto moduli = [&](const auto& m) {
      const auto* const of = memory(m);
      const int n = int(m.rows());
      w = listed<double, P::dimension, 1>(n, 1,
                                          [&](int i) { return std::abs(number(of[i * (n + 1)])); });
    };
    problem.system().metric_is_constant() ? moduli(problem.inertia()) : moduli(problem.metric(x));
  }
};

/// D(x)^T W D(y), W at x.
template <class P>
Matrix<double, P::velocities> overlap(const WeighedBasis<P>& x, const WeighedBasis<P>& y) noexcept {
  const int n = int(x.d.rows()), r = int(x.d.cols());
  const double* const w = x.w.data();
  return entrywise<double, P::velocities, P::velocities>(r, r, [&](int i, int j) {
    const double *const from = x.d.data() + i * n, *const to = y.d.data() + j * n;
    double sum = 0;
    for (int k = 0; k < n; ++k) sum += from[k] * w[k] * to[k];
    return sum;
  });
}

/// D at the end of the last step of a run, where it went well, and the numbers of its start.
template <class P>
struct RankMemory {
  std::optional<WeighedBasis<P>> basis;
  Element<typename P::Group, double> before;

  template <class X>
  void keep(const WeighedBasis<P>& end, const X& start) {
    basis = end;
    before.data.resize(start.data.size());
    for (int i = 0; i < before.data.size(); ++i)
      before.data[i] = static_cast<double>(plain(start.data[i]));
  }
};
/// The same for problems whose D does not move: nothing.
struct NoRankMemory {};
template <class P>
auto rank_memory() {
  if constexpr (requires { requires P::moves; })
    return RankMemory<P>{};
  else
    return NoRankMemory{};
}

}  // namespace detail

/// The square of the volume that the columns of D(x) span, in units of their lengths: 0 where the rank is lost.
template <class P>
double independence(const detail::WeighedBasis<P>& d) noexcept {
  const auto gram = detail::overlap(d, d);
  double lengths = 1;
  for (int i = 0; i < gram.rows(); ++i) lengths *= gram(i, i);
  return lengths > 0 ? determinant(gram) / lengths : 0;
}

namespace detail {

/// The column of D at x, in units where W is 1.
template <class P, class X>
Vector<double, P::dimension> column_at(const P& problem, const X& x,
                                       const Vector<double, P::dimension>& unit,
                                       int column) noexcept {
  const auto d = problem.basis(x);
  return listed<double, P::dimension, 1>(
      int(d.rows()), 1, [&](int i) { return static_cast<double>(plain(d(i, column))) * unit[i]; });
}

/// x exp(y), y in units where W is 1.
template <class P, class X>
X displaced_by(const P& problem, const X& x, const Vector<double, P::dimension>& unit,
               const Vector<double, P::dimension>& y) noexcept {
  auto s = problem.group().log(problem.group().template identity<typename X::Scalar>());
  for (int i = 0; i < s.size(); ++i) s[i] = typename X::Scalar(y[i] / unit[i]);
  return problem.group().compose(x, problem.group().exp(s));
}

/// Does a column of D vanish within `reach` of x, lengths by W? By the method of Gauss and Newton for D(x exp(y)) e = 0
/// with the shortest y, differences in place of derivatives.
template <class P, class X>
bool vanishes_near(const P& problem, const X& x, double reach, int column) noexcept {
  using V = Vector<double, P::dimension>;
  const WeighedBasis<P> start(problem, x);
  const int n = int(start.d.rows());
  const V unit =
      listed<double, P::dimension, 1>(n, 1, [&](int i) { return std::sqrt(start.w[i]); });
  for (int i = 0; i < n; ++i)
    if (!(unit[i] > 0)) return false;
  V y = V::Zero(n);
  V here = column_at(problem, x, unit, column);
  const double least = 1e-8 * here.norm();
  double apart = 1e-3 * reach;
  for (int k = 0; k < 30; ++k) {
    if (here.norm() <= least) return true;
    Matrix<double, P::dimension> slope(n, n);
    for (int j = 0; j < n; ++j) {
      const V side = apart * V::Unit(n, j);
      slope.col(j) = (column_at(problem, displaced_by(problem, x, unit, y + side), unit, column) -
                      column_at(problem, displaced_by(problem, x, unit, y - side), unit, column)) /
                     (2 * apart);
    }
    Matrix<double, P::dimension> normal = slope.transpose() * slope;
    normal.diagonal().array() += 1e-10 * normal.trace();
    V change = -(slope.transpose() * here);
    solve_in_place(normal, change);
    y += change;
    if (!(y.norm() <= reach)) return false;
    apart = std::clamp(1e-3 * change.norm(), 1e-9 * reach, 1e-3 * reach);
    here = column_at(problem, displaced_by(problem, x, unit, y), unit, column);
  }
  return false;
}

/// Does a column of D vanish nearer to the state than three times the way that a step over h would go?
template <class P, class S, class St>
[[gnu::noinline, gnu::cold]] bool vanishes_ahead(const P& problem, const S& t, const S& h,
                                                 const St& state) noexcept {
  const WeighedBasis<P> here(problem, state.x);
  const auto a = problem.velocity(t, state.x, state.m);
  double square = 0;
  for (int i = 0; i < a.size(); ++i) {
    const double rate = static_cast<double>(plain(a[i]));
    square += here.w[i] * rate * rate;
  }
  const double reach = 3 * std::abs(static_cast<double>(plain(h))) * std::sqrt(square);
  if (!(reach > 0) || !std::isfinite(reach)) return false;
  for (int j = 0; j < here.d.cols(); ++j)
    if (vanishes_near(problem, state.x, reach, j)) return true;
  return false;
}

/// What rank_loss met between two states with D as at `start` and `end`, where its columns are independent.
template <class P, class St>
std::optional<double> loss_between(const P& problem, const St& before, const St& after,
                                   const WeighedBasis<P>& start, const WeighedBasis<P>& end) {
  using Basis = WeighedBasis<P>;
  const auto turned = [](const Basis& x, const Basis& y) {
    return determinant(overlap(x, y)) <= 0;
  };
  if (!turned(start, end)) return {};
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
    const bool behind = turned(start, Basis(problem, x));
    (behind ? to : from) = middle;
    (behind ? far : near) = x;
  }
  // Columns that vanish turn over within no distance, however independent they are on either side.
  if (turned(Basis(problem, near), Basis(problem, far))) return 0.;
  const double met = independence(Basis(problem, x));
  if (met < 1e-10) return std::sqrt(std::max(met, 0.));
  return {};
}

/// `end` is D after the step, `last` that before it where it is known. (No std::optional holds it: one is filled with
/// zeros when it is made, and D has room for any system of a file.)
template <class P, class St>
std::optional<double> rank_loss(const P& problem, const St& before, const St& after, bool good,
                                const WeighedBasis<P>& end, const WeighedBasis<P>* last) {
  const double least = independence(end);
  if (least < (good ? 1e-10 : 1e-4)) return std::sqrt(std::max(least, 0.));
  if (!good) return {};
  if (last != nullptr) return loss_between(problem, before, after, *last, end);
  return loss_between(problem, before, after, WeighedBasis<P>(problem, before.x), end);
}

}  // namespace detail

namespace detail {

/// What rank_loss meets where a motion goes on as far again as it came before a step failed: from `before` to `after`,
/// or where that step ended where it began, or nowhere, from `earlier`, the start of the step before it. A column that
/// vanishes is as independent as ever until it does, and methods that cannot step over such a place fail ahead of it.
template <class P, class St>
std::optional<double> loss_ahead(const P& problem, const St& before, const St& after,
                                 const Element<typename P::Group, double>* earlier) {
  const auto& group = problem.group();
  auto from = before.x;
  const bool moved = all_finite(after.x.data) && after.x.data != before.x.data;
  if (!moved) {
    if (earlier == nullptr) return {};
    for (int i = 0; i < from.data.size(); ++i) from.data[i] = earlier->data[i];
  }
  const St& last = moved ? after : before;
  const auto way = group.log(group.compose(group.inverse(from), last.x));
  if (!all_finite(way)) return {};
  St ahead = last;
  ahead.x = group.compose(last.x, group.exp(way));
  return loss_between(problem, last, ahead, WeighedBasis<P>(problem, last.x),
                      WeighedBasis<P>(problem, ahead.x));
}

}  // namespace detail

/// Does D keep its rank on the way from `before` to `after`, the end of a step (`good`) or of one that failed? Where it
/// does not: the root of the independence that was met. Seen are ends where the columns are dependent to 1e-5,
/// failures where they are so to 1e-2, and passages through a dependence between, or just ahead of a failure, which
/// turn the orientation of the columns.
template <class P, class St>
std::optional<double> rank_loss(const P& problem, const St& before, const St& after, bool good) {
  using Basis = detail::WeighedBasis<P>;
  const auto met = detail::rank_loss(problem, before, after, good, Basis(problem, after.x),
                                     static_cast<const Basis*>(nullptr));
  return met || good ? met : detail::loss_ahead(problem, before, after, nullptr);
}
/// The same where a run goes on from step to step: D at the start is remembered from the end of the step before.
template <class P, class St>
std::optional<double> rank_loss(const P& problem, const St& before, const St& after, bool good,
                                detail::RankMemory<P>& memory) {
  const detail::WeighedBasis<P> end(problem, after.x);
  const bool goes_on = memory.basis.has_value();
  const auto met =
      detail::rank_loss(problem, before, after, good, end, goes_on ? &*memory.basis : nullptr);
  if (good) {
    memory.keep(end, before.x);
    return met;
  }
  memory.basis.reset();
  if (met) return met;
  return detail::loss_ahead(problem, before, after, goes_on ? &memory.before : nullptr);
}

/// Takes `step()`, one over h from t, on `state` and looks whether D keeps its rank on the way: where it does not, the
/// state stays as it was and the status is Outcome::rank_lost, with what rank_loss met as its residual; 0 where the
/// step failed beside a place where a column of D vanishes. A step that goes well across an isolated such place is not
/// told apart. `memory` is rank_memory<P>() of a run whose state nothing else
/// moves; none for a step by itself.
template <class P, class S, class St, class Step, class... Memory>
StepStatus watching_rank(const P& problem, const S& t, const S& h, St& state, const Step& step,
                         Memory&... memory) {
  if constexpr (requires { requires P::moves; }) {
    const St before = state;
    const StepStatus status = step();
    auto met = rank_loss(problem, before, state, static_cast<bool>(status), memory...);
    const auto by_motion = [&] {
      return status.outcome != Outcome::unsupported && status.outcome != Outcome::wrong_inputs;
    };
    if (!met && !status && by_motion() && detail::vanishes_ahead(problem, t, h, before)) met = 0.;
    if (!met) return status;
    state = before;
    (memory.basis.reset(), ...);
    return {Outcome::rank_lost, status.iterations, *met};
  } else {
    return step();
  }
}

}  // namespace hamel
