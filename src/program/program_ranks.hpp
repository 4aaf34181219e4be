// The processes that a command runs on.
#pragma once

#include <memory>

#include <hamel/ensemble/ranks.hpp>

namespace hamel::command {

/// To be made first of all: this process alone, in the program hamel-mpi the ranks of MPI, of which the first alone has
/// a standard output.
std::unique_ptr<Ranks> program_ranks(int& argc, char**& argv);

}  // namespace hamel::command
