// Metrics on g: constant ones, checked at the door, and what a varying one has to offer.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/core/error.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Throws unless the n x n matrix of a metric is finite and symmetric, measured against the terms its entries were summed
/// from, after symmetric scaling, with the resolution of the scalar of the data. `where` names the matrix in the message.
/// The matrix is scaled then.
[[gnu::cold]] inline void require_symmetric(SummedMatrix& m, long double resolution,
                                            const char* where) {
  const int n = m.rows();
  if (!m.all_finite())
    refuse<DegenerateMetric>(where, "an entry that is not finite", "finite entries");
  const SummedMatrix given = m;
  equilibrate(m, few_roundings * resolution);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      // entries that cancelled are known up to the largest of their row, which is 1 now
      const long double limit =
          16 * few_roundings * resolution * std::max({1.0L, m(i, j).terms, m(j, i).terms});
      if (std::abs(m(i, j).value - m(j, i).value) > limit) {
        refuse<DegenerateMetric>(where,
                                 {"entries ", given(i, j).value, " and ", given(j, i).value,
                                  " at (", i + 1, ",", j + 1, ") and its mirror"},
                                 "a symmetric matrix");
      }
    }
  }
}

/// Throws unless it is non-degenerate too, of any signature.
[[gnu::cold]] inline void require_metric(SummedMatrix m, long double resolution,
                                         const char* where) {
  const int n = m.rows();
  require_symmetric(m, resolution, where);
  const int rank = eliminate(m, n, few_roundings * resolution).rank;
  if (rank < n) {
    refuse<DegenerateMetric>(
        where, {"rank ", rank},
        {"rank ", n, " (pivots above ", few_roundings * resolution, " of their terms)"});
  }
}

/// The same for a matrix, which must be square of size n (else DimensionError), each entry its own term.
template <class Derived>
[[gnu::noinline]] void require_metric(const Eigen::MatrixBase<Derived>& matrix, int n,
                                      const char* where) {
  if (matrix.rows() != n || matrix.cols() != n) {
    refuse<DimensionError>(where, {matrix.rows(), " x ", matrix.cols()}, {n, " x ", n});
  }
  require_metric(summed(matrix.eval()), resolution<typename Derived::Scalar>(), where);
}

/// A left-invariant metric: the same symmetric matrix at every element, of any signature.
template <class S, int N>
class ConstantMetric {
 public:
  using Number = S;

  /// Throws DegenerateMetric or DimensionError when `matrix` is not a metric on an algebra of
  /// dimension n.
  ConstantMetric(const Matrix<S, N>& matrix, int n) : matrix_(matrix) {
    require_metric(matrix_, n, "metric");
  }

  static constexpr bool is_constant() noexcept { return true; }

  /// The matrix M of g; the element is irrelevant.
  template <class X>
  const Matrix<S, N>& operator()(const X&) const noexcept {
    return matrix_;
  }

 private:
  Matrix<S, N> matrix_;
};

/// A metric given by a callable that does not say otherwise varies from point to point.
template <class Metric>
constexpr bool is_constant(const Metric& metric) noexcept {
  if constexpr (requires { metric.is_constant(); }) {
    return metric.is_constant();
  } else {
    return false;
  }
}

namespace detail {
template <class Metric>
struct MetricNumber {
  using type = double;
};
template <class Metric>
requires requires {
  typename Metric::Number;
}
struct MetricNumber<Metric> {
  using type = typename Metric::Number;
};
}  // namespace detail

/// The scalar in which a metric keeps its matrix where it is constant: its `Number`, or double.
template <class Metric>
using metric_scalar = typename detail::MetricNumber<Metric>::type;

/// Metrics known to be constant when compiling: nothing is generated for their derivatives.
template <class Metric>
inline constexpr bool always_constant = false;
template <class S, int N>
inline constexpr bool always_constant<ConstantMetric<S, N>> = true;

}  // namespace hamel
