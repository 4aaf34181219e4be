// Aff(1), the affine maps of the line that keep its direction.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <hamel/core/arc.hpp>
#include <hamel/core/entire.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// The algebra [e1,e2] = e2, where ad_a^2 = a1 ad_a. So every function f of ad_a with f(0) = 1 is
/// b -> (b1, f(a1) b2 - f'(a1) a2 b1) with the divided difference f'(z) = (f(z) - 1)/z, and the
/// differential of the exponential needs the functions
///   e^z with (e^z - 1)/z,   (e^z - 1)/z with (e^z - 1 - z)/z^2,   z/(e^z - 1) with gamma(z).
/// Members and conventions are those of Cubic.
struct AffineCalculus {
  static constexpr int dimension = 2;
  template <class S>
  using V = Vector<S, 2>;
  template <class S>
  using M = Matrix<S, 2>;

  /// Dimension of the algebra.
  constexpr int dim() const noexcept { return 2; }

  /// The bracket [a,b].
  template <class S>
  V<S> ad(const V<S>& a, const V<S>& b) const noexcept {
    return {S(0), a[0] * b[1] - a[1] * b[0]};
  }
  /// The covector b -> <p,[a,b]>.
  template <class S>
  V<S> ad_star(const V<S>& a, const V<S>& p) const noexcept {
    return {-a[1] * p[1], a[0] * p[1]};
  }
  /// The matrix of b -> [a,b].
  template <class S>
  M<S> ad_matrix(const V<S>& a) const noexcept {
    return from_rows(S(0), S(0), S(-a[1]), S(a[0]));
  }
  /// The matrix of a -> ad*_a p.
  template <class S>
  M<S> lie_poisson(const V<S>& p) const noexcept {
    return from_rows(S(0), S(-p[1]), S(p[1]), S(0));
  }
  /// Ad of exp(xi) on b.
  template <class S>
  V<S> Ad_exp(const V<S>& xi, const V<S>& b) const noexcept {
    return applied(adjoint(S(xi[0])), xi, b);
  }
  /// Ad* of exp(xi) on p.
  template <class S>
  V<S> Ad_exp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(adjoint(S(xi[0])), xi, p);
  }
  /// Right-trivialised differential of exp at xi.
  template <class S>
  V<S> dexp(const V<S>& xi, const V<S>& eta) const noexcept {
    return applied(differential(S(xi[0])), xi, eta);
  }
  /// Transpose of dexp.
  template <class S>
  V<S> dexp_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(differential(S(xi[0])), xi, p);
  }
  /// Inverse of dexp.
  template <class S>
  V<S> dexp_inv(const V<S>& xi, const V<S>& eta) const noexcept {
    return applied(inverse_differential(S(xi[0])), xi, eta);
  }
  /// Transpose of dexp_inv.
  template <class S>
  V<S> dexp_inv_star(const V<S>& xi, const V<S>& p) const noexcept {
    return applied_star(inverse_differential(S(xi[0])), xi, p);
  }
  /// The matrix of d/dxi of dexp_inv_star(xi, p): gamma' is even, and (z/(e^z - 1))' = gamma + z gamma'.
  template <class S>
  M<S> dexp_inv_star_derivative(const V<S>& xi, const V<S>& p) const noexcept {
    const S z = xi[0], gamma = inverse_differential(z).second, slope = gamma_slope(z);
    return from_rows(S(-slope * xi[1] * p[1]), S(-gamma * p[1]), S((gamma + z * slope) * p[1]),
                     S(0));
  }
  /// The matrix of dexp(xi, .).
  template <class S>
  M<S> left_jacobian(const V<S>& xi) const noexcept {
    return matrix(differential(S(xi[0])), xi);
  }
  /// The matrix of dexp_inv(xi, .).
  template <class S>
  M<S> left_jacobian_inverse(const V<S>& xi) const noexcept {
    return matrix(inverse_differential(S(xi[0])), xi);
  }

 protected:
  /// (e^z - 1)/z = e^{z/2} sinh(z/2)/(z/2), without cancellation at either sign.
  template <class S>
  static S mean_growth(const S& z) noexcept {
    using std::exp;
    const S half = z / S(2);
    return S(exp(half)) * stumpff<1>(S(-half * half))[1];
  }

 private:
  /// f(z) and its divided difference (f(z) - 1)/z.
  template <class S>
  struct Function {
    S first, second;
  };

  template <class S>
  static bool is_small(const S& z) noexcept {
    using std::abs;
    return abs(plain(z)) <= Plain<S>(1);
  }
  template <class S>
  static Function<S> adjoint(const S& z) noexcept {
    using std::exp;
    return {S(exp(z)), mean_growth(z)};
  }
  template <class S>
  static Function<S> differential(const S& z) noexcept {
    const S mean = mean_growth(z);
    if (!is_small(z)) return {mean, S((mean - S(1)) / z)};
    const auto c = stumpff<3>(S(-z * z));
    return {mean, S(c[2] + z * c[3])};
  }
  /// With h = z/2: z/(e^z - 1) = h coth h - h, and gamma = z beta(-z^2) - 1/2.
  template <class S>
  static Function<S> inverse_differential(const S& z) noexcept {
    const S inverse = S(1) / mean_growth(z);
    if (!is_small(z)) return {inverse, S((inverse - S(1)) / z)};
    return {inverse, S(z * half_cotangent<0>(S(-z * z)).beta[0] - S(1) / S(2))};
  }
  template <class S>
  static S gamma_slope(const S& z) noexcept {
    if (is_small(z)) {
      const S square = z * z;
      const auto f = half_cotangent<1>(S(-square));
      return f.beta[0] - S(2) * square * f.beta[1];
    }
    const S size = plain(z) < Plain<S>(0) ? S(-z) : z;
    const auto [mean, next] = differential(size);
    const S inverse = S(1) / mean;
    return ((next - mean) * inverse * inverse - (inverse - S(1)) / size) / size;
  }

  template <class S>
  static V<S> applied(const Function<S>& f, const V<S>& a, const V<S>& b) noexcept {
    return {b[0], f.first * b[1] - f.second * a[1] * b[0]};
  }
  template <class S>
  static V<S> applied_star(const Function<S>& f, const V<S>& a, const V<S>& p) noexcept {
    return {p[0] - f.second * a[1] * p[1], f.first * p[1]};
  }
  template <class S>
  static M<S> matrix(const Function<S>& f, const V<S>& a) noexcept {
    return from_rows(S(1), S(0), S(-f.second * a[1]), f.first);
  }
  template <class S>
  static M<S> from_rows(const S& m11, const S& m12, const S& m21, const S& m22) noexcept {
    const S rows[2][2] = {{m11, m12}, {m21, m22}};
    return entrywise<S, 2, 2>(2, 2, [&](int i, int j) { return rows[i][j]; });
  }
};

