// Factorisations of matrices whose size a run decides, by plain loops over columns. Eigen's, with their blocks and packets,
// take half of the time that a program which steers compiles, and at these sizes they are not faster.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <Eigen/Core>

namespace hamel {

/// A P = Q R by reflections (Householder 1958).
class Reflections {
 public:
  /// The order of the columns: P = 1, so that Q depends smoothly on a matrix of full rank, or the longest of what is left
  /// of them first (Businger & Golub 1965), so that R shows the rank.
  enum class Columns { as_given, longest_first };

  Reflections() = default;
  Reflections(Eigen::MatrixXd a, Columns columns) : r_(std::move(a)) {
    const Eigen::Index rows = r_.rows(), cols = r_.cols();
    order_.resize(std::size_t(cols));
    std::iota(order_.begin(), order_.end(), Eigen::Index(0));
    factor_ = Eigen::VectorXd::Zero(std::min(rows, cols));
    std::vector<double> left;  // squared lengths of what is left of the columns
    for (Eigen::Index j = 0; j < cols; ++j) left.push_back(r_.col(j).squaredNorm());
    for (Eigen::Index k = 0; k < factor_.size(); ++k) {
      const auto longest = std::max_element(left.begin() + k, left.end()) - left.begin();
      if (columns == Columns::longest_first && longest != k) {
        r_.col(k).swap(r_.col(longest));
        std::swap(order_[std::size_t(k)], order_[std::size_t(longest)]);
        std::swap(left[std::size_t(k)], left[std::size_t(longest)]);
      }
      double* v = r_.col(k).data();
      double below = 0;
      for (Eigen::Index i = k + 1; i < rows; ++i) below += v[i] * v[i];
      if (below > 0) {
        const double head = v[k], length = std::sqrt(head * head + below);
        const double end = head > 0 ? -length : length;
        for (Eigen::Index i = k + 1; i < rows; ++i) v[i] /= head - end;
        factor_[k] = (end - head) / end;
        v[k] = end;
      }
      for (Eigen::Index j = k + 1; j < cols; ++j) {
        double* x = r_.col(j).data();
        reflect(k, x);
        double square = 0;
        for (Eigen::Index i = k + 1; i < rows; ++i) square += x[i] * x[i];
        left[std::size_t(j)] = square;
      }
    }
  }

  /// How many pivots are larger than `threshold` times the largest; 0: than rounding. What is not a number counts.
  Eigen::Index rank(double threshold = 0) const {
    const auto diagonal = r_.diagonal().cwiseAbs();
    if (diagonal.size() == 0) return 0;
    if (threshold == 0)
      threshold = std::numeric_limits<double>::epsilon() * double(diagonal.size());
    return diagonal.size() - (diagonal.array() <= threshold * diagonal.maxCoeff()).count();
  }
  /// R above its diagonal; what stands below it are the reflections.
  const Eigen::MatrixXd& r() const { return r_; }
  /// Column k of A P is column order()[k] of A.
  const std::vector<Eigen::Index>& order() const { return order_; }
  /// Q, square.
  Eigen::MatrixXd q() const {
    Eigen::MatrixXd q = Eigen::MatrixXd::Identity(r_.rows(), r_.rows());
    apply(q);
    return q;
  }
  /// b := Q b
  void apply(Eigen::MatrixXd& b) const {
    for (Eigen::Index j = 0; j < b.cols(); ++j)
      for (Eigen::Index k = factor_.size(); k-- > 0;) reflect(k, b.col(j).data());
  }
  /// b := Q^T b
  void apply_transposed(Eigen::MatrixXd& b) const {
    for (Eigen::Index j = 0; j < b.cols(); ++j)
      for (Eigen::Index k = 0; k < factor_.size(); ++k) reflect(k, b.col(j).data());
  }
  /// b := R_k^-1 b, R_k the first k rows and columns.
  void solve_r(Eigen::Index k, double* b) const {
    for (Eigen::Index j = k; j-- > 0;) {
      b[j] /= r_(j, j);
      for (Eigen::Index i = 0; i < j; ++i) b[i] -= r_(i, j) * b[j];
    }
  }
  /// b := R_k^-T b
  void solve_r_transposed(Eigen::Index k, double* b) const {
    for (Eigen::Index j = 0; j < k; ++j) {
      for (Eigen::Index i = 0; i < j; ++i) b[j] -= r_(i, j) * b[i];
      b[j] /= r_(j, j);
    }
  }

