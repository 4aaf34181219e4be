// Reactions where steering is built, which computes them.
#include "reactions.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/reactions.hpp>

#include "cases/price.hpp"

namespace hamel::command {

namespace {

/// Floating-point operations, each in numbers that carry derivatives.
constexpr double most_work = 1e8;
constexpr std::size_t together = 1000;  // rows of a table

/// Does reactions_of refuse them: of d = 0, of velocities whose rates no formula gives?
bool are_uncovered(const SystemFile& file) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  return group != nullptr &&
         (group->kinematic || std::ranges::any_of(group->inputs, [](const GroupInput& input) {
            return !input.velocity.empty() && input.table;
          }));
}

/// Has the system elements and a constraint that acts on them?
bool has_reactions(const SystemFile& file) {
  if (const auto* group = std::get_if<GroupSystem>(&file.system))
    return !group->coordinates.empty() && (group->constrained() || file.is_holonomic());
  return !std::get<ChartSystem>(file.system).constraints.empty() || file.is_holonomic();
}

/// Is the reaction a sum of the rows that give the constraint? That of vakonomic motion is where they integrate.
bool is_of_rows(const SystemFile& file, Dynamics dynamics) {
  if (dynamics == Dynamics::nonholonomic) return true;
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) return !group->constrained();
  return std::get<ChartSystem>(file.system).constraints.empty();
}

std::vector<std::string> header(const SystemFile& file,
                                const std::vector<std::pair<Dynamics, std::string>>& motions) {
  if (motions.empty()) throw InputError("--reactions", "a free motion", "one with a constraint");
  if (!has_reactions(file))
    throw InputError("--reactions", "a system without a constraint or without a group",
                     "one with both");
  static_cast<void>(reactions_of(file, motions.front().first, {}));  // refuses before the run
  const int n = std::visit([](const auto& system) { return system.dim(); }, file.system);
  std::vector<std::string> names{"t"};
  for (const auto& [dynamics, before] : motions) {
    for (int i = 1; i <= n; ++i) names.push_back(before + "nu" + std::to_string(i));
    if (is_of_rows(file, dynamics))
      for (const auto& row : row_names(file)) names.push_back(before + row);
  }
  return names;
}

}  // namespace

std::vector<std::vector<double>> reactions_along(const SystemFile& file, const Track& track) {
  if (track.dynamics == Dynamics::free || !has_reactions(file) || are_uncovered(file)) return {};
  const auto outputs = static_cast<long>(track.samples.size());
  if (velocities_for(file, most_work) < outputs) return {};
  return reactions_of(file, track.dynamics, track.samples);
}

ReactionTable::ReactionTable(const SystemFile& file,
                             std::vector<std::pair<Dynamics, std::string>> motions,
                             const std::string& path)
    : file_(file),
      motions_(std::move(motions)),
      waiting_(motions_.size()),
      csv_(path, header(file, motions_)) {}

void ReactionTable::add(const std::vector<Sample>& outputs) {
  for (std::size_t k = 0; k < waiting_.size(); ++k) waiting_[k].push_back(outputs[k]);
  if (waiting_.front().size() >= together) write();
}

void ReactionTable::write() {
  std::vector<std::vector<double>> rows;
  for (const Sample& sample : waiting_.front()) rows.push_back({sample.t});
  for (std::size_t k = 0; k < waiting_.size(); ++k) {
    const auto forces = reactions_of(file_, motions_[k].first, waiting_[k]);
    const auto append = [&](const std::vector<std::vector<double>>& numbers) {
      for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].insert(rows[i].end(), numbers[i].begin(), numbers[i].end());
    };
    append(forces);
    if (is_of_rows(file_, motions_[k].first)) append(row_multipliers(file_, waiting_[k], forces));
    waiting_[k].clear();
  }
  for (const auto& row : rows) csv_.row(row);
}

void ReactionTable::commit() {
  write();
  csv_.commit();
}

}  // namespace hamel::command
