// The readers as a target, within small budgets.
#include <hamel/io/system_file.hpp>

#include "base/budget.hpp"
#include "targets.hpp"

namespace fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all{{"read", [](std::string_view text, unsigned) {
                                          const hamel::reading::Budget small(small_nodes,
                                                                             small_exact_work);
                                          hamel::parse_system_file(text);
                                        }}};
  return all;
}

}  // namespace fuzz
