// Any matrix group, from a basis of its algebra.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <Eigen/QR>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/matrix_algebra.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/any_vectors.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/matrix_functions.hpp>
#include <hamel/group/matrix_invariants.hpp>
#include <hamel/group/series.hpp>
#include <hamel/group/structure_algebra.hpp>

namespace hamel {

class MatrixGroup;

/// What MatrixGroup does.
class MatrixOperations : public Series<StructureAlgebra<>> {
 public:
  static constexpr int storage = dynamic;
  static constexpr int space = dynamic;  ///< numbers of a point: N
  template <class S>
  using Element = hamel::Element<MatrixGroup, S>;
  template <class S>
  using V = Vector<S, dynamic>;

  /// From the basis, over any field; structure constants and invariants are derived in that field. Throws what
  /// matrix_algebra throws, and DimensionError for more than 8 rows or max_dimension matrices.
  template <class C>
  explicit MatrixOperations(const std::vector<DynamicMatrix<C>>& basis)
      : Series<StructureAlgebra<>>(matrix_algebra(basis), KnownLieAlgebra{}) {
    Data data;
    data.rows = int(basis.front().rows());
    if (data.rows > max_matrix_rows)
      refuse<DimensionError>("matrix group", {data.rows, " rows"}, {"at most ", max_matrix_rows});
    const DynamicMatrix<double> span = cast<double>(detail::columns<C>(basis));
    data.basis = span;
    DynamicMatrix<double> gram = span.transpose() * span;
    data.dual = span.transpose();
    solve_in_place(gram, data.dual);
    const MatrixInvariants<C> invariants = matrix_invariants<C>(basis);
    data.linear = cast<double>(invariants.linear);
    for (const auto& form : invariants.forms) data.forms.push_back(scaled(form));
    for (const auto& form : invariants.coforms) data.coforms.push_back(scaled(form));
    data.unimodular = invariants.unimodular;
    data.exact = true;
    for (const auto& matrix : basis)
      for (const C& x : matrix.reshaped()) data.exact = data.exact && C(to_double(x)) == x;
    data_ = std::make_shared<const Data>(std::move(data));
  }

  /// Numbers stored for an element: N^2.
  int size() const noexcept { return data_->rows * data_->rows; }
  /// N.
  int rows() const noexcept { return data_->rows; }

  /// The element as a matrix.
  template <class S>
  SmallMatrix<S> matrix(const Element<S>& x) const noexcept {
    SmallMatrix<S> m(rows(), rows());
    for (int i = 0; i < size(); ++i) m(i / rows(), i % rows()) = x.data[i];
    return m;
  }
  /// The matrix as an element; no check.
  template <class S>
  Element<S> element(const SmallMatrix<S>& m) const noexcept {
    auto x = Element<S>::with_room(size());
    for (int i = 0; i < size(); ++i) x.data[i] = m(i / rows(), i % rows());
    return x;
  }
  /// The matrix of a vector of the algebra.
  template <class S>
  SmallMatrix<S> hat(const V<S>& a) const noexcept {
    SmallMatrix<S> m = SmallMatrix<S>::Zero(rows(), rows());
    for (int k = 0; k < dim(); ++k)
      for (int i = 0; i < size(); ++i)
        if (data_->basis(i, k) != 0) m(i / rows(), i % rows()) += S(data_->basis(i, k)) * a[k];
    return m;
  }
  /// The vector of the matrix of the algebra nearest to m.
  template <class S>
  V<S> vee(const SmallMatrix<S>& m) const noexcept {
    V<S> a = V<S>::Zero(dim());
    for (int k = 0; k < dim(); ++k)
      for (int i = 0; i < size(); ++i)
        if (data_->dual(k, i) != 0) a[k] += S(data_->dual(k, i)) * m(i / rows(), i % rows());
    return a;
  }

  /// The unit matrix.
  template <class S>
  Element<S> identity() const noexcept {
    return element<S>(SmallMatrix<S>::Identity(rows(), rows()));
  }
  /// The matrix product.
  template <class S>
  Element<S> compose(const Element<S>& x, const Element<S>& y) const noexcept {
    return element<S>(matrix(x) * matrix(y));
  }
  /// The inverse matrix.
  template <class S>
  Element<S> inverse(const Element<S>& x) const noexcept {
    return element<S>(matrix_inverse(matrix(x)));
  }
  /// The matrix exponential.
  template <class S>
  Element<S> exp(const V<S>& a) const noexcept {
    return element(matrix_exp(hat(a)));
  }
  /// The principal logarithm, refined by one Newton step; NaN where there is none.
  template <class S>
  V<S> log(const Element<S>& x) const noexcept {
    const SmallMatrix<S> m = matrix(x);
    const V<S> a = vee(matrix_log(m)), minus = -a;
    const SmallMatrix<S> rest = matrix_exp(hat(minus)) * m;
    if (!(one_norm(SmallMatrix<S>(rest - SmallMatrix<S>::Identity(rows(), rows()))) <
          Plain<S>(0.25)))
      return V<S>::Constant(dim(), S(std::numeric_limits<Plain<S>>::quiet_NaN()));
    return a + this->dexp_inv(minus, vee(matrix_log(rest)));
  }
  /// x b x^-1.
  template <class S>
  V<S> Ad(const Element<S>& x, const V<S>& b) const noexcept {
    const SmallMatrix<S> m = matrix(x);
    return vee(SmallMatrix<S>(m * hat(b) * matrix_inverse(m)));
  }
  /// The covector b -> <p, x b x^-1>.
  template <class S>
  V<S> Ad_star(const Element<S>& x, const V<S>& p) const noexcept {
    V<S> q(dim());
    for (int j = 0; j < dim(); ++j) q[j] = p.dot(Ad(x, V<S>(V<S>::Unit(dim(), j))));
    return q;
  }
  /// The matrix times a column.
  template <class S>
  V<S> act(const Element<S>& x, const V<S>& point) const noexcept {
    return matrix(x) * point;
  }

