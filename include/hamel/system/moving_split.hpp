// The constraint a in v0(t,x) + D(x): a distribution that moves with the configuration.
#pragma once

#include <type_traits>
#include <utility>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/concept.hpp>
#include <hamel/system/left_derivative.hpp>
#include <hamel/system/split.hpp>

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
  /// status. Throws DimensionError on a wrong shape, ConstraintViolation when the columns of D(x) are
  /// dependent there or, in debug builds, when a given slope is not the derivative of D there or nearby, and
  /// DegenerateMetric when g is degenerate on D(x).
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
#ifndef NDEBUG
      if constexpr (has_slopes) require_slopes(system.group(), x);
#endif
    }
  }

  /// r
  int columns() const noexcept {
    return columns_;
  }

  /// D(x).
  template <class T, class G>
  Matrix<T, N, R> distribution(const Element<G, T>& x) const {
    return distribution_(x);
  }

  /// The callable D.
  const Distribution& distribution() const noexcept {
    return distribution_;
  }

  /// v0 of the affine constraint.
  const Offset& offset() const noexcept {
    return offset_;
  }

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

  /// Slopes that are given must be the derivatives of D and v0: at x, and at a point near it, where nothing vanishes by
  /// symmetry.
  template <class G>
  void require_slopes(const G& group, const Element<G, S>& x) const {
    require_slopes_at(group, x);
    if constexpr (native_number<S>) {
      Vector<S, N> near(group.dim());
      for (int i = 0; i < near.size(); ++i) near[i] = S(0.05) + S(0.01) * S(i);
      require_slopes_at(group, group.compose(x, group.exp(near)));
    }
  }
  template <class G>
  void require_slopes_at(const G& group, const Element<G, S>& x) const {
    for (int k = 0; k < group.dim(); ++k) {
      const Vector<S, N> e = unit_vector<S, N>(group.dim(), k);
      if constexpr (requires(const Element<G, Dual<S, 1>>& y) {
                      distribution_.slope(x, e);
                      distribution_(y);
                    })
        require_derivative("slope of the distribution", k, distribution_.slope(x, e),
                           differentiated(group, x, e));
      if constexpr (requires(const Element<G, Dual<S, 1>>& y, const Vector<S, R>& u) {
                      slopes(S(0), x, u);
                      distribution_(y);
                      offset_(Dual<S, 1>(0), y);
                    }) {
        const Vector<S, R> u = Vector<S, R>::Ones(columns_);
        using D = Dual<S, 1>;
        const auto y = moving_along(group, x, e);
        const Vector<D, N> v = offset_(D(0), y) + times(distribution_(y), converted<D>(u));
        Vector<S, N> found(group.dim());
        for (int i = 0; i < found.size(); ++i) found[i] = v[i].derivatives()[0];
        require_derivative("slopes of the constraint", k,
                           Vector<S, N>(slopes(S(0), x, u).row(k).transpose()), found);
      }
    }
  }
  /// Refuses a derivative along e_k that is another than the one found; where none is, nothing is said.
  template <class M>
  static void require_derivative(const char* what, int k, const M& given, const M& found) {
    if (!all_finite(found)) return;
    const S off = (given - found).cwiseAbs().maxCoeff();
    if (!(off <= S(1e-6) * (S(1) + found.cwiseAbs().maxCoeff())))
      refuse<ConstraintViolation>(what, {"a difference of ", off, " along e", k + 1},
                                  "the derivative of D(x)");
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
