// JSON: exact numbers, paths, duplicate keys.
#include "base/json.hpp"

#include <string>

#include <doctest/doctest.h>

#include <hamel/core/error.hpp>

using hamel::InputError;
using hamel::JsonNode;
using hamel::JsonValue;
using hamel::parse_json;

TEST_CASE("numbers keep the digits of the file") {
  const JsonValue document =
      parse_json(R"({"a": [0.1000, 12345678901234567890123, -7, 1E-2, "x"]})");
  const auto items = JsonNode(document).member("a", "").array();
  CHECK(items[0].formula() == "0.1000");
  CHECK(items[1].formula() == "12345678901234567890123");
  CHECK(items[2].formula() == "-7");
  CHECK(items[3].formula() == "1E-2");
  CHECK(items[4].formula() == "x");
}

TEST_CASE("every complaint has its path") {
  const auto path_of = [](const std::string& text, const auto& use) {
    const JsonValue document = parse_json(text);
    try {
      use(JsonNode(document));
    } catch (const InputError& error) {
      return error.where();
    }
    return std::string("no error");
  };
  CHECK(path_of(R"({"a": [1, true]})",
                [](const JsonNode& n) { n.member("a", "").item(1).formula(); }) == "$.a[1]");
  CHECK(path_of(R"({"a": {}})", [](const JsonNode& n) { n.member("a", "").member("b", "x"); }) ==
        "$.a.b");
  CHECK(path_of(R"({"a b": 1})", [](const JsonNode& n) { n.only_keys({"a"}); }) == "$['a b']");
  CHECK(path_of(R"([1])", [](const JsonNode& n) { n.members(); }) == "$");
  CHECK(path_of(R"({"n": 3.5})", [](const JsonNode& n) { n.member("n", "").integer(1, 9); }) ==
        "$.n");
}

TEST_CASE("what is not JSON is refused with its place") {
  const auto error_of = [](const std::string& text) {
    try {
      parse_json(text);
    } catch (const InputError& error) {
      return error.where();
    }
    return std::string("no error");
  };
  CHECK(error_of("{\n \"a\": 1,\n \"a\": 2}") == "$.a");
  CHECK(error_of("{\"b\": [{\"a\": 1}, {\"a\": 1, \"a\": 2}]}") == "$.b[1].a");
  CHECK(error_of("{\n \"a\": tru }").substr(0, 6) == "line 2");
  CHECK(error_of("{\"a\": 1} // comment").substr(0, 6) == "line 1");
  CHECK(error_of("{\"a\": [1, 2,]}").substr(0, 6) == "line 1");
  CHECK(error_of("{\"a\": NaN}").substr(0, 6) == "line 1");
  CHECK(error_of("").substr(0, 6) == "line 1");
  CHECK(error_of("{\"a\": 1e999}").substr(0, 6) == "line 1");
  CHECK(error_of(std::string(100000, '[')).substr(0, 4) == "$[0]");
}
