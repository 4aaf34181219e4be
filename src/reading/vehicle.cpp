// The drawing of a vehicle: lines and wheels in the frame of its body.
#include <algorithm>
#include <string>
#include <vector>

#include "reading.hpp"

namespace hamel::reading {

namespace {

constexpr std::size_t most_parts = 100, most_corners = 100;

VehiclePart read_line(const JsonNode& node, const Expression::Scope& coordinates) {
  VehiclePart part{VehiclePart::Kind::line, {}};
  const auto corners = node.array();
  if (corners.size() < 2 || corners.size() > most_corners)
    node.refuse(std::to_string(corners.size()) + " corners",
                "from 2 to " + std::to_string(most_corners));
  for (const auto& corner : corners) {
    const auto place = read_expressions(corner, 2, coordinates, "an array of forward and left");
    part.numbers.insert(part.numbers.end(), place.begin(), place.end());
  }
  return part;
}

}  // namespace

std::vector<VehiclePart> read_vehicle(const JsonNode& node, const std::vector<std::string>& names,
                                      const std::string& heading,
                                      const Expression::Scope& coordinates,
                                      const std::vector<Number>& point) {
  for (const std::string& name : {std::string("x"), std::string("y"), heading})
    if (std::find(names.begin(), names.end(), name) == names.end())
      node.refuse("a system without the coordinate " + name,
                  "x, y and " + heading + ", where the body is");
  const auto list = node.array();
  if (list.size() > most_parts)
    node.refuse(std::to_string(list.size()) + " parts", "at most " + std::to_string(most_parts));
  std::vector<VehiclePart> parts;
  for (const auto& one : list) {
    one.only_keys({"line", "wheel"});
    if (one.has("line") == one.has("wheel")) one.refuse("a part", "one of line and wheel");
    if (one.has("line")) {
      parts.push_back(read_line(one.member("line", ""), coordinates));
    } else {
      parts.push_back({VehiclePart::Kind::wheel,
                       read_expressions(one.member("wheel", ""), 4, coordinates,
                                        "an array of forward, left, angle and length")});
    }
    for (const auto& number : parts.back().numbers) finite_value_at(number, point, one);
  }
  return parts;
}

}  // namespace hamel::reading
