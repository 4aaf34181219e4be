// JSON as text.
#include "json_text.hpp"

#include <string>

namespace hamel {

std::string as_text(const nlohmann::ordered_json& json, int indent) {
  return json.dump(indent, ' ', true);
}

}  // namespace hamel
