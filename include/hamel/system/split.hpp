// The splitting g = d (+) d_perp that a constraint a in d (or a in v0 + d) makes.
#pragma once

#include <concepts>
#include <utility>

#include <Eigen/LU>

#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/metric.hpp>

namespace hamel {

/// The constraint is linear, a in d.
struct NoOffset {};

/// A distribution d in g of rank r with its annihilator, for a system on a group of dimension n =
/// N.
///
/// d is constant in the left trivialisation; d_perp is its orthogonal complement for the system's
/// metric, d_perp = M(x)^{-1} Ann(d). Sizes are fixed when N and R are. An offset, a callable
/// `v0(Element<G,S>) -> Vector<S,n>` generic in S, makes the constraint affine: a in v0(x) + d.
template <class S, int N, int R, class Offset = NoOffset>
class Split {
 public:
  using Number = S;
  static constexpr bool affine = !std::same_as<Offset, NoOffset>;
  static constexpr int rank = R;                                                   ///< r
  static constexpr int corank = (N == dynamic || R == dynamic) ? dynamic : N - R;  ///< s = n - r

  /// `distribution`: n x r, its columns span d.
  /// Throws DimensionError on a wrong shape, ConstraintViolation when the columns are dependent,
  /// DegenerateMetric when g (taken at the identity when it varies) is degenerate on d.
  template <class System>
  Split(const System& system, const Matrix<S, N, R>& distribution, Offset offset = {})
      : Split(system, distribution, system.group().template identity<S>(), std::move(offset)) {}

  /// The same with g taken at x, the point where a motion starts.
  template <class System>
  Split(const System& system, const Matrix<S, N, R>& distribution,
        const Element<typename System::Group, S>& x, Offset offset = {})
      : d_(distribution), offset_(std::move(offset)) {
    const int n = system.dim();
    if (d_.rows() != n) {
      throw DimensionError("distribution", text(d_.rows()) + " rows", text(n) + " rows");
    }
    if (d_.cols() == 0) {
      throw DimensionError("distribution", "no vectors", "at least one spanning vector");
    }
    if (!all_finite(d_)) {
      throw ConstraintViolation("distribution", "an entry that is not finite", "finite entries");
    }
    const auto values = plain_values(d_);
    const Eigen::FullPivLU<Eigen::Matrix<Plain<S>, Eigen::Dynamic, Eigen::Dynamic>> lu(
        values.transpose());
    if (lu.rank() != d_.cols()) {
      throw ConstraintViolation("distribution",
                                text(d_.cols()) + " columns of rank " + text(lu.rank()),
                                "independent columns");
    }
    set_annihilator(lu.permutationQ().indices());
    const Matrix<S, N> m = system.metric(x);
    const Matrix<S, R> on_d = d_.transpose() * m * d_;
    require_metric(on_d, static_cast<int>(d_.cols()), "metric on d");
  }

  const Matrix<S, N, R>& distribution() const noexcept { return d_; }  ///< D, columns span d
  const Matrix<S, N, corank>& annihilator() const noexcept {
    return ann_;
  }  ///< columns span Ann(d)

  /// v0 of the affine constraint.
  const Offset& offset() const noexcept { return offset_; }

  /// Columns span d_perp for the metric matrix m: E = m^{-1} Ann(d).
  Matrix<S, N, corank> orthogonal_complement(const Matrix<S, N>& m) const {
    return m.partialPivLu().solve(ann_);
  }

 private:
  /// D^T A = 0 with A = 1 in the rows after the first r in the given order, whose rows of D are
  /// independent.
  template <class Order>
  void set_annihilator(const Order& order) {
    const int n = static_cast<int>(d_.rows()), r = static_cast<int>(d_.cols());
    Matrix<S, R> pivots(r, r);
    Matrix<S, R, corank> rest(r, n - r);
    for (int i = 0; i < r; ++i) pivots.col(i) = d_.row(order[i]).transpose();
    for (int i = r; i < n; ++i) rest.col(i - r) = d_.row(order[i]).transpose();
    ann_.setZero(n, n - r);
    if (ann_.cols() == 0) return;
    const Matrix<S, R, corank> solved = pivots.partialPivLu().solve(rest);
    for (int i = 0; i < r; ++i) ann_.row(order[i]) = -solved.row(i);
    for (int i = r; i < n; ++i) ann_(order[i], i - r) = S(1);
  }

  Matrix<S, N, R> d_;
  Matrix<S, N, corank> ann_;
  [[no_unique_address]] Offset offset_;
};

template <class System, class Derived>
Split(const System&, const Eigen::MatrixBase<Derived>&)
    -> Split<typename Derived::Scalar, System::dimension, Derived::ColsAtCompileTime>;
template <class System, class Derived, class Offset>
Split(const System&, const Eigen::MatrixBase<Derived>&, Offset)
    -> Split<typename Derived::Scalar, System::dimension, Derived::ColsAtCompileTime, Offset>;
template <class System, class Derived, class G, class S>
Split(const System&, const Eigen::MatrixBase<Derived>&, const Element<G, S>&)
    -> Split<S, System::dimension, Derived::ColsAtCompileTime>;

}  // namespace hamel
