// Ending a run early on request.
#pragma once

#include <csignal>
#include <initializer_list>

namespace hamel::command {

/// Thrown by a run that was asked to end.
struct Interrupted {};

/// While one that is wanted is alive, the first interrupt or termination signal is a request that the
/// run looks at between two outputs; a second one ends the program.
class Interruption {
 public:
  explicit Interruption(bool wanted) {
    if (!wanted) return;
    struct sigaction action {};
    action.sa_handler = [](int) { requested() = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  }

  /// Throws Interrupted when a signal has come.
  void look() const {
    if (requested() != 0) throw Interrupted{};
  }

 private:
  static volatile std::sig_atomic_t& requested() {
    static volatile std::sig_atomic_t flag = 0;
    return flag;
  }
};

}  // namespace hamel::command
