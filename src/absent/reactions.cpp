// Pictures in a build without steering, which reactions are computed by.
#include "command/reactions.hpp"

#include <hamel/core/error.hpp>

namespace hamel::command {

std::vector<std::vector<double>> reactions_along(const SystemFile&, const Track&) {
  return {};
}

ReactionTable::ReactionTable(const SystemFile& file, std::vector<std::pair<Dynamics, std::string>>,
                             const std::string& path)
    : file_(file), csv_(path, {}) {
  throw InputError("--reactions", "a build without steering",
                   "one that was configured with -DHAMEL_BUILD_STEERING=ON");
}
void ReactionTable::add(const std::vector<Sample>&) {}
void ReactionTable::commit() {}

}  // namespace hamel::command
