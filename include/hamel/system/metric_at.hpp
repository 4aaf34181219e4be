// A metric at one element, with its derivatives along left-invariant fields.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/known_zeros.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/system/depends_on.hpp>
#include <hamel/system/few_directions.hpp>
#include <hamel/system/left_derivative.hpp>
#include <hamel/system/metric.hpp>

namespace hamel {

/// The rows (d_k M) a, the left derivatives of M(x) a with a held fixed, n x n: the metric's own `slope`, or by dual
/// numbers.
template <class G, class Metric, class S, int N = G::dimension>
Matrix<S, N> slope_of_metric(const G& group, const Metric& metric, const Element<G, S>& x,
                             const Vector<S, N>& a) {
  if constexpr (requires { metric.slope(x, a); }) {
    return metric.slope(x, a);
  } else {
    return left_derivative_rows<Metric>(group, x, [&]<class D>(const Element<G, D>& y) {
      return Vector<D, N>(times(Matrix<D, N>(metric(y)), converted<D>(a)));
    });
  }
}

/// M(x) with (d_k M) a for any a. On small groups one evaluation in dual numbers gives both. A view of group and metric.
template <class G, class Metric, class S>
class MetricAt {
  static constexpr int N = G::dimension;
  using V = Vector<S, N>;

  static constexpr bool slope_is_given =
      requires(const Metric& metric, const Element<G, S>& x, const V& a) {
    metric.slope(x, a);
  };
  /// The directions to differentiate along in one evaluation.
  static constexpr auto directions = [] {
    if constexpr (fixed_size<G>) {
      return directions_of<Metric, N>;
    } else {
      return std::array<int, 0>{};
    }
  }();
  static constexpr std::size_t all = directions.size();
  static constexpr bool at_once =
      fixed_size<G> && !always_constant<Metric> && !slope_is_given && all > 0 && all <= 8;
  /// Numbers with derivatives meet a constant metric as the constant it is.
  using Entry = std::conditional_t<always_constant<Metric>, metric_scalar<Metric>, S>;
  /// Does the metric keep its matrix where it turns out to be constant?
  static constexpr bool keeps_constant = requires(const Metric& metric) {
    { metric.constant() } -> std::same_as<const Matrix<Entry, N>&>;
  };

 public:
  /// Is it worth while to try few directions first?
  static constexpr bool guesses = at_once && all == std::size_t(N) && N >= 4 &&
                                  std::is_floating_point_v<S> &&
                                  std::same_as<metric_scalar<Metric>, double>;
  using Few = FewDirections<guesses ? N : 0>;

  MetricAt(const G& group, const Metric& metric, const Element<G, S>& x, const Few& few = {})
      : group_(&group), metric_(&metric) {
    if constexpr (keeps_constant) {
      if (is_constant(metric)) return;
    }
    x_ = x;
    if constexpr (at_once) {
      if (!is_constant(metric)) {
        if constexpr (guesses) {
          confirmed_ = few.found && differentiate_along(few);
          if (confirmed_) [[likely]]
            return;
        }
        if constexpr (guesses)
          differentiate_apart();
        else
          differentiate();
        return;
      }
    }
    matrix_ = metric(x);
  }

  /// M, n x n.
  const Matrix<Entry, N>& matrix() const noexcept {
    if constexpr (keeps_constant) {
      if (is_constant(*metric_)) return metric_->constant();
    }
    return matrix_;
  }

  /// The rows (d_k M) a.
  Matrix<S, N> slope(const V& a) const {
    Matrix<S, N> rows = Matrix<S, N>::Zero(a.size(), a.size());
    if (always_constant<Metric> || is_constant(*metric_)) return rows;
    if constexpr (at_once) {
      each_direction([&](int k, const Matrix<S, N>& d) {
        const V row = times(d, a);
        for (int i = 0; i < N; ++i) rows(k, i) = row[i];
      });
    } else if constexpr (!always_constant<Metric>) {
      rows = slope_of_metric(*group_, *metric_, x_, a);
    }
    return rows;
  }

  /// 1/2 a^T (d_k M) a, the force of the metric in g*.
  V force(const V& a) const {
    V f = V::Zero(a.size());
    if (always_constant<Metric> || is_constant(*metric_)) return f;
    const V half = scaled(S(S(1) / S(2)), a);
    if constexpr (requires { metric_->force(x_, a); }) {
      f = metric_->force(x_, a);
    } else if constexpr (at_once) {
      each_direction([&](int k, const Matrix<S, N>& d) {
        f[k] = sparse_transposed_times(half, sparse_times(d, a))[0];
      });
    } else if constexpr (!always_constant<Metric>) {
      f = sparse_times(slope_of_metric(*group_, *metric_, x_, a), half);
    }
    return f;
  }

 private:
  /// M and its derivatives along all directions.
  void differentiate() {
    along_ = directions;
    keep<all>((*metric_)(moving_along(directions, *group_, x_)));
  }
  /// The same, as a function of its own, beside what is asked more often.
  [[gnu::noinline]] void differentiate_apart() { differentiate(); }

  /// M and its derivatives along the few, if none shows along the rest.
  bool differentiate_along(const Few& few) {
    constexpr std::size_t most = std::size_t(Few::most);
    using Moving = Dual<S, Few::most + 1>;
    const auto t = left_tangent(*group_, x_);
    Element<G, Moving> y;
    for (int i = 0; i < G::storage; ++i) {
      y.data[i].value() = x_.data[i];
      for (std::size_t k = 0; k < most; ++k) y.data[i].derivatives()[k] = t.coeff(i, few.along[k]);
      S along_rest(0);
      for (int j = 0; j < N; ++j) along_rest += t.coeff(i, j) * S(few.rest[std::size_t(j)]);
      y.data[i].derivatives()[most] = along_rest;
    }
    const Matrix<Moving, N> m = (*metric_)(y);
    S outside(0);
    for (int i = 0; i < N * N; ++i) outside += std::abs(m.data()[i].derivatives()[most]);
    for (std::size_t k = 0; k < most; ++k) along_[k] = few.along[k];
    keep<most>(m);
    return outside == 0;
  }

  /// Keeps the matrix and its derivatives along the first `count` directions.
  template <std::size_t count, class D>
  void keep(const Matrix<D, N>& m) {
    matrix_ = listed<S, N, N>(N, N, [&](int i) { return m.data()[i].value(); });
    for (std::size_t k = 0; k < count; ++k)
      slopes_[k] = listed<S, N, N>(N, N, [&](int i) { return m.data()[i].derivatives()[k]; });
  }

  /// use(k, d_k M) along the directions.
  template <class Use>
  void each_direction(const Use& use) const {
    const auto first = [&](std::size_t count) {
      for (std::size_t k = 0; k < count; ++k) use(along_[k], slopes_[k]);
    };
    if constexpr (guesses) {
      if (confirmed_) return first(Few::most);
    }
    first(all);
  }

  const G* group_;
  const Metric* metric_;
  Element<G, S> x_;
  Matrix<Entry, N> matrix_;
  std::array<Matrix<S, N>, at_once ? all : 0> slopes_;  // d_k M along along_[0], ...
  std::array<int, at_once ? all : 0> along_;
  bool confirmed_ = false;  // the few directions are all
};

}  // namespace hamel
