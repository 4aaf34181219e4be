// The forces of the constraint along motions that are drawn, or as a table.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/csv.hpp>
#include <hamel/io/system_file.hpp>

#include "tracks.hpp"

namespace hamel::command {

/// Those of reactions_of; none for free motion, for a file without a constraint or without elements, where formulas are
/// so long that they take seconds, and in a build without steering.
std::vector<std::vector<double>> reactions_along(const SystemFile& file, const Track& track);

/// The table of `--reactions`: t and nu1, .., nun for each motion, at their outputs.
class ReactionTable {
 public:
  /// Motions that are not free, each with what its columns begin with. Throws InputError for none of them, a file
  /// without a constraint or without elements, and a build without steering.
  ReactionTable(const SystemFile& file, std::vector<std::pair<Dynamics, std::string>> motions,
                const std::string& path);
  /// An output of each motion, at one time.
  void add(const std::vector<Sample>& outputs);
  void commit();

 private:
  void write();

  const SystemFile& file_;
  std::vector<std::pair<Dynamics, std::string>> motions_;
  std::vector<std::vector<Sample>> waiting_;  // by motion
  CsvWriter csv_;
};

}  // namespace hamel::command
