// Determinant and adjugate without division by anything but integers.
#pragma once

#include <utility>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

namespace hamel {

/// det G and adj G, G adj G = det G, of a square matrix over a ring that contains the rationals (Faddeev & LeVerrier);
/// `tidy` brings a matrix to normal form.
template <class S, class Tidy>
std::pair<S, DynamicMatrix<S>> determinant_and_adjugate(const DynamicMatrix<S>& g,
                                                        const Tidy& tidy) {
  const auto r = g.rows();
  DynamicMatrix<S> m = DynamicMatrix<S>::Constant(r, r, S(0));
  S last(1);  // coefficient of the characteristic polynomial
  for (Eigen::Index k = 1; k <= r; ++k) {
    m = tidy(g * m);
    for (Eigen::Index i = 0; i < r; ++i) m(i, i) += last;
    const DynamicMatrix<S> product = tidy(g * m);
    last = S(0);
    for (Eigen::Index i = 0; i < r; ++i) last += product(i, i);
    last = S(Rational(-1) / Rational(static_cast<int>(k))) * last;
  }
  const S sign(r % 2 == 0 ? 1 : -1);
  DynamicMatrix<S> det(1, 1);
  det(0, 0) = sign * last;
  return {tidy(det)(0, 0), tidy(S(-1) * sign * m)};
}

}  // namespace hamel
