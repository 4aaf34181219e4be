// The same targets under libFuzzer, which follows the branches that a text reaches; the last byte picks the target and
// its options.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include <hamel/core/error.hpp>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[size - 1];
  const auto& targets = fuzz::targets();
  try {
    targets[choice % targets.size()].run({reinterpret_cast<const char*>(data), size - 1},
                                         choice / unsigned(targets.size()));
  } catch (const hamel::InputError&) {
  } catch (const std::runtime_error&) {
  }
  return 0;
}
