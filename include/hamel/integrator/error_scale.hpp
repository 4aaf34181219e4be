// What an error is measured against: the size that each component of a motion has had.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>

#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The scale of every component of a motion is its own, so that neither units nor other components matter:
///
///     momentum m_i:      the largest |m_i| of the last steps, or |h m_i'| where that is more;
///     displacement s_i:  the way |h s_i'| that the last steps went together, or the terms of h [s,s']_i/2,
///                        of which s' = s_0' + [s,s']/2 + ... is the sum, where they are more,
///
/// where a step counts a tenth less than the next. An oscillation of amplitude 1e-15 about 0 is resolved like
/// one of amplitude 1. Rounding alone has no relative accuracy. It is known by two things: half the step does
/// not lessen the error per time by 8, as it lessens truncation by 16 or more; and this error is below 1e-12 of
/// the largest rate of its kind, from which rounding comes.
class ErrorScale {
 public:
  /// The largest rates |s_i'| and |m_i'| at the stages of a step.
  template <int N, int W>
  struct Rates {
    Vector<double, N> s;
    Vector<double, W> m;
  };
  template <class Stages>
  static auto rates(const Stages& at) noexcept {
    using K = std::remove_cvref_t<decltype(at.k[0])>;
    using L = std::remove_cvref_t<decltype(at.l[0])>;
    return Rates<K::RowsAtCompileTime, L::RowsAtCompileTime>{largest(at.k), largest(at.l)};
  }

  /// The largest error of an increment `sum` of size h, in units of tolerance times scale; `ad` is the
  /// matrix of ad_s.
  template <class Sum, class Stages, class R, class V, class Ad>
  double measure(const Sum& sum, const Stages& at, const R& rates, const V& m, const Ad& ad,
                 double h, double tolerance) const noexcept {
    double worst = 0;
    for (int i = 0; i < sum.s.size(); ++i) {
      double bracket = 0;
      for (int j = 0; j < sum.s.size(); ++j) bracket += std::abs(ad(i, j)) * size(at.k[0][j]);
      const double scale = fading * known(way_, i) + h * std::max(rates.s[i], 0.5 * bracket);
      worst = std::max(worst, ratio(sum.s_error[i], tolerance * scale + h * known(s_rounding_, i)));
    }
    for (int i = 0; i < m.size(); ++i) {
      const double here = std::max({size(m[i]), size(m[i] + sum.m[i]), h * rates.m[i]});
      const double scale = std::max(fading * known(size_, i), here);
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

  /// A step of size h was taken.
  template <class R, class V>
  void accept(const R& rates, const V& before, const V& after, double h) noexcept {
    for (int i = 0; i < kept(rates.s); ++i) way_[i] = fading * way_[i] + h * rates.s[i];
    for (int i = 0; i < kept(after); ++i)
      size_[i] = std::max({fading * size_[i], size(before[i]), size(after[i])});
  }

 private:
  using Components = std::array<double, max_storage>;
  static constexpr double fading = 0.9;       ///< per step
  static constexpr double explained = 1e-12;  ///< of the largest rate, by rounding

  /// Components beyond the largest run-time size have the scale of the step alone.
  static double known(const Components& c, int i) noexcept { return i < max_storage ? c[i] : 0; }
  template <class V>
  static int kept(const V& v) noexcept {
    return std::min(static_cast<int>(v.size()), max_storage);
  }

  template <class S>
  static double size(const S& x) noexcept {
    return std::abs(static_cast<double>(x));
  }
  template <class V, std::size_t count>
  static auto largest(const std::array<V, count>& k) noexcept {
    auto most = zeros<double, V::RowsAtCompileTime>(int(k[0].size()));
    for (const V& stage : k)
      for (int i = 0; i < most.size(); ++i) most[i] = std::max(most[i], size(stage[i]));
    return most;
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
        rounding[i] = std::max(rounding[i], heard);
    }
  }

  Components way_{}, size_{};
  Components s_rounding_{}, m_rounding_{};  ///< errors per time that are rounding
};

}  // namespace hamel
