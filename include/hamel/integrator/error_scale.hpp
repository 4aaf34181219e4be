// What an error is measured against: the size that each component of a motion has had.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <hamel/core/entries.hpp>
#include <hamel/core/powers.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The scale of every component of a motion is its own, so that neither units nor other components matter:
///
///     momentum m_i:      the largest |m_i| of late, or |T m_i'| where that is more;
///     displacement s_i:  the largest |T s_i'| of late, or the terms of T [s',s']_i T/2 where they are more, of
///                        which s' = s_0' + [s,s']/2 + ... is the sum.
///
/// T is the time in which the motion changes, the step that a relative error of 1e-4 allows; what was is forgotten in
/// 1/0.3 of it. So scales are those of the motion, however short the steps, also where a component passes 0. An
/// oscillation of amplitude 1e-15 about 0 is resolved like one of amplitude 1. Rounding alone has no relative accuracy.
/// It is known by two things: half the step does not lessen the error per time by 8, as it lessens truncation by 16 or
/// more; and this error is below 1e-12 of the largest rate of its kind, from which rounding comes. Where terms cancel,
/// rates are smaller than what they are sums of: there it is known by the noise of the field itself (field_noise).
class ErrorScale {
 public:
  /// The relative error that the step T has.
  static constexpr double coarse = 1e-4;

  /// The largest rates |s_i'| and |m_i'| at the stages of a step, and the terms of [s,s']_i/2 per time, s what it adds.
  template <int N, int W>
  struct Rates {
    Vector<double, N> s, bracket;
    Vector<double, W> m;
  };
  /// Of a step of size h; `ad` is the matrix of ad_s.
  template <class Stages, class Ad>
  static auto rates(const Stages& at, const Ad& ad, double h) noexcept {
    const auto k = at.k(0);
    constexpr int n = std::remove_cvref_t<decltype(k)>::RowsAtCompileTime;
    const int size_of_s = int(k.size());
    const auto bracket = listed<double, n, 1>(size_of_s, 1, [&](int i) {
      double sum = 0;
      for (int j = 0; j < size_of_s; ++j) sum += std::abs(ad(i, j)) * size(k[j]);
      return sum / (2 * h);
    });
    const auto [s, m] = at.largest([](const auto& x) { return size(x); });
    return Rates<n, std::remove_cvref_t<decltype(m)>::RowsAtCompileTime>{s, bracket, m};
  }

  /// The largest error of an increment `sum` of size h, in units of tolerance times scale.
  template <class Sum, class R, class V>
  double measure(const Sum& sum, const R& rates, const V& m, double h,
                 double tolerance) const noexcept {
    const double time = std::max(h, time_);
    double worst = 0;
    for (int i = 0; i < sum.s.size(); ++i) {
      const double scale = std::max(known(way_, i), way(rates, i, time));
      worst = std::max(worst, ratio(sum.s_error[i], tolerance * scale + h * known(s_rounding_, i)));
    }
    for (int i = 0; i < m.size(); ++i) {
      const double here = std::max({size(m[i]), size(m[i] + sum.m[i]), time * rates.m[i]});
      const double scale = std::max(known(size_, i), here);
      worst = std::max(worst, ratio(sum.m_error[i], tolerance * scale + h * known(m_rounding_, i)));
    }
    return worst;
  }

