// The equations that the elements of a matrix group obey, derived exactly from a basis of its algebra.
#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include <hamel/algebra/linear.hpp>

namespace hamel {

namespace detail {

/// The entries of a matrix, row by row, as a column.
template <class C>
DynamicVector<C> flat(const DynamicMatrix<C>& m) {
  DynamicVector<C> v(m.size());
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) v(i * m.cols() + j) = m(i, j);
  return v;
}

/// The flattened matrices as columns.
template <class C>
DynamicMatrix<C> columns(const std::vector<DynamicMatrix<C>>& matrices) {
  DynamicMatrix<C> all(matrices.front().size(), Eigen::Index(matrices.size()));
  for (std::size_t i = 0; i < matrices.size(); ++i) all.col(Eigen::Index(i)) = flat<C>(matrices[i]);
  return all;
}

/// The square matrices whose flattened entries are the columns.
template <class C>
std::vector<DynamicMatrix<C>> matrices(const DynamicMatrix<C>& columns, Eigen::Index n) {
  std::vector<DynamicMatrix<C>> all;
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    DynamicMatrix<C> m(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j) m(i, j) = columns(i * n + j, k);
    all.push_back(m);
  }
  return all;
}

}  // namespace detail

/// Equations that every element x of the connected matrix group with the given algebra obeys. For the
/// classical groups and their affine extensions they are all there are (up to components).
template <class C>
struct MatrixInvariants {
  DynamicMatrix<C> linear;                ///< columns l with sum_ij l_ij (x - 1)_ij = 0
  std::vector<DynamicMatrix<C>> forms;    ///< matrices B with x^T B x = B
  std::vector<DynamicMatrix<C>> coforms;  ///< matrices B with x B x^T = B
  bool unimodular;                        ///< det x = 1
};

namespace detail {

/// A basis of the matrices B with E^T B + B E = 0 for all E of the basis.
template <class C>
std::vector<DynamicMatrix<C>> invariant_forms(const std::vector<DynamicMatrix<C>>& basis) {
  const Eigen::Index n = basis.front().rows();
  DynamicMatrix<C> equations =
      DynamicMatrix<C>::Constant(n * n * Eigen::Index(basis.size()), n * n, C(0));
  Eigen::Index row = 0;
  for (const auto& e : basis)
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index j = 0; j < n; ++j, ++row)
        for (Eigen::Index k = 0; k < n; ++k) {
          equations(row, k * n + j) += e(k, i);
          equations(row, i * n + k) += e(k, j);
        }
  return matrices<C>(kernel<C>(equations), n);
}

}  // namespace detail

/// Derives the invariants: the functionals that vanish on all products of basis matrices, the bilinear forms
/// with E^T B + B E = 0 or E B + B E^T = 0, and whether all traces vanish.
template <class C>
MatrixInvariants<C> matrix_invariants(const std::vector<DynamicMatrix<C>>& basis) {
  const Eigen::Index n = basis.front().rows();
  DynamicMatrix<C> envelope = span<C>(detail::columns<C>(basis));
  for (Eigen::Index before = 0; before < envelope.cols();) {
    before = envelope.cols();
    std::vector<DynamicMatrix<C>> products = detail::matrices<C>(envelope, n);
    for (Eigen::Index k = 0; k < before; ++k)
      for (const auto& e : basis) products.push_back(products[std::size_t(k)] * e);
    envelope = span<C>(detail::columns<C>(products));
  }

  bool unimodular = true;
  std::vector<DynamicMatrix<C>> transposed;
  for (const auto& e : basis) {
    unimodular = unimodular && e.trace() == C(0);
    transposed.push_back(e.transpose());
  }
  return {kernel<C>(envelope.transpose()), detail::invariant_forms<C>(basis),
          detail::invariant_forms<C>(transposed), unimodular};
}

}  // namespace hamel
