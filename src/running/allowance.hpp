// How often a motion may still ask for a velocity, and whether the budget around its run goes on.
#pragma once

#include <limits>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/status.hpp>

namespace hamel::running {

/// Floating-point operations between two looks at the budget: about a millisecond.
inline constexpr double work_between_looks = 1e6;

/// Velocities that a motion may still ask for: beyond, they are no numbers, which ends a run. After `between_looks` of
/// them the AnswerBudget is looked at, and where that has ended none is left.
class Allowance {
 public:
  void allow(long evaluations, long between_looks) const noexcept {
    left_ = evaluations;
    unlooked_ = between_looks_ = between_looks;
  }
  /// So many velocities are asked for; false where there were fewer left.
  bool spend(long times = 1) const noexcept {
    pass(times);
    left_ -= times;
    return left_ >= 0;
  }
  bool may_ask(long times) const noexcept { return left_ >= times; }
  /// Work like that of so many velocities, which are not counted; false where the budget has ended.
  bool pass(long times) const noexcept {
    if ((unlooked_ -= times) < 0) look();
    return !ended_;
  }
  /// What ended a run that failed by itself in that way.
  Outcome why(Outcome own) const noexcept {
    return ended_ ? Outcome::budget_ended : left_ < 0 ? Outcome::budget_spent : own;
  }

 protected:
  /// field(), while it may be asked.
  template <class Field>
  auto counted(const Field& field) const noexcept {
    auto velocity = field();
    if (!spend()) velocity.a.setConstant(std::numeric_limits<double>::quiet_NaN());
    return velocity;
  }

 private:
  [[gnu::cold, gnu::noinline]] void look() const noexcept {
    unlooked_ = between_looks_;
    if (!AnswerBudget::has_ended()) return;
    ended_ = true;
    left_ = -1;
  }

  mutable long left_ = std::numeric_limits<long>::max(), unlooked_ = left_, between_looks_ = left_;
  mutable bool ended_ = false;
};

}  // namespace hamel::running