/// The Cayley map of the 2 x 2 matrices [[a1, a2], [0, 0]]; with h = a1/2 the scale is (1 + h)/(1 - h),
/// so it is defined for |a1| < 2 and not finite beyond. Here xi eta xi = xi_1 eta_1 xi.
struct AffineCayley {
  template <class G, class S>
  Element<G, S> tau(const G&, const Vector<S, 2>& xi) const noexcept {
    // 2 artanh h is the hyperbolic angle with cosine (1 + h^2)/(1 - h^2)
    const S h = xi[0] / S(2), room = (S(1) - h) * (S(1) + h);
    const S angle = angle_over_sine(S((S(1) + h * h) / room)) * xi[0] / room;
    return {Vector<S, 2>(angle, xi[1] / (S(1) - h))};
  }
  template <class G, class S>
  Vector<S, 2> tangent(const G&, const Vector<S, 2>& xi, const Vector<S, 2>& eta) const noexcept {
    const S h = xi[0] / S(2), scale = S(1) / (S(1) - h);
    const S first = scale * eta[0] / (S(1) + h);
    return {first, scale * eta[1] - xi[1] * first / S(2)};
  }
  template <class G, class S>
  Vector<S, 2> inverse_tangent(const G&, const Vector<S, 2>& xi,
                               const Vector<S, 2>& eta) const noexcept {
    const S h = xi[0] / S(2), scale = S(1) - h;
    return {scale * (S(1) + h) * eta[0], scale * (eta[1] + xi[1] * eta[0] / S(2))};
  }
  template <class G, class S>
  Vector<S, 2> inverse_tangent_star(const G&, const Vector<S, 2>& xi,
                                    const Vector<S, 2>& p) const noexcept {
    const S h = xi[0] / S(2), scale = S(1) - h;
    return {scale * ((S(1) + h) * p[0] + xi[1] * p[1] / S(2)), scale * p[1]};
  }
  template <class G, class S>
  Matrix<S, 2> inverse_tangent_star_derivative(const G&, const Vector<S, 2>& xi,
                                               const Vector<S, 2>& p) const noexcept {
    const S half = p[1] / S(2);
    Matrix<S, 2> d;
    d(0, 0) = -(xi[0] * p[0] + xi[1] * half) / S(2);
    d(0, 1) = (S(1) - xi[0] / S(2)) * half;
    d(1, 0) = -half;
    d(1, 1) = S(0);
    return d;
  }
  template <class G, class S>
  Vector<S, 2> coadjoint(const G&, const Vector<S, 2>& xi, const Vector<S, 2>& p) const noexcept {
    const S h = xi[0] / S(2), scale = S(1) / (S(1) - h);
    return {p[0] - scale * xi[1] * p[1], scale * (S(1) + h) * p[1]};
  }
};

