// Numerical failure is a value: what a step did, and how far it got.
#pragma once

namespace hamel {

/// How a step or a run ended. Pessimistic by default.
enum class Outcome {
  not_run,         ///< nothing was attempted yet
  ok,              ///< converged, every number finite
  not_converged,   ///< Newton's method reached its limit of iterations
  singular,        ///< a linear system had no solution
  rank_lost,       ///< the columns of a distribution that moves became dependent
  not_finite,      ///< NaN or infinity met
  unsupported,     ///< the method does not apply to this problem
  wrong_inputs,    ///< not as many inputs as the problem has
  step_too_small,  ///< error control asked for a step below resolution
  unbounded,       ///< the motion leaves every bound in finite time
  budget_spent,    ///< error control used up the steps it may take
  budget_ended,    ///< the AnswerBudget around a run ended before its end
  stopped          ///< the observer of a run ended it before its end
};

/// The outcome as words.
constexpr const char* text(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::not_run:
      return "not run";
    case Outcome::ok:
      return "ok";
    case Outcome::not_converged:
      return "Newton iteration did not converge";
    case Outcome::singular:
      return "singular linear system";
    case Outcome::rank_lost:
      return "the distribution lost its rank";
    case Outcome::not_finite:
      return "a number is not finite";
    case Outcome::unsupported:
      return "the method does not apply to this problem";
    case Outcome::wrong_inputs:
      return "not as many inputs as the problem has";
    case Outcome::step_too_small:
      return "step size fell below resolution";
    case Outcome::unbounded:
      return "the motion leaves every bound";
    case Outcome::budget_spent:
      return "the budget of steps is used up";
    case Outcome::budget_ended:
      return "the budget of the answer is used up";
    case Outcome::stopped:
      return "ended by its observer";
  }
  return "unknown";
}

/// Report of one step.
struct StepStatus {
  Outcome outcome = Outcome::not_run;
  int iterations = 0;   ///< Newton iterations used, or steps tried by error control (else 0)
  double residual = 0;  ///< size of the last Newton update or local error, relative (else 0)

  explicit operator bool() const noexcept { return outcome == Outcome::ok; }
};

}  // namespace hamel
