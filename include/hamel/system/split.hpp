// The splitting g = d (+) d_perp that a constraint a in d (or a in v0 + d) makes.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/entries.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/concept.hpp>
#include <hamel/system/metric.hpp>
#include <hamel/system/picks.hpp>
#include <hamel/system/tried_out.hpp>

namespace hamel {

namespace detail {

/// A number for a type, the same in all of a program: of its name (Fowler, Noll & Vo).
template <class T>
constexpr std::uint64_t type_key() {
  std::uint64_t key = 14695981039346656037u;
  for (const char c : std::string_view(__PRETTY_FUNCTION__))
    key = (key ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return key;
}

}  // namespace detail

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
  static constexpr bool moves = false;  ///< d is the same at every x
  static constexpr int rank = R;        ///< r
  static constexpr bool picks_are_looked_for =
      std::is_floating_point_v<S> && written_out<S, N, N> && R != dynamic;
  static constexpr int corank = (N == dynamic || R == dynamic) ? dynamic : N - R;  ///< s = n - r

  /// `distribution`: n x r, its columns span d.
  /// Throws DimensionError on a wrong shape, ConstraintViolation when the columns are dependent or a slope of the offset
  /// is other than its differences say, DegenerateMetric when g (taken at the identity when it varies) is degenerate on d.
  template <class System, class Derived>
  Split(const System& system, const Eigen::MatrixBase<Derived>& distribution, Offset offset = {})
      : Split(system, distribution, system.group().template identity<S>(), std::move(offset)) {}

  /// What is no matrix does not compile, in a sentence.
  template <class System, class Distribution>
  Split(const System&, const Distribution&) requires(!MatrixLike<Distribution>) {
    static_assert(MatrixLike<Distribution>,
                  "Split: the distribution is not a matrix whose columns span d; a callable, "
                  "for d that moves, makes a MovingSplit");
  }

  /// The same with g taken at x, the point where a motion starts.
  template <class System, class Derived>
  [[gnu::noinline]] Split(const System& system, const Eigen::MatrixBase<Derived>& distribution,
                          const Element<typename System::Group, S>& x, Offset offset = {})
      : d_(spanning(system, distribution)),
        picks_(d_),
        offset_(std::move(offset)),
        group_(detail::type_key<typename System::Group>()) {
    if (!all_finite(d_)) {
      refuse<ConstraintViolation>("distribution", "an entry that is not finite", "finite entries");
    }
    SummedMatrix rows = summed(d_);
    const int r = rows.cols();
    const Pivots pivots = eliminate(rows, r, few_roundings * resolution<S>());
    if (pivots.rank != r) {
      refuse<ConstraintViolation>("distribution", {r, " columns of rank ", pivots.rank},
                                  "independent columns");
    }
    set_annihilator(pivots);
    const Matrix<S, N> m = system.metric(x);
    require_metric(congruent(summed(m), summed(d_)), resolution<S>(), "metric on d");
    if constexpr (affine) detail::try_offset(system.group(), x, offset_);
  }

  /// Was it made for a system on a group of this type?
  template <class Group>
  bool is_on() const noexcept {
    return group_ == detail::type_key<Group>();
  }

  const Matrix<S, N, R>& distribution() const noexcept { return d_; }   ///< D, columns span d
  int columns() const noexcept { return static_cast<int>(d_.cols()); }  ///< r
  const Matrix<S, N, corank>& annihilator() const noexcept {
    return ann_;
  }  ///< columns span Ann(d)

  /// Which basis vectors span d, where its columns are some; of matrices that are small.
  const auto& picks() const noexcept requires picks_are_looked_for { return picks_; }

  /// v0 of the affine constraint.
  const Offset& offset() const noexcept { return offset_; }

  /// Columns span d_perp for the metric matrix m: E = m^{-1} Ann(d).
  Matrix<S, N, corank> orthogonal_complement(const Matrix<S, N>& m) const { return solve(m, ann_); }

