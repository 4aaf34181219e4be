#include "paths.hpp"

namespace paths {

std::string source() {
  return HAMEL_SOURCE;
}
std::string data() {
  return source() + "/tests/data";
}
std::string regress(const std::string& name) {
  return data() + "/regress/" + name + ".json";
}
std::string systems() {
  return source() + "/examples/systems";
}
std::string command() {
  return HAMEL_COMMAND;
}

}  // namespace paths
