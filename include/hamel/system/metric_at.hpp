// A metric at one element, with its derivatives along left-invariant fields.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/system/depends_on.hpp>
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
  static constexpr bool at_once = fixed_size<G> && !always_constant<Metric> && !slope_is_given &&
                                  directions.size() > 0 && directions.size() <= 8;
  /// Numbers with derivatives meet a constant metric as the constant it is.
  using Entry = std::conditional_t<always_constant<Metric>, metric_scalar<Metric>, S>;
  /// Does the metric keep its matrix where it turns out to be constant?
  static constexpr bool keeps_constant = requires(const Metric& metric) {
    { metric.constant() } -> std::same_as<const Matrix<Entry, N>&>;
  };
  using Moving = Dual<S, at_once ? int(directions.size()) : 1>;

 public:
  MetricAt(const G& group, const Metric& metric, const Element<G, S>& x)
      : group_(&group), metric_(&metric), x_(x) {
    if constexpr (at_once) {
      if (!is_constant(metric)) {
        moving_ = metric(moving_along(directions, group, x));
        matrix_ = listed<S, N, N>(N, N, [&](int i) { return moving_.data()[i].value(); });
        return;
      }
    }
    if constexpr (keeps_constant) {
      if (is_constant(metric)) return;
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
      each_slope([&](int k, int i, int j, const S& d) { rows(k, i) += d * a[j]; });
    } else if constexpr (!always_constant<Metric>) {
      rows = slope_of_metric(*group_, *metric_, x_, a);
    }
    return rows;
  }

  /// 1/2 a^T (d_k M) a, the force of the metric in g*.
  V force(const V& a) const {
    V f = V::Zero(a.size());
    if (always_constant<Metric> || is_constant(*metric_)) return f;
    if constexpr (requires { metric_->force(x_, a); }) {
      f = metric_->force(x_, a);
    } else if constexpr (at_once) {
      const V half = scaled(S(S(1) / S(2)), a);
      each_slope([&](int k, int i, int j, const S& d) { f[k] += half[i] * a[j] * d; });
    } else if constexpr (!always_constant<Metric>) {
      f = times(slope_of_metric(*group_, *metric_, x_, a), scaled(S(S(1) / S(2)), a));
    }
    return f;
  }

 private:
  /// use(k, i, j, d_k M_ij) along the directions.
  template <class Use>
  void each_slope(const Use& use) const {
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i)
        for (std::size_t k = 0; k < directions.size(); ++k)
          use(directions[k], i, j, moving_.coeff(i, j).derivatives()[k]);
  }

  struct Nothing {};

  const G* group_;
  const Metric* metric_;
  Element<G, S> x_;
  Matrix<Entry, N> matrix_;
  [[no_unique_address]] std::conditional_t<at_once, Matrix<Moving, N>, Nothing> moving_;
};

}  // namespace hamel
