// hamel steer --effort, in a build without a solver for it.
#include "command/effort.hpp"

#include <hamel/core/error.hpp>

namespace hamel::command {

int effort(const SteerOptionsGiven&, const GivenSystem&,
           std::vector<std::pair<std::string, double>>) {
  throw InputError("--effort", "a request for inputs of least effort",
                   "none: this build has no solver for them (it would need Ipopt, Debian's "
                   "coinor-libipopt-dev)");
}

}  // namespace hamel::command
