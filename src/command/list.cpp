// hamel list, hamel show.
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/group/registry.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/simulate.hpp>

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

}  // namespace

int list(const std::string& topic) {
  if (topic.empty() || topic == "groups") print("groups", groups());
  if (topic.empty() || topic == "methods") {
    std::vector<Line> lines;
    for (const auto& m : methods()) {
      const std::string note = &m == &methods().front() ? " (default)" : "";
      lines.push_back({m.name, m.summary + (m.on_charts ? "" : "; groups only") + note, m.source});
    }
    print("methods", lines);
  }
  if (topic.empty() || topic == "conditions") {
    std::vector<Line> lines;
    for (const auto& c : question_texts()) lines.push_back({c.id, c.statement, c.source});
    print("conditions", lines);
  }
  if (topic.empty() || topic == "systems") print("systems", systems());
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

}  // namespace hamel::command
