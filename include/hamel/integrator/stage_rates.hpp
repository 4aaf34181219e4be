// The rates at the stages of a step, and weighted sums of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include <hamel/core/inline.hpp>
#include <hamel/core/pairs.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Are the rates of steps with many stages kept as numbers in a row, of which two are added at once? Those of small
/// systems, in the processor's numbers.
template <class S, int N, int W, int count>
inline constexpr bool rates_in_pairs = std::is_same_v<S, double>&& N != dynamic&& W !=
                                           dynamic&& N <= 4 &&
                                       W <= 4 && (count > 4);

namespace detail {

/// The largest size(s_j') and size(m_j') over the stages, of n and w numbers s(i,j), m(i,j) at the i-th stage.
template <int N, int W, class Size, class Rate, class MomentumRate>
auto largest_rates(int n, int w, int stages, const Size& size, const Rate& s,
                   const MomentumRate& m) {
  struct {
    Vector<double, N> s;
    Vector<double, W> m;
  } most{zeros<double, N>(n), zeros<double, W>(w)};
  for (int i = 0; i < stages; ++i) {
    for (int j = 0; j < n; ++j) most.s[j] = std::max(most.s[j], size(s(i, j)));
    for (int j = 0; j < w; ++j) most.m[j] = std::max(most.m[j], size(m(i, j)));
  }
  return most;
}

}  // namespace detail

/// The rates (s', m') at the stages of a step, N and W numbers each.
template <class S, int N, int W, int count, bool in_pairs = rates_in_pairs<S, N, W, count>>
class StageRates {
 public:
  HAMEL_ALWAYS_INLINE const Vector<S, N>& k(int i) const noexcept { return k_[std::size_t(i)]; }
  HAMEL_ALWAYS_INLINE const Vector<S, W>& l(int i) const noexcept { return l_[std::size_t(i)]; }
  HAMEL_ALWAYS_INLINE void set(int i, const Vector<S, N>& k, const Vector<S, W>& l) noexcept {
    k_[std::size_t(i)] = k;
    l_[std::size_t(i)] = l;
  }

  /// A place (s, m) to which multiples of rates are added.
  class Sum {
   public:
    HAMEL_ALWAYS_INLINE Sum(const Vector<S, N>& s, const Vector<S, W>& m) noexcept : s_(s), m_(m) {}
    /// (s, m) += w (s', m') of a stage
    HAMEL_ALWAYS_INLINE void add(const S& w, const StageRates& rates, int i) noexcept {
      s_ += w * rates.k(i);
      m_ += w * rates.l(i);
    }
    HAMEL_ALWAYS_INLINE const Vector<S, N>& s() const noexcept { return s_; }
    HAMEL_ALWAYS_INLINE const Vector<S, W>& m() const noexcept { return m_; }

   private:
    Vector<S, N> s_;
    Vector<S, W> m_;
  };

  /// The largest |s_i'| and |m_i'| of all stages.
  template <class Size>
  auto largest(const Size& size) const noexcept {
    return detail::largest_rates<N, W>(
        int(k_[0].size()), int(l_[0].size()), count, size,
        [&](int i, int j) -> const S& { return k_[std::size_t(i)][j]; },
        [&](int i, int j) -> const S& { return l_[std::size_t(i)][j]; });
  }

 private:
  std::array<Vector<S, N>, count> k_;
  std::array<Vector<S, W>, count> l_;
};

/// Are the rates of stages, of sizes known at run time, kept as numbers in rows? Sums over the stages then take one
/// loop over the numbers, in which the stages are written out.
template <class S, int N, int W>
inline constexpr bool rates_in_rows = native_number<S>&& N == dynamic&& W == dynamic;

template <class S, int N, int W, int count>
requires rates_in_rows<S, N, W>
class StageRates<S, N, W, count, false> {
 public:
  Vector<S, N> k(int i) const noexcept { return part<N>(rows_[i], n_); }
  Vector<S, W> l(int i) const noexcept { return part<W>(rows_[i] + max_dimension, w_); }
  void set(int i, const Vector<S, N>& k, const Vector<S, W>& l) noexcept {
    n_ = int(k.size()), w_ = int(l.size());
    copy_few(k.data(), k.data() + n_, rows_[i]);
    copy_few(l.data(), l.data() + w_, rows_[i] + max_dimension);
  }

