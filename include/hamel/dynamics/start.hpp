// Where a motion may start: on the group, with a velocity and a multiplier of the constraint.
#pragma once

#include <limits>

#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/fixed_list.hpp>
#include <hamel/core/pivots.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/metric.hpp>
#include <hamel/system/on_constraint.hpp>

namespace hamel {

/// Refuses what is stored in another number of numbers than elements of the problem's group: DimensionError.
template <class P, class S>
void require_size(const P& problem, const Element<typename P::Group, S>& x) {
  if (x.data.size() != problem.group().size()) {
    refuse<DimensionError>("initial element", {x.data.size(), " numbers"},
                           {problem.group().size(), " numbers"});
  }
}

/// Refuses a start of a problem at time t: OffGroup when the numbers of x are no element; DegenerateMetric when the
/// metric is not finite or not symmetric there;
/// ConstraintViolation when a number is not finite, when a is not in v0(t,x) + D(x), or when mu does
/// not annihilate D(x). Both are measured against the terms that were summed.
template <class P, class S>
[[gnu::noinline]] void require_start(const P& problem, const S& t,
                                     const Element<typename P::Group, S>& x,
                                     const Vector<S, P::dimension>& a,
                                     const Vector<S, P::dimension>& mu) {
  if (!all_finite(x.data) || !all_finite(a) || !all_finite(mu)) {
    refuse<ConstraintViolation>("initial state", "a number that is not finite", "finite numbers");
  }
  const long double limit = start_tolerance<S>();
  const long double off_group = wide(problem.group().residual(x));
  if (!(off_group <= limit)) {
    refuse<OffGroup>("initial element", {"residual ", off_group},
                     {"at most ", limit, ", which normalized() gives"});
  }
  if (!problem.system().metric_is_constant()) {
    SummedMatrix metric = summed(problem.metric(x));
    require_symmetric(metric, resolution<S>(), "metric at the start");
  }
  if constexpr (P::kind != Dynamics::free) {
    const OnConstraint test(summed(problem.basis(x)), summed(problem.metric(x)), resolution<S>());
    const Vector<S, P::dimension> v0 = problem.offset(t, x);
    FixedList<Sum> velocity(problem.dim()), multiplier(problem.dim());
    // Below the smallest normal number, numbers are known to a few of the smallest steps between them.
    const long double least = 8 * wide(S(std::numeric_limits<Plain<S>>::denorm_min())) / limit;
    for (int i = 0; i < problem.dim(); ++i) {
      velocity[i].add(wide(a[i])).add(-wide(v0[i])).terms += least;
      multiplier[i].add(wide(mu[i])).terms += least;
    }
    if (const long double off_d = test.off(velocity); !(off_d <= limit)) {
      refuse<ConstraintViolation>("initial velocity", {"part ", off_d, " of it outside d"},
                                  {"a velocity in d, to ", limit});
    }
    if (const long double on_d = test.pairing(multiplier); !(on_d <= limit)) {
      refuse<ConstraintViolation>("initial multiplier",
                                  {"a pairing with d of ", on_d, " of its terms"},
                                  {"a covector that annihilates d, to ", limit});
    }
  }
}

}  // namespace hamel
