// Curves through elements: geodesics, cubics with given ends, and cumulative B-splines.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/group/between.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// Where a curve is, with its body velocity a, x' = x a, and its body acceleration a'.
template <class G, class S>
struct OnCurve {
  Element<G, S> x;
  Tangent<G, S> velocity, acceleration;
};

/// x exp(s log(x^-1 y)): from x at s = 0 to y at s = 1 with a constant body velocity.
template <class G, class S>
Element<G, S> geodesic(const G& group, const std::type_identity_t<Element<G, S>>& x,
                       const std::type_identity_t<Element<G, S>>& y, const S& s) {
  const Tangent<G, S> way = group.log(between(group, x, y));
  return group.compose(x, group.exp(Tangent<G, S>(s * way)));
}

/// The curve x exp(xi(s)) from x with body velocity a at s = 0 to y with body velocity b at s = 1, xi cubic: the
/// interpolation of Hermite. With left = dexp^L_xi its velocity is left xi', and xi'(1) = left^-1 b.
template <class G, class S>
class CubicCurve {
 public:
  using V = Tangent<G, S>;

  CubicCurve(const G& group, const Element<G, S>& x, const V& a, const Element<G, S>& y, const V& b)
      : group_(group), x_(x), first_(a) {
    const V way = group.log(between(group, x, y));
    const V end = group.dexp_inv(V(-way), b);
    second_ = S(3) * way - S(2) * a - end;
    third_ = a + end - S(2) * way;
  }

  /// The curve at s; the acceleration by the derivative of xi -> dexp^L_xi xi'.
  OnCurve<G, S> at(const S& s) const {
    const V xi = s * V(first_ + s * V(second_ + s * third_));
    const V slope = first_ + s * V(S(2) * second_ + (S(3) * s) * third_);
    const V bend = S(2) * second_ + (S(6) * s) * third_;
    const V velocity = group_.dexp(V(-xi), slope);
    return {group_.compose(x_, group_.exp(xi)), velocity, acceleration(xi, slope, bend, velocity)};
  }

 private:
  /// a' of x exp(xi): from xi' = f(xi, a), f = dexp_inv at -xi, xi'' = f(xi, a') + (d/dxi f(xi, a)) xi'.
  V acceleration(const V& xi, const V& slope, const V& bend, const V& a) const {
    V rest = bend;
    const int n = group_.dim();
    for (int i = 0; i < n; ++i) {
      // <e_i, d/dxi dexp_inv(-xi, a) xi'> = -<d/dxi dexp_inv_star(-xi, e_i) xi', a>
      const V e = V::Unit(n, i);
      rest[i] += V(group_.dexp_inv_star_derivative(V(-xi), e) * slope).dot(a);
    }
    return group_.dexp(V(-xi), rest);
  }

  G group_;
  Element<G, S> x_;
  V first_, second_, third_;
};

/// The cumulative B-spline of the given degree on uniform knots: between knots i and i + 1
///
///     x(u) = x_i exp(B_1(u) d_1) ... exp(B_k(u) d_k),   d_j = log(x_{i+j-1}^-1 x_{i+j})
///
/// of which degree - 1 derivatives are continuous (Kim, Kim, Shin 1995). Velocity and acceleration by the recursion of
/// Sommer, Usenko, Schubert, Demmel, Cremers 2020, in the body.
template <class G, class S, int degree = 3>
class BSpline {
 public:
  static_assert(degree >= 1 && degree <= 7);
  using V = Tangent<G, S>;

  /// Of at least degree + 1 control elements, `spacing` apart in time, from time `start` on. Throws InputError.
  BSpline(const G& group, std::vector<Element<G, S>> control, const S& spacing = S(1),
          const S& start = S(0))
      : group_(group), control_(std::move(control)), spacing_(spacing), start_(start) {
    if (control_.size() < std::size_t(degree) + 1)
      refuse<InputError>("control elements", {control_.size()}, {"at least ", degree + 1});
    if (!(spacing > S(0))) refuse<InputError>("spacing", {double(spacing)}, "a positive number");
    for (std::size_t i = 1; i < control_.size(); ++i)
      steps_.push_back(group.log(between(group, control_[i - 1], control_[i])));
  }

  /// The times between which it is defined.
  S start() const { return start_; }
  S end() const { return start_ + spacing_ * S(int(control_.size()) - degree); }

  /// The curve at time t; beyond its ends the polynomial of the first or last interval.
  OnCurve<G, S> at(const S& t) const {
    const S scaled = (t - start_) / spacing_;
    const int last = int(control_.size()) - degree - 1;
    int i = 0;
    while (i < last && !(scaled < S(i + 1))) ++i;
    const auto weights = cumulative(S(scaled - S(i)));
    const S per = S(1) / spacing_;
    const int n = group_.dim();
    OnCurve<G, S> curve{control_[std::size_t(i)], V::Zero(n), V::Zero(n)};
    for (int j = 1; j <= degree; ++j) {
      const auto& [b, slope, bend] = weights[std::size_t(j)];
      const V& d = steps_[std::size_t(i + j - 1)];
      const V part = b * d, back = -part, rate = (slope * per) * d;
      curve.x = group_.compose(curve.x, group_.exp(part));
      curve.velocity = V(group_.Ad_exp(back, curve.velocity)) + rate;
      curve.acceleration = V(group_.Ad_exp(back, curve.acceleration)) +
                           V(group_.ad(curve.velocity, rate)) + (bend * per * per) * d;
    }
    return curve;
  }

 private:
  struct Weight {
    S value, slope, bend;
  };
  /// B_j(u) = sum of the basis functions from the j-th on, with two derivatives, by the recursion of de Boor and Cox on
  /// the numbers u + i: b_{i,k} = ((u + k - i) b_{i-1,k-1} + (i + 1 - u) b_{i,k-1}) / k.
  static std::array<Weight, std::size_t(degree) + 1> cumulative(const S& u) {
    constexpr auto size = std::size_t(degree) + 1;
    std::array<Weight, size> b{};
    for (auto& weight : b) weight = {S(0), S(0), S(0)};
    b[0].value = S(1);
    for (int k = 1; k <= degree; ++k) {
      const S over = S(1) / S(k);
      for (int i = k; i >= 0; --i) {
        const Weight up = i > 0 ? b[std::size_t(i - 1)] : Weight{S(0), S(0), S(0)};
        const Weight same = i < k ? b[std::size_t(i)] : Weight{S(0), S(0), S(0)};
        const S left = u + S(k - i), right = S(i + 1) - u;
        b[std::size_t(i)] = {
            S(over * (left * up.value + right * same.value)),
            S(over * (left * up.slope + up.value + right * same.slope - same.value)),
            S(over * (left * up.bend + S(2) * up.slope + right * same.bend - S(2) * same.slope))};
      }
    }
    for (std::size_t j = size - 1; j-- > 0;) {
      b[j].value += b[j + 1].value;
      b[j].slope += b[j + 1].slope;
      b[j].bend += b[j + 1].bend;
    }
    return b;
  }

  G group_;
  std::vector<Element<G, S>> control_;
  std::vector<V> steps_;
  S spacing_, start_;
};

}  // namespace hamel
