// Sim(2), the similarities of the plane.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/complex.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/slope_by_duals.hpp>

namespace hamel {

/// The algebra of the affine maps of the complex line. A vector is (v, zeta) with v = a1 + i a2 and zeta = a4 + i a3, and
/// [(v,zeta), (x,eta)] = (zeta x - eta v, 0). So every function f of ad is (x, eta) -> (f(zeta) x - f'(zeta) eta v,
/// f(0) eta) with the divided difference f'(z) = (f(z) - f(0))/z. Members and conventions are those of Cubic.
struct ComplexAffineCalculus {
  static constexpr int dimension = 4;
  template <class S>
  using V = Vector<S, 4>;
  template <class S>
  using M = Matrix<S, 4>;

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return 4; }

  /// The bracket [a,b].
  template <class S>
  V<S> ad(const V<S>& a, const V<S>& b) const noexcept {
    const Complex<S> top = rate(a) * way(b) - rate(b) * way(a);
    return {top.re, top.im, S(0), S(0)};
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  V<S> ad_star(const V<S>& a, const V<S>& p) const noexcept {
    const Complex<S> zero{S(0), S(0)}, one{S(1), S(0)};
    return applied_star({rate(a), one, zero}, a, p);
  }
  /// The matrix of b -> [a,b].
  template <class S>
  M<S> ad_matrix(const V<S>& a) const noexcept {
    const Complex<S> zero{S(0), S(0)}, one{S(1), S(0)};
    return matrix<S>({rate(a), one, zero}, a);
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  M<S> lie_poisson(const V<S>& p) const noexcept {
    M<S> m = M<S>::Zero();
    m(0, 2) = p[1];
    m(1, 2) = -p[0];
    m(0, 3) = p[0];
    m(1, 3) = p[1];
    m(2, 0) = -p[1];
    m(2, 1) = p[0];
    m(3, 0) = -p[0];
    m(3, 1) = -p[1];
    return m;
  }
  /// Ad of exp(xi) on b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return applied(adjoint(rate(xi)), xi, b);
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(adjoint(rate(xi)), xi, p);
  }
  /// Right-trivialised differential of exp at xi.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return applied(differential(rate(xi)), xi, eta);
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(differential(rate(xi)), xi, p);
  }
  /// Inverse of dexp; infinite where the turn is a positive multiple of 2 pi and the growth is 0.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    return applied(inverse_differential(rate(xi)), xi, eta);
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(inverse_differential(rate(xi)), xi, p);
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p).
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    return slope_by_duals(*this, xi, p);
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    return matrix(differential(rate(xi)), xi);
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    return matrix(inverse_differential(rate(xi)), xi);
  }

  /// a1 + i a2
  template <class S>
  static Complex<S> way(const V<S>& a) noexcept {
    return {a[0], a[1]};
  }
  /// a4 + i a3: growth and turn.
  template <class S>
  static Complex<S> rate(const V<S>& a) noexcept {
    return {a[3], a[2]};
  }

 private:
  /// f(zeta), f'(zeta) and f(0).
  template <class S>
  struct Function {
    Complex<S> first, second, at_zero;
  };
  template <class S>
  static Function<S> adjoint(const Complex<S>& z) noexcept {
    return {exponential(z), mean_exponential(z).first, {S(1), S(0)}};
  }
  template <class S>
  static Function<S> differential(const Complex<S>& z) noexcept {
    const auto mean = mean_exponential(z);
    return {mean.first, mean.second, {S(1), S(0)}};
  }
  /// z/(e^z - 1) = 1/phi_1, whose divided difference is -phi_2/phi_1.
  template <class S>
  static Function<S> inverse_differential(const Complex<S>& z) noexcept {
    const auto mean = mean_exponential(z);
    const Complex<S> inverse = reciprocal(mean.first);
    return {inverse, S(-1) * (mean.second * inverse), {S(1), S(0)}};
  }

  template <class S>
  static V<S> applied(const Function<S>& f, const V<S>& a, const V<S>& b) noexcept {
    const Complex<S> top = f.first * way(b) - f.second * (rate(b) * way(a)),
                     bottom = f.at_zero * rate(b);
    return {top.re, top.im, bottom.im, bottom.re};
  }
  template <class S>
  static V<S> applied_star(const Function<S>& f, const V<S>& a, const V<S>& p) noexcept {
    const Complex<S> top = conjugate(f.first) * way(p);
    const Complex<S> bottom =
        conjugate(f.at_zero) * rate(p) - conjugate(f.second * way(a)) * way(p);
    return {top.re, top.im, bottom.im, bottom.re};
  }
  template <class S>
  static M<S> matrix(const Function<S>& f, const V<S>& a) noexcept {
    const Complex<S> g = f.second * way(a), &h = f.at_zero;
    M<S> m;
    m << f.first.re, -f.first.im, g.im, -g.re,  //
        f.first.im, f.first.re, -g.re, -g.im,   //
        S(0), S(0), h.re, h.im,                 //
        S(0), S(0), -h.im, h.re;
    return m;
  }
};

