// The real common zeros of quadratic forms, where they are a union of rational subspaces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

namespace hamel {

/// Subspaces (columns) of common zeros, none inside another.
struct QuadricZeros {
  std::vector<DynamicMatrix<Rational>> subspaces;
  bool complete = true;  ///< there are no other real zeros
};

namespace detail {

/// The square root of a rational number that is a square.
inline std::optional<Rational> rational_root(const Rational& x) {
  if (x.sign() < 0) return std::nullopt;
  const Integer top = sqrt(x.numerator()), bottom = sqrt(x.denominator());
  if (top * top != x.numerator() || bottom * bottom != x.denominator()) return std::nullopt;
  return Rational(top, bottom);
}

/// The real zeros of a quadratic form as a union of subspaces (columns), where rational ones tell them.
inline std::optional<std::vector<DynamicMatrix<Rational>>> zeros_of(
    const DynamicMatrix<Rational>& q) {
  const Signature s = signature<Rational>(q);
  if (s.positive == 0 || s.negative == 0) return std::vector{kernel<Rational>(q)};
  if (s.positive > 1 || s.negative > 1) return std::nullopt;
  // A hyperbolic plane: q = l1 l2. On a complement of the kernel, spanned by two rows of q.
  const auto [rows, pivots] = row_echelon<Rational>(q);  // two linear forms x, y
  const Rational a = q(pivots[0], pivots[0]), b = q(pivots[0], pivots[1]),
                 c = q(pivots[1], pivots[1]);  // q = a x^2 + 2 b x y + c y^2
  const auto root = rational_root(b * b - a * c);
  if (!root) return std::nullopt;
  const DynamicMatrix<Rational> x = rows.row(0), y = rows.row(1);
  std::vector<DynamicMatrix<Rational>> factors;
  if (a.is_zero()) {
    factors = {y, Rational(2) * b * x + c * y};
  } else {
    factors = {a * x + (b + *root) * y, a * x + (b - *root) * y};
  }
  for (auto& factor : factors) factor = kernel<Rational>(factor);
  return factors;
}

/// The common zeros in a subspace: cases by a form (or a sum or difference of two) whose zeros are subspaces.
inline void split_zeros(const std::vector<DynamicMatrix<Rational>>& forms,
                        const DynamicMatrix<Rational>& subspace,
                        std::vector<DynamicMatrix<Rational>>& found, bool& complete) {
  if (subspace.cols() == 0) return;
  for (const auto& known : found)
    if (contains<Rational>(known, subspace)) return;
  DynamicMatrix<Rational> all(static_cast<Eigen::Index>(forms.size()),
                              subspace.cols() * subspace.cols());
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const DynamicMatrix<Rational> on = subspace.transpose() * forms[k] * subspace;
    all.row(static_cast<Eigen::Index>(k)) =
        DynamicVector<Rational>::Map(on.data(), on.size()).transpose();
  }
  const DynamicMatrix<Rational> basis = row_echelon<Rational>(all).rows;
  if (basis.rows() == 0) {
    found.push_back(subspace);
    return;
  }
  const auto try_form = [&](const DynamicMatrix<Rational>& row) {
    const DynamicMatrix<Rational> q =
        DynamicMatrix<Rational>::Map(row.data(), subspace.cols(), subspace.cols());
    const auto parts = zeros_of(q);
    if (!parts) return false;
    for (const auto& part : *parts)
      split_zeros(forms, span<Rational>(subspace * part), found, complete);
    return true;
  };
  for (Eigen::Index i = 0; i < basis.rows(); ++i)
    if (try_form(basis.row(i))) return;
  for (Eigen::Index k = 0; k < all.rows(); ++k)
    if (!all_zero(all.row(k)) && try_form(all.row(k))) return;
  for (Eigen::Index i = 0; i < basis.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j)
      for (const int factor : {1, -1})
        if (try_form(basis.row(i) + Rational(factor) * basis.row(j))) return;
  // Two independent forms in two variables, each irreducible over the rationals, have no zero in common but 0.
  if (subspace.cols() != 2 || basis.rows() < 2) complete = false;
}

}  // namespace detail

/// The common real zeros of symmetric forms in n variables, by cases: a form that does not change sign vanishes on its
/// kernel alone, one that is a product of rational linear forms on two hyperplanes. Not complete where every form
/// resists.
inline QuadricZeros common_zeros(const std::vector<DynamicMatrix<Rational>>& forms, int n) {
  DynamicMatrix<Rational> everything = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  for (int i = 0; i < n; ++i) everything(i, i) = 1;
  QuadricZeros zeros;
  std::vector<DynamicMatrix<Rational>> found;
  detail::split_zeros(forms, everything, found, zeros.complete);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool inside = std::any_of(found.begin(), found.end(), [&](const auto& other) {
      return other.cols() > found[i].cols() && contains<Rational>(other, found[i]);
    });
    if (!inside) zeros.subspaces.push_back(found[i]);
  }
  return zeros;
}

}  // namespace hamel
