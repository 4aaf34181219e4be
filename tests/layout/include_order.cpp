// The layers of the library: includes go downward, every header is guarded and says what it is.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../paths.hpp"

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> layers = {"core",   "algebra",     "group",      "retraction",
                                         "system", "dynamics",    "integrator", "check",
                                         "chart",  "diagnostics", "io",         "interop"};

struct Header {
  std::string name;   // hamel/so3.hpp, as it is included
  std::string layer;  // group
  std::string text;
  std::vector<std::string> includes;  // of the library's own headers
};

std::string read(const fs::path& path) {
  std::ifstream in(path);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

std::vector<Header> headers() {
  std::vector<Header> found;
  const fs::path root = fs::path(paths::source()) / "include";
  const std::regex include("#include <(hamel/[^>]+)>");
  for (const auto& entry : fs::recursive_directory_iterator(root / "hamel")) {
    if (entry.path().extension() != ".hpp") continue;
    Header h;
    h.name = fs::relative(entry.path(), root).generic_string();
    h.layer = entry.path().parent_path().filename().string();
    h.text = read(entry.path());
    for (std::sregex_iterator i(h.text.begin(), h.text.end(), include), end; i != end; ++i) {
      h.includes.push_back((*i)[1]);
    }
    found.push_back(h);
  }
  return found;
}

long rank(const std::string& layer) {
  return std::find(layers.begin(), layers.end(), layer) - layers.begin();
}

std::string layer_of(const std::string& include) {
  return fs::path(include).parent_path().filename().string();
}

// The names a header declares at namespace scope, as far as a reader of text can tell.
std::set<std::string> declared(const std::string& text) {
  std::set<std::string> names;
  const std::regex types(R"((?:struct|class|enum class|concept|using)\s+([A-Za-z_]\w*))");
  const std::regex functions(R"(([A-Za-z_]\w*)\()");
  const std::regex constants(R"(constexpr\s+[\w:<>]+\s+([A-Za-z_]\w*))");
  for (const auto& pattern : {types, functions, constants}) {
    for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i) {
      names.insert((*i)[1]);
    }
  }
  return names;
}

}  // namespace

TEST_CASE("includes go downward, in the order of the layers") {
  for (const Header& h : headers()) {
    CAPTURE(h.name);
    if (h.layer == "hamel") continue;  // a header of the whole library
    REQUIRE(rank(h.layer) < static_cast<long>(layers.size()));
    for (const std::string& include : h.includes) {
      CAPTURE(include);
      CHECK(rank(layer_of(include)) <= rank(h.layer));
    }
  }
}

TEST_CASE("checkers know the algebra and the dynamics, never the integrators' files or a picture") {
  for (const Header& h : headers()) {
    if (h.layer != "check" && h.layer != "algebra") continue;
    CAPTURE(h.name);
    for (const std::string& include : h.includes) {
      CAPTURE(include);
      CHECK(layer_of(include) != (h.layer == "check" ? "retraction" : "group"));
      if (h.layer == "check" && h.name.find("q2") == std::string::npos) {
        CHECK(layer_of(include) != "integrator");
      }
    }
  }
}

TEST_CASE("every header is guarded once and says in its first line what it is") {
  for (const Header& h : headers()) {
    CAPTURE(h.name);
    CHECK(h.text.starts_with("// "));
    CHECK(h.text.find("#pragma once") != std::string::npos);
  }
}

TEST_CASE("no header includes one of ours that it does not use") {
  std::map<std::string, std::set<std::string>> names;
  const auto all = headers();
  for (const Header& h : all) names[h.name] = declared(h.text);
  for (const Header& h : all) {
    if (h.layer == "hamel") continue;
    for (const std::string& include : h.includes) {
      CAPTURE(h.name);
      CAPTURE(include);
      REQUIRE(names.count(include) == 1);
      const auto& offered = names[include];
      const bool used = std::any_of(offered.begin(), offered.end(), [&](const std::string& name) {
        return std::regex_search(h.text, std::regex("\\b" + name + "\\b"));
      });
      CHECK(used);
    }
  }
}
