// What the gradient of a run's cost by start, inputs and all parameters takes, in plain runs: for every method that it
// is offered for, on systems of every kind.
#include <cstdio>

#include "table.hpp"

int main() {
  std::printf(
      "# Gradients of runs\n\nWritten by `bench_gradients`; do not edit.\n\n"
      "What `run_gradient` takes over 400 steps, the gradient of a cost by the start, all inputs "
      "and all parameters,\n"
      "in plain runs, which are the steps alone: processor time, the two in turns, the fastest of "
      "each. The budget is %g;\n"
      "what is above is bold. Methods with error control cross 400 outputs in steps of their "
      "own.\n\n"
      "| system | parameters | rk4 | cf4 | cg3 | gauss4 | gauss6 | dopri5 | dop853 | variational | "
      "variational-cayley | variational-midpoint | variational4 |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      gradients::budget);
  gradients::bodies();
  gradients::heavy_bodies();
  gradients::vehicle();
  gradients::wheels();
  gradients::drag();
  gradients::moving();
  std::printf("\n%d of %d are above the budget.\n", gradients::count.missed,
              gradients::count.cells);
  return 0;
}
