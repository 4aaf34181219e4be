// The constraint a in v0(t,x) + D(x): a distribution that moves with the configuration.
#pragma once

#include <type_traits>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/entries.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/concept.hpp>
#include <hamel/system/left_derivative.hpp>
#include <hamel/system/split.hpp>
#include <hamel/system/tried_out.hpp>

namespace hamel {

/// Wheels that steer, trailers, snakeboards, rolling balls: the columns of D(x), n x r, span the
/// velocities that are admissible at x.
///
/// `Distribution` is a callable `D(Element<G,S>) -> Matrix<S,n,r>`, generic in S. Its optional member
/// `slope(Element<G,S> x, Vector<S,n> a) -> Matrix<S,n,r>`, D'(x;a) = d/ds D(x exp(s a)) at s = 0, takes
/// the place of automatic differentiation, and with `slopes(Element<G,S> x, Vector<S,r> u) -> Matrix<S,n,n>`,
/// rows (d_k D) u, and `slope(S t, Element<G,S> x)` of the offset, rows d_k v0, there is none. An offset,
/// `v0(Element<G,S>)` or `v0(S t, Element<G,S>)` with values in Vector<S,n>, makes the constraint affine; it may
/// prescribe shapes as functions of t.
template <class S, int N, int R, class Distribution, class Offset = NoOffset>
class MovingSplit {
 public:
  using Number = S;
  static constexpr bool affine = !std::same_as<Offset, NoOffset>;
  static constexpr bool moves = true;
  static constexpr int rank = R;                                                   ///< r
  static constexpr int corank = (N == dynamic || R == dynamic) ? dynamic : N - R;  ///< s = n - r

  /// Rank and definiteness are tested at x, where a motion starts; along a motion their loss shows as a
  /// status. Throws DimensionError on a wrong shape, ConstraintViolation when the columns of D(x) are dependent there or a
  /// given slope is not the derivative of D at places near and far from x, InputError when D changes along other directions
  /// than it names, and DegenerateMetric when g is degenerate on D(x).
  template <class System>
  MovingSplit(const System& system, Distribution distribution,
              const Element<typename System::Group, S>& x, Offset offset = {})
      : distribution_(std::move(distribution)), offset_(std::move(offset)) {
    constexpr bool is_distribution = DistributionOn<Distribution, typename System::Group, S>;
    static_assert(is_distribution,
                  "MovingSplit: the distribution is not a callable D(Element<G,S>) -> "
                  "Matrix<S,n,r>, see the concept DistributionOn");
    if constexpr (is_distribution) {
      constexpr bool has_slopes =
          DifferentiableDistribution<Distribution, typename System::Group, S>;
      static_assert(has_slopes,
                    "MovingSplit: the distribution is not generic: its derivatives need "
                    "D(Element<G,S>) for dual numbers S too, or a member slope(x, a)");
      const auto d = distribution_(x);
      static_cast<void>(Split<S, N, R>(system, d, x));  // shape, rank and metric at the start
      columns_ = static_cast<int>(d.cols());
      if constexpr (has_slopes) try_out(system.group(), x);
    }
  }

  /// r
  int columns() const noexcept { return columns_; }

  /// D(x).
  template <class T, class G>
  Matrix<T, N, R> distribution(const Element<G, T>& x) const {
    return distribution_(x);
  }

  /// The callable D.
  const Distribution& distribution() const noexcept { return distribution_; }

  /// v0 of the affine constraint.
  const Offset& offset() const noexcept { return offset_; }

  /// D'(x;a) = d/ds D(x exp(s a)) at s = 0, n x r.
  template <class G, class T>
  Matrix<T, N, R> slope(const G& group, const Element<G, T>& x, const Vector<T, N>& a) const {
    if constexpr (requires { distribution_.slope(x, a); }) {
      return distribution_.slope(x, a);
    } else {
      return differentiated(group, x, a);
    }
  }

  /// Rows (d_k D) u + d_k v0, n x n, where both are given.
  template <class G, class T>
  Matrix<T, N> slopes(const T& t, const Element<G, T>& x, const Vector<T, R>& u) const
      requires(requires(const Distribution& d, const Offset& v0) {
        d.slopes(x, u);
        v0.slope(t, x);
      }) {
    return distribution_.slopes(x, u) + offset_.slope(t, x);
  }

 private:
  template <class G, class T>
  Matrix<T, N, R> differentiated(const G& group, const Element<G, T>& x,
                                 const Vector<T, N>& a) const {
    const auto d = distribution_(moving_along(group, x, a));
    Matrix<T, N, R> rate(d.rows(), d.cols());
    for (int j = 0; j < d.cols(); ++j)
      for (int i = 0; i < d.rows(); ++i) rate(i, j) = d(i, j).derivatives()[0];
    return rate;
  }

  /// Slopes that are given must be the derivatives of D and v0, and D must not change along other directions than it
  /// names: at places from x in no special position.
  template <class G>
  void try_out(const G& group, const Element<G, S>& x) const {
    if constexpr (native_number<S> && detail::TriesTerms<G>) {
      using X = Element<G, S>;
      detail::require_directions("distribution", group, x, distribution_);
      if constexpr (requires(const X& y, const Vector<S, N>& a) { distribution_.slope(y, a); }) {
        using Entries = Eigen::Matrix<S, dynamic, 1>;
        const auto listed = [](const Matrix<S, N, R>& d) {
          return Entries(Eigen::Map<const Entries>(d.data(), d.size()));
        };
        detail::try_slopes<ConstraintViolation>(
            "slope of the distribution, given by hand", group, x, group.dim() * columns_,
            [&](const X& y) { return listed(distribution_(y)); },
            [&](const X& y, int k) {
              return listed(distribution_.slope(y, unit_vector<S, N>(group.dim(), k)));
            });
      }
      if constexpr (requires(const X& y, const Vector<S, R>& u) {
                      slopes(S(0), y, u);
                      offset_(S(0), y);
                    }) {
        Vector<S, R> u = zeros<S, R>(columns_);
        for (int i = 0; i < columns_; ++i) u[i] = S(1 / (1.4 + i));
        detail::try_slopes<ConstraintViolation>(
            "slopes of the constraint, given by hand", group, x, group.dim(),
            [&](const X& y) {
              return Vector<S, N>(offset_(S(0), y) + Matrix<S, N, R>(distribution_(y)) * u);
            },
            [&](const X& y, int k) {
              return Vector<S, N>(Matrix<S, N>(slopes(S(0), y, u)).row(k).transpose());
            });
      }
    }
  }

  Distribution distribution_;
  [[no_unique_address]] Offset offset_;
  int columns_ = 0;
};

namespace detail {

/// The rank of a distribution, for the type of its split.
template <class Distribution, class G, class S>
constexpr int moving_rank() {
  if constexpr (DistributionOn<Distribution, G, S>)
    return std::remove_cvref_t<
        std::invoke_result_t<const Distribution&, const Element<G, S>&>>::ColsAtCompileTime;
  else
    return dynamic;
}

}  // namespace detail

template <class System, class Distribution, class G, class S>
MovingSplit(const System&, Distribution, const Element<G, S>&)
    -> MovingSplit<S, detail::split_dimension<System>(), detail::moving_rank<Distribution, G, S>(),
                   Distribution>;
template <class System, class Distribution, class G, class S, class Offset>
MovingSplit(const System&, Distribution, const Element<G, S>&, Offset)
    -> MovingSplit<S, detail::split_dimension<System>(), detail::moving_rank<Distribution, G, S>(),
                   Distribution, Offset>;

}  // namespace hamel
