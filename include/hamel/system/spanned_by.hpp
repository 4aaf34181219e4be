// A distribution that basis vectors of the algebra span.
#pragma once

#include <hamel/core/inline.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/split.hpp>

namespace hamel {

/// The split of d = span of the basis vectors e_K of the algebra, counted from 0, in this order. Where the zeros and
/// ones of D are known when compiling, steps of systems whose metric varies leave them out of their products.
template <class S, int N, int... K>
class BasisSplit : public Split<S, N, int(sizeof...(K))> {
  using Base = Split<S, N, int(sizeof...(K))>;
  static_assert(N != dynamic, "spanned_by: the group has a dimension known at run time, use Split");
  static_assert(((0 <= K && K < N) && ...), "spanned_by: the algebra has fewer dimensions");

 public:
  /// Throws DegenerateMetric when g, taken at the identity or at x, is degenerate on d, ConstraintViolation when a
  /// vector is named twice.
  template <class System>
  explicit BasisSplit(const System& system) : Base(system, spanning()) {}
  template <class System>
  BasisSplit(const System& system, const Element<typename System::Group, S>& x)
      : Base(system, spanning(), x) {}

  /// D, n x r.
  HAMEL_ALWAYS_INLINE Matrix<S, N, int(sizeof...(K))> distribution() const noexcept {
    return spanning();
  }
  /// Known when compiling, they are not asked for at run time.
  void picks() const = delete;

 private:
  HAMEL_ALWAYS_INLINE static Matrix<S, N, int(sizeof...(K))> spanning() noexcept {
    Matrix<S, N, int(sizeof...(K))> d = Matrix<S, N, int(sizeof...(K))>::Zero();
    int column = 0;
    (static_cast<void>(d.coeffRef(K, column++) = S(1)), ...);
    return d;
  }
};

/// The split of a system along the basis vectors e_K of its algebra, counted from 0: the cart that cannot slip sideways
/// is `nonholonomic(system, spanned_by<0, 2, 3>(system))`. Throws as `Split` does.
template <int... K, class System>
auto spanned_by(const System& system) {
  return BasisSplit<typename System::Number, System::dimension, K...>(system);
}
/// The same with g taken at x, the point where a motion starts.
template <int... K, class System, class S>
auto spanned_by(const System& system, const Element<typename System::Group, S>& x) {
  return BasisSplit<S, System::dimension, K...>(system, x);
}

}  // namespace hamel
