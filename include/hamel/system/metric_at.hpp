// A metric at one element, with its derivatives along left-invariant fields.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/inline.hpp>
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
      return Vector<D, N>(Matrix<D, N>(metric(y)) * converted<D>(a));
    });
  }
}

/// M(x) with (d_k M) a for any a. On small groups one evaluation in dual numbers gives both. A view of group and
/// metric. If it is asked `once` only and the few directions do not suffice, all are differentiated when it is asked,
/// not here: no part of this object is then passed on, and the compiler keeps it in registers.
template <class G, class Metric, class S, bool once = false>
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
      : group_(&group), metric_(&metric), matrix_(valued(metric, x)) {
    if constexpr (keeps_constant) {
      if (is_constant(metric)) return;
    }
    x_ = x;
    if constexpr (at_once) {
      if (is_constant(metric)) return;
      if constexpr (later) {
        confirmed_ = differentiate_along(x, few) && few.found;
      } else if constexpr (guesses) {
        confirmed_ = few.found && differentiate_along(x, few);
        if (!confirmed_) [[unlikely]]
          differentiate_apart();
      } else {
        differentiate();
      }
    }
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
    if constexpr (later) {
      if (!confirmed_) [[unlikely]]
        return slope_apart(*group_, *metric_, x_, a);
    }
    if constexpr (at_once) {
      each_direction([&](int k, const Matrix<S, N>& d) {
        const V row = d * a;
        for (int i = 0; i < N; ++i) rows(k, i) = row[i];
      });
    } else if constexpr (!always_constant<Metric>) {
      rows = slope_of_metric(*group_, *metric_, x_, a);
    }
    return rows;
  }

  /// 1/2 a^T (d_k M) a, the force of the metric in g*.
  HAMEL_ALWAYS_INLINE V force(const V& a) const {
    if constexpr (requires { metric_->force(x_, a); }) {
      if (!is_constant(*metric_)) return metric_->force(x_, a);
    }
    V f = V::Zero(a.size());
    if (always_constant<Metric> || is_constant(*metric_)) return f;
    const V half = S(1) / S(2) * a;
    if constexpr (later) {
      if (!confirmed_) [[unlikely]]
        return slope_apart(*group_, *metric_, x_, a) * half;
    }
    if constexpr (at_once) {
      each_direction([&](int k, const Matrix<S, N>& d)
                         HAMEL_ALWAYS_INLINE { f[k] = dot(half, V(d * a)); });
    } else if constexpr (!always_constant<Metric>) {
      f = slope_of_metric(*group_, *metric_, x_, a) * half;
    }
    return f;
  }

 private:
  /// Are derivatives along all directions found when they are asked for?
  static constexpr bool later = guesses && once;
  [[gnu::noinline]] static Matrix<S, N> slope_apart(const G& group, const Metric& metric,
                                                    const Element<G, S> x, const V a) {
    return slope_of_metric(group, metric, x, a);
  }

  /// M and its derivatives along all directions.
  void differentiate() requires(!later) {
    along_ = directions;
    keep<all>((*metric_)(moving_along(directions, *group_, x_)));
  }
  /// The same, as a function of its own, beside what is asked more often.
  [[gnu::noinline]] void differentiate_apart() requires(!later) { differentiate(); }

  /// M and its derivatives along the few, if none shows along the rest.
  HAMEL_ALWAYS_INLINE bool differentiate_along(const Element<G, S>& x, const Few& few) {
    constexpr std::size_t most = std::size_t(Few::most);
    using Moving = Dual<S, Few::most + 1>;
    auto y = Element<G, Moving>::with_room(G::storage);
    unrolled<G::storage>(G::storage, [&](int i) HAMEL_ALWAYS_INLINE {
      y.data.coeffRef(i).value() = x.data.coeff(i);
    });
    unrolled<int(most) + 1>(int(most) + 1, [&](int k) HAMEL_ALWAYS_INLINE {
      const V direction = listed<S, N, 1>(
          N, 1, [&](int j) { return S(few.vectors[std::size_t(k)][std::size_t(j)]); });
      const auto rate = tangent_along(*group_, x, direction);
      unrolled<G::storage>(G::storage, [&](int i) HAMEL_ALWAYS_INLINE {
        y.data.coeffRef(i).derivatives()[std::size_t(k)] = rate.coeff(i);
      });
    });
    const Matrix<Moving, N> m = (*metric_)(y);
    S outside(0);
    const Moving* const entries = m.data();
    unrolled<N * N <= 64 ? N * N : dynamic>(N * N, [&](int i) HAMEL_ALWAYS_INLINE {
      const S& d = entries[i].derivatives()[most];
      if (!known_zero(d)) outside += std::abs(d);
    });
    for (std::size_t k = 0; k < most; ++k) along_[k] = few.along[k];
    keep<most>(m);
    return outside == 0;
  }

  /// Keeps the matrix and its derivatives along the first `count` directions.
  template <std::size_t count, class D>
  HAMEL_ALWAYS_INLINE void keep(const Matrix<D, N>& m) {
    const D* const from = m.data();
    Entry* const value = matrix_.data();
    unrolled<N * N* int(count) <= 128 ? N * N : dynamic>(N * N, [&](int i) HAMEL_ALWAYS_INLINE {
      value[i] = from[i].value();
      unrolled<int(count)>(int(count), [&](int k) HAMEL_ALWAYS_INLINE {
        slopes_[std::size_t(k)].data()[i] = from[i].derivatives()[std::size_t(k)];
      });
    });
  }

  /// use(k, d_k M) along the directions.
  template <class Use>
  HAMEL_ALWAYS_INLINE void each_direction(const Use& use) const {
    if constexpr (guesses) {
      if (later || confirmed_) return first_directions<std::size_t(Few::most)>(use);
    }
    if constexpr (!later) first_directions<all>(use);
  }
  template <std::size_t count, class Use>
  HAMEL_ALWAYS_INLINE void first_directions(const Use& use) const {
    unrolled<int(count)>(int(count), [&](int k) HAMEL_ALWAYS_INLINE {
      use(along_[std::size_t(k)], slopes_[std::size_t(k)]);
    });
  }

  /// M, where it is not found with its derivatives or kept by the metric.
  static Matrix<Entry, N> valued(const Metric& metric, const Element<G, S>& x) {
    if constexpr (keeps_constant) {
      if (is_constant(metric)) return Matrix<Entry, N>();
    }
    if constexpr (at_once) {
      if (!is_constant(metric)) return Matrix<Entry, N>();
    }
    return metric(x);
  }

  const G* group_;
  const Metric* metric_;
  Element<G, S> x_;
  Matrix<Entry, N> matrix_;
  static constexpr std::size_t kept = later ? std::size_t(Few::most) : at_once ? all : 0;
  std::array<Matrix<S, N>, kept> slopes_;  // d_k M along along_[0], ...
  std::array<int, kept> along_;
  bool confirmed_ = false;  // the few directions are all
};

}  // namespace hamel