 private:
  /// The matrix of the spanning vectors, its shape checked.
  template <class System, class Derived>
  static Matrix<S, N, R> spanning(const System& system, const Eigen::MatrixBase<Derived>& given) {
    constexpr bool has_rows = detail::may_agree(Derived::RowsAtCompileTime, N),
                   has_columns = Derived::ColsAtCompileTime != 0;
    static_assert(has_rows,
                  "Split: the distribution needs as many rows as the group has dimensions");
    static_assert(has_columns, "Split: the distribution needs at least one spanning vector");
    const int r = static_cast<int>(given.cols());
    if (r == 0 && (R != dynamic || !affine))
      refuse<DimensionError>("distribution", "no vectors",
                             R == dynamic ? "at least one spanning vector, or an offset"
                                          : "at least one spanning vector");
    if (r > system.dim()) {
      refuse<ConstraintViolation>("distribution", {r, " columns"},
                                  {"at most ", system.dim(), ", independent"});
    }
    if constexpr (has_rows && has_columns)
      return matrix_argument<S, N, R>(given, system.dim(), R == dynamic ? r : R, "distribution");
    else
      return {};
  }

  /// D^T A = 0 with A = 1 in the rows that have no pivots: minus those of D with columns combined so that D = 1 in the
  /// rows that have.
  [[gnu::cold]] void set_annihilator(const Pivots& pivots) {
    const int n = static_cast<int>(d_.rows()), r = static_cast<int>(d_.cols());
    Matrix<S, N, R> d = d_;
    for (int k = 0; k < r; ++k) {
      const int row = pivots.rows[k], col = pivots.columns[k];
      const S inverse = S(1) / d(row, col);
      for (int i = 0; i < n; ++i) d(i, col) = i == row ? S(1) : S(d(i, col) * inverse);
      for (int j = 0; j < r; ++j) {
        if (j == col) continue;
        const S factor = d(row, j);
        for (int i = 0; i < n; ++i) d(i, j) = i == row ? S(0) : S(d(i, j) - factor * d(i, col));
      }
    }
    ann_ = zeros<S, N, corank>(n, n - r);
    for (int i = r; i < n; ++i) {
      for (int k = 0; k < r; ++k)
        ann_(pivots.rows[k], i - r) = -d(pivots.rows[i], pivots.columns[k]);
      ann_(pivots.rows[i], i - r) = S(1);
    }
  }

  Matrix<S, N, R> d_;
  Matrix<S, N, corank> ann_;
  [[no_unique_address]] std::conditional_t<picks_are_looked_for, Picks<N, R>, NoPicks> picks_;
  [[no_unique_address]] Offset offset_;
  std::uint64_t group_;
};

namespace detail {

/// The dimension of a system, for the type of its split.
template <class System>
constexpr int split_dimension() {
  constexpr bool is_system = MechanicalSystem<System>;
  static_assert(is_system,
                "Split: the first argument is not a system with a group and a metric, see "
                "the concept MechanicalSystem");
  if constexpr (is_system)
    return System::dimension;
  else
    return dynamic;
}

}  // namespace detail

template <class System, class Derived>
Split(const System&, const Eigen::MatrixBase<Derived>&)
    -> Split<KeptScalar<typename Derived::Scalar>, detail::split_dimension<System>(),
             Derived::ColsAtCompileTime>;
template <class System, class Distribution>
requires(!MatrixLike<Distribution>) Split(const System&, const Distribution&)
->Split<double, detail::split_dimension<System>(), dynamic>;
template <class System, class Derived, class Offset>
Split(const System&, const Eigen::MatrixBase<Derived>&, Offset)
    -> Split<KeptScalar<typename Derived::Scalar>, detail::split_dimension<System>(),
             Derived::ColsAtCompileTime, Offset>;
template <class System, class Derived, class G, class S>
Split(const System&, const Eigen::MatrixBase<Derived>&, const Element<G, S>&)
    -> Split<S, detail::split_dimension<System>(), Derived::ColsAtCompileTime>;

}  // namespace hamel
