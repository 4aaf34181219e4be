// The list of methods, from their rows.
#include <algorithm>
#include <string>
#include <vector>

#include <hamel/io/methods.hpp>
#include <hamel/io/simulate.hpp>

#include "running.hpp"

namespace hamel {

const std::vector<MethodInfo>& methods() {
  static const std::vector<MethodInfo> list = [] {
    std::vector<MethodInfo> infos;
    for_each_method([&](const auto& row) {
      infos.push_back({row.name, row.summary, row.source, row.order, row.adaptive, row.on_charts,
                       row.serves == Serves::linear_constraints});
    });
    return infos;
  }();
  return list;
}

bool running::is_adaptive(const std::string& method) {
  return std::any_of(methods().begin(), methods().end(),
                     [&](const MethodInfo& m) { return m.adaptive && m.name == method; });
}

}  // namespace hamel
