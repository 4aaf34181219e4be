#include "watched_run.hpp"

#include <atomic>
#include <bit>
#include <cctype>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hamel/core/error.hpp>

namespace fuzz {

namespace {

/// What the worker tells the watcher, in memory that both see.
struct Board {
  std::atomic<std::uint64_t> number;  ///< of the text being executed
  std::atomic<double> began;          ///< the worker's clock of computation at its start
  std::atomic<std::uint64_t> executions, accepted, refused, failed, slowest_number;
  std::atomic<double> slowest;
  std::atomic<std::uint64_t> expectations[256];  ///< one bit per kind of refusal
  char exception[200];  ///< what ended the worker, when it was an exception
};

Board& shared_board() {
  void* memory =
      mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
  return *new (memory) Board{};
}

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Notes what a refusal said was expected, numbers aside.
void note_expectation(const hamel::InputError& error, Board& board) {
  std::string words;
  for (const char c : error.expected())
    if (!std::isdigit(static_cast<unsigned char>(c))) words += c;
  const std::size_t bit = std::hash<std::string>{}(words) % (64 * std::size(board.expectations));
  board.expectations[bit / 64] |= std::uint64_t(1) << bit % 64;
}

constexpr int exception_status = 77;

/// An execution may use 500 MB beyond what the program itself holds. Sanitizers reserve address space of their own.
void limit_memory() {
#ifndef HAMEL_SANITIZED
  const rlimit limit{600u << 20, 600u << 20};
  setrlimit(RLIMIT_AS, &limit);
#endif
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
}

[[noreturn]] void work(const Plan& plan, const Mutation& mutation, std::uint64_t first,
                       Board& board) {
  limit_memory();
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  for (std::uint64_t i = first; i < plan.first + plan.runs; ++i) {
    const std::string text = mutation.text(plan.seed, i);
    const double began = seconds(CLOCK_PROCESS_CPUTIME_ID);
    board.began = began;
    board.number = i;
    try {
      plan.target.run(text, unsigned(Random(i)()));
      ++board.accepted;
    } catch (const hamel::InputError& error) {
      ++board.refused;
      note_expectation(error, board);
    } catch (const std::runtime_error&) {
      ++board.failed;
    } catch (const std::exception& error) {
      std::strncpy(board.exception, error.what(), sizeof board.exception - 1);
      _exit(exception_status);
    }
    ++board.executions;
    const double took = seconds(CLOCK_PROCESS_CPUTIME_ID) - began;
    if (took > board.slowest) {
      board.slowest = took;
      board.slowest_number = i;
    }
  }
  _exit(0);
}

/// Waits for the worker; true when it had to be ended for computing, or waiting, too long on one text.
bool hung(pid_t worker, const Plan& plan, const Board& board, double end, int& status) {
  clockid_t clock{};
  const bool has_clock = clock_getcpuclockid(worker, &clock) == 0;
  std::uint64_t seen = ~std::uint64_t(0);
  double seen_at = 0;
  while (waitpid(worker, &status, WNOHANG) == 0) {
    usleep(2000);
    const double now = seconds(CLOCK_MONOTONIC);
    if (board.number != seen) {
      seen = board.number;
      seen_at = now;
    }
    const bool computes =
        has_clock && seconds(clock) - board.began > plan.limit && board.number == seen;
    const bool waits = now - seen_at > 10 * plan.limit;
    if (now > end || computes || waits) {
      kill(worker, SIGKILL);
      waitpid(worker, &status, 0);
      return now <= end;
    }
  }
  return false;
}

}  // namespace

Summary watched_run(const Plan& plan, const Mutation& mutation) {
  Board& board = shared_board();
  Summary result;
  const double start = seconds(CLOCK_MONOTONIC);
  const double end = plan.seconds > 0 ? start + plan.seconds : 1e300;
  std::uint64_t next = plan.first;
  std::fflush(nullptr);
  while (next < plan.first + plan.runs && seconds(CLOCK_MONOTONIC) < end) {
    board.number = next;
    board.began = 0;
    board.exception[0] = 0;
    const pid_t worker = fork();
    if (worker < 0) throw std::runtime_error("no process");
    if (worker == 0) work(plan, mutation, next, board);
    int status = 0;
    const bool hangs = hung(worker, plan, board, end, status);
    if (!hangs &&
        (seconds(CLOCK_MONOTONIC) >= end || (WIFEXITED(status) && WEXITSTATUS(status) == 0)))
      break;
    const std::uint64_t number = board.number;
    std::string what = std::string(plan.target.name) + " " + std::to_string(number) + ": ";
    if (hangs) {
      ++result.hangs;
      what += "hangs";
    } else {
      ++result.crashes;
      what += WIFSIGNALED(status)  ? std::string("signal ") + strsignal(WTERMSIG(status))
              : board.exception[0] ? std::string("exception ") + board.exception
                                   : "exit status " + std::to_string(WEXITSTATUS(status));
    }
    result.found.push_back(what);
    if (!plan.findings.empty()) {
      const std::string path = plan.findings + "/" + plan.target.name + "-" +
                               std::to_string(plan.seed) + "-" + std::to_string(number) + ".json";
      std::ofstream(path, std::ios::binary) << mutation.text(plan.seed, number);
    }
    next = number + 1;
  }
  result.executions = board.executions + result.crashes + result.hangs;
  result.accepted = board.accepted;
  result.refused = board.refused;
  result.failed = board.failed;
  for (const auto& word : board.expectations) result.expectations += std::popcount(word.load());
  result.slowest = board.slowest;
  result.slowest_number = board.slowest_number;
  result.seconds = seconds(CLOCK_MONOTONIC) - start;
  munmap(&board, sizeof board);
  return result;
}

}  // namespace fuzz
