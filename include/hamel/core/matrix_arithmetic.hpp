// Sums and products of exact matrices, and of those of run-time size: computed where they are written, entry by entry.
#pragma once

#include <concepts>
#include <type_traits>

#include <Eigen/Core>

#include <hamel/core/dense.hpp>
#include <hamel/core/sizes.hpp>

// Eigen makes a type of every expression and multiplies larger matrices in blocks fitted to the caches of a processor.
// Exact numbers and matrices of a few rows gain nothing from either, while the types and the kernels are most of what
// compiling them takes.
namespace hamel {

/// A number that knows whether it is zero.
template <class S>
concept ExactNumber = requires(const S& x) {
  x.is_zero();
};

namespace detail {

template <class D>
void from_matrix(const Eigen::MatrixBase<D>*);

template <class A>
concept MatrixExpression = requires(const A* a) {
  typename A::PlainObject;
  typename A::Scalar;
  from_matrix(a);
};

/// Over an exact field, or of run-time size within a bound.
template <class A>
concept Computed = MatrixExpression<A> &&
    (ExactNumber<typename A::Scalar> ||
     (A::SizeAtCompileTime == Eigen::Dynamic && A::MaxSizeAtCompileTime != Eigen::Dynamic));

template <class A, class B>
concept SameField = MatrixExpression<A> && MatrixExpression<B> &&
    std::same_as<typename A::Scalar, typename B::Scalar>;

/// A matrix itself, no expression, with room for a few rows and columns or of numbers that have theirs on the heap: what
/// core/small.hpp computes with.
template <class A>
concept Small = MatrixExpression<A> && std::derived_from<A, Eigen::PlainObjectBase<A>> &&
                (bool(A::IsVectorAtCompileTime) || !bool(A::IsRowMajor)) &&
                (A::MaxSizeAtCompileTime != dynamic || room<typename A::Scalar, 32> == dynamic) &&
                !ExactNumber<typename A::Scalar>;
template <class A>
inline constexpr bool transpose_of_small = false;
template <class A>
inline constexpr bool transpose_of_small<Eigen::Transpose<A>> = Small<std::remove_const_t<A>>;
/// One, or the transpose of one.
template <class A>
concept SmallFactor = Small<A> || transpose_of_small<A>;

template <class A, class B>
concept ComputedTogether = SameField<A, B> &&
    (Computed<A> || Computed<B>)&&!(SmallFactor<A> && SmallFactor<B>);
template <class T, class A>
concept ScalarOf = MatrixExpression<A> && std::convertible_to<T, typename A::Scalar>;

/// The entries of a matrix, or of a part of one, where they lie in memory.
template <class S>
struct Laid {
  const S* first;
  Eigen::Index rows, cols, down, right;

