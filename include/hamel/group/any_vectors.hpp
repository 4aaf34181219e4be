// Groups that take any of Eigen's vectors, and what follows from their operations.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/shape.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

namespace detail {

/// The operations of a group, with those that follow from them.
template <class Operations>
struct Completed : Operations {
  using Operations::Operations;

  /// Numbers stored for an element.
  constexpr int size() const noexcept {
    if constexpr (requires(const Operations& g) { g.size(); })
      return Operations::size();
    else
      return Operations::storage;
  }
  /// The coordinates of an element: what the group writes, or the stored numbers.
  template <class G, class S>
  auto coordinates(const Element<G, S>& x) const {
    if constexpr (requires(const Operations& g) { g.coordinates(x); })
      return Operations::coordinates(x);
    else if constexpr (requires { requires Operations::stores_coordinates; })
      return stored_coordinates(x);
    else
      return written_coordinates(static_cast<const Operations&>(*this), x);
  }
  /// How far the stored numbers are off the group; where they have no relation 0, or NaN when one is not finite.
  template <class G, class S>
  S residual(const Element<G, S>& x) const noexcept {
    if constexpr (requires(const Operations& g) { g.residual(x); })
      return Operations::residual(x);
    else
      return finite_residual(x.data);
  }
  /// The nearest element; where the stored numbers have no relation x itself.
  template <class G, class S>
  Element<G, S> normalized(const Element<G, S>& x) const {
    if constexpr (requires(const Operations& g) { g.normalized(x); })
      return Operations::normalized(x);
    else
      return x;
  }
  /// The matrix of dexp(-xi, .).
  template <class S>
  auto right_jacobian(const Vector<S, Operations::dimension>& xi) const noexcept {
    if constexpr (requires(const Operations& g) { g.right_jacobian(xi); })
      return Operations::right_jacobian(xi);
    else
      return Operations::left_jacobian(Vector<S, Operations::dimension>(-xi));
  }
  /// The matrix of dexp_inv(-xi, .).
  template <class S>
  auto right_jacobian_inverse(const Vector<S, Operations::dimension>& xi) const noexcept {
    if constexpr (requires(const Operations& g) { g.right_jacobian_inverse(xi); })
      return Operations::right_jacobian_inverse(xi);
    else
      return Operations::left_jacobian_inverse(Vector<S, Operations::dimension>(-xi));
  }
};

/// The operations of a group, with any of Eigen's vectors as a point, or a matrix of points as its columns, where it
/// acts on points of `space` numbers.
template <class Operations>
struct AnyPoints : Completed<Operations> {
  using Completed<Operations>::Completed;
};
template <class Operations>
requires requires {
  Operations::space;
}
struct AnyPoints<Operations> : Completed<Operations> {
  using Operations::act;
  using Completed<Operations>::Completed;
  template <class G, class S, class P>
  auto act(const Element<G, S>& x, const Eigen::MatrixBase<P>& points) const {
    constexpr int m = Operations::space;  // numbers of a point
    constexpr bool row = P::RowsAtCompileTime == 1 && m != 1;
    int n = m;
    if constexpr (m == dynamic) n = this->rows();
    if constexpr (P::ColsAtCompileTime == 1 || row) {
      return Operations::act(x, vector_argument<S, m>(points, n, "point"));
    } else {
      static_assert(may_agree(P::RowsAtCompileTime, m),
                    "act: points are columns of as many numbers as the space has dimensions");
      static_assert(std::is_constructible_v<S, typename P::Scalar>,
                    "act: points in numbers that do not convert to those of the element: cast it");
      if (points.rows() != n)
        refuse_shape("points", points.rows(), points.cols(), n, int(points.cols()));
      Eigen::Matrix<S, m, P::ColsAtCompileTime> moved(n, points.cols());
      for (Eigen::Index j = 0; j < points.cols(); ++j)
        moved.col(j) = Operations::act(x, vector_argument<S, m>(points.col(j), n, "point"));
      return moved;
    }
  }
};

}  // namespace detail

/// A vector, row or expression of Eigen's.
template <class A>
concept AnyVector = requires(const A& a) {
  []<class Base>(const Eigen::MatrixBase<Base>&) {}(a);
};

/// The operations of a group, which are written for Vector, with any of Eigen's vectors beside it: expressions, maps,
/// blocks, of fixed or run-time size. They are taken as they are, not as their base: other vectors than two of type
/// Vector are then matched better here. Throws DimensionError for another length; one that is known does not compile.
///
///     struct SO3 : AnyVectors<SO3Operations> {};
template <class Operations>
struct AnyVectors : detail::AnyPoints<Operations> {
  using detail::AnyPoints<Operations>::AnyPoints;
  using Operations::Ad;
  using Operations::ad;
  using Operations::Ad_exp;
  using Operations::Ad_exp_star;
  using Operations::ad_matrix;
  using Operations::Ad_star;
  using Operations::ad_star;
  using Operations::dexp;
  using Operations::dexp_inv;
  using Operations::dexp_inv_star;
  using Operations::dexp_inv_star_derivative;
  using Operations::dexp_star;
  using Operations::exp;
  using Operations::from_coordinates;
  using Operations::left_jacobian;
  using Operations::left_jacobian_inverse;
  using Operations::lie_poisson;
  using detail::Completed<Operations>::right_jacobian;
  using detail::Completed<Operations>::right_jacobian_inverse;

