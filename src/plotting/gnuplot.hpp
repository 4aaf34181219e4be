// The program gnuplot, run on a script.
#pragma once

#include <chrono>
#include <string>

namespace hamel::plotting {

/// What gnuplot writes to its standard output for the script on its standard input. It is started
/// without a shell, without the user's start files and settings, and ended after `limit`. Throws
/// PlotError when it is not there, fails, takes longer or writes more than 256 MB.
std::string run_gnuplot(const std::string& script, std::chrono::milliseconds limit);

}  // namespace hamel::plotting
