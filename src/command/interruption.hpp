// Ending a run early on request.
#pragma once

#include <csignal>
#include <ctime>
#include <initializer_list>

namespace hamel::command {

/// Thrown by a run that was asked to end.
struct Interrupted {};

/// While one that is wanted is alive, the first interrupt or termination signal is a request that the
/// run looks at between two steps; another one a second or more later ends the program. (Whoever ends
/// a group of processes may send the same signal twice at once.)
class Interruption {
 public:
  explicit Interruption(bool wanted) {
    if (!wanted) return;
    struct sigaction action {};
    action.sa_handler = note;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  }

  /// Throws Interrupted when a signal has come.
  void look() const {
    if (requested() != 0) throw Interrupted{};
  }

 private:
  static void note(int signal) {
    struct timespec now {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (requested() == 0) {
      first() = now.tv_sec;
      requested() = 1;
    } else if (now.tv_sec - first() > 1) {
      std::signal(signal, SIG_DFL);
      std::raise(signal);
    }
  }
  static volatile std::time_t& first() {
    static volatile std::time_t seconds = 0;
    return seconds;
  }
  static volatile std::sig_atomic_t& requested() {
    static volatile std::sig_atomic_t flag = 0;
    return flag;
  }
};

}  // namespace hamel::command
