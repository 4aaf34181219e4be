// The work of a potential along a step, without a difference of two values of U.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>

#include <hamel/core/dual.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/nested_rules.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel {

/// What the potential works along x exp(r s), 0 <= r <= 1, beyond its force F = -x^*dU in the middle,
///
///     W = int <F(r), s> dr - <F(1/2), s> = U(x) - U(x exp(s)) - <F(1/2), s>,
///
/// from the forces, so that a constant in U does not matter, nor how small s is: a difference of U has the rounding of
/// U, which a discrete gradient divides by |s|.
///
/// NestedRules are taken till one agrees with the last as far as numbers of its kind can: the error of a rule falls like
/// that of the last to the power 3, 2, 2. It has one sign over many steps and adds up, so that it has to stay far below
/// rounding: with 4 in place of 16 and 64 the energy of examples/energy_drift is off by 5e-11, not 8e-14. A step over which the force changes more than that is long: there it is the
/// difference.
template <class System, class S, class V>
class PotentialWork {
  using Group = typename System::Group;
  using Point = Element<Group, S>;
  /// Does the group take dual numbers, so that U is differentiated along s alone?
  static constexpr bool generic =
      requires(const Group& group, const Vector<Dual<S, 1>, Group::dimension>& b) {
    { group.exp(b) } -> std::same_as<Element<Group, Dual<S, 1>>>;
  };

 public:
  PotentialWork(const System& system, const S& t, const Point& middle, const V& s,
                const S& in_middle)
      : system_(system), t_(t), middle_(middle), s_(s), in_middle_(in_middle) {}

  /// W of a step from `x`.
  S beyond_middle(const Point& x) {
    const double rounding = static_cast<double>(epsilon<S>());
    most_ = size(in_middle_);
    const Pair first = pair(0);
    S rule = S(NestedRules::weights[0][0]) * first.sum;
    if (size(first.sum) <= std::cbrt(rounding) / 16 * most_ && size(first.difference) <= most_ / 10)
      return rule;
    sums_[0] = first.sum;
    for (const std::size_t level : {std::size_t(1), std::size_t(2)}) {
      const std::size_t last = (std::size_t(2) << level) - 1;
      for (std::size_t i = last / 2; i < last; ++i) sums_[i] = pair(i).sum;
      S better(0);
      for (std::size_t i = 0; i < last; ++i) better += S(NestedRules::weights[level][i]) * sums_[i];
      const bool agree = size(better - rule) <= std::sqrt(rounding) / 64 * most_;
      rule = better;
      if (agree) return rule;
    }
    const auto& group = system_.group();
    const Point end = group.compose(x, group.exp(s_));
    return system_.potential(t_, x) - system_.potential(t_, end) - in_middle_;
  }

 private:
  static double size(const S& x) noexcept { return std::abs(static_cast<double>(plain(x))); }

  /// <F, s> at both nodes: the sum, less 2 <F(1/2), s>, and the difference.
  struct Pair {
    S sum, difference;
  };
  Pair pair(std::size_t i) {
    const S fore = at(S(NestedRules::nodes[i] / 2)), aft = at(S(-NestedRules::nodes[i] / 2));
    most_ = std::max({most_, size(fore), size(aft)});
    return {(fore - in_middle_) + (aft - in_middle_), fore - aft};
  }
  /// <F, s> at the middle times exp(r s).
  S at(const S& r) const {
    const auto& group = system_.group();
    const Point y = group.compose(middle_, group.exp(r * s_));
    if constexpr (generic)
      return system_.potential_force_along(t_, moving_along(group, y, s_), s_);
    else
      return system_.potential_force(t_, y).dot(s_);
  }

  const System& system_;
  const S& t_;
  const Point& middle_;
  const V& s_;
  S in_middle_;
  double most_ = 0;  // the largest |<F, s>|
  std::array<S, 7> sums_{};
};

/// U(x) - U(x exp(s)) - <F, s> of a step from x by s, `force` F in the `middle`; see PotentialWork.
template <class System, class Point, class S, class V>
S work_beyond_middle(const System& system, const S& t, const Point& x, const Point& middle,
                     const V& s, const V& force) {
  return PotentialWork<System, S, V>(system, t, middle, s, force.dot(s)).beyond_middle(x);
}

}  // namespace hamel
