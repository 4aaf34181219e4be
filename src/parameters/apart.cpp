// Work in a child process, which writes what it found into a pipe.
#include "apart.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hamel/core/answer_budget.hpp>

namespace hamel::varying {

namespace {

constexpr rlim_t more_memory =
    300'000'000;  ///< bytes of address space beside those of this process

/// An end of a pipe.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

/// Bytes of the address space of this process; 0 where that is not known.
rlim_t address_space() {
  long long pages = 0;
  if (std::FILE* const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lld", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

/// In the child.
[[noreturn]] void write_and_exit(const std::function<std::string()>& work, int pipe, rlim_t seconds,
                                 rlim_t memory) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit time{seconds, seconds}, space{memory, memory}, no_core{0, 0};
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_AS, &space);
  setrlimit(RLIMIT_CORE, &no_core);
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGSEGV})
    std::signal(signal, SIG_DFL);
  try {
    const std::string found = work() + "\n";
    for (std::size_t written = 0; written < found.size();) {
      const ssize_t count = write(pipe, found.data() + written, found.size() - written);
      if (count < 0 && errno != EINTR) _exit(1);
      written += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

std::string read_all(int pipe) {
  std::string text;
  std::array<char, 1 << 16> block;
  for (;;) {
    const ssize_t count = read(pipe, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::string computed_apart(const std::function<std::string()>& work) {
  // The limit of the system counts whole seconds.
  const auto seconds = static_cast<rlim_t>(std::ceil(AnswerBudget::left() / 2));
  std::array<int, 2> ends{-1, -1};
  if (seconds == 0) AnswerBudget::require();
  if (pipe(ends.data()) != 0) throw BudgetExceeded("no pipe to a child process");
  Descriptor out(ends[0]), in(ends[1]);
  const rlim_t memory = address_space() + more_memory;
  const pid_t child = fork();
  if (child < 0) throw BudgetExceeded("no child process");
  if (child == 0) {
    out.close();
    write_and_exit(work, in.number(), seconds, memory);
  }
  in.close();
  std::string found = read_all(out.number());
  int status = 0;
  rusage taken{};
  while (wait4(child, &status, 0, &taken) < 0 && errno == EINTR) {
  }
  for (const timeval& part : {taken.ru_utime, taken.ru_stime})
    AnswerBudget::spend(static_cast<double>(part.tv_sec) +
                        1e-6 * static_cast<double>(part.tv_usec));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || found.empty() || found.back() != '\n')
    throw BudgetExceeded(
        "polynomials in the parameters took too much of the budget of an answer, " +
        AnswerBudget::text());
  found.pop_back();
  return found;
}

}  // namespace hamel::varying