 private:
  /// x := (1 - factor v v^T) x with v = (1, what stands below the diagonal)
  void reflect(Eigen::Index k, double* x) const {
    const double* v = r_.col(k).data();
    double along = x[k];
    for (Eigen::Index i = k + 1; i < r_.rows(); ++i) along += v[i] * x[i];
    along *= factor_[k];
    x[k] -= along;
    for (Eigen::Index i = k + 1; i < r_.rows(); ++i) x[i] -= along * v[i];
  }

  Eigen::MatrixXd r_;
  Eigen::VectorXd factor_;
  std::vector<Eigen::Index> order_;
};

/// The shortest x of those with |A x - b| least: A P = Q (W; 0) with W of full rank, W^T = Q' R', x = P Q' R'^-T (Q^T b).
class LeastSquares {
 public:
  /// Pivots below the threshold, relative to the largest, count as zero; 0: those of rounding.
  explicit LeastSquares(double threshold = 0) : threshold_(threshold) {}

  LeastSquares& compute(const Eigen::MatrixXd& a) {
    columns_ = a.cols();
    image_ = Reflections(a, Reflections::Columns::longest_first);
    rank_ = image_.rank(threshold_);
    if (rank_ < columns_) {
      Eigen::MatrixXd w = image_.r().topRows(rank_);
      for (Eigen::Index j = 0; j < rank_; ++j) w.col(j).tail(rank_ - j - 1).setZero();
      rows_ = Reflections(w.transpose(), Reflections::Columns::as_given);
    }
    return *this;
  }
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const { return solve_columns(b); }
  Eigen::MatrixXd solve_columns(Eigen::MatrixXd b) const {
    image_.apply_transposed(b);
    Eigen::MatrixXd y = Eigen::MatrixXd::Zero(columns_, b.cols()), x = y;
    y.topRows(rank_) = b.topRows(rank_);
    for (Eigen::Index j = 0; j < y.cols(); ++j)
      if (rank_ == columns_)
        image_.solve_r(rank_, y.col(j).data());
      else
        rows_.solve_r_transposed(rank_, y.col(j).data());
    if (rank_ < columns_) rows_.apply(y);
    for (Eigen::Index k = 0; k < columns_; ++k) x.row(image_.order()[std::size_t(k)]) = y.row(k);
    return x;
  }

 private:
  double threshold_;
  Eigen::Index columns_ = 0, rank_ = 0;
  Reflections image_, rows_;
};

/// A P = Q R with the longest columns first: the rank of A, and bases of its image, of what is normal to it, and of its
/// kernel.
class Ranked {
 public:
  /// Pivots below the threshold, relative to the largest, count as zero; 0: those of rounding.
  explicit Ranked(const Eigen::MatrixXd& a, double threshold = 0)
      : factors_(a, Reflections::Columns::longest_first), rank_(factors_.rank(threshold)) {}

