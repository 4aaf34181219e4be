// A matrix as the numbers that a tape writes to.
#pragma once

#include <cstddef>
#include <span>

namespace hamel {

/// Its entries in the order of its memory.
std::span<double> entries(auto& dense) {
  return {dense.data(), static_cast<std::size_t>(dense.size())};
}

}  // namespace hamel
