// Factorisations of matrices of any size. Each takes the compiler seconds and is the same for every size and shape: one
// type for all who ask, whose members a program may compile once (extern template).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/QR>

namespace hamel {

/// The shortest x of those with |A x - b| least, by a complete orthogonal decomposition of A.
template <class S>
class LeastSquares {
 public:
  using M = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
  using V = Eigen::Matrix<S, Eigen::Dynamic, 1>;

  /// Singular to rounding.
  LeastSquares() = default;
  /// Pivots below the threshold, relative to the largest, count as zero.
  explicit LeastSquares(const S& threshold) { factors_.setThreshold(threshold); }

  LeastSquares& compute(const M& a);
  V solve(const V& b) const;
  M solve_columns(const M& b) const;

 private:
  Eigen::CompleteOrthogonalDecomposition<M> factors_;
};

template <class S>
LeastSquares<S>& LeastSquares<S>::compute(const M& a) {
  factors_.compute(a);
  return *this;
}
template <class S>
typename LeastSquares<S>::V LeastSquares<S>::solve(const V& b) const {
  return factors_.solve(b);
}
template <class S>
typename LeastSquares<S>::M LeastSquares<S>::solve_columns(const M& b) const {
  return factors_.solve(b);
}

/// A P = Q R with the longest columns first: the rank of A, and bases of its image and of what is normal to it.
template <class S>
class Ranked {
 public:
  using M = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
  using V = Eigen::Matrix<S, Eigen::Dynamic, 1>;

  /// Pivots below the threshold, relative to the largest, count as zero; 0: those of rounding.
  explicit Ranked(const M& a, const S& threshold = S(0));

  int rank() const noexcept { return rank_; }
  /// Q, whose first `rank` columns span the image.
  M q() const;
  V solve(const V& b) const;

 private:
  Eigen::ColPivHouseholderQR<M> factors_;
  int rank_;
};

template <class S>
Ranked<S>::Ranked(const M& a, const S& threshold) : factors_(a) {
  if (threshold > S(0)) factors_.setThreshold(threshold);
  rank_ = static_cast<int>(factors_.rank());
}
template <class S>
typename Ranked<S>::M Ranked<S>::q() const {
  return factors_.householderQ();
}
template <class S>
typename Ranked<S>::V Ranked<S>::solve(const V& b) const {
  return factors_.solve(b);
}

/// The orthogonal Q of A = Q R, without pivots: it depends smoothly on a matrix of full rank.
template <class S>
Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> orthogonal_factor(
    const Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>& a) {
  return Eigen::HouseholderQR<Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>>(a).householderQ();
}

/// A = L L^T of a symmetric matrix that is positive definite.
template <class S>
class Cholesky {
 public:
  using M = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
  using V = Eigen::Matrix<S, Eigen::Dynamic, 1>;

  Cholesky() = default;
  explicit Cholesky(const M& a) { compute(a); }

  /// Whether it is positive definite.
  bool compute(const M& a);
  bool exists() const { return factors_.info() == Eigen::Success; }
  V solve(const V& b) const;
  M solve_columns(const M& b) const;
  /// D L^-T: columns d made orthonormal where A = d^T m d.
  M orthonormal(const M& d) const;

 private:
  Eigen::LLT<M> factors_;
};

template <class S>
bool Cholesky<S>::compute(const M& a) {
  factors_.compute(a);
  return exists();
}
template <class S>
typename Cholesky<S>::V Cholesky<S>::solve(const V& b) const {
  return factors_.solve(b);
}
template <class S>
typename Cholesky<S>::M Cholesky<S>::solve_columns(const M& b) const {
  return factors_.solve(b);
}
template <class S>
typename Cholesky<S>::M Cholesky<S>::orthonormal(const M& d) const {
  return factors_.matrixU().template solve<Eigen::OnTheRight>(d);
}

/// A = P^T L D L^T P of a symmetric matrix that is semidefinite.
template <class S>
class PivotedCholesky {
 public:
  using M = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
  using V = Eigen::Matrix<S, Eigen::Dynamic, 1>;

  explicit PivotedCholesky(const M& a);
  V solve(const V& b) const;

 private:
  Eigen::LDLT<M> factors_;
};

template <class S>
PivotedCholesky<S>::PivotedCholesky(const M& a) : factors_(a) {}
template <class S>
typename PivotedCholesky<S>::V PivotedCholesky<S>::solve(const V& b) const {
  return factors_.solve(b);
}

/// A^-1 b by elimination with row pivots.
template <class S>
class Elimination {
 public:
  using M = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;
  using V = Eigen::Matrix<S, Eigen::Dynamic, 1>;

  Elimination() = default;
  explicit Elimination(const M& a) { compute(a); }

  void compute(const M& a);
  V solve(const V& b) const;
  M solve_columns(const M& b) const;
  M inverse() const;

 private:
  Eigen::PartialPivLU<M> factors_;
};

template <class S>
void Elimination<S>::compute(const M& a) {
  factors_.compute(a);
}
template <class S>
typename Elimination<S>::V Elimination<S>::solve(const V& b) const {
  return factors_.solve(b);
}
template <class S>
typename Elimination<S>::M Elimination<S>::solve_columns(const M& b) const {
  return factors_.solve(b);
}
template <class S>
typename Elimination<S>::M Elimination<S>::inverse() const {
  return factors_.inverse();
}

/// A^-1 by elimination with full pivots.
template <class S>
Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> inverse_by_full_pivots(
    const Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>& a) {
  return Eigen::FullPivLU<Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>>(a).inverse();
}

}  // namespace hamel
