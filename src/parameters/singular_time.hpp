// The time that the program Singular may take, which searches alone start.
#pragma once

#include <algorithm>

namespace hamel::varying {

/// While one is alive Singular takes no more time of the processor for the questions of this thread together than that,
/// nor more than what is left of the one that was there before.
class SingularTime {
 public:
  explicit SingularTime(double seconds) : outer_(current_), left_(within(seconds)) {
    current_ = this;
  }
  ~SingularTime() {
    current_ = outer_;
    spend(spent_);
  }
  SingularTime(const SingularTime&) = delete;
  SingularTime& operator=(const SingularTime&) = delete;

  /// What is left of this.
  static double within(double seconds) {
    return current_ == nullptr ? seconds : std::min(seconds, current_->left_);
  }
  static void spend(double seconds) {
    if (current_ == nullptr) return;
    current_->left_ -= seconds;
    current_->spent_ += seconds;
  }

 private:
  inline static constinit thread_local SingularTime* current_ = nullptr;

  SingularTime* outer_;
  double left_, spent_ = 0;
};

}  // namespace hamel::varying
