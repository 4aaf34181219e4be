// Exponential and logarithm of small matrices of run-time size, without allocation.
#pragma once

#include <cmath>
#include <limits>

#include <Eigen/Core>

#include <hamel/core/scalar.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The most rows a matrix group may have.
inline constexpr int max_matrix_rows = 8;
static_assert(max_matrix_rows * max_matrix_rows <= max_storage);

/// A matrix of run-time size on the stack.
template <class S>
using SmallMatrix =
    Eigen::Matrix<S, dynamic, dynamic, Eigen::ColMajor, max_matrix_rows, max_matrix_rows>;

/// The inverse; not finite where there is none.
template <class S>
SmallMatrix<S> matrix_inverse(SmallMatrix<S> m) noexcept {
  SmallMatrix<S> inverse = SmallMatrix<S>::Identity(m.rows(), m.rows());
  solve_in_place(m, inverse);
  return inverse;
}

/// The largest column sum of absolute values, derivatives left aside; NaN for NaN.
template <class S>
Plain<S> one_norm(const SmallMatrix<S>& m) noexcept {
  using std::abs;
  Plain<S> norm(0);
  for (int j = 0; j < m.cols(); ++j) {
    Plain<S> sum(0);
    for (int i = 0; i < m.rows(); ++i) sum += abs(plain(S(m(i, j))));
    if (!(sum <= norm)) norm = sum;
  }
  return norm;
}

/// e^A by Taylor's series of A/2^s, |A/2^s| <= 1/2, squared s times. NaN for |A| beyond 2^30.
template <class S>
SmallMatrix<S> matrix_exp(const SmallMatrix<S>& a) noexcept {
  const int n = int(a.rows());
  Plain<S> norm = one_norm(a);
  int squarings = 0;
  S scale(1);
  for (; norm > Plain<S>(0.5) && squarings < 32; ++squarings) {
    norm /= Plain<S>(2);
    scale /= S(2);
  }
  if (!(norm <= Plain<S>(0.5)))
    return SmallMatrix<S>::Constant(n, n, S(std::numeric_limits<Plain<S>>::quiet_NaN()));
  int terms = 1;
  for (double bits = 0; bits < digits<S>; ++terms) bits += 1 + std::log2(terms);
  // e^A - 1 first: its squaring (1 + E)^2 - 1 = 2E + E^2 keeps the small digits
  const SmallMatrix<S> scaled = scale * a;
  SmallMatrix<S> sum = SmallMatrix<S>::Zero(n, n);
  for (int k = terms; k > 0; --k) sum = (S(1) / S(k)) * SmallMatrix<S>(scaled + scaled * sum);
  for (int k = 0; k < squarings; ++k) sum = SmallMatrix<S>(S(2) * sum + sum * sum);
  sum.diagonal().array() += S(1);
  return sum;
}

/// The principal square root by the iteration of Denman and Beavers (1976); NaN or no root when there is an
/// eigenvalue on the negative half-line.
template <class S>
SmallMatrix<S> matrix_sqrt(const SmallMatrix<S>& a) noexcept {
  const int n = int(a.rows());
  SmallMatrix<S> y = a, z = SmallMatrix<S>::Identity(n, n);
  Plain<S> last = std::numeric_limits<Plain<S>>::infinity();
  for (int k = 0; k < 40; ++k) {
    const SmallMatrix<S> y_inverse = matrix_inverse(y), z_inverse = matrix_inverse(z);
    const SmallMatrix<S> step = (z_inverse - y) / S(2);
    y += step;
    z = SmallMatrix<S>(z + y_inverse) / S(2);
    const Plain<S> change = one_norm(step) / one_norm(y);
    if (!(change < last || change > Plain<S>(0.01))) break;
    last = change;
  }
  return y;
}

/// The principal logarithm by repeated square roots and the series of atanh((X-1)/(X+1)); NaN when it does not
/// exist.
template <class S>
SmallMatrix<S> matrix_log(SmallMatrix<S> x) noexcept {
  const int n = int(x.rows());
  const SmallMatrix<S> one = SmallMatrix<S>::Identity(n, n);
  S factor(2);
  for (int roots = 0; one_norm(SmallMatrix<S>(x - one)) > Plain<S>(0.25); ++roots) {
    if (roots == 40)
      return SmallMatrix<S>::Constant(n, n, S(std::numeric_limits<Plain<S>>::quiet_NaN()));
    x = matrix_sqrt(x);
    factor *= S(2);
  }
  SmallMatrix<S> z = x - one, above = x + one;
  solve_in_place(above, z);
  const SmallMatrix<S> z2 = z * z;
  constexpr int terms = digits<S> / 5 + 1;  // |z| <= 1/7
  SmallMatrix<S> sum = SmallMatrix<S>::Zero(n, n);
  for (int k = terms; k >= 0; --k) sum = one / S(2 * k + 1) + SmallMatrix<S>(z2 * sum);
  return factor * SmallMatrix<S>(z * sum);
}

}  // namespace hamel
