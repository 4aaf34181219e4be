// The same targets under libFuzzer, which follows the branches that a text reaches: `fuzz_libfuzzer corpus/` with
// HAMEL_FUZZ_TARGET=read, check, simulate or compare.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const char* const chosen = std::getenv("HAMEL_FUZZ_TARGET");
  static const std::string target = chosen == nullptr ? "read" : chosen;
  fuzz::run(target, {reinterpret_cast<const char*>(data), size}, size > 0 ? data[size - 1] : 0u);
  return 0;
}
