// The calculus of the exponential in sim(3), the algebra of the similarities of space.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include <hamel/core/complex.hpp>
#include <hamel/core/entire.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/combination.hpp>
#include <hamel/group/cubic.hpp>
#include <hamel/group/slope_by_duals.hpp>

namespace hamel {

namespace detail {

/// one + turn W + square W^2 with W = ad_w of so(3), where W^3 = -z W and z = |w|^2.
template <class S>
struct TurnPolynomial {
  S one, turn, square;

  /// The same times (W + s), and plus 1.
  TurnPolynomial one_plus_times(const S& z, const S& s, const S& factor) const noexcept {
    return {S(S(1) + factor * (s * one)), S(factor * (one + s * turn - z * square)),
            S(factor * (turn + s * square))};
  }
  /// Of the transpose.
  TurnPolynomial star() const noexcept { return {one, S(-turn), square}; }
  /// The inverse: 1/one along w and that of (one - z square) + turn W across.
  TurnPolynomial inverse(const S& z) const noexcept {
    const S across = one - z * square, along = S(1) / one;
    const S over = S(1) / S(across * across + z * turn * turn);
    return {along, S(-turn * over),
            S((z * square * square + turn * turn - one * square) * along * over)};
  }
  Vector<S, 3> operator()(const Vector<S, 3>& w, const S& z, const Vector<S, 3>& x) const noexcept {
    return combination(S(one - z * square), x, turn, SurfaceAlgebra<1>{}.ad(w, x),
                       S(square * inner(w, x)), w);
  }
};

/// phi_1 = (e^x - 1)/x and phi_2 = (phi_1 - 1)/x at x = W + s, and the divided difference (phi_1(s) - phi_1(W))/(s - W).
template <class S>
struct TurnMeans {
  TurnPolynomial<S> first, second, between;
};

/// The a + b W + c W^2 with a = `one`, its value at W = 0, and (a + b W + c W^2)(W + s) = q_0 + q_1 W + q_2 W^2:
/// b + s c = q_2 and a + s b - z c = q_1. `over` is 1/(z + s^2).
template <class S>
TurnPolynomial<S> turn_quotient(const S& one, const S& q1, const S& q2, const S& s,
                                const S& over) noexcept {
  const S square = (one + s * q2 - q1) * over;
  return {one, S(q2 - s * square), square};
}

/// Evaluates them: by power series where z + s^2 is small, beyond by quotients.
template <class S>
TurnMeans<S> turn_means(const S& z, const S& s) noexcept {
  if (in_mean_series(S(z + s * s))) {
    constexpr int terms = mean_series_terms(digits<S>);
    const S half = S(1) / S(2);
    TurnPolynomial<S> second{S(1), S(0), S(0)}, between{S(0), S(0), S(0)};
    for (int k = terms; k > 0; --k) second = second.one_plus_times(z, s, S(S(1) / S(k + 2)));
    TurnPolynomial<S> first =
        second = {S(half * second.one), S(half * second.turn), S(half * second.square)};
    first = first.one_plus_times(z, s, S(1));
    // sum_m h_m/(m + 2)! with h_m = s^m + W h_{m-1}, from the end: each step holds the rest of the series in s alone
    S rest(0), weight(1);
    for (int k = 2; k <= terms + 2; ++k) weight /= S(k);
    for (int m = terms; m >= 0; --m) {
      rest = weight + s * rest;
      between = {rest, S(between.one - z * between.square), between.turn};
      weight *= S(m + 2);
    }
    return {first, second, between};
  }
  using std::exp;
  const S growth = exp(s), over = S(1) / S(z + s * s);
  const auto scalars = mean_exponential(Complex<S>{s, S(0)});
  const auto c = stumpff<3>(z);
  const auto first = turn_quotient(scalars.first.re, S(growth * c[1]), S(growth * c[2]), s, over);
  return {first, turn_quotient(scalars.second.re, first.turn, first.square, s, over),
          turn_quotient(scalars.second.re, c[2], c[3], S(-s), over)};
}

/// phi_1(W + s) from e^s, phi_1(s) and c_1, c_2 of z. What the quotient by z + s^2 magnifies near 0 meets W^2, so that
/// numbers keep their digits; derivatives would not.
template <class S>
TurnPolynomial<S> turn_mean(const S& z, const S& s, const WithMean<S>& growth, const S& c1,
                            const S& c2) noexcept {
  if constexpr (std::is_floating_point_v<S>) {
    const S size = z + s * s, over = size > std::numeric_limits<S>::min() ? S(1) / size : S(0);
    return turn_quotient(growth.mean, S(growth.at * c1), S(growth.at * c2), s, over);
  } else {
    return turn_means(z, s).first;
  }
}

}  // namespace detail

/// A vector is (v, w, s): a translation, a rotation and a growth, with [(v,w,s), (x,y,t)] = (w x x + s x + v x y - t v,
/// w x y, 0). So ad is [[W + s, V, -v], [0, W, 0], [0, 0, 0]] with the cross products W = ad_w, V = ad_v of so(3), and a
/// function f of it [[f(W+s), X, -f'(W+s) v], [0, f(W), 0], [0, 0, f(0)]] with f'(x) = (f(x) - f(0))/x. X is the sum
/// over (W+s)^i V W^j that f's divided difference at W + s on the left and W on the right stands for. Left minus
/// right act on V as W + s on v, so for the differential of exp
///   (W + s) X = [p] e^W - V phi_1(W),   p = phi_1(W + s) v,
/// and along w, where the left is s, w^T X = w^T V (phi_1(s) - phi_1(W))/(s - W). Both together give X without division
/// by less than z + s^2. Members and conventions are those of Cubic.
struct SimilarityCalculus {
  static constexpr int dimension = 7;
  template <class S>
  using V = Vector<S, 7>;
  template <class S>
  using M = Matrix<S, 7>;

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return 7; }

