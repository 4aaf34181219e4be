// What one answer may cost, in time of the processor and in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#if defined(__linux__)
#include <unistd.h>
#endif

namespace hamel {

/// Thrown where a budget is used up; `what()` names the limit.
class BudgetExceeded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace detail {

/// Time of the processor that this thread has taken, in seconds.
inline double processor_seconds() noexcept {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

/// Bytes of this process that are in memory; 0 where that is not known.
inline std::int64_t resident_bytes() noexcept {
  long long pages = 0;
#if defined(__linux__)
  if (std::FILE* const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%*d %lld", &pages) != 1) pages = 0;
    std::fclose(file);
    pages *= sysconf(_SC_PAGESIZE);
  }
#endif
  return pages;
}

}  // namespace detail

/// While one is alive, what this thread computes is one answer: all its searches, and the programs that they start,
/// together take no more time of the processor and no more memory than this. Counts of operations (`WorkBudget`) end a
/// search sooner, at the same place on every machine; this is the last resort. A budget inside another one has no more
/// than is left of that.
class AnswerBudget {
 public:
  static constexpr double default_seconds = 15;
  static constexpr std::int64_t default_bytes =
      400'000'000;  ///< beyond those held at the beginning

  /// All that is left of the outer budget; without one, the default.
  AnswerBudget() : AnswerBudget(current_ == nullptr ? default_seconds : unlimited) {}
  explicit AnswerBudget(double seconds, std::int64_t bytes = default_bytes) noexcept
      : outer_(std::exchange(current_, this)), end_(detail::processor_seconds() + seconds) {
    if (outer_ == nullptr) {
      seconds_ = seconds;
      bytes_ = bytes;
      most_resident_ = detail::resident_bytes() + bytes;
    } else {
      is_share_ = outer_->is_share_ || end_ < outer_->end_;
      seconds_ = outer_->seconds_;
      end_ = std::min(end_, outer_->end_);
      bytes_ = outer_->bytes_;
      most_resident_ = outer_->most_resident_;
    }
  }
  ~AnswerBudget() {
    current_ = outer_;
    if (outer_ != nullptr) outer_->ended_ = std::max(outer_->ended_, ended_);
  }
  AnswerBudget(const AnswerBudget&) = delete;
  AnswerBudget& operator=(const AnswerBudget&) = delete;

  /// Seconds of the processor that are left for the answer; without a budget, the default.
  static double left() noexcept {
    return current_ == nullptr ? default_seconds
                               : std::max(current_->end_ - detail::processor_seconds(), 0.0);
  }
  /// Counts seconds that a program took for the answer.
  static void spend(double seconds) noexcept {
    for (AnswerBudget* budget = current_; budget != nullptr; budget = budget->outer_)
      budget->end_ -= seconds;
  }

  /// Whether nothing is left of it: for loops that end with a status.
  static bool has_ended() noexcept {
    return current_ != nullptr && current_->looks() != Limit::none;
  }
  /// Throws BudgetExceeded where nothing is left.
  static void require() {
    if (has_ended()) throw BudgetExceeded(current_->words());
  }
  /// What an answer may take, in words.
  static std::string text() {
    char words[40];
    std::snprintf(words, sizeof words, "%g s of computation",
                  current_ == nullptr ? default_seconds : current_->seconds_);
    return words;
  }
  /// What ended a search under the budget of this thread, in words; empty where nothing did.
  static std::string why_ended() {
    return current_ == nullptr || current_->ended_ == Limit::none ? "" : current_->words();
  }

 private:
  enum class Limit { none, share, time, memory };
  static constexpr double unlimited = std::numeric_limits<double>::infinity();
  static constexpr int looks_at_memory = 16;  ///< the clock is looked at so often for once

  Limit looks() noexcept {
    Limit now = Limit::none;
    if (detail::processor_seconds() >= end_) now = is_share_ ? Limit::share : Limit::time;
    if (now == Limit::none && looks_++ % looks_at_memory == 0 &&
        detail::resident_bytes() > most_resident_)
      now = Limit::memory;
    ended_ = std::max(ended_, now);
    return now;
  }
  std::string words() const {
    if (ended_ == Limit::memory)
      return "the budget of an answer is used up: " + std::to_string(bytes_ / 1'000'000) +
             " MB of memory";
    return (ended_ == Limit::share ? "a search used up its share of the budget of an answer, "
                                   : "the budget of an answer is used up: ") +
           text();
  }

  inline static constinit thread_local AnswerBudget* current_ = nullptr;

  AnswerBudget* outer_;
  double end_, seconds_ = 0;  ///< of this budget, on the clock of the thread; of the outermost
  std::int64_t bytes_ = 0, most_resident_ = 0;
  int looks_ = 0;
  bool is_share_ = false;
  Limit ended_ = Limit::none;
};

}  // namespace hamel
