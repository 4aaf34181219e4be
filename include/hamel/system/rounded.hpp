// Exact data rounded for simulation: the one place where it happens.
#pragma once

#include <hamel/core/entries.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/metric.hpp>
#include <hamel/system/split.hpp>

namespace hamel {

/// The system with its constant metric in double, to be integrated; potential and force are the same.
template <class G, class S, int N, class Potential, class Force>
auto rounded(const Mechanical<G, ConstantMetric<S, N>, Potential, Force>& system) {
  const auto x = system.group().template identity<double>();
  return mechanical(system.group(), converted<double>(system.metric_function()(x)),
                    system.potential_function(), system.force_function());
}

/// The split of such a system with its distribution in double.
template <class System, class S, int N, int R, class Offset>
auto rounded(const System& system, const Split<S, N, R, Offset>& split) {
  return Split(system, converted<double>(split.distribution()), split.offset());
}

}  // namespace hamel
