// The program hamel-mpi runs on the ranks of MPI.
#include <cstdio>
#include <memory>

#include <hamel/ensemble/mpi_ranks.hpp>

#include "program_ranks.hpp"

namespace hamel::command {

std::unique_ptr<Ranks> program_ranks(int& argc, char**& argv) {
  auto ranks = std::make_unique<MpiRanks>(argc, argv);
  if (ranks->rank() > 0 && std::freopen("/dev/null", "w", stdout) == nullptr) ranks->abort(1);
  return ranks;
}

}  // namespace hamel::command
