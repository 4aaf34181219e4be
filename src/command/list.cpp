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

const std::vector<Line>& systems() {
  static const std::vector<Line> lines{
      {"ball_on_turntable", "a ball that rolls on a turning table, SO3 x R2",
       "Neimark & Fufaev 1972"},
      {"car", "a car steered by its front wheels, SE2 x T1", "Laumond 1998"},
      {"car_chart", "the same in coordinates", "Laumond 1998"},
      {"carriage", "two wheels on an axle, SE2 x T2", "Jozwikowski & Respondek 2013, ex. 4.3"},
      {"carriage_offset", "the same with its centre of mass off the axle",
       "Crampin & Mestdag 2010, sec. 7.2"},
      {"chaplygin_ball", "a ball whose mass is not spread evenly rolls on a plane, SO3 x R2",
       "Chaplygin 1903"},
      {"chaplygin_skate", "a skate on the plane, SE2", "Jozwikowski & Respondek 2013, rem. 4.8"},
      {"chaplygin_sleigh", "a skate whose centre of mass is ahead of the blade, SE2",
       "Chaplygin 1911"},
      {"chart_carriage", "the carriage with offset in coordinates",
       "Crampin & Mestdag 2010, sec. 7.2"},
      {"chart_mobile_robot", "a mobile robot in coordinates", "Guo, Wang, Chee & Mei"},
      {"chart_nonlinear", "a constraint that is not linear in the velocities",
       "Gracia, Marin-Solano & Munoz-Lecanda 2003"},
      {"chart_particle", "the nonholonomic particle z' = y x'",
       "Rosenberg 1977; Guo, Wang, Chee & Mei"},
      {"chart_particle_xphi", "the same with its constraint multiplied by x",
       "Martinez, Cortes & de Leon 2000"},
      {"chart_rolling_disk", "a vertical rolling disk in coordinates",
       "Martinez, Cortes & de Leon 2000"},
      {"chart_rolling_disk_mu", "the same with other multipliers",
       "Martinez, Cortes & de Leon 2000"},
      {"chart_sleigh", "the sleigh y' = x' tan phi in coordinates", "Guo, Wang, Chee & Mei"},
      {"heavy_top", "a fast heavy top, SO3", "benchmark of multibody dynamics"},
      {"heisenberg", "the Heisenberg group with its plane field, H3",
       "Jozwikowski & Respondek 2013, ex. 4.4"},
      {"heisenberg_generalized", "the same with a metric and a potential that vary",
       "Jozwikowski & Respondek 2013, ex. 4.7"},
      {"skate_on_incline", "a skate on an inclined plane, SE2",
       "classical; its mean drift is sideways"},
      {"snakeboard", "a board with two steered pairs of wheels and a rotor, SE2 x T2",
       "Ostrowski, Lewis, Murray & Burdick 1994"},
      {"snakeboard_gait", "the same driven by a prescribed shape",
       "Ostrowski, Lewis, Murray & Burdick 1994"},
      {"so21_lorentz", "a bi-invariant Lorentz metric, SO21",
       "Jozwikowski & Respondek 2013, ex. 4.1"},
      {"so3_biinvariant", "a bi-invariant metric on SO3", "Jozwikowski & Respondek 2013, ex. 4.1"},
      {"suslov", "a rigid body that cannot turn about one of its axes, SO3", "Suslov 1902"},
      {"tractor_trailer", "a tractor with a trailer, SE2 x T1", "Laumond 1998"},
      {"two_trailers", "a tractor with two trailers, SE2 x T2", "Laumond 1998"},
      {"unicycle", "a rolling wheel, SE2 x T1", "Jozwikowski & Respondek 2013, ex. 4.2"},
      {"unicycle_potential", "the same in a potential", "Jozwikowski & Respondek 2013, ex. 4.2"},
      {"z2_sl2", "sl(2) by its brackets, metric diag(1,2,3)",
       "Jozwikowski & Respondek 2013, sec. 4"},
      {"z2_so4", "so(4) by its brackets, graded", "Jozwikowski & Respondek 2013, sec. 4"}};
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
