// hamel list, hamel show, hamel schema.
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/group/registry.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/schema.hpp>
#include <hamel/io/simulate.hpp>

#include "answer.hpp"
#include "base/json_text.hpp"
#include "base/nearest_name.hpp"
#include "commands.hpp"

namespace hamel::command {

namespace {

struct Line {
  std::string name, summary, source;
};

std::vector<Line> groups() {
  std::vector<Line> lines;
  for_each_group([&](const auto& row) {
    lines.push_back({row.shown(), std::string(row.description), std::string(row.algebra)});
  });
  lines.push_back({"{\"matrices\": [...]}",
                   "the matrix group whose algebra has the given basis; coordinates X11..XNN",
                   "[A,B] = AB - BA"});
  lines.push_back({"[\"SE2\", \"T2\"]", "direct products of these, in any depth", "blocks"});
  lines.push_back({"\"algebra\": {...}",
                   "structure constants instead of a group: reduced motion (a,p) only",
                   "Jacobi identity checked"});
  return lines;
}

std::vector<Line> systems() {
  std::vector<Line> lines;
  for (const auto& s : builtin_systems()) lines.push_back({s.name, s.summary, s.source});
  return lines;
}

void print(const std::string& title, const std::vector<Line>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, line.name.size());
  std::cout << title << "\n";
  for (const auto& line : lines) {
    std::cout << "  " << std::left << std::setw(static_cast<int>(width) + 2) << line.name
              << line.summary << "  [" << line.source << "]\n";
  }
}

std::vector<Line> known_methods() {
  std::vector<Line> lines;
  for (const auto& m : methods()) {
    const std::string note = &m == &methods().front() ? " (default)" : "";
    lines.push_back({m.name, m.summary + (m.on_charts ? "" : "; groups only") + note, m.source});
  }
  return lines;
}

std::vector<Line> conditions() {
  std::vector<Line> lines;
  for (const auto& c : question_texts()) lines.push_back({c.id, c.statement, c.source});
  return lines;
}

nlohmann::ordered_json as_json(const std::vector<Line>& lines) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& line : lines)
    list.push_back({{"name", line.name}, {"summary", line.summary}, {"source", line.source}});
  return list;
}

}  // namespace

int list(const std::string& topic, bool json) {
  const std::vector<std::string> topics{"groups", "methods", "conditions", "systems"};
  if (!topic.empty() && std::find(topics.begin(), topics.end(), topic) == topics.end())
    throw InputError("TOPIC", "'" + topic + "'" + nearest_hint(topic, topics),
                     "one of " + comma_list(topics));
  auto all = nlohmann::ordered_json::object();
  const auto add = [&](const std::string& title, std::vector<Line> (*lines)()) {
    if (!topic.empty() && topic != title) return;
    json ? void(all[title] = as_json(lines())) : print(title, lines());
  };
  add("groups", groups);
  add("methods", known_methods);
  add("conditions", conditions);
  add("systems", systems);
  if (json) std::cout << opened("list", as_text(all));
  return done;
}

int show(const std::string& name) {
  const auto& all = builtin_systems();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& s) { return name == s.name; });
  if (found == all.end()) {
    std::vector<std::string> names;
    for (const auto& s : all) names.emplace_back(s.name);
    throw InputError("NAME", "'" + name + "'" + nearest_hint(name, names),
                     "one of " + comma_list(names));
  }
  std::cout << found->json;
  return done;
}

int schema(const std::string& name) {
  if (!name.empty()) {
    std::cout << hamel::schema(name) << "\n";
    return done;
  }
  for (const auto& one : schema_names()) std::cout << one << "\n";
  return done;
}

}  // namespace hamel::command
