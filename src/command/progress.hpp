// How far a long run has come, shown on a terminal only.
#pragma once

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace hamel::command {

/// Writes to stderr how far a run has come, how fast it goes and how long it has left, at most five times a second,
/// once it has lasted a second; nothing when stderr is not a terminal.
class Progress {
 public:
  /// `of`: what is counted up to t_end.
  explicit Progress(double t_end, const char* of = "of time") : t_end_(t_end), of_(of) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (shown_) std::fprintf(stderr, "\r%60s\r", "");
  }

  void at(double t) {
    if (!is_terminal_) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    shown_ = true;
    const double rate = t / std::chrono::duration<double>(now - start_).count();
    std::fprintf(stderr, "\r%5.1f %%", t_end_ > 0 ? 100 * t / t_end_ : 100.);
    if (rate > 0) {
      const double left = (t_end_ - t) / rate;
      left < 3600
          ? std::fprintf(stderr, ", %.3g %s a second, %.0f s left   ", rate, of_, left)
          : std::fprintf(stderr, ", %.3g %s a second, %.1f h left   ", rate, of_, left / 3600);
    }
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;

  double t_end_;
  const char* of_;
  bool is_terminal_ = isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now(), next_ = start_ + std::chrono::seconds(1);
};

}  // namespace hamel::command
