// A wrong value at every place of valid files: refused with a path, what was found and what was expected.
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/system_file.hpp>

#include "run_command.hpp"

namespace {

using Json = nlohmann::ordered_json;

/// Every place in a document that is not ignored.
void collect(const Json& value, const Json::json_pointer& here,
             std::vector<Json::json_pointer>& places) {
  if (!value.is_structured()) return;
  for (const auto& item : value.items()) {
    if (here.empty() && (item.key() == "reference" || item.key() == "expect")) continue;
    const auto place = value.is_array() ? here / std::stoul(item.key()) : here / item.key();
    places.push_back(place);
    collect(item.value(), place, places);
  }
}

/// True when no byte could steer a terminal or end a C string.
bool is_plain(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 127) return false;
  return true;
}

/// Reads the text; true when it was refused, with a message in its three parts.
bool is_refused(const std::string& text) {
  try {
    static_cast<void>(hamel::parse_system_file(text));
  } catch (const hamel::InputError& error) {
    CHECK(error.where()[0] == '$');
    CHECK_FALSE(error.found().empty());
    CHECK_FALSE(error.expected().empty());
    CHECK(is_plain(error.what()));
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("wrong values everywhere") {
  // No key takes these.
  const std::vector<Json> always_wrong{true, nullptr, "(", "\"", Json::array({Json::array({1})})};
  // These are right in some places.
  const std::vector<Json> perhaps{Json::array(),
                                  Json::object(),
                                  "",
                                  -1,
                                  1e308,
                                  std::string("a\0b", 3),
                                  "\x1b[2J\xc2\x9b",
                                  "0/0",
                                  "sqrt(-1)",
                                  std::string(300, 'x'),
                                  Json::array({"1", "1", "1", "1"}),
                                  {{"\x1b[2J", 1}}};
  int refused = 0, accepted = 0;
  for (const char* name : {"unicycle_potential", "chart_rolling_disk", "z2_sl2", "carriage_offset",
                           "chart_nonlinear", "skate_on_incline"}) {
    CAPTURE(name);
    const Json valid = Json::parse(read_file(system_path(name)));
    std::vector<Json::json_pointer> places;
    collect(valid, Json::json_pointer(), places);
    REQUIRE(places.size() > 10);
    for (const auto& place : places) {
      CAPTURE(place.to_string());
      for (const auto& wrong : always_wrong) {
        const bool is_name = place.to_string() == "/name" && wrong.is_string();
        Json system = valid;
        system[place] = wrong;
        CAPTURE(wrong.dump());
        CHECK((is_refused(system.dump()) || is_name));
      }
      for (const auto& other : perhaps) {
        Json system = valid;
        system[place] = other;
        CAPTURE(other.dump());
        (is_refused(system.dump()) ? refused : accepted) += 1;
      }
    }
  }
  CHECK(refused > 1000);
  CHECK(accepted > 10);  // such as another number for a mass
}

TEST_CASE("missing and additional keys everywhere") {
  for (const char* name : {"unicycle_potential", "chart_rolling_disk", "z2_sl2"}) {
    const Json valid = Json::parse(read_file(system_path(name)));
    std::vector<Json::json_pointer> places;
    collect(valid, Json::json_pointer(), places);
    for (const auto& place : places) {
      CAPTURE(place.to_string());
      Json system = valid;
      if (system[place].is_object() && place.back() != "parameters") {
        system[place]["\x1b]0;"] = "1";
        CHECK(is_refused(system.dump()));
      }
      system = valid;
      if (system[place.parent_pointer()].is_array()) {
        system[place.parent_pointer()].erase(std::stoul(place.back()));
        static_cast<void>(is_refused(system.dump()));  // a constraint fewer is a system too
      } else {
        system[place.parent_pointer()].erase(place.back());
        static_cast<void>(is_refused(system.dump()));
      }
    }
  }
}
