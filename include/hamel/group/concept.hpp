// What a Lie group is to this library, and the laws it obeys.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// A Lie algebra: its dimension, the bracket [a,b] = ad(a,b), its transpose <ad_star(a,p), b> = <p, [a,b]>, and the
/// matrices of b -> [a,b] and of a -> ad*_a p.
template <class A>
concept LieAlgebra = requires(const A& g, const Vector<double, A::dimension>& a) {
  { A::dimension } -> std::convertible_to<int>;
  { g.dim() } -> std::same_as<int>;
  { g.ad(a, a) } -> std::same_as<Vector<double, A::dimension>>;
  { g.ad_star(a, a) } -> std::same_as<Vector<double, A::dimension>>;
  { g.ad_matrix(a) } -> std::same_as<Matrix<double, A::dimension>>;
  { g.lie_poisson(a) } -> std::same_as<Matrix<double, A::dimension>>;
};

/// A Lie group: a small value object g with the algebra dimension `G::dimension` and the number of
/// stored numbers `G::storage` (each `dynamic` when known at run time only; then g.dim(),
/// g.size()), and const members that are generic in the scalar, never throw (coordinates excepted)
/// and never allocate.
///
/// Laws, for all elements x, y, z, vectors a, b, c, covectors p and small xi (up to rounding;
/// group/laws.hpp measures them):
///
///   compose is associative with unit identity and inverse
///   exp(s a) exp(t a) = exp((s+t) a);  exp(log x) = x;  log(exp a) = a for a in the principal domain
///   Ad_{xy} = Ad_x Ad_y;  Ad_x [a,b] = [Ad_x a, Ad_x b];  x exp(a) x^-1 = exp(Ad_x a)
///   d/dt Ad_{exp ta} b = [a,b] at t = 0;  [a,b] = -[b,a];  Jacobi
///   <Ad*_x p, b> = <p, Ad_x b>;  <ad*_a p, b> = <p, [a,b]>
///   d/ds exp(xi + s eta) = (dexp_xi eta) exp(xi) = exp(xi) (dexp_{-xi} eta) at s = 0
///   Ad_exp(xi) = Ad at exp(xi);  dexp_inv inverts dexp;  dexp_star, dexp_inv_star are the transposes
///   left_jacobian, right_jacobian and their inverses are the matrices of dexp(xi, .), dexp(-xi, .), ...
///   dexp_inv_star_derivative(xi, p) is the matrix d/dxi of dexp_inv_star(xi, p)
///   coordinates(x) is a std::vector, or CoordinateList<S, count>, which allocates nothing (group/coordinates.hpp);
///   from_coordinates inverts it
///   residual is 0 on the group, NaN for NaN;  normalized is a projection
///
/// What a group may state beyond:
///
///   starts_at_unit  true: an element is the unit element by default; for groups without data whose identity() makes no
///                   element by default
///   cayley()        its Cayley map, a retraction of this group; without it the retraction Cayley is the
///                   exponential
///   relations(x)    polynomials in the stored numbers of x that vanish at all elements near the identity and
///                   generate every polynomial that does, as a std::vector in the scalar of x, which may be any
///                   commutative ring; without it none are known, unless the numbers are as many as dimensions
///   moves_exactly() whether compose is polynomial in the stored numbers and d/ds exp(s e_k) exact in double at
///                   s = 0: which polynomials vanish at all elements near the identity then shows without relations
///   left_tangent(x) the matrix whose column k is d/ds of the stored numbers of x exp(s e_k) at s = 0; without it
///                   dual numbers find it
///   tangent_along(x, b), tangent_star(x, c)    that matrix times b, and its transpose times c
///   bend_star(x, b, c)    the covector e -> d/de <c, tangent_along(x exp(e), b)>
///   between(x, y)   x^-1 y, in fewer operations than their product
///   between(x, y, z)    x^-1 z where z is the rounded product x y, more accurately than their product
///   dexp_inv_star_linearised(xi, p)    see group/linearised.hpp
///   act(x, point)   its action on points
///   stores_coordinates    true where coordinates(x) are the stored numbers; else
///   write_coordinates(x, to)    writes `coordinate_count` of them and returns the place behind; with neither files ask
///                   coordinates(x)
template <class G>
concept LieGroup = LieAlgebra<G> &&
    requires(const G& g, const Element<G, double>& x, const Tangent<G, double>& a,
             const std::vector<double>& c) {
  { G::storage } -> std::convertible_to<int>;
  { g.size() } -> std::same_as<int>;
  { g.template identity<double>() } -> std::same_as<Element<G, double>>;
  { g.compose(x, x) } -> std::same_as<Element<G, double>>;
  { g.inverse(x) } -> std::same_as<Element<G, double>>;
  { g.exp(a) } -> std::same_as<Element<G, double>>;
  { g.log(x) } -> std::same_as<Tangent<G, double>>;
  { g.Ad(x, a) } -> std::same_as<Tangent<G, double>>;
  { g.Ad_star(x, a) } -> std::same_as<Cotangent<G, double>>;
  { g.Ad_exp(a, a) } -> std::same_as<Tangent<G, double>>;
  { g.Ad_exp_star(a, a) } -> std::same_as<Cotangent<G, double>>;
  { g.dexp(a, a) } -> std::same_as<Tangent<G, double>>;
  { g.dexp_inv(a, a) } -> std::same_as<Tangent<G, double>>;
  { g.dexp_star(a, a) } -> std::same_as<Cotangent<G, double>>;
  { g.dexp_inv_star(a, a) } -> std::same_as<Cotangent<G, double>>;
  { g.dexp_inv_star_derivative(a, a) } -> std::same_as<Matrix<double, G::dimension>>;
  { g.left_jacobian(a) } -> std::same_as<Matrix<double, G::dimension>>;
  { g.right_jacobian(a) } -> std::same_as<Matrix<double, G::dimension>>;
  { g.left_jacobian_inverse(a) } -> std::same_as<Matrix<double, G::dimension>>;
  { g.right_jacobian_inverse(a) } -> std::same_as<Matrix<double, G::dimension>>;
  { g.coordinate_names() } -> std::same_as<std::vector<std::string>>;
  { g.coordinates(x) } -> std::convertible_to<std::vector<double>>;
  { g.coordinates(x)[0] } -> std::convertible_to<double>;
  { g.from_coordinates(c) } -> std::same_as<Element<G, double>>;
  { g.residual(x) } -> std::same_as<double>;
  { g.normalized(x) } -> std::same_as<Element<G, double>>;
};

}  // namespace hamel
