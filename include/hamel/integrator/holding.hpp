// Any method under holonomic constraints: what it leads to is put back onto g = 0.
#pragma once

#include <limits>

#include <hamel/core/status.hpp>

namespace hamel {

namespace detail {

/// When corrections of a simplified Newton's method have ended: at rounding, or where they no longer shrink near it.
class Corrections {
 public:
  bool ended(double size) noexcept {
    const bool still = size <= least || (size <= near && size > last_ / 2);
    last_ = size;
    return still;
  }
  static constexpr int most = 30;

 private:
  static constexpr double least = 2 * std::numeric_limits<double>::epsilon(), near = 1e-10;
  double last_ = std::numeric_limits<double>::infinity();
};

/// Restores what a step led to, and writes it where that goes well.
template <class P, class S, class St>
StepStatus restored(const P& problem, const S& t, const StepStatus& status, St next,
                    St& state) noexcept {
  if (!status) return status;
  const StepStatus there = problem.restore(t, next);
  if (!there) return {there.outcome, status.iterations + there.iterations, there.residual};
  state = next;
  return status;
}

}  // namespace detail

/// A method M for problems OnManifold. After a step of M the state is restored, see OnManifold::restore (standard
/// projection: Hairer, Lubich & Wanner 2006, IV.4).
template <class M>
struct Holding {
  static constexpr int order = M::order;
  static constexpr bool adaptive = M::adaptive;

  M base{};

  using Memory = typename M::Memory;
  template <class P, class S, class Base = M>
  using Stride = typename Base::template Stride<P, S>;

  /// One step of size h from time t, in place. On failure the state is left as it was.
  template <class P, class S, class St>
  StepStatus step(const P& problem, const S& t, const S& h, St& state,
                  Memory& memory) const noexcept {
    St next = state;
    const StepStatus status = base.step(problem, t, h, next, memory);
    return detail::restored(problem, S(t + h), status, next, state);
  }

  /// The same for methods with steps of their own.
  template <class P, class S, class St, class Inside>
  StepStatus stride(const P& problem, const S& t, const S& end, double way, St& state,
                    Memory& memory, Inside& stride) const noexcept {
    St next = state;
    const StepStatus status = base.stride(problem, t, end, way, next, memory, stride);
    return detail::restored(problem, stride.end, status, next, state);
  }
  template <class P, class S, class St, class Inside>
  StepStatus within(const P& problem, const S& t, const Memory& memory, Inside& stride,
                    St& state) const noexcept {
    const StepStatus status = base.within(problem, t, memory, stride, state);
    return detail::restored(problem, t, status, state, state);
  }
};

}  // namespace hamel
