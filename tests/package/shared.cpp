// A program on the shared hamel::io: a file runs, and a refusal crosses the border as the exception it is.
#include <cstdio>

#include <hamel/core/error.hpp>
#include <hamel/io/model.hpp>

int main(int, char** argv) {
  const auto model = hamel::Model::read(argv[1]);
  hamel::RunPlan plan;
  plan.t_end = 1;
  if (hamel::tabulate(model.file(), plan).rows() != 101) return 1;
  try {
    hamel::Model::parse("{}");
  } catch (const hamel::InputError& error) {
    std::printf("%s\n", error.what());
    return 0;
  }
  return 1;
}
