// Runs of a file from C++, as measure.py makes them from Python: CPU seconds, and the sum of the last rows.
//
//     bench_python PARAMETER MEMBERS THREADS DYNAMICS T_END METHOD < FILE
//
// Member k has PARAMETER = 1 + k/MEMBERS. Every member reads the text, is set, and keeps all its outputs, as in Python.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include <hamel/io/model.hpp>

namespace {

using namespace hamel;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<double> outputs_of(const Model& model, const RunPlan& plan) {
  std::vector<double> numbers;
  simulate(model.file(), plan, [&](const Sample& sample) {
    const auto row = columns(sample);
    numbers.insert(numbers.end(), row.begin(), row.end());
  });
  return numbers;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 7) {
    std::fprintf(stderr, "bench_python PARAMETER MEMBERS THREADS DYNAMICS T_END METHOD < FILE\n");
    return 2;
  }
  const std::string parameter = arguments[1];
  const int members = std::atoi(arguments[2]), threads = std::atoi(arguments[3]);
  RunPlan plan;
  plan.dynamics = arguments[4] == std::string("free") ? Dynamics::free : Dynamics::nonholonomic;
  plan.t_end = std::atof(arguments[5]);
  plan.method = arguments[6];
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  std::vector<std::vector<double>> runs(static_cast<std::size_t>(members));

  const double start = cpu_seconds();
  std::atomic<int> next = 0;
  const auto work = [&] {
    for (int k = next++; k < members; k = next++) {
      Model model = Model::parse(text);
      model.set(parameter, Rational(members + k, members));
      runs[static_cast<std::size_t>(k)] = outputs_of(model, plan);
    }
  };
  std::vector<std::thread> pool;
  for (int i = 1; i < threads; ++i) pool.emplace_back(work);
  work();
  for (auto& thread : pool) thread.join();
  const double spent = cpu_seconds() - start;

  const auto width =
      static_cast<std::ptrdiff_t>(column_names(Model::parse(text).file(), plan.dynamics).size());
  double sum = 0;
  for (const auto& run : runs)
    for (auto number = run.end() - width; number != run.end(); ++number) sum += *number;
  std::printf("%.9f %.17g\n", spent, sum);
  return 0;
}
