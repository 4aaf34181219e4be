// What a multiplier must satisfy along a nonholonomic motion, as exact numbers: the field F and A,
// r, C.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include <hamel/check/algebraic_system.hpp>

namespace hamel {

/// A nonholonomic motion a = D u obeys u' = F(u). It is vakonomic iff some m (the values of the
/// multiplier on the columns of E) satisfies
///     m' = A(u) m + r(u),    C(u) m = 0,
/// with [a, E_b] = ... + A_bg E_g, r_b = g(a, [a, E_b]), [a, D_j] = ... + C_jb E_b. F and r are
/// quadratic in u, A and C linear; all are stored polarised.
template <class S>
struct MultiplierEquations {
  int r, s;                             ///< number of velocities u, dimension of d_perp
  int rows;                             ///< number of constraints C(u) m = 0: the dimension of d
  std::vector<DynamicMatrix<S>> field;  ///< r symmetric matrices: F_k(u) = u^T field[k] u
  std::vector<DynamicMatrix<S>> drive;  ///< s symmetric matrices: r_b(u) = u^T drive[b] u
  std::vector<DynamicMatrix<S>> A;      ///< r matrices s x s: A(u) = sum u_i A[i]
  std::vector<DynamicMatrix<S>> C;      ///< r matrices r x s: C(u) = sum u_i C[i]

  MultiplierEquations(int velocities, int unknowns, int constraints,
                      std::vector<DynamicMatrix<S>> f, std::vector<DynamicMatrix<S>> g,
                      std::vector<DynamicMatrix<S>> a, std::vector<DynamicMatrix<S>> c)
      : r(velocities),
        s(unknowns),
        rows(constraints),
        field(std::move(f)),
        drive(std::move(g)),
        A(std::move(a)),
        C(std::move(c)) {}
  explicit MultiplierEquations(const Splitting<S>& split)
      : r(split.rank_d()), s(split.rank_perp()), rows(split.rank_d()) {
    const auto& d = split.d();
    const auto& e = split.perp();
    const auto zero = [](int height, int width) {
      return DynamicMatrix<S>::Constant(height, width, S(0));
    };
    A.assign(std::size_t(r), zero(s, s));
    C.assign(std::size_t(r), zero(r, s));
    std::vector<DynamicMatrix<S>> momentum(std::size_t(r),
                                           zero(r, r));  // u^T momentum[j] u = g(a, [a, D_j])
    drive.assign(std::size_t(s), zero(r, r));
    for (int i = 0; i < r; ++i) {
      for (int j = 0; j < r; ++j) {
        const DynamicVector<S> bracket = split.bracket(d.col(i), d.col(j));
        C[std::size_t(i)].row(j) = (split.perp_coordinates() * bracket).transpose();
        const DynamicVector<S> products = d.transpose() * split.metric() * bracket;
        for (int k = 0; k < r; ++k) momentum[std::size_t(j)](i, k) = products(k);
      }
      for (int b = 0; b < s; ++b) {
        const DynamicVector<S> bracket = split.bracket(d.col(i), e.col(b));
        A[std::size_t(i)].row(b) = (split.perp_coordinates() * bracket).transpose();
        drive[std::size_t(b)].row(i) = (d.transpose() * split.metric() * bracket).transpose();
      }
    }
    const auto symmetrise = [](DynamicMatrix<S>& m) { m = ((m + m.transpose()) / S(2)).eval(); };
    for (auto& m : momentum) symmetrise(m);
    for (auto& m : drive) symmetrise(m);
    field.assign(std::size_t(r), zero(r, r));
    for (int k = 0; k < r; ++k)
      for (int j = 0; j < r; ++j)
        field[std::size_t(k)] += split.gram_inverse()(k, j) * momentum[std::size_t(j)];
  }

  /// The equations over another field.
  template <class T>
  MultiplierEquations<T> cast() const {
    const auto all = [](const std::vector<DynamicMatrix<S>>& matrices) {
      std::vector<DynamicMatrix<T>> result;
      for (const auto& m : matrices) result.push_back(hamel::cast<T, S>(m));
      return result;
    };
    return {r, s, rows, all(field), all(drive), all(A), all(C)};
  }

  /// The equations for motions u = B v in a subspace of d that F leaves invariant (columns of B); nothing when
  /// it is not invariant.
  std::optional<MultiplierEquations> restricted(const DynamicMatrix<S>& basis) const {
    MultiplierEquations result(*this);
    result.r = static_cast<int>(basis.cols());
    const auto substitute = [&](std::vector<DynamicMatrix<S>>& matrices, Eigen::Index height,
                                Eigen::Index width) {
      std::vector<DynamicMatrix<S>> sums(basis.cols(),
                                         DynamicMatrix<S>::Constant(height, width, S(0)));
      for (Eigen::Index j = 0; j < basis.cols(); ++j)
        for (int i = 0; i < r; ++i) sums[j] += basis(i, j) * matrices[i];
      matrices = std::move(sums);
    };
    substitute(result.A, s, s);
    substitute(result.C, rows, s);
    for (auto& form : result.drive) form = (basis.transpose() * form * basis).eval();
    result.field.assign(result.r, DynamicMatrix<S>::Constant(result.r, result.r, S(0)));
    for (int i = 0; i < result.r; ++i)
      for (int j = 0; j < result.r; ++j) {
        const DynamicVector<S> image = at(field, basis.col(i), basis.col(j));
        const auto coordinates = solve<S>(basis, image);
        if (!coordinates) return std::nullopt;
        for (int k = 0; k < result.r; ++k) result.field[k](i, j) = (*coordinates)(k, 0);
      }
    return result;
  }

