// What a target asks for beside its point.
#include <algorithm>

#include "reading.hpp"

namespace hamel::reading {

void read_way(const JsonNode& target, const char* key, const std::vector<std::string>& names,
              const Expression::Scope& constants, Target& to) {
  target.only_keys({key, "via", "periodic"});
  const auto place = [&](const std::string& name) {
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  if (target.has("via"))
    for (const JsonNode& point : target.member("via", "").array()) {
      point.only_keys({"t", key});
      Waypoint one;
      const JsonNode time = point.member("t", "the time it is passed at");
      one.t = read_number(time, constants);
      if (!(one.t.value > (to.via.empty() ? 0 : to.via.back().t.value)))
        time.refuse("a time above 0 and later than that of the point before");
      const JsonNode coordinates = point.member(key, "coordinates by name");
      coordinates.only_keys(names);
      for (const auto& [name, value] : coordinates.members())
        one.coordinates.emplace_back(place(name), read_number(value, constants));
      if (one.coordinates.empty()) coordinates.refuse("at least one coordinate");
      to.via.push_back(std::move(one));
    }
  if (target.has("periodic"))
    for (const JsonNode& node : target.member("periodic", "").array()) {
      const int i = place(node.string("the name of a coordinate"));
      if (i == static_cast<int>(names.size())) node.refuse("the name of a coordinate");
      if (std::find(to.periodic.begin(), to.periodic.end(), i) != to.periodic.end())
        node.refuse("each coordinate once");
      to.periodic.push_back(i);
    }
}

}  // namespace hamel::reading
