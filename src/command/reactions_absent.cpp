// Pictures in a build without steering, which reactions are computed by.
#include "reactions.hpp"

namespace hamel::command {

std::vector<std::vector<double>> reactions_along(const SystemFile&, const Track&) {
  return {};
}

}  // namespace hamel::command
