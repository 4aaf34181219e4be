// How an example states what it claims: every claim is printed with its figure and its limit.
#pragma once

#include <cstdio>

/// Collects claims; `done()` is the exit status of the example.
class Lesson {
 public:
  explicit Lesson(const char* title) { std::printf("%s\n", title); }

  /// Claims figure <= limit.
  void claim(const char* what, double figure, double limit) {
    const bool holds = figure <= limit;
    std::printf("  %-66s %9.2e  (limit %.0e) %s\n", what, figure, limit, holds ? "ok" : "FAILED");
    failed_ += !holds;
  }

  /// Claims figure >= limit: the two things really differ.
  void differs(const char* what, double figure, double limit) {
    const bool holds = figure >= limit;
    std::printf("  %-66s %9.2e  (at least %.0e) %s\n", what, figure, limit,
                holds ? "ok" : "FAILED");
    failed_ += !holds;
  }

  int done() const { return failed_ == 0 ? 0 : 1; }

 private:
  int failed_ = 0;
};