  const S& operator()(Eigen::Index i, Eigen::Index j) const { return first[i * down + j * right]; }
};

/// An expression whose entries lie in memory: itself, or its value.
template <class A>
decltype(auto) in_memory(const A& a) {
  if constexpr (Eigen::internal::has_direct_access<A>::ret)
    return (a);
  else
    return typename A::PlainObject(a);
}

template <class A>
Laid<typename A::Scalar> laid(const A& a) {
  return {a.data(), a.rows(), a.cols(), a.rowStride(), a.colStride()};
}

/// The matrix of the shape of a, column by column.
template <class A>
using Value = Dense<typename A::Scalar, A::RowsAtCompileTime, A::ColsAtCompileTime,
                    A::MaxRowsAtCompileTime, A::MaxColsAtCompileTime>;
template <class A, class B>
using ValueOfProduct = Dense<typename B::Scalar, A::RowsAtCompileTime, B::ColsAtCompileTime,
                             A::MaxRowsAtCompileTime, B::MaxColsAtCompileTime>;

template <class S>
void multiply(const Laid<S>& a, const Laid<S>& b, S* to) {
  for (Eigen::Index j = 0; j < b.cols; ++j, to += a.rows) {
    for (Eigen::Index i = 0; i < a.rows; ++i) to[i] = S(0);
    for (Eigen::Index k = 0; k < a.cols; ++k) {
      if constexpr (ExactNumber<S>) {  // most products of sparse systems are zero
        if (b(k, j).is_zero()) continue;
        for (Eigen::Index i = 0; i < a.rows; ++i)
          if (!a(i, k).is_zero()) to[i] += a(i, k) * b(k, j);
      } else {
        for (Eigen::Index i = 0; i < a.rows; ++i) to[i] += a(i, k) * b(k, j);
      }
    }
  }
}
/// a + sign b
template <class S, bool minus>
void add(const Laid<S>& a, const Laid<S>& b, S* to) {
  for (Eigen::Index j = 0; j < a.cols; ++j)
    for (Eigen::Index i = 0; i < a.rows; ++i, ++to) {
      *to = a(i, j);
      if constexpr (minus)
        *to -= b(i, j);
      else
        *to += b(i, j);
    }
}
template <class S>
void multiply(const S& s, const Laid<S>& a, S* to) {
  for (Eigen::Index j = 0; j < a.cols; ++j)
    for (Eigen::Index i = 0; i < a.rows; ++i) *to++ = s * a(i, j);
}
template <class S>
bool all_zero(const Laid<S>& a) {
  for (Eigen::Index j = 0; j < a.cols; ++j)
    for (Eigen::Index i = 0; i < a.rows; ++i)
      if (!(a(i, j) == S(0))) return false;
  return true;
}

template <class A, class B>
ValueOfProduct<A, B> product_of(const A& a, const B& b) {
  eigen_assert(a.cols() == b.rows());
  const auto& x = in_memory(a);
  const auto& y = in_memory(b);
  ValueOfProduct<A, B> result(a.rows(), b.cols());
  multiply<typename A::Scalar>(laid(x), laid(y), result.data());
  return result;
}
template <bool minus, class A, class B>
Value<A> sum(const A& a, const B& b) {
  eigen_assert(a.rows() == b.rows() && a.cols() == b.cols());
  const auto& x = in_memory(a);
  const auto& y = in_memory(b);
  Value<A> result(a.rows(), a.cols());
  add<typename A::Scalar, minus>(laid(x), laid(y), result.data());
  return result;
}
template <class A>
Value<A> multiple(const typename A::Scalar& s, const A& a) {
  const auto& x = in_memory(a);
  Value<A> result(a.rows(), a.cols());
  multiply<typename A::Scalar>(s, laid(x), result.data());
  return result;
}

}  // namespace detail

template <class A, class B>
requires detail::ComputedTogether<A, B>
auto operator*(const A& a, const B& b) {
  return detail::product_of(a, b);
}
template <class A, class B>
requires detail::ComputedTogether<A, B>
auto operator+(const A& a, const B& b) {
  return detail::sum<false>(a, b);
}
template <class A, class B>
requires detail::ComputedTogether<A, B>
auto operator-(const A& a, const B& b) {
  return detail::sum<true>(a, b);
}
template <class T, class A>
requires(detail::Computed<A> && !detail::Small<A> && detail::ScalarOf<T, A>) auto operator*(
    const T& s, const A& a) {
  return detail::multiple(s, a);
}
template <class A, class T>
requires(detail::Computed<A> && !detail::Small<A> && detail::ScalarOf<T, A>) auto operator*(
    const A& a, const T& s) {
  return detail::multiple(s, a);
}
template <class A>
requires(detail::Computed<A> && !detail::Small<A>) auto operator-(const A& a) {
  return detail::multiple(typename A::Scalar(-1), a);
}

/// Is every entry zero?
template <class A>
requires detail::MatrixExpression<A>
bool all_zero(const A& a) {
  const auto& x = detail::in_memory(a);
  return detail::all_zero<typename A::Scalar>(detail::laid(x));
}

}  // namespace hamel
