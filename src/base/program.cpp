// Starting a program by fork and exec, with files of ours as its input and output.
#include "program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <sstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <hamel/core/answer_budget.hpp>

#include "printable.hpp"

namespace hamel::reading {

namespace {

constexpr rlim_t most_output = 256'000'000;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using Scratch = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void no_room() {
  throw ProgramError(std::string("no room for temporary files (") + std::strerror(errno) + ")");
}

/// A file without a name, for one run.
Scratch scratch() {
  Scratch file(std::tmpfile());
  if (!file) no_room();
  return file;
}

std::string contents(std::FILE* file) {
  std::string text;
  std::rewind(file);
  std::array<char, 1 << 16> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file))
    text.append(block.data(), count);
  return text;
}

/// Empty when it is not there.
std::string path_of(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/" + name;
    if (!folder.empty() && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

/// Where programs and fonts are found; nothing that changes what is done.
std::vector<std::string> environment() {
  std::vector<std::string> result{"LC_ALL=C.UTF-8"};
  for (const char* name : {"PATH", "HOME", "XDG_CACHE_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
                           "LD_LIBRARY_PATH", "TMPDIR"}) {
    if (const char* value = std::getenv(name)) result.push_back(std::string(name) + "=" + value);
  }
  return result;
}

/// A list as exec takes it, which lives as long as the texts.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

struct Start {
  const char* program;
  char* const* arguments;
  char* const* environment;
  rlim_t memory, seconds;
  int in, out, err;
};

/// In the child: only functions that are safe between fork and exec.
[[noreturn]] void become(const Start& start, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  const rlimit size{most_output, most_output}, memory{start.memory, start.memory},
      seconds{start.seconds, start.seconds};
  setrlimit(RLIMIT_FSIZE, &size);
  if (start.memory > 0) setrlimit(RLIMIT_AS, &memory);
  if (start.seconds > 0) setrlimit(RLIMIT_CPU, &seconds);
  if (dup2(start.in, STDIN_FILENO) < 0 || dup2(start.out, STDOUT_FILENO) < 0 ||
      dup2(start.err, STDERR_FILENO) < 0)
    _exit(127);
  execve(start.program, start.arguments, start.environment);
  _exit(127);
}

/// How a child ended.
struct End {
  enum class Why { itself, wall, processor } why = Why::itself;
  int status = 0;
  double seconds = 0;  ///< of the processor
};

/// Seconds of the processor that a child has taken which is not waited for yet; 0 where that is not known.
double processor_seconds(pid_t child) {
  clockid_t clock{};
  timespec now{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &now) != 0) return 0;
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Waits for a child, and ends it where it takes longer than `limit` or, unless that is 0, `most_seconds`.
End end_of(pid_t child, std::chrono::milliseconds limit, double most_seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + limit;
  End result;
  rusage taken{};
  const auto waited = [&](int options) { return wait4(child, &result.status, options, &taken); };
  pid_t ended = 0;
  for (auto pause = std::chrono::milliseconds(1);;
       pause = std::min(2 * pause, std::chrono::milliseconds(50))) {
    ended = waited(WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    if (Clock::now() >= end) result.why = End::Why::wall;
    if (most_seconds > 0 && processor_seconds(child) > most_seconds)
      result.why = End::Why::processor;
    if (result.why != End::Why::itself) break;
    std::this_thread::sleep_for(pause);
  }
  if (ended != child) {
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    while (waited(0) < 0 && errno == EINTR) {
    }
  }
  for (const timeval& part : {taken.ru_utime, taken.ru_stime})
    result.seconds += static_cast<double>(part.tv_sec) + 1e-6 * static_cast<double>(part.tv_usec);
  if (most_seconds > 0 && result.seconds > most_seconds) result.why = End::Why::processor;
  return result;
}

}  // namespace

std::string run(const Program& program, const std::string& input, std::chrono::milliseconds limit) {
  const std::string path = path_of(program.name);
  if (path.empty())
    throw ProgramError("the program " + program.name + " was not found on PATH (Debian package " +
                       program.package + ")");
  const Scratch in = scratch(), out = scratch(), err = scratch();
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() ||
      std::fflush(in.get()) != 0)
    no_room();
  std::rewind(in.get());

  std::vector<std::string> settings = environment(), words{program.name};
  words.insert(words.end(), program.arguments.begin(), program.arguments.end());
  const auto arguments = pointers_to(words), variables = pointers_to(settings);
  // The limit of the system counts whole seconds: the last resort, should this process end before the child. It is
  // behind the limit that is watched, so that what ends the child is known.
  const auto whole_seconds =
      program.most_seconds > 0 ? static_cast<rlim_t>(std::ceil(program.most_seconds)) + 1 : 0;
  const Start start{path.c_str(),  arguments.data(), variables.data(),  program.most_memory,
                    whole_seconds, fileno(in.get()), fileno(out.get()), fileno(err.get())};
  const pid_t parent = getpid(), child = fork();
  if (child < 0)
    throw ProgramError(program.name + " cannot be started (" + std::strerror(errno) + ")");
  if (child == 0) become(start, parent);
  const End end = end_of(child, limit, program.most_seconds);
  AnswerBudget::spend(end.seconds);
  if (end.why == End::Why::processor) throw ProgramTooLong(program.name + " took too long");
  if (end.why == End::Why::wall)
    throw ProgramError(program.name + " did not end within " + std::to_string(limit.count()) +
                       " ms");
  if (WIFSIGNALED(end.status))
    throw ProgramError(program.name + " was ended by signal " +
                       std::to_string(WTERMSIG(end.status)));
  if (!WIFEXITED(end.status) || WEXITSTATUS(end.status) != 0)
    throw ProgramError(program.name + " failed: " + printable(contents(err.get())));
  return contents(out.get());
}

}  // namespace hamel::reading
