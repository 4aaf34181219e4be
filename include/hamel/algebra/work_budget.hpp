// A bound on the work and the digits of an exact computation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <hamel/core/answer_budget.hpp>

namespace hamel {

/// While one is alive, exact rational arithmetic in this thread counts its work: 1 for an operation on machine
/// words, the square of the length in words for long numbers. Beyond the limit, or when a number is longer than
/// `largest_bits`, it throws BudgetExceeded. A budget inside another spends from both. Without one nothing is bounded.
/// From time to time it looks whether the `AnswerBudget` has ended.
class WorkBudget {
 public:
  /// Bits of a numerator or denominator.
  static constexpr std::int64_t largest_bits = std::int64_t(1) << 16;

  explicit WorkBudget(std::int64_t operations)
      : outer_(std::exchange(current_, this)),
        limit_(outer_ ? std::clamp<std::int64_t>(outer_->left_, 0, operations) : operations),
        left_(limit_) {}
  ~WorkBudget() {
    current_ = outer_;
    if (outer_) outer_->left_ -= used();
  }
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  std::int64_t used() const { return limit_ - left_; }

  /// While one is alive nothing is counted: for short work that passes through functions which are noexcept.
  class Pause {
   public:
    Pause() : paused_(std::exchange(current_, nullptr)) {}
    ~Pause() { current_ = paused_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    WorkBudget* paused_;
  };

  /// Counts work done.
  static void charge(std::int64_t operations) {
    if (current_ == nullptr) return;
    if ((current_->left_ -= operations) < 0)
      throw BudgetExceeded("budget used up: " + std::to_string(current_->limit_) +
                           " exact operations");
    if ((unlooked_ -= operations) < 0) look();
  }
  /// Counts an operation on that many bits.
  static void charge_long(std::int64_t bits) {
    const std::int64_t words = bits / 64;
    charge(16 + words * words);
  }
  /// Refuses a number that is too long.
  static void require_length(std::int64_t bits) {
    if (current_ != nullptr && bits > largest_bits)
      throw BudgetExceeded("budget used up: a number of more than " + std::to_string(largest_bits) +
                           " bits");
  }

 private:
  static constexpr std::int64_t between_looks = 1 << 16;  ///< some milliseconds

  [[gnu::cold, gnu::noinline]] static void look() {
    unlooked_ = between_looks;
    AnswerBudget::require();
  }

  inline static constinit thread_local WorkBudget* current_ = nullptr;
  inline static constinit thread_local std::int64_t unlooked_ = between_looks;

  WorkBudget* outer_;
  std::int64_t limit_, left_;
};

}  // namespace hamel
