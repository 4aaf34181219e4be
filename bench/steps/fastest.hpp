// The table of the steps: each side's fastest repetition, their ratio, the budget.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

constexpr int steps_per_call = 100;

/// Keeps the fastest repetition of every benchmark, for the table.
class Fastest : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Aggregate) continue;
      Row& row = rows_[run.run_name.function_name];
      row.nanoseconds = std::min(row.nanoseconds, run.GetAdjustedCPUTime() / steps_per_call);
      row.newton = run.counters.at("newton");
    }
  }
  void print(const char* name, double budget) const {
    const auto a = rows_.find(std::string(name) + "/library"),
               b = rows_.find(std::string(name) + "/by hand");
    if (a == rows_.end() || b == rows_.end()) return;
    const double ratio = a->second.nanoseconds / b->second.nanoseconds;
    std::printf("%-40s %8.1f %8.1f %6.2f %6.2f %-6s %9.2f %7.2f\n", name, a->second.nanoseconds,
                b->second.nanoseconds, ratio, budget, ratio > budget ? "missed" : "",
                a->second.newton, b->second.newton);
  }

 private:
  struct Row {
    double nanoseconds = HUGE_VAL, newton = 0;
  };
  std::map<std::string, Row> rows_;
};