  template <class G, class S, AnyVector B>
  auto Ad(const Element<G, S>& x, const B& b) const {
    return Operations::Ad(x, own<S>(b, "Ad"));
  }
  template <class G, class S, AnyVector B>
  auto Ad_star(const Element<G, S>& x, const B& p) const {
    return Operations::Ad_star(x, own<S>(p, "Ad_star"));
  }
  template <AnyVector A>
  auto exp(const A& a) const {
    return Operations::exp(own<typename A::Scalar>(a, "exp"));
  }
  /// From as many numbers in a row, as coordinates() gives them.
  template <class S, std::size_t count>
  auto from_coordinates(const std::array<S, count>& c) const {
    return Operations::from_coordinates(std::vector<S>(c.begin(), c.end()));
  }
  template <AnyVector A>
  auto ad_matrix(const A& a) const {
    return Operations::ad_matrix(own<typename A::Scalar>(a, "ad_matrix"));
  }
  template <AnyVector A>
  auto lie_poisson(const A& p) const {
    return Operations::lie_poisson(own<typename A::Scalar>(p, "lie_poisson"));
  }
  template <AnyVector A>
  auto left_jacobian(const A& xi) const {
    return Operations::left_jacobian(own<typename A::Scalar>(xi, "left_jacobian"));
  }
  template <AnyVector A>
  auto right_jacobian(const A& xi) const {
    return detail::Completed<Operations>::right_jacobian(
        own<typename A::Scalar>(xi, "right_jacobian"));
  }
  template <AnyVector A>
  auto left_jacobian_inverse(const A& xi) const {
    return Operations::left_jacobian_inverse(own<typename A::Scalar>(xi, "left_jacobian_inverse"));
  }
  template <AnyVector A>
  auto right_jacobian_inverse(const A& xi) const {
    return detail::Completed<Operations>::right_jacobian_inverse(
        own<typename A::Scalar>(xi, "right_jacobian_inverse"));
  }
  template <AnyVector A, AnyVector B>
  auto Ad_exp(const A& xi, const B& b) const {
    using S = typename A::Scalar;
    return Operations::Ad_exp(own<S>(xi, "Ad_exp"), own<S>(b, "Ad_exp"));
  }
  template <AnyVector A, AnyVector B>
  auto Ad_exp_star(const A& xi, const B& p) const {
    using S = typename A::Scalar;
    return Operations::Ad_exp_star(own<S>(xi, "Ad_exp_star"), own<S>(p, "Ad_exp_star"));
  }
  template <AnyVector A, AnyVector B>
  auto ad(const A& a, const B& b) const {
    using S = typename A::Scalar;
    return Operations::ad(own<S>(a, "ad"), own<S>(b, "ad"));
  }
  template <AnyVector A, AnyVector B>
  auto ad_star(const A& a, const B& p) const {
    using S = typename A::Scalar;
    return Operations::ad_star(own<S>(a, "ad_star"), own<S>(p, "ad_star"));
  }
  template <AnyVector A, AnyVector B>
  auto dexp(const A& xi, const B& b) const {
    using S = typename A::Scalar;
    return Operations::dexp(own<S>(xi, "dexp"), own<S>(b, "dexp"));
  }
  template <AnyVector A, AnyVector B>
  auto dexp_inv(const A& xi, const B& b) const {
    using S = typename A::Scalar;
    return Operations::dexp_inv(own<S>(xi, "dexp_inv"), own<S>(b, "dexp_inv"));
  }
  template <AnyVector A, AnyVector B>
  auto dexp_star(const A& xi, const B& p) const {
    using S = typename A::Scalar;
    return Operations::dexp_star(own<S>(xi, "dexp_star"), own<S>(p, "dexp_star"));
  }
  template <AnyVector A, AnyVector B>
  auto dexp_inv_star(const A& xi, const B& p) const {
    using S = typename A::Scalar;
    return Operations::dexp_inv_star(own<S>(xi, "dexp_inv_star"), own<S>(p, "dexp_inv_star"));
  }
  template <AnyVector A, AnyVector B>
  auto dexp_inv_star_derivative(const A& xi, const B& p) const {
    using S = typename A::Scalar;
    return Operations::dexp_inv_star_derivative(own<S>(xi, "dexp_inv_star_derivative"),
                                                own<S>(p, "dexp_inv_star_derivative"));
  }

 private:
  template <class S, class A>
  Vector<S, Operations::dimension> own(const Eigen::MatrixBase<A>& a, const char* where) const {
    return vector_argument<S, Operations::dimension>(a, this->dim(), where);
  }
};

}  // namespace hamel
