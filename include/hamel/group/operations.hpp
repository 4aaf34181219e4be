// Elements of groups without data, in the notation of arithmetic: x * y, inverse(x), log(x), exp<G>(a).
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/shape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// A group whose type says all about it, so that its elements need no group object beside them: SO3, SE2,
/// Torus<2>, products of such; not Torus<>(n) or a matrix group.
template <class G>
concept Stateless = std::is_empty_v<G> && std::is_default_constructible_v<G> &&
                    (G::dimension != dynamic) &&
                    (G::storage != dynamic);

/// An element of such a group.
template <class X>
concept StatelessElement = Stateless<typename X::Group> &&
    std::is_same_v<X, Element<typename X::Group, typename X::Scalar>>;

/// The product x y.
template <Stateless G, class S>
Element<G, S> operator*(const Element<G, S>& x, const Element<G, S>& y) noexcept {
  return G{}.compose(x, y);
}
/// The unit element.
template <Stateless G, class S = double>
Element<G, S> identity() noexcept {
  return G{}.template identity<S>();
}
/// x^-1.
template <Stateless G, class S>
Element<G, S> inverse(const Element<G, S>& x) noexcept {
  return G{}.inverse(x);
}
/// The exponential of a vector of the algebra of G: `exp<SE3>(a)`. Here and below vectors are any of Eigen's:
/// expressions, maps, of fixed or run-time size; DimensionError for another length.
template <Stateless G, class A>
Element<G, typename A::Scalar> exp(const Eigen::MatrixBase<A>& a) {
  return G{}.exp(vector_argument<typename A::Scalar, G::dimension>(a, G::dimension, "exp"));
}
/// Ad_x b, the velocity b of the body seen in space.
template <Stateless G, class S, class B>
Tangent<G, S> Ad(const Element<G, S>& x, const Eigen::MatrixBase<B>& b) {
  return G{}.Ad(x, vector_argument<S, G::dimension>(b, G::dimension, "Ad"));
}
/// Ad*_x p, of a covector.
template <Stateless G, class S, class P>
Cotangent<G, S> Ad_star(const Element<G, S>& x, const Eigen::MatrixBase<P>& p) {
  return G{}.Ad_star(x, vector_argument<S, G::dimension>(p, G::dimension, "Ad_star"));
}
/// The bracket [a,b] in the algebra of G: `ad<SE3>(a, b)`.
template <Stateless G, class A, class B>
Tangent<G, typename A::Scalar> ad(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  using S = typename A::Scalar;
  return G{}.ad(vector_argument<S, G::dimension>(a, G::dimension, "ad"),
                vector_argument<S, G::dimension>(b, G::dimension, "ad"));
}
/// The principal logarithm.
template <Stateless G, class S>
Tangent<G, S> log(const Element<G, S>& x) noexcept {
  return G{}.log(x);
}
/// x exp(a): the element that the body velocity a leads to in unit time.
template <StatelessElement X, class A>
X plus(const X& x, const A& a) {
  using G = typename X::Group;
  return G{}.compose(
      x, G{}.exp(vector_argument<typename X::Scalar, G::dimension>(a, G::dimension, "plus")));
}
/// The a with plus(x, a) = y: log(x^-1 y).
template <StatelessElement X>
auto minus(const X& y, const X& x) noexcept {
  const typename X::Group g{};
  return g.log(g.compose(g.inverse(x), y));
}
/// The point moved by x.
template <Stateless G, class S, class P>
auto act(const Element<G, S>& x, const Eigen::MatrixBase<P>& point) noexcept {
  return G{}.act(x, Vector<S, P::SizeAtCompileTime>(point));
}
/// The nearest element to numbers that have left the group, by rounding to float say.
template <Stateless G, class S>
Element<G, S> normalized(const Element<G, S>& x) noexcept {
  return G{}.normalized(x);
}
/// How far the numbers are from the group.
template <Stateless G, class S>
S residual(const Element<G, S>& x) noexcept {
  return G{}.residual(x);
}

}  // namespace hamel
