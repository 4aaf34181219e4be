// The layers of the library: includes go downward, every header is guarded and says what it is.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../paths.hpp"
#include "source_text.hpp"

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> layers = {
    "core",     "algebra", "group", "retraction", "system",      "dynamics", "integrator",
    "ensemble", "check",   "chart", "steer",      "diagnostics", "io",       "interop"};

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

TEST_CASE("the files of a room can be compiled as one, in any batches") {
  using source_text::Within;
  struct Type {
    std::string meaning, file;
  };
  std::map<fs::path, std::map<std::string, Type>> rooms;
  const auto meet = [&](const std::string& kind, Within within, const auto& again) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(paths::source()) / "src")) {
      if (entry.path().extension() != kind) continue;
      for (const auto& [name, meaning] :
           source_text::types(source_text::code(read(entry)), within)) {
        const Type type{meaning, entry.path().filename().string()};
        const auto first = rooms[entry.path().parent_path()].emplace(name, type);
        if (!first.second) again(name, first.first->second, type);
      }
    }
  };
  meet(".hpp", Within::all, [](const auto&...) {});
  int twice = 0;
  meet(".cpp", Within::unnamed_namespaces,
       [&](const std::string& name, const Type& first, const Type& second) {
         CAPTURE(name);
         CAPTURE(first.file);
         CAPTURE(second.file);
         CHECK(!first.meaning.empty());
         CHECK(first.meaning == second.meaning);
         ++twice;
       });
  CHECK(twice > 10);
}

TEST_CASE("every header is guarded once and says in its first line what it is") {
  for (const Header& h : headers()) {
    CAPTURE(h.name);
    CHECK(h.text.starts_with("// "));
    CHECK(h.text.find("#pragma once") != std::string::npos);
  }
}

TEST_CASE("the names of a header are what it declares, not what it calls") {
  const std::string text = R"(
    // not_this
    namespace a::b {
    template <class S, int N = f(3)>
    [[nodiscard]] inline Vector<S, N> plus(const A& left, int size) { return call(left.size(), [] { inner(); }); }
    struct Point : Base { double x(); int member = 2; };
    template <class T>
    concept Real = requires(T t) { t.half(); };
    enum class Answer { yes, no };
    inline constexpr double limit = 2 * other(1);
    using Name = Other<int>;
    double free_function(double);
    }
  )";
  CHECK(source_text::declared(source_text::code(text)) ==
        std::set<std::string>{"plus", "Point", "Real", "Answer", "limit", "Name", "free_function"});
  CHECK(source_text::macros("#pragma once\n#define INLINED inline\n#define twice(x) x x\n") ==
        std::set<std::string>{"INLINED", "twice"});
  const auto used = source_text::mentioned(source_text::code("a.plus(Point{}); // limit"));
  CHECK(used == std::set<std::string>{"a", "Point"});
}

TEST_CASE("no header includes one of ours that it does not use") {
  using Names = std::set<std::string>;
  const auto all = headers();
  std::map<std::string, Names> declared, mentioned;
  std::map<std::string, std::vector<std::string>> includes;
  for (const Header& h : all) {
    const std::string code = source_text::code(h.text);
    declared[h.name] = source_text::declared(code);
    declared[h.name].merge(source_text::macros(h.text));
    mentioned[h.name] = source_text::mentioned(code);
    includes[h.name] = h.includes;
  }
  // What a header brings: its own names and those of what it includes.
  std::map<std::string, Names> brought;
  const std::function<const Names&(const std::string&)> brings =
      [&](const std::string& name) -> const Names& {
    const auto [place, is_new] = brought.try_emplace(name, declared[name]);
    if (is_new)
      for (const auto& include : includes[name]) brought[name].merge(Names(brings(include)));
    return brought[name];
  };
  for (const Header& h : all) {
    if (h.layer == "hamel") continue;
    if (h.name == "hamel/core/types.hpp")
      continue;  // brings the arithmetic of its types, which is operators
    CAPTURE(h.name);
    CHECK_FALSE(declared[h.name].empty());
    for (const std::string& include : h.includes) {
      CAPTURE(include);
      REQUIRE(declared.count(include) == 1);
      // Used is what declares a name that the header mentions, or what alone brings one. Overloads of a name mention
      // it.
      const bool used = std::any_of(
          mentioned[h.name].begin(), mentioned[h.name].end(), [&](const std::string& name) {
            if (declared[include].contains(name)) return true;
            return brings(include).contains(name) &&
                   std::none_of(h.includes.begin(), h.includes.end(),
                                [&](const std::string& other) {
                                  return other != include && brings(other).contains(name);
                                });
          });
      CHECK(used);
    }
  }
}
