// A run of a method that chooses its own steps: where outputs lie changes nothing.
#pragma once

#include <cmath>
#include <concepts>

#include <hamel/core/scalar.hpp>
#include <hamel/core/status.hpp>
#include <hamel/integrator/rank_loss.hpp>

namespace hamel {

/// A method with steps of its own, `stride`, that knows the states inside them, `within`.
template <class M, class P, class S = double>
concept Striding = requires(const M& method, const P& problem, const S& t,
                            typename P::template State<S>& state, typename M::Memory& memory,
                            typename M::template Stride<P, S>& stride) {
  { method.stride(problem, t, t, 0., state, memory, stride) }
  noexcept->std::same_as<StepStatus>;
  { method.within(problem, t, memory, stride, state) }
  noexcept->std::same_as<StepStatus>;
};

/// The motion from `state` at `start` to `end`, stride by stride; it is known from before() to now().
template <class P, class M, class S>
requires Striding<M, P, S>
class Strides {
 public:
  using State = typename P::template State<S>;

  Strides(const P& problem, const M& method, const State& state, const S& start, const S& end)
      : problem_(problem),
        method_(method),
        before_(start),
        now_(start),
        end_(end),
        state_(state),
        way_(std::abs(static_cast<double>(plain(S(end - start))))) {}

  const S& before() const noexcept { return before_; }
  const S& now() const noexcept { return now_; }
  /// The state at now().
  const State& state() const noexcept { return state_; }

  /// Is t behind now(), so that another stride is needed?
  bool ahead(const S& t) const noexcept { return end_ < before_ ? t < now_ : t > now_; }

  /// One more stride; on failure the motion is known as far as before.
  StepStatus next() {
    const S from = now_;
    State state = state_;
    const StepStatus status = watching_rank(
        problem_, now_, S(resolved * way_), state,
        [&] { return method_.stride(problem_, now_, end_, way_, state, memory_, stride_); }, rank_);
    if (!status) return status;
    state_ = state;
    before_ = from;
    now_ = stride_.end;
    return status;
  }

  /// The state at a time from before() to now().
  StepStatus at(const S& t, State& state) {
    if (t == now_) {
      state = state_;
      return {Outcome::ok, 0, 0};
    }
    return method_.within(problem_, t, memory_, stride_, state);
  }

 private:
  const P& problem_;
  const M& method_;
  S before_, now_, end_;
  State state_;
  double way_;
  /// Near which part of a run's length steps that fell below resolution ended.
  static constexpr double resolved = 1e-6;
  typename M::Memory memory_{};
  typename M::template Stride<P, S> stride_{};
  decltype(detail::rank_memory<P>()) rank_;
};

}  // namespace hamel