  int rank() const noexcept { return int(rank_); }
  /// Q, whose first `rank` columns span the image.
  Eigen::MatrixXd q() const { return factors_.q(); }
  /// Columns that span the kernel: P (-R_r^-1 R_rest; 1).
  Eigen::MatrixXd kernel() const {
    const Eigen::Index n = factors_.r().cols();
    Eigen::MatrixXd kernel = Eigen::MatrixXd::Zero(n, n - rank_);
    for (Eigen::Index j = 0; j < n - rank_; ++j) {
      Eigen::VectorXd y = -factors_.r().col(rank_ + j).head(rank_);
      factors_.solve_r(rank_, y.data());
      for (Eigen::Index k = 0; k < rank_; ++k) kernel(factors_.order()[std::size_t(k)], j) = y[k];
      kernel(factors_.order()[std::size_t(rank_ + j)], j) = 1;
    }
    return kernel;
  }
  /// An x of those with |A x - b| least.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const {
    Eigen::MatrixXd y = b;
    factors_.apply_transposed(y);
    factors_.solve_r(rank_, y.data());
    Eigen::VectorXd x = Eigen::VectorXd::Zero(factors_.r().cols());
    for (Eigen::Index k = 0; k < rank_; ++k) x[factors_.order()[std::size_t(k)]] = y(k, 0);
    return x;
  }

 private:
  Reflections factors_;
  Eigen::Index rank_;
};

/// The orthogonal Q of A = Q R, without pivots: it depends smoothly on a matrix of full rank.
inline Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& a) {
  return Reflections(a, Reflections::Columns::as_given).q();
}

/// A = L L^T of a symmetric matrix that is positive definite.
class Cholesky {
 public:
  Cholesky() = default;
  explicit Cholesky(const Eigen::MatrixXd& a) { compute(a); }

  /// Whether it is positive definite.
  bool compute(const Eigen::MatrixXd& a) {
    l_ = a;
    exists_ = true;
    for (Eigen::Index j = 0; j < l_.cols() && exists_; ++j) {
      exists_ = l_(j, j) > 0;
      const double root = std::sqrt(l_(j, j));
      l_.col(j).tail(l_.rows() - j) /= root;
      for (Eigen::Index k = j + 1; k < l_.cols(); ++k)
        for (Eigen::Index i = k; i < l_.rows(); ++i) l_(i, k) -= l_(i, j) * l_(k, j);
    }
    return exists_;
  }
  bool exists() const { return exists_; }
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const { return solve_columns(b); }
  Eigen::MatrixXd solve_columns(Eigen::MatrixXd b) const {
    const Eigen::Index n = l_.cols();
    for (Eigen::Index c = 0; c < b.cols(); ++c) {
      double* x = b.col(c).data();
      for (Eigen::Index j = 0; j < n; ++j) {
        x[j] /= l_(j, j);
        for (Eigen::Index i = j + 1; i < n; ++i) x[i] -= l_(i, j) * x[j];
      }
      for (Eigen::Index j = n; j-- > 0;) {
        for (Eigen::Index i = j + 1; i < n; ++i) x[j] -= l_(i, j) * x[i];
        x[j] /= l_(j, j);
      }
    }
    return b;
  }
  /// D L^-T: columns d made orthonormal where A = d^T m d.
  Eigen::MatrixXd orthonormal(Eigen::MatrixXd d) const {
    for (Eigen::Index j = 0; j < d.cols(); ++j) {
      for (Eigen::Index k = 0; k < j; ++k) d.col(j) -= l_(j, k) * d.col(k);
      d.col(j) /= l_(j, j);
    }
    return d;
  }

 private:
  Eigen::MatrixXd l_;
  bool exists_ = false;
};