  /// X11, X12, ..., XNN.
  std::vector<std::string> coordinate_names() const { return matrix_names("X", rows()); }
  static constexpr bool stores_coordinates = true;
  /// The element with the given entries; throws OffGroup when they violate an invariant of the group.
  template <class S>
  Element<S> from_coordinates(const std::vector<S>& c) const {
    const Element<S> x = vector_element(*this, "matrix group", c);
    expect_on_group("matrix group", residual(x));
    return x;
  }
  /// See group/concept.hpp: products of matrices with a basis that doubles hold.
  bool moves_exactly() const noexcept { return data_->exact; }
  /// The largest violation of the invariants of the group (MatrixInvariants), as a part of the terms that are summed.
  template <class S>
  S residual(const Element<S>& x) const noexcept {
    using std::abs;
    S largest(0);
    for_each_invariant(matrix(x), [&](const S& violation, const S& terms) {
      const S size = abs(violation) / terms;
      if (violation != S(0) && largest == largest && !(size <= largest)) largest = size;
    });
    return largest;
  }
  /// The nearest element, by Gauss-Newton steps of least norm on the invariants.
  template <class S>
  Element<S> normalized(const Element<S>& x) const {
    SmallMatrix<S> m = matrix(x);
    for (int step = 0; step < 4; ++step) {
      const DynamicVector<S> defect = violations(m);
      DynamicMatrix<S> derivative(defect.size(), size());
      for (int i = 0; i < size(); ++i) {
        const S h(0x1p-12);
        SmallMatrix<S> ahead = m, behind = m;
        ahead(i / rows(), i % rows()) += h;
        behind(i / rows(), i % rows()) -= h;
        derivative.col(i) = (violations(ahead) - violations(behind)) / (S(2) * h);
      }
      // invariants that depend on each other on the group do so off it only up to the defect
      Eigen::CompleteOrthogonalDecomposition<DynamicMatrix<S>> decomposition;
      decomposition.setThreshold(0x1p-6);
      decomposition.compute(derivative);
      const DynamicVector<S> correction = decomposition.solve(defect);
      for (int i = 0; i < size(); ++i) m(i / rows(), i % rows()) -= correction[i];
    }
    return element(m);
  }

 private:
  struct Data {
    int rows;
    DynamicMatrix<double> basis, dual;  ///< N^2 x n, and its left inverse
    DynamicMatrix<double> linear;
    std::vector<DynamicMatrix<double>> forms, coforms;
    bool unimodular;
    bool exact;  ///< the basis, as doubles
  };

  /// The form in doubles, of norm 1.
  template <class C>
  static DynamicMatrix<double> scaled(const DynamicMatrix<C>& form) {
    const DynamicMatrix<double> b = cast<double>(form);
    return b / b.norm();
  }

  /// Calls take(violation, terms) for each invariant, with what is summed in it. A functional may cancel terms that are
  /// themselves rounding of larger entries.
  template <class S, class F>
  void for_each_invariant(const SmallMatrix<S>& m, F&& take) const {
    using std::abs;
    using std::log;
    const Plain<S> rounding(0x1p-6);
    for (int k = 0; k < data_->linear.cols(); ++k) {
      S sum(0), terms = S(rounding) * (S(1) + m.norm());
      for (int i = 0; i < size(); ++i) {
        const int row = i / rows(), column = i % rows();
        const S unit(row == column ? 1 : 0), factor(data_->linear(i, k));
        sum += factor * (m(row, column) - unit);
        terms += abs(factor) * (abs(m(row, column)) + unit);
      }
      take(sum, terms);
    }
    const auto take_form = [&](const SmallMatrix<S>& x, const DynamicMatrix<double>& form) {
      const SmallMatrix<S> b = form.template cast<S>();
      const SmallMatrix<S> defect = x.transpose() * b * x - b;
      const SmallMatrix<S> sizes =
          x.cwiseAbs().transpose() * b.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
      const S terms = sizes.maxCoeff();
      for (int i = 0; i < size(); ++i) take(defect(i / rows(), i % rows()), terms);
    };
    for (const auto& form : data_->forms) take_form(m, form);
    for (const auto& form : data_->coforms) take_form(m.transpose(), form);
    if (data_->unimodular) take(S(log(determinant(m))), S(1));
  }
  template <class S>
  DynamicVector<S> violations(const SmallMatrix<S>& m) const {
    std::vector<S> all;
    for_each_invariant(m, [&](const S& v, const S&) { all.push_back(v); });
    return DynamicVector<S>(DynamicVector<S>::Map(all.data(), Eigen::Index(all.size())));
  }

  std::shared_ptr<const Data> data_;
};

/// The connected group of N x N matrices, N <= 8, whose algebra has the given basis. Stored and coordinates:
/// X11, X12, ..., XNN, row by row. log is principal: it needs a matrix without eigenvalues on the negative
/// half-line, and is NaN otherwise. Copies share the basis.
class MatrixGroup : public AnyVectors<MatrixOperations> {
 public:
  using AnyVectors<MatrixOperations>::AnyVectors;
};

}  // namespace hamel