  /// The place (s, m) = (s0, m0) + the sum of h weights[i] (s', m') over the first `stages`, number by number; s0 = 0
  /// and m0 = 0 where none is given. `stages` and the weights are constants where it is inlined.
  class Sum {
   public:
    template <class Weights>
    HAMEL_ALWAYS_INLINE Sum(int n, const Vector<S, N>* s0, int w, const Vector<S, W>* m0,
                            const S& h, const Weights& weights, int stages,
                            const StageRates& rates) noexcept {
      s_.resize(n), m_.resize(w);
      const auto add = [&](auto& sum, int first, const auto& start) HAMEL_ALWAYS_INLINE {
        for (int k = 0; k < int(sum.size()); ++k) {
          S number = start(k);
          unrolled<count>(count, [&](int i) HAMEL_ALWAYS_INLINE {
            if (i < stages && weights[i] != 0)
              number += (h * S(weights[i])) * rates.rows_[i][first + k];
          });
          sum.coeffRef(k) = number;
        }
      };
      const auto fill = [&](auto& sum, const auto* from, int first) HAMEL_ALWAYS_INLINE {
        if (from)
          add(sum, first, [&](int k) HAMEL_ALWAYS_INLINE { return from->coeff(k); });
        else
          add(sum, first, [](int) HAMEL_ALWAYS_INLINE { return S(0); });
      };
      fill(s_, s0, 0);
      fill(m_, m0, max_dimension);
    }
    const Vector<S, N>& s() const noexcept { return s_; }
    const Vector<S, W>& m() const noexcept { return m_; }

   private:
    Vector<S, N> s_;
    Vector<S, W> m_;
  };

  template <class Size>
  auto largest(const Size& size) const noexcept {
    return detail::largest_rates<N, W>(
        n_, w_, count, size, [&](int i, int j) -> const S& { return rows_[i][j]; },
        [&](int i, int j) -> const S& { return rows_[i][max_dimension + j]; });
  }

 private:
  template <int M>
  static Vector<S, M> part(const S* from, int size) noexcept {
    return listed<S, M, 1>(size, 1, [&](int i) { return from[i]; });
  }

  int n_ = 0, w_ = 0;
  S rows_[count][2 * max_dimension];
};

template <class S, int N, int W, int count>
class StageRates<S, N, W, count, true> {
  using Row = Pairs<N + W>;

 public:
  HAMEL_ALWAYS_INLINE Vector<S, N> k(int i) const noexcept { return rows_[i].template part<N>(0); }
  HAMEL_ALWAYS_INLINE Vector<S, W> l(int i) const noexcept { return rows_[i].template part<W>(N); }
  HAMEL_ALWAYS_INLINE void set(int i, const Vector<S, N>& k, const Vector<S, W>& l) noexcept {
    rows_[i] = row(k, l);
  }

  class Sum {
   public:
    HAMEL_ALWAYS_INLINE Sum(const Vector<S, N>& s, const Vector<S, W>& m) noexcept
        : sum_(row(s, m)) {}
    HAMEL_ALWAYS_INLINE void add(const S& w, const StageRates& rates, int i) noexcept {
      sum_.add(w, rates.rows_[i]);
    }
    HAMEL_ALWAYS_INLINE Vector<S, N> s() const noexcept { return sum_.template part<N>(0); }
    HAMEL_ALWAYS_INLINE Vector<S, W> m() const noexcept { return sum_.template part<W>(N); }

   private:
    Row sum_;
  };

  template <class Size>
  auto largest(const Size&) const noexcept {
    Row most;
    unrolled<count>(count, [&](int i) HAMEL_ALWAYS_INLINE { most.take_larger(rows_[i]); });
    struct {
      Vector<double, N> s;
      Vector<double, W> m;
    } all{most.template part<N>(0), most.template part<W>(N)};
    return all;
  }

 private:
  HAMEL_ALWAYS_INLINE static Row row(const Vector<S, N>& s, const Vector<S, W>& m) noexcept {
    return Row([&](int i) HAMEL_ALWAYS_INLINE { return i < N ? s.data()[i] : m.data()[i - N]; });
  }

  Row rows_[count];
};

}  // namespace hamel
