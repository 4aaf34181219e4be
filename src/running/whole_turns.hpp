// Angles of a chart or a torus without their whole turns: what the formulas cannot tell apart is not carried along in
// them.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include <hamel/core/status.hpp>
#include <hamel/core/winding.hpp>
#include <hamel/integrator/strides.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::running {

/// For each number stored for a point of a chart the least number of whole turns, up to 12, after which all formulas
/// repeat; 0 where none is found or none is needed.
std::vector<int> periods(const ChartSystem& file);
/// The same for an element of a group: other numbers than the angles of a torus have 0.
std::vector<int> periods(const GroupSystem& file);

/// Wraps a method: coordinates in which the formulas repeat are integrated within one period, the turns counted apart.
/// An angle q has the rounding of its size, which sin(q) turns into errors of its own; what the formulas see of it
/// keeps every digit however far it winds.
template <class P, class Inner>
struct WholeTurns {
  static constexpr int order = Inner::order;
  static constexpr bool adaptive = Inner::adaptive;
  using State = typename P::template State<double>;
  template <class, class>
  using Stride = typename Inner::template Stride<P, double>;

  /// The motion within a period, the turns before and after the last step, what rounding took when turns were taken
  /// away, and the state that was told.
  struct Memory {
    typename Inner::Memory inner;
    State within, told;
    std::vector<double> before, after, low;
  };

  Inner method;
  std::vector<int> periods;

  StepStatus step(const P& problem, double t, double h, State& state,
                  Memory& memory) const noexcept {
    begin(state, memory);
    return tell(method.step(problem, t, h, memory.within, memory.inner), state, memory);
  }

  StepStatus stride(const P& problem, double t, double end, double way, State& state,
                    Memory& memory,
                    Stride<P, double>& stride) const noexcept requires Striding<Inner, P> {
    begin(state, memory);
    return tell(method.stride(problem, t, end, way, memory.within, memory.inner, stride), state,
                memory);
  }
  StepStatus within(const P& problem, double t, const Memory& memory, Stride<P, double>& stride,
                    State& state) const noexcept requires Striding<Inner, P> {
    const StepStatus status = method.within(problem, t, memory.inner, stride, state);
    if (status) unwind(state, memory.before);
    return status;
  }

 private:
  /// Continues where the last step ended, or starts anew from a state that is not the one that was told.
  void begin(const State& state, Memory& memory) const {
    const bool same =
        !memory.after.empty() && state.x.data == memory.told.x.data && state.m == memory.told.m;
    if (!same) {
      memory.within = state;
      memory.after.assign(periods.size(), 0.);
      memory.low.assign(periods.size(), 0.);
      wind(memory);
    }
    memory.before = memory.after;
  }

  StepStatus tell(const StepStatus& status, State& state, Memory& memory) const {
    if (!status) return status;
    wind(memory);
    memory.told = memory.within;
    unwind(memory.told, memory.after);
    state = memory.told;
    return status;
  }

  /// Moves the turns of the motion to their count. The rounding of one time is made good the next: turns end at one
  /// place of a motion that repeats, where errors would add up.
  void wind(Memory& memory) const {
    for (std::size_t i = 0; i < periods.size(); ++i) {
      double& q = memory.within.x.data[static_cast<int>(i)];
      const double period = periods[i] * (detail::two_pi_high + detail::two_pi_low<double>());
      if (periods[i] == 0 || !(std::abs(q) > 0.55 * period)) continue;
      const double turns = periods[i] * std::round(q / period);
      const double high = q - turns * detail::two_pi_high;
      const double low = turns * detail::two_pi_low<double>() - memory.low[i];
      q = high - low;
      memory.low[i] = (high - q) - low;
      memory.after[i] += turns;
    }
  }

  static void unwind(State& state, const std::vector<double>& turns) {
    for (std::size_t i = 0; i < turns.size(); ++i) {
      double& q = state.x.data[static_cast<int>(i)];
      q = unwound(q, turns[i]);
    }
  }
};

}  // namespace hamel::running