  /// The errors of two steps tried from one state, the second at most half as long.
  template <class Sum, class R, class V>
  void hear(const Sum& longer, double h_longer, const Sum& shorter, double h, const R& rates,
            const V& m) noexcept {
    double speed = 0, rate = 0;
    for (int i = 0; i < shorter.s.size(); ++i) speed = std::max(speed, rates.s[i]);
    for (int i = 0; i < m.size(); ++i) rate = std::max({rate, rates.m[i], size(m[i]) / h_longer});
    hear(longer.s_error, h_longer, shorter.s_error, h, speed, s_rounding_);
    hear(longer.m_error, h_longer, shorter.m_error, h, rate, m_rounding_);
  }
  /// Whether the errors of these steps per time fall as truncation does, by 8 and more for half the step.
  template <class Sum>
  static bool fall(const Sum& longer, double h_longer, const Sum& shorter, double h) noexcept {
    const auto all = [ratio = h_longer / h](const auto& before, const auto& now) {
      for (int i = 0; i < now.size(); ++i)
        if (power<4>(ratio) * size(now[i]) > size(before[i])) return false;
      return true;
    };
    return all(longer.s_error, shorter.s_error) && all(longer.m_error, shorter.m_error);
  }
  /// The errors of a step of size h, and the noise of the field there.
  template <class Sum, class Noise>
  void hear(const Sum& sum, double h, const Noise& noise) noexcept {
    hear(sum.s_error, h, noise.s, s_rounding_);
    hear(sum.m_error, h, noise.m, m_rounding_);
  }

  /// A step of size h was taken, whose error allows a step of size `time` to have the relative error `coarse`, or a
  /// longer one where it is `least`.
  template <class R, class V>
  void accept(const R& rates, const V& before, const V& after, double h, double time,
              bool least) noexcept {
    if (time_ > 0) time = least ? std::max(time, time_) : std::min(time, growing * time_);
    time_ = std::max(time, h);
    const double left = time_ / (time_ + forgetting * h);
    for (int i = 0; i < kept(rates.s); ++i)
      way_[std::size_t(i)] = std::max(left * way_[std::size_t(i)], way(rates, i, time_));
    for (int i = 0; i < kept(after); ++i)
      size_[std::size_t(i)] = std::max(
          {left * size_[std::size_t(i)], size(before[i]), size(after[i]), time_ * rates.m[i]});
  }

 private:
  using Components = std::array<double, max_storage>;
  static constexpr double forgetting = 0.3;   ///< per time T
  static constexpr double growing = 1.5;      ///< T per step at most: an error may vanish by chance
  static constexpr double explained = 1e-12;  ///< of the largest rate, by rounding
  static constexpr double noises = 64;        ///< times the noise of the field

  /// The way of s_i in a time.
  template <class R>
  static double way(const R& rates, int i, double time) noexcept {
    return time * std::max(rates.s[i], time * rates.bracket[i]);
  }

  /// Components beyond the largest run-time size have the scale of the step alone.
  static double known(const Components& c, int i) noexcept {
    return i < max_storage ? c[std::size_t(i)] : 0;
  }
  template <class V>
  static int kept(const V& v) noexcept {
    return std::min(static_cast<int>(v.size()), max_storage);
  }

  template <class S>
  static double size(const S& x) noexcept {
    return std::abs(static_cast<double>(x));
  }
  template <class S>
  static double ratio(const S& error, double allowed) noexcept {
    return size(error) / (allowed + std::numeric_limits<double>::min());
  }
  template <class V>
  static void hear(const V& longer, double h_longer, const V& shorter, double h, double rate,
                   Components& rounding) noexcept {
    for (int i = 0; i < kept(shorter); ++i) {
      const double before = size(longer[i]) / h_longer, now = size(shorter[i]) / h;
      const double heard = 4 * std::max(before, now);
      if (8 * now >= before && heard <= explained * rate)
        rounding[std::size_t(i)] = std::max(rounding[std::size_t(i)], heard);
    }
  }
  template <class V, class Noise>
  static void hear(const V& error, double h, const Noise& noise, Components& rounding) noexcept {
    for (int i = 0; i < kept(error); ++i) {
      const double heard = 4 * size(error[i]) / h;
      if (heard <= noises * noise[i])
        rounding[std::size_t(i)] = std::max(rounding[std::size_t(i)], heard);
    }
  }

  double time_ = 0;  ///< T; 0: not known yet
  Components way_{}, size_{};
  Components s_rounding_{}, m_rounding_{};  ///< errors per time that are rounding
};

}  // namespace hamel
