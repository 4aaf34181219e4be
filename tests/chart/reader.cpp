// Reads the reference files; on its own, because the JSON header is slow to compile.
#include <fstream>

#include <nlohmann/json.hpp>

#include "../paths.hpp"
#include "systems.hpp"

namespace chart_test {

Reference::Reference(const std::string& system, const char* dynamics,
                     const std::vector<std::string>& names) {
  std::ifstream in(paths::data() + "/" + system + ".json");
  const auto entry = nlohmann::json::parse(in).at("results").at(dynamics);
  const auto number = [](const nlohmann::json& j) { return std::stod(j.get<std::string>()); };
  t = number(entry.at("t"));
  energy = number(entry.at("energy"));
  for (const auto& name : names) {
    q.push_back(number(entry.at("q").at(name)));
    v.push_back(number(entry.at("q_dot").at(name)));
  }
  for (const auto& value : entry.at("lambda")) lambda.push_back(number(value));
}

}  // namespace chart_test