struct Sim2;

/// What Sim2 does.
struct Sim2Operations : ComplexAffineCalculus {
  static constexpr int storage = 4;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 2;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<Sim2, S>;

  /// The heading phi, between -pi and pi.
  template <class S>
  S heading(const Element<S>& x) const noexcept {
    using std::atan2;
    return S(atan2(x.data[3], x.data[2]));
  }
  /// The factor e^s.
  template <class S>
  S scale(const Element<S>& x) const noexcept {
    using std::sqrt;
    return S(sqrt(squared_norm(factor(x))));
  }
  /// s, the logarithm of the factor.
  template <class S>
  S growth(const Element<S>& x) const noexcept {
    return logarithm_of_square(factor(x)) / S(2);
  }

  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return element<S>({S(0), S(0)}, {S(1), S(0)});
  }
  /// The product x y: first y, then x.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return element<S>(position(x) + factor(x) * position(y), factor(x) * factor(y));
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    const Complex<S> back = reciprocal(factor(x));
    return element<S>(S(-1) * (back * position(x)), back);
  }
  /// Constant velocity of the origin, turn and growth for unit time: a logarithmic spiral.
  template <class S>
  Element<S> exp(const Vector<S, 4>& a) const noexcept {
    const auto [factor, mean] = exponential_and_mean(rate(a));
    return element<S>(mean * way(a), factor);
  }
  /// The a with exp(a) = x and a turn between -pi and pi.
  template <class S>
  Vector<S, 4> log(const Element<S>& x) const noexcept {
    const auto [z, mean] = logarithm_and_mean(factor(x));
    const Complex<S> v = position(x) * reciprocal(mean);
    return {v.re, v.im, z.im, z.re};
  }
  /// Ad_x b.
  template <class S>
  Vector<S, 4> Ad(const Element<S>& x, const Vector<S, 4>& b) const noexcept {
    const Complex<S> v = factor(x) * way(b) - rate(b) * position(x);
    return {v.re, v.im, b[2], b[3]};
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  Vector<S, 4> Ad_star(const Element<S>& x, const Vector<S, 4>& p) const noexcept {
    const Complex<S> f = conjugate(factor(x)) * way(p), g = conjugate(position(x)) * way(p);
    return {f.re, f.im, S(p[2] - g.im), S(p[3] - g.re)};
  }
  /// The image of a point.
  template <class S>
  Vector<S, 2> act(const Element<S>& x, const Vector<S, 2>& point) const noexcept {
    const auto moved = affine<S>(position(x), factor(x), {point[0], point[1]});
    return {moved.re, moved.im};
  }
  /// The 3 x 3 matrix [[e^s R, p], [0, 1]].
  template <class S>
  Matrix<S, 3> matrix(const Element<S>& x) const noexcept {
    const Complex<S> r = factor(x);
    Matrix<S, 3> m;
    m << r.re, -r.im, x.data[0], r.im, r.re, x.data[1], S(0), S(0), S(1);
    return m;
  }

  static constexpr int coordinate_count = 4;
  /// x, y, phi, s.
  std::vector<std::string> coordinate_names() const { return {"x", "y", "phi", "s"}; }
  /// Writes the position, the heading between -pi and pi, and s; returns the place behind.
  template <class S>
  S* write_coordinates(const Element<S>& x, S* to) const noexcept {
    *to++ = x.data[0];
    *to++ = x.data[1];
    *to++ = heading(x);
    *to++ = growth(x);
    return to;
  }
  /// The element with the given coordinates, of any heading; throws OffGroup for NaN and infinity, also of e^2s and e^-2s.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    expect_coordinates("Sim2", c.size(), 4);
    const auto x = element<S>({c[0], c[1]}, exponential(Complex<S>{c[3], c[2]}));
    expect_on_group("Sim2", residual(x));
    return x;
  }
  /// 0; NaN when a number is not finite or the factor is 0.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    return finite_residual(x.data) + finite_residual(Vector<S, 1>(growth(x)));
  }

 private:
  template <class S>
  static Complex<S> position(const Element<S>& x) noexcept {
    return {x.data[0], x.data[1]};
  }
  /// e^(s + i phi)
  template <class S>
  static Complex<S> factor(const Element<S>& x) noexcept {
    return {x.data[2], x.data[3]};
  }
  template <class S>
  static Element<S> element(const Complex<S>& p, const Complex<S>& factor) noexcept {
    return {Vector<S, 4>(p.re, p.im, factor.re, factor.im)};
  }
};

/// Similarities t -> e^s R t + p of the plane, t -> e^(s + i phi) t + p of the complex line; basis of the algebra: e1, e2
/// translations, e3 turning, e4 growth, [e3,e1] = e2, [e3,e2] = -e1, [e4,e1] = e1, [e4,e2] = e2. Stored: x, y,
/// e^s cos phi, e^s sin phi, four numbers without a relation, so that products cannot leave the group. Coordinates: x, y,
/// the heading phi between -pi and pi, and s.
struct Sim2 : AnyVectors<Sim2Operations> {};

}  // namespace hamel
