// The readers as a target.
#include <hamel/io/system_file.hpp>

#include "targets.hpp"

namespace fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all{
      {"read", [](std::string_view text, unsigned) { hamel::parse_system_file(text); }}};
  return all;
}

}  // namespace fuzz
