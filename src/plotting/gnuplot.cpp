// Starting a program by fork and exec, with files of ours as its input and output.
#include "gnuplot.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <hamel/io/plot.hpp>
#include <hamel/io/printable.hpp>

namespace hamel::plotting {

namespace {

constexpr rlim_t most_output = 256'000'000;

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using Scratch = std::unique_ptr<std::FILE, Close>;

/// A file without a name, for one run.
Scratch scratch() {
  Scratch file(std::tmpfile());
  if (!file)
    throw PlotError(std::string("no room for temporary files (") + std::strerror(errno) + ")");
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

/// The program on PATH; empty when it is not there.
std::string path_of_gnuplot() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string program = folder + "/gnuplot";
    if (!folder.empty() && access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

/// Where programs and fonts are found; nothing that changes what gnuplot draws.
std::vector<std::string> environment() {
  std::vector<std::string> result{"LC_ALL=C.UTF-8"};
  for (const char* name : {"PATH", "HOME", "XDG_CACHE_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
                           "LD_LIBRARY_PATH", "TMPDIR"}) {
    if (const char* value = std::getenv(name)) result.push_back(std::string(name) + "=" + value);
  }
  return result;
}

/// In the child: only functions that are safe between fork and exec.
[[noreturn]] void become(const char* program, char* const* environment, pid_t parent, int in,
                         int out, int err) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  const rlimit size{most_output, most_output};
  setrlimit(RLIMIT_FSIZE, &size);
  if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
    _exit(127);
  const char* const arguments[] = {"gnuplot", "-d", nullptr};  // -d: no start files
  execve(program, const_cast<char* const*>(arguments), environment);
  _exit(127);
}

/// The exit status of the child, or nothing when it had to be ended.
bool ends_within(pid_t child, std::chrono::milliseconds limit, int& status) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + limit;
  for (auto pause = std::chrono::milliseconds(1);;
       pause = std::min(2 * pause, std::chrono::milliseconds(50))) {
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return true;
    if (Clock::now() >= end || (ended < 0 && errno != EINTR)) break;
    std::this_thread::sleep_for(pause);
  }
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return false;
}

}  // namespace

std::string run_gnuplot(const std::string& script, std::chrono::milliseconds limit) {
  const std::string program = path_of_gnuplot();
  if (program.empty())
    throw PlotError("the program gnuplot was not found on PATH (Debian package gnuplot-nox)");
  const Scratch in = scratch(), out = scratch(), err = scratch();
  if (std::fwrite(script.data(), 1, script.size(), in.get()) != script.size() ||
      std::fflush(in.get()) != 0)
    throw PlotError(std::string("no room for temporary files (") + std::strerror(errno) + ")");
  std::rewind(in.get());

  auto settings = environment();
  std::vector<char*> pointers;
  for (auto& setting : settings) pointers.push_back(setting.data());
  pointers.push_back(nullptr);
  const pid_t parent = getpid(), child = fork();
  if (child < 0)
    throw PlotError(std::string("gnuplot cannot be started (") + std::strerror(errno) + ")");
  if (child == 0)
    become(program.c_str(), pointers.data(), parent, fileno(in.get()), fileno(out.get()),
           fileno(err.get()));
  int status = 0;
  if (!ends_within(child, limit, status))
    throw PlotError("gnuplot did not end within " + std::to_string(limit.count()) + " ms");
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw PlotError("gnuplot failed: " + printable(contents(err.get())));
  return contents(out.get());
}

}  // namespace hamel::plotting
