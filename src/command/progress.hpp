// How far a long run has come, shown on a terminal only.
#pragma once

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace hamel::command {

/// Writes a percentage to stderr, at most five times a second, once a run has lasted a second; nothing
/// when stderr is not a terminal.
class Progress {
 public:
  explicit Progress(double t_end) : t_end_(t_end) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (shown_) std::fprintf(stderr, "\r%20s\r", "");
  }

  void at(double t) {
    if (!is_terminal_) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    shown_ = true;
    std::fprintf(stderr, "\r%5.1f %% ", t_end_ > 0 ? 100 * t / t_end_ : 100.);
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;

  double t_end_;
  bool is_terminal_ = isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

}  // namespace hamel::command
