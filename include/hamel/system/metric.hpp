// Metrics on g: constant ones, checked at the door, and what a varying one has to offer.
#pragma once

#include <cmath>
#include <type_traits>

#include <Eigen/LU>

#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// Relative size below which an asymmetry or a determinant counts as rounding.
inline constexpr double metric_tolerance = 1e-12;

/// Throws unless `matrix` is square of size n, finite, symmetric and non-degenerate (any signature).
/// `where` names the matrix in the message.
template <class Derived>
void require_metric(const Eigen::MatrixBase<Derived>& matrix, int n, const char* where) {
  using std::abs;
  if (matrix.rows() != n || matrix.cols() != n) {
    throw DimensionError(where, text(matrix.rows()) + " x " + text(matrix.cols()),
                         text(n) + " x " + text(n));
  }
  const auto m = plain_values(matrix);
  if (!m.allFinite())
    throw DegenerateMetric(where, "an entry that is not finite", "finite entries");
  const auto scale = m.cwiseAbs().maxCoeff();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      if (abs(m(i, j) - m(j, i)) > metric_tolerance * scale) {
        throw DegenerateMetric(where,
                               "entries " + text(m(i, j)) + " and " + text(m(j, i)) + " at (" +
                                   text(i + 1) + "," + text(j + 1) + ") and its mirror",
                               "a symmetric matrix");
      }
    }
  }
  if (n == 0) return;
  const auto lu = m.fullPivLu();
  const double smallest = std::abs(static_cast<double>(lu.matrixLU()(n - 1, n - 1)));
  if (!(smallest > metric_tolerance * static_cast<double>(scale))) {
    throw DegenerateMetric(where, "smallest pivot " + text(smallest),
                           "more than " + text(metric_tolerance * static_cast<double>(scale)));
  }
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
