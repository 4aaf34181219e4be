// Figures as gnuplot programs.
#pragma once

#include <string>

#include <hamel/io/plot.hpp>

namespace hamel::plotting {

/// The program that writes the figure to standard output. Names in it are data: no character of theirs is an
/// instruction.
std::string script(const Figure& figure, bool svg);

}  // namespace hamel::plotting
