// A run in steps of a fixed size as strides, with the states inside them.
#pragma once

#include <cmath>
#include <type_traits>

#include <hamel/core/status.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/rank_loss.hpp>

namespace hamel {

/// The state at time t, t0 <= t <= t0 + h, within the step of size h that starts from `state` at t0:
/// dense output on the group by one step of the partial size, as accurate as the step itself.
/// `status` receives how that step went; on failure the state at t0 is returned.
template <class P, class M, class G, class S, int W>
auto state_within(const P& problem, const M& method, const std::type_identity_t<S>& t0,
                  const State<G, S, W>& state, const std::type_identity_t<S>& t,
                  StepStatus& status) {
  using std::abs;
  auto inside = state;
  typename M::Memory memory{};
  if constexpr (requires { memory.h; }) memory.h = static_cast<double>(abs(t - t0));
  status =
      t == t0 ? StepStatus{Outcome::ok, 0, 0} : method.step(problem, t0, S(t - t0), inside, memory);
  return inside;
}

/// The steps of a run: the k-th, from 0, has the size `size(k)` and begins at `from(k)`; what is said of it is that it
/// ends at `end(k)`, which rounding alone may tell apart.
template <class S>
struct EqualSteps {
  const RunOptionsIn<S>& options;

  S size(long) const { return options.step; }
  S from(long k) const { return detail::time_of(options, k); }
  S end(long k) const { return detail::time_of(options, k + 1); }
};

/// The motion from `state` in steps of a fixed size, with the members of Strides. A state inside a step is that of a
/// shortened step from its start, which is not carried on: where one looks changes nothing.
template <class P, class M, class S, class Steps>
class FixedStrides {
 public:
  using State = typename P::template State<S>;

  FixedStrides(const P& problem, const M& method, const State& state, const Steps& steps)
      : problem_(problem),
        method_(method),
        steps_(steps),
        before_(steps.from(0)),
        now_(before_),
        start_(state),
        state_(state) {}

  const S& before() const noexcept { return before_; }
  const S& now() const noexcept { return now_; }
  /// The state at now().
  const State& state() const noexcept { return state_; }

  /// Is t behind now(), so that another step is needed?
  bool ahead(const S& t) const { return steps_.size(0) < S(0) ? t < now_ : t > now_; }

  /// One more step; on failure the motion is known as far as before. A step of another size is a new beginning.
  StepStatus next() {
    const S t = steps_.from(k_), h = steps_.size(k_);
    if (k_ > 0 && h != steps_.size(k_ - 1)) {
      memory_ = {};
      rank_ = {};
    }
    start_ = state_;
    const StepStatus status = watching_rank(
        problem_, t, h, state_, [&] { return method_.step(problem_, t, h, state_, memory_); },
        rank_);
    if (!status) return status;
    before_ = now_;
    now_ = steps_.end(k_++);
    return status;
  }

  /// The state at a time from before() to now().
  StepStatus at(const S& t, State& state) const {
    StepStatus status{Outcome::ok, 0, 0};
    state = t == now_ ? state_ : state_within(problem_, method_, before_, start_, t, status);
    return status;
  }

 private:
  const P& problem_;
  const M& method_;
  Steps steps_;
  S before_, now_;
  State start_, state_;  // of the last step, and where it led
  long k_ = 0;
  typename M::Memory memory_{};
  decltype(detail::rank_memory<P>()) rank_;
};

}  // namespace hamel