struct Aff1;

/// What Aff1 does.
struct Aff1Operations : AffineCalculus {
  static constexpr int storage = 2;
  static constexpr bool starts_at_unit = true;  ///< what an element is by default
  static constexpr int space = 1;               ///< numbers of a point
  template <class S>
  using Element = hamel::Element<Aff1, S>;

  /// Its Cayley map.
  static constexpr AffineCayley cayley() noexcept { return {}; }
  /// The unit element.
  template <class S>
  Element<S> identity() const noexcept {
    return {Vector<S, 2>(S(0), S(0))};
  }
  /// The product x y: first y, then x.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return {Vector<S, 2>(x.data[0] + y.data[0], x.data[1] + scale(x) * y.data[1])};
  }
  /// The inverse of x.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    const Element<S> back{Vector<S, 2>(S(-x.data[0]), S(0))};
    return {Vector<S, 2>(back.data[0], S(-scale(back) * x.data[1]))};
  }
  /// Constant rate of growth and constant velocity at the origin of the moving line for unit time.
  template <class S>
  Element<S> exp(const Vector<S, 2>& a) const noexcept {
    return {Vector<S, 2>(a[0], mean_growth(S(a[0])) * a[1])};
  }
  /// The a with exp(a) = x.
  template <class S>
  Vector<S, 2> log(const Element<S>& x) const noexcept {
    return {x.data[0], x.data[1] / mean_growth(S(x.data[0]))};
  }
  /// Ad_x b.
  template <class S>
  Vector<S, 2> Ad(const Element<S>& x, const Vector<S, 2>& b) const noexcept {
    return {b[0], scale(x) * b[1] - x.data[1] * b[0]};
  }
  /// The covector b -> <p, Ad_x b>.
  template <class S>
  Vector<S, 2> Ad_star(const Element<S>& x, const Vector<S, 2>& p) const noexcept {
    return {p[0] - x.data[1] * p[1], scale(x) * p[1]};
  }
  /// e^s t + x, the image of the point t.
  template <class S>
  Vector<S, 1> act(const Element<S>& x, const Vector<S, 1>& point) const noexcept {
    return Vector<S, 1>(S(scale(x) * point[0] + x.data[1]));
  }
  /// The factor e^s.
  template <class S>
  S scale(const Element<S>& x) const noexcept {
    using std::exp;
    return S(exp(S(x.data[0])));
  }

  /// s, x.
  std::vector<std::string> coordinate_names() const { return {"s", "x"}; }
  static constexpr bool stores_coordinates = true;
  /// The element with the given coordinates; throws OffGroup for NaN and infinity.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    return vector_element(*this, "Aff1", c);
  }
};

/// Affine maps t -> e^s t + x of the line; basis of the algebra: e1 growth, e2 translation,
/// [e1,e2] = e2. It is the smallest group that is not unimodular. Stored and coordinates: s, x.
/// exp and log are one to one.
struct Aff1 : AnyVectors<Aff1Operations> {};

}  // namespace hamel
