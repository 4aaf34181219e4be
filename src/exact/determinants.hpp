// Characteristic polynomials, determinants and adjugates over rings, without division by anything but integers;
// determinants over fields.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

namespace hamel {

/// A matrix as it is: of a ring whose elements have one form each.
struct AsItIs {
  template <class M>
  M operator()(M m) const {
    return m;
  }
};

/// The coefficients c_0, ..., c_n = 1 of det(x - A), lowest first, and M with A M = -c_0, of a square matrix over a ring
/// that contains the rationals: M_1 = 1, c_{n-k} = -tr(A M_k) / k, M_{k+1} = A M_k + c_{n-k} (Faddeev & LeVerrier).
/// `tidy` brings a matrix to normal form.
template <class S, class Tidy = AsItIs>
std::pair<std::vector<S>, DynamicMatrix<S>> characteristic(const DynamicMatrix<S>& a,
                                                           const Tidy& tidy = {}) {
  const Eigen::Index n = a.rows();
  std::vector<S> c(static_cast<std::size_t>(n) + 1, S(Rational(0)));
  c.back() = S(Rational(1));
  DynamicMatrix<S> product = DynamicMatrix<S>::Constant(n, n, S(Rational(0))), m = product;
  for (Eigen::Index k = 1; k <= n; ++k) {
    m = product;
    for (Eigen::Index i = 0; i < n; ++i) m(i, i) += c[static_cast<std::size_t>(n - k + 1)];
    product = tidy(DynamicMatrix<S>(a * m));
    S trace(Rational(0));
    for (Eigen::Index i = 0; i < n; ++i) trace += product(i, i);
    c[static_cast<std::size_t>(n - k)] = S(Rational(-1) / Rational(static_cast<int>(k))) * trace;
  }
  return {std::move(c), std::move(m)};
}

/// det A and adj A, A adj A = det A.
template <class S, class Tidy = AsItIs>
std::pair<S, DynamicMatrix<S>> determinant_and_adjugate(const DynamicMatrix<S>& a,
                                                        const Tidy& tidy = {}) {
  auto [c, m] = characteristic(a, tidy);
  const S sign(Rational(a.rows() % 2 == 0 ? 1 : -1));
  DynamicMatrix<S> det(1, 1);
  det(0, 0) = sign * c.front();
  return {tidy(det)(0, 0), tidy(DynamicMatrix<S>(S(Rational(-1)) * sign * m))};
}

/// det A over a field, by elimination.
template <class K>
K determinant_by_elimination(DynamicMatrix<K> m) {
  K product(1);
  for (Eigen::Index k = 0; k < m.rows(); ++k) {
    Eigen::Index pivot = k;
    while (pivot < m.rows() && m(pivot, k).is_zero()) ++pivot;
    if (pivot == m.rows()) return K(0);
    if (pivot != k) {
      m.row(pivot).swap(m.row(k));
      product = -product;
    }
    product *= m(k, k);
    const K inverse = K(1) / m(k, k);
    for (Eigen::Index i = k + 1; i < m.rows(); ++i)
      if (const K factor = m(i, k) * inverse; !factor.is_zero())
        for (Eigen::Index j = k + 1; j < m.cols(); ++j) m(i, j) -= factor * m(k, j);
  }
  return product;
}

}  // namespace hamel