  /// The smallest subspace of d that F leaves invariant and that contains u.
  DynamicMatrix<S> invariant_hull(const DynamicVector<S>& u) const {
    DynamicMatrix<S> hull = span<S>(u);
    for (;;) {
      DynamicMatrix<S> images(r, hull.cols() * hull.cols());
      for (Eigen::Index i = 0; i < hull.cols(); ++i)
        for (Eigen::Index j = 0; j < hull.cols(); ++j)
          images.col(i * hull.cols() + j) = at(field, hull.col(i), hull.col(j));
      DynamicMatrix<S> next = span<S>(join<S>(hull, images));
      if (next.cols() == hull.cols()) return hull;
      hull = std::move(next);
    }
  }

  /// sum u_i matrices[i].
  static DynamicMatrix<S> at(const std::vector<DynamicMatrix<S>>& matrices,
                             const DynamicVector<S>& u, int height, int width) {
    DynamicMatrix<S> sum = DynamicMatrix<S>::Constant(height, width, S(0));
    for (Eigen::Index i = 0; i < u.size(); ++i)
      if (!certainly_zero(u(i))) sum += u(i) * matrices[std::size_t(i)];
    return sum;
  }
  /// The polarised quadratic map: component k is u^T forms[k] v.
  static DynamicVector<S> at(const std::vector<DynamicMatrix<S>>& forms, const DynamicVector<S>& u,
                             const DynamicVector<S>& v) {
    DynamicVector<S> result(static_cast<Eigen::Index>(forms.size()));
    for (std::size_t k = 0; k < forms.size(); ++k)
      result(Eigen::Index(k)) = (u.transpose() * forms[k] * v).value();
    return result;
  }

  /// F(u).
  DynamicVector<S> F(const DynamicVector<S>& u) const { return at(field, u, u); }
};

/// The time derivatives of C(u) m along the motion from u(0), as affine functions of m(0): rows [W
/// | c] mean W m(0) + c = 0. Each call of `next` returns the rows of the next order, starting
/// with order 0.
template <class S>
class ConstraintRows {
 public:
  ConstraintRows(const MultiplierEquations<S>& equations, const DynamicVector<S>& start)
      : equations_(equations) {
    u_.push_back(start);
    DynamicMatrix<S> m = DynamicMatrix<S>::Constant(equations.s, equations.s + 1, S(0));
    for (int i = 0; i < equations.s; ++i) m(i, i) = S(1);
    m_.push_back(std::move(m));
  }

  DynamicMatrix<S> next() {
    const auto& q = equations_;
    const int order = static_cast<int>(m_.size()) - 1;
    const std::vector<S> binomial = binomials(order);
    DynamicMatrix<S> rows = DynamicMatrix<S>::Constant(q.rows, q.s + 1, S(0));
    DynamicMatrix<S> m = DynamicMatrix<S>::Constant(q.s, q.s + 1, S(0));
    DynamicVector<S> u = DynamicVector<S>::Constant(q.r, S(0));
    for (int i = 0; i <= order; ++i) {
      const auto& left = u_[std::size_t(i)];
      rows +=
          binomial[std::size_t(i)] * (q.at(q.C, left, q.rows, q.s) * m_[std::size_t(order - i)]);
      m += binomial[std::size_t(i)] * (q.at(q.A, left, q.s, q.s) * m_[std::size_t(order - i)]);
      m.col(q.s) += binomial[std::size_t(i)] * q.at(q.drive, left, u_[std::size_t(order - i)]);
      u += binomial[std::size_t(i)] * q.at(q.field, left, u_[std::size_t(order - i)]);
    }
    u_.push_back(std::move(u));
    m_.push_back(std::move(m));
    return rows;
  }

 private:
  static std::vector<S> binomials(int n) {
    std::vector<S> row(static_cast<std::size_t>(n) + 1, S(1));
    for (int i = 1; i < n; ++i) row[std::size_t(i)] = row[std::size_t(i - 1)] * S(n - i + 1) / S(i);
    return row;
  }

  const MultiplierEquations<S>& equations_;
  std::vector<DynamicVector<S>> u_;  // derivatives of u at 0
  std::vector<DynamicMatrix<S>> m_;  // derivatives of m at 0: [linear in m(0) | constant]
};

}  // namespace hamel
