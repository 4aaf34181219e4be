// The program gnuplot, run on a script.
#include "gnuplot.hpp"

#include <hamel/io/plot.hpp>

#include "base/program.hpp"

namespace hamel::plotting {

std::string run_gnuplot(const std::string& script, std::chrono::milliseconds limit) {
  try {
    return reading::run({"gnuplot", "gnuplot-nox", {"-d"}}, script, limit);  // -d: no start files
  } catch (const reading::ProgramError& error) {
    throw PlotError(error.what());
  }
}

}  // namespace hamel::plotting