/// A = P^T L D L^T P of a symmetric matrix that is semidefinite, the largest of the diagonal first; pivots of the size of
/// rounding count as zero.
class PivotedCholesky {
 public:
  explicit PivotedCholesky(const Eigen::MatrixXd& a) : l_(a), order_(std::size_t(a.cols())) {
    const Eigen::Index n = l_.cols();
    const double rounding = std::numeric_limits<double>::epsilon() * double(n);
    std::iota(order_.begin(), order_.end(), Eigen::Index(0));
    for (Eigen::Index k = 0; k < n; ++k) {
      Eigen::Index largest = 0;
      l_.diagonal().tail(n - k).cwiseAbs().maxCoeff(&largest);
      largest += k;
      l_.row(k).swap(l_.row(largest));
      l_.col(k).swap(l_.col(largest));
      std::swap(order_[std::size_t(k)], order_[std::size_t(largest)]);
      if (!(std::abs(l_(k, k)) > rounding * std::abs(l_(0, 0)))) break;
      for (Eigen::Index j = k + 1; j < n; ++j)
        for (Eigen::Index i = k + 1; i < n; ++i) l_(i, j) -= l_(i, k) / l_(k, k) * l_(k, j);
      for (Eigen::Index i = k + 1; i < n; ++i) l_(i, k) /= l_(k, k);
      rank_ = k + 1;
    }
  }
  /// An x with A x = b, where there is one.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const {
    const Eigen::Index n = l_.cols();
    Eigen::VectorXd y = Eigen::VectorXd::Zero(n), x(n);
    for (Eigen::Index k = 0; k < rank_; ++k) y[k] = b[order_[std::size_t(k)]];
    for (Eigen::Index j = 0; j < rank_; ++j)
      for (Eigen::Index i = j + 1; i < rank_; ++i) y[i] -= l_(i, j) * y[j];
    for (Eigen::Index k = 0; k < rank_; ++k) y[k] /= l_(k, k);
    for (Eigen::Index j = rank_; j-- > 0;)
      for (Eigen::Index i = j + 1; i < rank_; ++i) y[j] -= l_(i, j) * y[i];
    for (Eigen::Index k = 0; k < n; ++k) x[order_[std::size_t(k)]] = y[k];
    return x;
  }

 private:
  Eigen::MatrixXd l_;
  std::vector<Eigen::Index> order_;
  Eigen::Index rank_ = 0;
};

/// A^-1 b by elimination with row pivots.
class Elimination {
 public:
  Elimination() = default;
  explicit Elimination(const Eigen::MatrixXd& a) { compute(a); }

  void compute(const Eigen::MatrixXd& a) {
    lu_ = a;
    const Eigen::Index n = lu_.cols();
    order_.resize(std::size_t(n));
    std::iota(order_.begin(), order_.end(), Eigen::Index(0));
    for (Eigen::Index k = 0; k < n; ++k) {
      Eigen::Index largest = 0;
      lu_.col(k).tail(n - k).cwiseAbs().maxCoeff(&largest);
      largest += k;
      lu_.row(k).swap(lu_.row(largest));
      std::swap(order_[std::size_t(k)], order_[std::size_t(largest)]);
      if (lu_(k, k) == 0) continue;
      for (Eigen::Index i = k + 1; i < n; ++i) lu_(i, k) /= lu_(k, k);
      for (Eigen::Index j = k + 1; j < n; ++j)
        for (Eigen::Index i = k + 1; i < n; ++i) lu_(i, j) -= lu_(i, k) * lu_(k, j);
    }
  }
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const { return solve_columns(b); }
  Eigen::MatrixXd solve_columns(const Eigen::MatrixXd& b) const {
    const Eigen::Index n = lu_.cols();
    Eigen::MatrixXd x(n, b.cols());
    for (Eigen::Index c = 0; c < b.cols(); ++c) {
      for (Eigen::Index k = 0; k < n; ++k) x(k, c) = b(order_[std::size_t(k)], c);
      for (Eigen::Index j = 0; j < n; ++j)
        for (Eigen::Index i = j + 1; i < n; ++i) x(i, c) -= lu_(i, j) * x(j, c);
      for (Eigen::Index j = n; j-- > 0;) {
        x(j, c) /= lu_(j, j);
        for (Eigen::Index i = 0; i < j; ++i) x(i, c) -= lu_(i, j) * x(j, c);
      }
    }
    return x;
  }
  Eigen::MatrixXd inverse() const {
    return solve_columns(Eigen::MatrixXd::Identity(lu_.cols(), lu_.cols()));
  }

 private:
  Eigen::MatrixXd lu_;
  std::vector<Eigen::Index> order_;
};

}  // namespace hamel
