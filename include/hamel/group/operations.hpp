// Elements of groups without data, in the notation of arithmetic: x * y, inverse(x), x + a, y - x, log(x), exp<G>(a).
#pragma once

#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/shape.hpp>
#include <hamel/core/sizes.hpp>
#include <hamel/group/between.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/element_map.hpp>
#include <hamel/group/taken.hpp>

namespace hamel {

/// A group whose type says all about it, so that its elements need no group object beside them: SO3, SE2,
/// Torus<2>, products of such; not Torus<>(n) or a matrix group.
template <class G>
concept Stateless = std::is_empty_v<G> && std::is_default_constructible_v<G> &&
                    (G::dimension != dynamic) &&
                    (G::storage != dynamic);

/// An element of such a group, or what says by its type that it is one.
template <class X>
concept StatelessElement = NamesElement<X> && Stateless<typename X::Group>;

namespace detail {

/// Two values of which one says of which group both are elements.
template <class X, class Y>
concept OneGroup = (StatelessElement<X> && (TakenAs<Y, typename X::Group> || NamesElement<Y>)) ||
                   (StatelessElement<Y> && TakenAs<X, typename Y::Group>);

/// The one that says so.
template <class X, class Y>
struct NamingOf {
  using type = Y;
};
template <StatelessElement X, class Y>
struct NamingOf<X, Y> {
  using type = X;
};

/// f(group, x, y) of both as elements.
template <class X, class Y, class F>
auto with_both(const X& x, const Y& y, const F& f) {
  using One = typename NamingOf<X, Y>::type;
  using G = typename One::Group;
  using S = typename One::Scalar;
  static_assert(TakenAs<X, G> && TakenAs<Y, G>, "elements of two different groups");
  if constexpr (TakenAs<X, G> && TakenAs<Y, G>) return f(G{}, taken<G, S>(x), taken<G, S>(y));
}

template <class G, class S, class A>
Tangent<G, S> tangent(const Eigen::MatrixBase<A>& a, const char* where) {
  return vector_argument<S, G::dimension>(a, G::dimension, where);
}

}  // namespace detail

// Below, an element may be an ElementMap, and where the other argument or the template argument G says which group is
// meant, also a matrix, Quaternion, AngleAxis or Isometry of Eigen's (group/convert.hpp); OffGroup where these are none.

/// The product x y.
template <class X, class Y>
requires detail::OneGroup<X, Y>
auto operator*(const X& x, const Y& y) {
  return detail::with_both(
      x, y, [](const auto& g, const auto& a, const auto& b) { return g.compose(a, b); });
}
/// The unit element.
template <Stateless G, class S = double>
Element<G, S> unit() noexcept {
  return G{}.template identity<S>();
}
template <Stateless G, class S = double>
[[deprecated("unit<G>(): std has an identity too")]] Element<G, S> identity() noexcept {
  return unit<G, S>();
}
/// x^-1.
template <StatelessElement X>
auto inverse(const X& x) {
  using G = typename X::Group;
  return G{}.inverse(taken<G, typename X::Scalar>(x));
}
template <Stateless G, TakenAs<G> X>
auto inverse(const X& x) {
  return G{}.inverse(TakenFrom<G, X>::element(x));
}
/// The exponential of a vector of the algebra of G: `exp<SE3>(a)`. Here and below vectors are any of Eigen's:
/// expressions, maps, of fixed or run-time size; DimensionError for another length.
template <Stateless G, class A>
Element<G, typename A::Scalar> exp(const Eigen::MatrixBase<A>& a) {
  return G{}.exp(detail::tangent<G, typename A::Scalar>(a, "exp"));
}
/// Ad_x b, the velocity b of the body seen in space.
template <StatelessElement X, class B>
auto Ad(const X& x, const Eigen::MatrixBase<B>& b) {
  using G = typename X::Group;
  using S = typename X::Scalar;
  return G{}.Ad(taken<G, S>(x), detail::tangent<G, S>(b, "Ad"));
}
/// Ad*_x p, of a covector.
template <StatelessElement X, class P>
auto Ad_star(const X& x, const Eigen::MatrixBase<P>& p) {
  using G = typename X::Group;
  using S = typename X::Scalar;
  return G{}.Ad_star(taken<G, S>(x), detail::tangent<G, S>(p, "Ad_star"));
}
/// The bracket [a,b] in the algebra of G: `ad<SE3>(a, b)`.
template <Stateless G, class A, class B>
Tangent<G, typename A::Scalar> ad(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  using S = typename A::Scalar;
  return G{}.ad(detail::tangent<G, S>(a, "ad"), detail::tangent<G, S>(b, "ad"));
}
/// The principal logarithm.
template <StatelessElement X>
auto log(const X& x) {
  using G = typename X::Group;
  return G{}.log(taken<G, typename X::Scalar>(x));
}
template <Stateless G, TakenAs<G> X>
auto log(const X& x) {
  return G{}.log(TakenFrom<G, X>::element(x));
}
/// x exp(a): the element that the body velocity a leads to in unit time. Also called plus(x, a).
template <StatelessElement X, class A>
auto operator+(const X& x, const Eigen::MatrixBase<A>& a) {
  using G = typename X::Group;
  using S = typename X::Scalar;
  return G{}.compose(taken<G, S>(x), G{}.exp(detail::tangent<G, S>(a, "plus")));
}
/// The a with x + a = y: log(x^-1 y), on SO3, SE2 and SE3 along the nearest turn. Also called minus(y, x).
template <class Y, class X>
requires detail::OneGroup<Y, X>
auto operator-(const Y& y, const X& x) {
  return detail::with_both(y, x, [](const auto& g, const auto& to, const auto& from) {
    return g.log(between(g, from, to));
  });
}
/// x^-1 y: what leads from x to y.
template <class X, class Y>
requires detail::OneGroup<X, Y>
auto between(const X& x, const Y& y) {
  return detail::with_both(
      x, y, [](const auto& g, const auto& a, const auto& b) { return between(g, a, b); });
}
/// The point moved by x, or every point of a matrix of columns.
template <StatelessElement X, class P>
auto act(const X& x, const Eigen::MatrixBase<P>& points) {
  using G = typename X::Group;
  return G{}.act(taken<G, typename X::Scalar>(x), points);
}
/// The nearest element to numbers that have left the group, by rounding to float say.
template <StatelessElement X>
auto normalized(const X& x) noexcept {
  using G = typename X::Group;
  return G{}.normalized(taken<G, typename X::Scalar>(x));
}
/// How far the numbers are from the group.
template <StatelessElement X>
auto residual(const X& x) noexcept {
  using G = typename X::Group;
  return G{}.residual(taken<G, typename X::Scalar>(x));
}

}  // namespace hamel