  /// The bracket [a,b].
  template <class S>
  V<S> ad(const V<S>& a, const V<S>& b) const noexcept {
    const Vector<S, 3> v = linear(a), w = angular(a), x = linear(b), y = angular(b);
    return joined(sum(combination(a[6], x, S(-b[6]), v), sum(so3.ad(w, x), so3.ad(v, y))),
                  so3.ad(w, y), S(0));
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  V<S> ad_star(const V<S>& a, const V<S>& p) const noexcept {
    const Vector<S, 3> v = linear(a), w = angular(a), f = linear(p);
    return joined(combination(a[6], f, S(1), so3.ad_star(w, f)),
                  sum(so3.ad_star(v, f), so3.ad_star(w, angular(p))), S(-inner(v, f)));
  }
  /// The matrix of b -> [a,b].
  template <class S>
  M<S> ad_matrix(const V<S>& a) const noexcept {
    return matrix_of<S, 7>([&](const V<S>& b) { return ad(a, b); });
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  M<S> lie_poisson(const V<S>& p) const noexcept {
    return matrix_of<S, 7>([&](const V<S>& a) { return ad_star(a, p); });
  }
  /// Ad of exp(xi) on b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return Differential<S>(xi).adjoint(b);
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return Differential<S>(xi).adjoint_star(p);
  }
  /// Right-trivialised differential of exp at xi.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return Differential<S>(xi).forward(eta);
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return Differential<S>(xi).forward_star(p);
  }
  /// Inverse of dexp; infinite where |w| is a positive multiple of 2 pi.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    return Differential<S>(xi).backward(eta);
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    return Differential<S>(xi).backward_star(p);
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p).
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    return slope_by_duals(*this, xi, p);
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    const Differential<S> at(xi);
    return matrix_of<S, 7>([&](const V<S>& b) { return at.forward(b); });
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    const Differential<S> at(xi);
    return matrix_of<S, 7>([&](const V<S>& b) { return at.backward(b); });
  }

  /// The translation of a vector or covector.
  template <class S>
  static Vector<S, 3> linear(const V<S>& a) noexcept {
    return {a[0], a[1], a[2]};
  }
  /// Its rotation.
  template <class S>
  static Vector<S, 3> angular(const V<S>& a) noexcept {
    return {a[3], a[4], a[5]};
  }
  /// The vector or covector with the given parts.
  template <class S>
  static V<S> joined(const Vector<S, 3>& v, const Vector<S, 3>& w, const S& s) noexcept {
    V<S> a;
    for (int i = 0; i < 3; ++i) {
      a[i] = v[i];
      a[i + 3] = w[i];
    }
    a[6] = s;
    return a;
  }

 private:
  static constexpr Cubic<SurfaceAlgebra<1>> so3{};

  /// The functions of ad at one vector.
  template <class S>
  struct Differential {
    using V3 = Vector<S, 3>;
    V3 v, w;
    S s, z;
    detail::TurnMeans<S> means;
    V3 p;  ///< phi_1(W + s) v

    explicit Differential(const V<S>& xi) noexcept
        : v(linear(xi)),
          w(angular(xi)),
          s(xi[6]),
          z(so3.square(w)),
          means(detail::turn_means(z, s)),
          p(means.first(w, z, v)) {}

    /// X y
    V3 mixed(const V3& y) const noexcept {
      if (detail::in_mean_series(S(z + s * s))) {
        return series(joined(V3(S(0), S(0), S(0)), y, S(0)),
                      [](const auto& a, const auto& b) { return SimilarityCalculus{}.ad(a, b); })
            .template head<3>();
      }
      const V3 rest =
          combination(S(1), so3.ad(p, V3(so3.Ad_exp(w, y))), S(-1), so3.ad(v, V3(so3.dexp(w, y))));
      const S along = inner(w, so3.ad(v, V3(means.between(w, z, y))));
      const S over = S(1) / S(z + s * s);
      return combination(S(s * over), rest, S(-over), so3.ad(w, rest), S(along * over), w);
    }
    /// X^T f
    V3 mixed_star(const V3& f) const noexcept {
      if (detail::in_mean_series(S(z + s * s))) {
        return series(
                   joined(f, V3(S(0), S(0), S(0)), S(0)),
                   [](const auto& a, const auto& b) { return SimilarityCalculus{}.ad_star(a, b); })
            .template segment<3>(3);
      }
      const V3 g = combination(s, f, S(1), so3.ad(w, f));
      const S over = S(1) / S(z + s * s), along = inner(w, f) * over;
      const V3 bent = so3.Ad_exp_star(w, V3(so3.ad(g, p)));
      return sum(combination(over, bent, S(-over), V3(so3.dexp_star(w, V3(so3.ad(g, v))))),
                 V3(along * means.between.star()(w, z, so3.ad(w, v))));
    }

    V<S> adjoint(const V<S>& b) const noexcept {
      using std::exp;
      const V3 y = so3.Ad_exp(w, angular(b));
      return joined(
          sum(combination(S(exp(s)), V3(so3.Ad_exp(w, linear(b))), S(-b[6]), p), so3.ad(p, y)), y,
          S(b[6]));
    }
    V<S> adjoint_star(const V<S>& q) const noexcept {
      using std::exp;
      const V3 f = linear(q);
      return joined(V3(S(exp(s)) * so3.Ad_exp_star(w, f)),
                    so3.Ad_exp_star(w, sum(angular(q), so3.ad_star(p, f))), S(q[6] - inner(p, f)));
    }
    V<S> forward(const V<S>& b) const noexcept {
      const V3 x = means.first(w, z, linear(b));
      return joined(sum(combination(S(1), x, S(-b[6]), means.second(w, z, v)), mixed(angular(b))),
                    so3.dexp(w, angular(b)), S(b[6]));
    }
    V<S> forward_star(const V<S>& q) const noexcept {
      const V3 f = linear(q);
      return joined(means.first.star()(w, z, f),
                    sum(V3(so3.dexp_star(w, angular(q))), mixed_star(f)),
                    S(q[6] - inner(means.second(w, z, v), f)));
    }
    V<S> backward(const V<S>& b) const noexcept {
      const V3 y = so3.dexp_inv(w, angular(b));
      const V3 rest = combination(S(1), linear(b), S(b[6]), means.second(w, z, v), S(-1), mixed(y));
      return joined(means.first.inverse(z)(w, z, rest), y, S(b[6]));
    }
    V<S> backward_star(const V<S>& q) const noexcept {
      const V3 f = means.first.inverse(z).star()(w, z, linear(q));
      return joined(f,
                    V3(so3.dexp_inv_star(w, combination(S(1), angular(q), S(-1), mixed_star(f)))),
                    S(q[6] + inner(means.second(w, z, v), f)));
    }

   private:
    /// sum of A^k b/(k + 1)! with A = apply(xi, .); translations, however long, occur once in each product.
    template <class F>
    V<S> series(const V<S>& b, const F& apply) const noexcept {
      constexpr int terms = detail::mean_series_terms(digits<S>) + 1;
      const V<S> xi = joined(v, w, s);
      V<S> sum = b;
      for (int k = terms; k > 0; --k) sum = b + V<S>((S(1) / S(k + 1)) * apply(xi, sum));
      return sum;
    }
  };
};

}  // namespace hamel
