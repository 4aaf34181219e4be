// Running gnuplot: its time is limited, its environment is ours.
#include "plotting/gnuplot.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include <hamel/io/plot.hpp>

#include "run_command.hpp"

using hamel::plotting::run_gnuplot;
using namespace std::chrono_literals;

namespace {

/// While one is alive, a script of ours is the gnuplot on PATH.
class Stand {
 public:
  explicit Stand(const std::string& script) : path_(std::getenv("PATH")) {
    const std::string file = folder_.write("gnuplot", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    setenv("PATH", (folder_.file("") + ":" + path_).c_str(), 1);
  }
  ~Stand() { setenv("PATH", path_.c_str(), 1); }

  std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  TemporaryFolder folder_;
  std::string path_;
};

std::string failure(const Stand&, std::chrono::milliseconds limit) {
  try {
    static_cast<void>(run_gnuplot("", limit));
  } catch (const hamel::PlotError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("the script goes in, the picture comes out, nothing of the user's settings between") {
  setenv("GNUTERM", "dumb", 1);
  const Stand stand("echo \"$@ ${GNUTERM-unset}\"; cat");
  CHECK(run_gnuplot("plot x\n", 30s) == "-d unset\nplot x\n");
  CHECK(run_gnuplot(std::string(1'000'000, 'x'), 30s).size() == 1'000'000 + 9);
}

TEST_CASE("what does not end is ended, with what it has started") {
  const Stand stand("(sleep 3; touch \"$(dirname \"$0\")/later\") & sleep 100");
  CHECK(failure(stand, 500ms) == "gnuplot did not end within 500 ms");
  std::this_thread::sleep_for(4s);
  CHECK_FALSE(std::filesystem::exists(stand.file("later")));
}

TEST_CASE("failures are told with what the program said") {
  CHECK(failure(Stand("printf 'no \\033[2J terminal' >&2; exit 3"), 30s) ==
        "gnuplot failed: no \\u001b[2J terminal");
  CHECK(failure(Stand("kill -9 $$"), 30s) == "gnuplot was ended by signal 9");
}
