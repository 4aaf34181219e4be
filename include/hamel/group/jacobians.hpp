// Operations together with their derivatives along body vectors.
#pragma once

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/between.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/left_tangent.hpp>
#include <hamel/group/operations.hpp>

namespace hamel {

/// The matrix of Ad_x.
template <class G, class S>
Matrix<S, G::dimension> Ad_matrix(const G& group, const Element<G, S>& x) {
  const int n = group.dim();
  Matrix<S, G::dimension> m(n, n);
  for (int k = 0; k < n; ++k)
    m.col(k) = group.Ad(x, Vector<S, G::dimension>(Vector<S, G::dimension>::Unit(n, k)));
  return m;
}
template <StatelessElement X>
auto Ad_matrix(const X& x) {
  using G = typename X::Group;
  return Ad_matrix(G{}, taken<G, typename X::Scalar>(x));
}

/// Operations with their Jacobians. An element x is changed to x exp(d), and an element y that results changes to
/// y exp(J d) to first order; vectors and points add. `const auto [z, by_x, by_y] = with_jacobians::compose(g, x, y);`
/// of groups without data the first argument may be left out.
namespace with_jacobians {

/// A value with its Jacobian, and with those by two arguments.
template <class Value, class J>
struct OfOne {
  Value value;
  J by;
};
template <class Value, class J1, class J2>
struct OfTwo {
  Value value;
  J1 by_first;
  J2 by_second;
};

/// x y, with Ad_y^-1 and 1.
template <class G, class S>
auto compose(const G& g, const Element<G, S>& x, const Element<G, S>& y) {
  using M = Matrix<S, G::dimension>;
  return OfTwo<Element<G, S>, M, M>{g.compose(x, y), Ad_matrix(g, g.inverse(y)),
                                    M::Identity(g.dim(), g.dim())};
}
/// x^-1, with -Ad_x.
template <class G, class S>
auto inverse(const G& g, const Element<G, S>& x) {
  using M = Matrix<S, G::dimension>;
  return OfOne<Element<G, S>, M>{g.inverse(x), M(-Ad_matrix(g, x))};
}
/// x^-1 y, with -Ad of its inverse and 1.
template <class G, class S>
auto between(const G& g, const Element<G, S>& x, const Element<G, S>& y) {
  using M = Matrix<S, G::dimension>;
  const Element<G, S> z = hamel::between(g, x, y);
  return OfTwo<Element<G, S>, M, M>{z, M(-Ad_matrix(g, g.inverse(z))),
                                    M::Identity(g.dim(), g.dim())};
}
/// exp(a), with the right Jacobian.
template <class G, class S>
auto exp(const G& g, const Vector<S, G::dimension>& a) {
  using M = Matrix<S, G::dimension>;
  return OfOne<Element<G, S>, M>{g.exp(a), g.right_jacobian(a)};
}
/// log(x), with the inverse of the right Jacobian there.
template <class G, class S>
auto log(const G& g, const Element<G, S>& x) {
  using V = Vector<S, G::dimension>;
  const V a = g.log(x);
  return OfOne<V, Matrix<S, G::dimension>>{a, g.right_jacobian_inverse(a)};
}
/// x exp(a), with Ad_exp(-a) and the right Jacobian.
template <class G, class S>
auto plus(const G& g, const Element<G, S>& x, const Vector<S, G::dimension>& a) {
  using M = Matrix<S, G::dimension>;
  const Element<G, S> step = g.exp(a);
  return OfTwo<Element<G, S>, M, M>{g.compose(x, step), Ad_matrix(g, g.inverse(step)),
                                    g.right_jacobian(a)};
}
/// log(x^-1 y), with the inverse of the right Jacobian by y and minus that of the left one by x.
template <class G, class S>
auto minus(const G& g, const Element<G, S>& y, const Element<G, S>& x) {
  using V = Vector<S, G::dimension>;
  using M = Matrix<S, G::dimension>;
  const V a = g.log(hamel::between(g, x, y));
  return OfTwo<V, M, M>{a, g.right_jacobian_inverse(a), M(-g.left_jacobian_inverse(a))};
}
/// The point moved by x, by x and by the point: exact, by dual numbers.
template <class G, class S, int N>
auto act(const G& g, const Element<G, S>& x, const Vector<S, N>& point) {
  using D = Dual<S, 1>;
  const int n = g.dim(), m = int(point.size());
  OfTwo<Vector<S, N>, Matrix<S, N, G::dimension>, Matrix<S, N>> result{
      g.act(x, point), Matrix<S, N, G::dimension>(m, n), Matrix<S, N>(m, m)};
  Element<G, D> lifted = x.template cast<D>();
  Vector<D, N> fixed(m);
  for (int i = 0; i < m; ++i) fixed[i] = D(point[i]);
  for (int k = 0; k < n; ++k) {
    using V = Vector<S, G::dimension>;
    const auto moved = displaced<D>(g, x, infinitesimal_along(V(V::Unit(n, k))));
    const Vector<D, N> image = g.act(moved, fixed);
    for (int i = 0; i < m; ++i) result.by_first(i, k) = image[i].derivatives()[0];
  }
  for (int k = 0; k < m; ++k) {
    Vector<D, N> along = fixed;
    along[k] = D::variable(point[k], 0);
    const Vector<D, N> image = g.act(lifted, along);
    for (int i = 0; i < m; ++i) result.by_second(i, k) = image[i].derivatives()[0];
  }
  return result;
}

template <StatelessElement X, class Y>
requires hamel::detail::OneGroup<X, Y>
auto compose(const X& x, const Y& y) {
  return hamel::detail::with_both(x, y, [](const auto& g, const auto& a, const auto& b) {
    return with_jacobians::compose(g, a, b);
  });
}
template <StatelessElement X, class Y>
requires hamel::detail::OneGroup<X, Y>
auto between(const X& x, const Y& y) {
  return hamel::detail::with_both(x, y, [](const auto& g, const auto& a, const auto& b) {
    return with_jacobians::between(g, a, b);
  });
}
template <StatelessElement Y, class X>
requires hamel::detail::OneGroup<Y, X>
auto minus(const Y& y, const X& x) {
  return hamel::detail::with_both(y, x, [](const auto& g, const auto& a, const auto& b) {
    return with_jacobians::minus(g, a, b);
  });
}
template <StatelessElement X>
auto inverse(const X& x) {
  using G = typename X::Group;
  return with_jacobians::inverse(G{}, taken<G, typename X::Scalar>(x));
}
template <StatelessElement X>
auto log(const X& x) {
  using G = typename X::Group;
  return with_jacobians::log(G{}, taken<G, typename X::Scalar>(x));
}
template <Stateless G, class A>
auto exp(const Eigen::MatrixBase<A>& a) {
  return with_jacobians::exp(G{}, hamel::detail::tangent<G, typename A::Scalar>(a, "exp"));
}
template <StatelessElement X, class A>
auto plus(const X& x, const Eigen::MatrixBase<A>& a) {
  using G = typename X::Group;
  using S = typename X::Scalar;
  return with_jacobians::plus(G{}, taken<G, S>(x), hamel::detail::tangent<G, S>(a, "plus"));
}
template <StatelessElement X, class P>
auto act(const X& x, const Eigen::MatrixBase<P>& point) {
  using G = typename X::Group;
  using S = typename X::Scalar;
  return with_jacobians::act(G{}, taken<G, S>(x),
                             vector_argument<S, G::space>(point, G::space, "point"));
}

}  // namespace with_jacobians
}  // namespace hamel
