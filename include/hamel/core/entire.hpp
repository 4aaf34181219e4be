// The sinc-like functions of a signed z = theta^2 that every closed form of the library is written
// in.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <type_traits>

#include <hamel/core/circle.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/scalar.hpp>

namespace hamel {

namespace detail {

/// k! for k up to 22, those that a double holds.
inline constexpr std::array<double, 23> factorial = [] {
  std::array<double, 23> all{1};
  for (std::size_t k = 1; k < all.size(); ++k) all[k] = double(k) * all[k - 1];
  return all;
}();

/// Terms after which the series of c_k at |z| = limit has fallen below 2^-digits.
constexpr int stumpff_terms(int k, double limit, int digits) {
  int terms = 0;
  double term = 1;
  for (int bits = 0; bits < digits; ++terms) {
    term *= limit / ((k + 2 * terms + 1) * (k + 2 * terms + 2));
    for (; term < 0.5; ++bits) term *= 2;
  }
  return terms;
}

/// sum_n w[n] z^n over n < Count, where powers are z, z^2, z^4, ...: a balanced tree, whose
/// chain of operations is logarithmic in Count.
template <int Count, class T, class S>
HAMEL_ALWAYS_INLINE inline S balanced_sum(const T* w, const S* powers) {
  if constexpr (Count == 1) {
    return S(*w);
  } else {
    constexpr int level = std::bit_width(unsigned(Count - 1)) - 1, half = 1 << level;
    return balanced_sum<half>(w, powers) +
           powers[level] * balanced_sum<Count - half>(w + half, powers);
  }
}

/// sum_n w[n] z^n. The first term comes last: added to a sum that is rounded already, small terms would
/// always be lost, a bias that a million steps make visible.
template <class T, class S, std::size_t N>
S polynomial(const std::array<T, N>& w, const S& z) {
  if constexpr (N == 1) {
    return S(w[0]);
  } else {
    constexpr int levels = std::bit_width(N - 1);
    S powers[levels] = {z};
    for (int i = 1; i < levels; ++i) powers[i] = powers[i - 1] * powers[i - 1];
    return S(w[0]) + z * balanced_sum<int(N) - 1>(w.data() + 1, powers);
  }
}

/// The coefficients of c_K, (-1)^j / (2j+K)! for j < Count.
template <class S, int K, int Count>
constexpr std::array<S, Count> stumpff_coefficients() {
  std::array<S, Count> w{};
  long double c = 1 / static_cast<long double>(factorial[K]);
  for (int j = 0; j < Count; ++j) {
    w[std::size_t(j)] = S(c);
    c /= -(K + 2 * j + 1) * (K + 2 * j + 2);
  }
  return w;
}

/// c_0 and c_1 by sines and cosines, away from z = 0. Apart: the few that come here need no copies of it inlined.
template <class S>
[[gnu::noinline]] std::array<S, 2> stumpff_by_sines(const S& z) {
  using std::abs, std::cos, std::cosh, std::sin, std::sinh, std::sqrt;
  const S angle = sqrt(S(abs(z)));
  const bool circular = z > S(0);
  return {circular ? S(cos(angle)) : S(cosh(angle)),
          S((circular ? S(sin(angle)) : S(sinh(angle))) / angle)};
}

/// c_K(z) by its power series, with a fixed number of terms after the first.
template <int K, int Terms, class S>
S stumpff_series(const S& z) {
  if constexpr (native_number<S>) {
    static constexpr auto w = stumpff_coefficients<Lane<S>, K, Terms + 1>();
    return polynomial(w, z);
  } else {
    S sum(1);
    for (int j = Terms; j > 0; --j)
      sum = S(1) - sum * z * (S(1) / S((K + 2 * j - 1) * (K + 2 * j)));
    return sum * (S(1) / S(factorial[K]));
  }
}

/// The square of an angle up to which the shortest series serve: most steps turn by no more than half a radian.
inline constexpr double short_turn = 0.25;

/// The |z| up to which c_0..c_K come from their series. Beyond, c_0 and c_1 come from sine and cosine, c_2
/// from c_1 at z/4 (anywhere), and the others by recursion, on which c_3 loses a factor 1/z, c_4 and c_5
/// 1/z^2. For the processor's numbers the series is the quicker way up to half angles of pi/2; for others the
/// shortest one is best.
template <class S>
constexpr double stumpff_limit(int K) {
  constexpr bool quick = native_number<S>;
  switch (K) {
    case 1:
      return quick ? 2.5 : 0x1p-16;
    case 2:
      return 0;
    case 3:
      return quick ? 2.5 : 1;
    default:
      return K <= 5 ? 4 : 9;
  }
}

}  // namespace detail

/// The Stumpff functions c_0, ..., c_K at once, c_k(z) = sum_j (-z)^j / (2j+k)!. With theta =
/// sqrt(z): c_0 = cos theta, c_1 = sin theta / theta, c_2 = (1 - cos theta)/z, c_3 = (theta - sin
/// theta)/theta^3; for z < 0 the hyperbolic functions of sqrt(-z). Entire in z, hence smooth
/// through 0.
///
/// They satisfy c_k = 1/k! - z c_{k+2} and dc_k/dz = (k c_{k+2} - c_{k+1})/2.
template <int K, class S>
std::array<S, K + 1> stumpff(const S& z) {
  static_assert(K >= 1);
  std::array<S, K + 1> c;
  if constexpr (Differentiated<S>) {
    const auto at = stumpff<K + 2>(value(z));
    for (int k = 0; k <= K; ++k) {
      using V = typename decltype(at)::value_type;
      c[k] = lifted(z, at[k], V((V(k) * at[k + 2] - at[k + 1]) / V(2)));
    }
  } else {
    using std::abs;
    constexpr double limit = detail::stumpff_limit<S>(K);
    if constexpr (limit > 0) {
      if constexpr (K == 1 && native_number<S>) {
        if (abs(z) <= S(detail::short_turn / 4)) {
          constexpr int terms = detail::stumpff_terms(0, detail::short_turn / 4, digits<S>);
          return {detail::stumpff_series<0, terms>(z), detail::stumpff_series<1, terms>(z)};
        }
      }
      if (abs(z) <= S(limit)) {
        constexpr int terms = detail::stumpff_terms(K - 1, limit, digits<S>);
        c[K] = detail::stumpff_series<K, terms>(z);
        c[K - 1] = detail::stumpff_series<K - 1, terms>(z);
        for (int k = K - 2; k >= 0; --k)
          c[std::size_t(k)] =
              S(1) / S(detail::factorial[std::size_t(k)]) - z * c[std::size_t(k + 2)];
        return c;
      }
    }
    if constexpr (K == 1) {
      c = detail::stumpff_by_sines(z);
    } else {
      const auto half = stumpff<1>(S(z / S(4)));
      c[2] = half[1] * half[1] / S(2);
      c[1] = half[0] * half[1];
      c[0] = S(1) - z * c[2];
      if constexpr (K > 2) {
        const S inverse = S(1) / z;
        for (int k = 3; k <= K; ++k)
          c[std::size_t(k)] =
              (S(1) / S(detail::factorial[std::size_t(k - 2)]) - c[std::size_t(k - 2)]) * inverse;
      }
    }
  }
  return c;
}

/// Cosine, sine, and sine over angle, smooth through 0.
template <class S>
struct Turn {
  S cosine, sine, sinc;
};

/// Evaluates them at an angle, of any size.
template <class S>
Turn<S> turn(const S& angle) {
  if constexpr (Differentiated<S>) {
    const auto at = value(angle);
    using V = std::remove_cv_t<decltype(at)>;
    const Turn<V> t = turn(at);
    const auto c = stumpff<3>(V(at * at));
    return {lifted(angle, t.cosine, V(-t.sine)), lifted(angle, t.sine, t.cosine),
            lifted(angle, t.sinc, V(at * (c[3] - c[2])))};
  } else {
    using std::cos, std::sin;
    const S z = angle * angle;
    if (z <= S(detail::stumpff_limit<S>(1))) {
      const auto c = stumpff<1>(z);
      return {c[0], S(angle * c[1]), c[1]};
    }
    const S sine = sin(angle);
    return {S(cos(angle)), sine, S(sine / angle)};
  }
}

/// The direction of an angle.
template <class S>
HAMEL_ALWAYS_INLINE inline Direction<S> direction(const S& angle) {
  if constexpr (Differentiated<S>) {
    const auto at = direction(value(angle));
    const auto minus_sine = decltype(at.sine)(-at.sine);  // not an expression: angles may nest
    return {lifted(angle, at.cosine, minus_sine), lifted(angle, at.sine, at.cosine)};
  } else {
    using std::abs, std::cos, std::sin;
    if constexpr (PackLike<S>) {
      Direction<S> d;
      for (int i = 0; i < S::size; ++i) {
        const auto own = direction(angle[i]);
        d.cosine.set(i, own.cosine);
        d.sine.set(i, own.sine);
      }
      return d;
    } else if constexpr (std::is_same_v<S, double> || std::is_same_v<S, float>) {
      if (abs(angle) <= S(0x1p16)) [[likely]] {
        const auto [cosine, sine] = detail::direction_by_points(angle);
        return {S(cosine), S(sine)};
      }
    }
    return {S(cos(angle)), S(sin(angle))};
  }
}

/// The coefficient functions of the inverse differential of the exponential, with h = sqrt(z)/2:
/// kappa = h cot h and beta = (1 - kappa)/z, followed by derivatives of beta and kappa by z up to
/// `Order`. Poles at z = (2 pi j)^2, j = 1, 2, ...; nothing happens at z = pi^2.
template <int Order, class S>
struct HalfCotangent {
  std::array<S, Order + 1> beta;   ///< beta, beta', ...
  std::array<S, Order + 1> kappa;  ///< kappa, kappa', ...
};

namespace detail {

/// |B_2n| / (2n)! for n = 1, 2, ...: beta(z) = sum_n half_cotangent_terms[n] z^n, n from 0.
inline constexpr long double half_cotangent_terms[14] = {
    0.0833333333333333333333333L,   0.00138888888888888888888889L,  0.0000330687830687830687830688L,
    8.26719576719576719576720E-7L,  2.08767569878680989792101E-8L,  5.28419013868749318484768E-10L,
    1.33825365306846788328270E-11L, 3.38968029632258286683020E-13L, 8.58606205627784456413591E-15L,
    2.17486869855806187304152E-16L, 5.50900282836022951520265E-18L, 1.39544646858125233407077E-19L,
    3.53470703962946747169323E-21L, 8.95351742703754685040261E-23L};

/// Terms of that series for |z| <= limit after which z beta has fallen below 2^-digits: they are at most
/// 2.2 z^n / (4 pi^2)^(n+1).
constexpr int beta_terms(double limit, int digits) {
  const double ratio = limit / 39.478;
  double term = 2.2 * ratio;
  for (int bit = 0; bit < digits; ++bit) term *= 2;
  int terms = 0;
  for (; term > 1; ++terms) term *= ratio;
  return terms;
}

/// The D-th derivative of the first `Terms` terms of that series.
template <int D, int Terms, class S>
S half_cotangent_series(const S& z) {
  static constexpr auto w = [] {
    std::array<Lane<S>, Terms - D> weights{};
    for (int n = D; n < Terms; ++n) {
      long double weight = half_cotangent_terms[n];
      for (int d = 0; d < D; ++d) weight *= n - d;
      weights[std::size_t(n - D)] = Lane<S>(weight);
    }
    return weights;
  }();
  return polynomial(w, z);
}

/// Terms of that series for |z| <= 1 (it converges like (z/40)^n); 0 where 14 are not enough, and for other
/// than the processor's numbers.
template <class S>
constexpr int half_cotangent_count(int order) {
  const int terms = digits<S> * 10 / 53 + 2 + order;
  return native_number<S> && terms <= 14 ? terms : 0;
}

}  // namespace detail

/// Evaluates the half-angle cotangent and `Order` (0 to 3) derivatives. With y = z/4:
/// beta = (c_2(y) - c_3(y)) / (4 c_1(y)), a quotient without cancellation at any z.
template <int Order, class S>
HalfCotangent<Order, S> half_cotangent(const S& z) {
  static_assert(0 <= Order && Order <= 3);
  HalfCotangent<Order, S> r;
  if constexpr (Differentiated<S>) {
    const auto at = half_cotangent<Order + 1>(value(z));
    for (int k = 0; k <= Order; ++k) {
      r.beta[k] = lifted(z, at.beta[k], at.beta[k + 1]);
      r.kappa[k] = lifted(z, at.kappa[k], at.kappa[k + 1]);
    }
  } else {
    if constexpr (constexpr int terms = detail::half_cotangent_count<S>(Order); terms > 0) {
      using std::abs;
      if constexpr (Order == 0) {
        if (abs(z) <= S(detail::short_turn)) {
          constexpr int few = detail::beta_terms(detail::short_turn, digits<S>);
          r.beta[0] = detail::half_cotangent_series<0, few>(z);
          r.kappa[0] = S(1) - z * r.beta[0];
          return r;
        }
      }
      if (abs(z) <= S(1)) {
        r.beta[0] = detail::half_cotangent_series<0, terms>(z);
        r.kappa[0] = S(1) - z * r.beta[0];
        if constexpr (Order >= 1) {
          r.beta[1] = detail::half_cotangent_series<1, terms>(z);
          r.kappa[1] = -r.beta[0] - z * r.beta[1];
        }
        if constexpr (Order >= 2) {
          r.beta[2] = detail::half_cotangent_series<2, terms>(z);
          r.kappa[2] = S(-2) * r.beta[1] - z * r.beta[2];
        }
        if constexpr (Order >= 3) {
          r.beta[3] = detail::half_cotangent_series<3, terms>(z);
          r.kappa[3] = S(-3) * r.beta[2] - z * r.beta[3];
        }
        return r;
      }
    }
    const auto c = stumpff<3 + 2 * Order>(S(z / S(4)));
    const S inverse = S(1) / c[1];
    const S q = (c[2] - c[3]) * inverse;
    r.beta[0] = q / S(4);
    r.kappa[0] = c[0] * inverse;
    if constexpr (Order >= 1) {
      const S d_c1 = (c[3] - c[2]) / S(2);
      const S d_q = ((S(3) * c[4] - c[3] - S(3) * c[5]) / S(2) - q * d_c1) * inverse;
      r.beta[1] = d_q / S(16);
      r.kappa[1] = (r.kappa[0] * r.beta[0] - S(1) / S(4)) / S(2);
      if constexpr (Order >= 2) {
        const S dd_c1 = (S(3) * c[5] - S(3) * c[4] + c[3]) / S(4);
        const S dd_numerator = (S(15) * c[6] - S(6) * c[5] + c[4] - S(15) * c[7]) / S(4);
        const S dd_q = (dd_numerator - S(2) * d_q * d_c1 - q * dd_c1) * inverse;
        r.beta[2] = dd_q / S(64);
        r.kappa[2] = (r.kappa[1] * r.beta[0] + r.kappa[0] * r.beta[1]) / S(2);
        if constexpr (Order >= 3) {
          const S ddd_c1 = (S(15) * c[7] - S(15) * c[6] + S(6) * c[5] - c[4]) / S(8);
          const S ddd_numerator =
              (S(105) * c[8] - S(45) * c[7] + S(10) * c[6] - c[5] - S(105) * c[9]) / S(8);
          const S ddd_q =
              (ddd_numerator - S(3) * dd_q * d_c1 - S(3) * d_q * dd_c1 - q * ddd_c1) * inverse;
          r.beta[3] = ddd_q / S(256);
          r.kappa[3] =
              (r.kappa[2] * r.beta[0] + S(2) * r.kappa[1] * r.beta[1] + r.kappa[0] * r.beta[2]) /
              S(2);
        }
      }
    }
  }
  return r;
}

}  // namespace hamel
