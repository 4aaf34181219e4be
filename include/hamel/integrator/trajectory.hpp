// What a run produced: times, states, and how it ended.
#pragma once

#include <vector>

#include <hamel/core/status.hpp>

namespace hamel {

/// How a run ended: pessimistic until the last step is done.
struct RunStatus {
  Outcome outcome = Outcome::not_run;
  long steps = 0;       ///< steps that succeeded
  double t = 0;         ///< time reached
  long iterations = 0;  ///< Newton iterations or, for adaptive methods, steps tried, over all steps
  int most_iterations = 0;  ///< the most that one step took
  double residual = 0;      ///< of the last step tried

  /// No step failed: the run reached its end, or its observer ended it (Outcome::stopped).
  explicit operator bool() const noexcept {
    return outcome == Outcome::ok || outcome == Outcome::stopped;
  }
};

/// The states of a run at the times it kept, the start included. After a failure everything
/// computed before it is here, and `status` says where and why the run ended.
template <class State>
struct Trajectory {
  using Scalar = typename decltype(State::m)::Scalar;

  std::vector<Scalar> times;
  std::vector<State> states;
  RunStatus status;
};

}  // namespace hamel
