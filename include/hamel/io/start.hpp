// Starts in place of that of a system file: what a run printed is where another begins.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hamel/io/system_file.hpp>

namespace hamel {

/// Numbers of a start, as formulas, for Model::set_start. What is not given stays as the file has it.
struct StartGiven {
  using Formulas = std::vector<std::string>;

  std::optional<std::string> t;          ///< the time
  std::map<std::string, std::string> x;  ///< coordinates by name
  std::optional<Formulas> a;             ///< velocity; in coordinates q_dot, in their order
  std::optional<Formulas> u;   ///< its coefficients of the vectors that span d, in place of a
  std::optional<Formulas> mu;  ///< multiplier; in coordinates lambda
  std::optional<Formulas> p;   ///< momentum M a + mu, in place of mu
  std::optional<std::vector<std::string>>
      find;  ///< names of numbers to solve for from the constraint, from their values given
  /// One of free motion, which need not keep the constraint.
  bool is_free = false;
};

/// The start that a row of a table is, its columns named as in the CSV of a run: coordinates and velocities, the time
/// and multipliers (or momenta) where they are there, else 0. Throws InputError naming a column that is missing, and on
/// a number that is not finite.
StartGiven start_of_row(const SystemFile& file, const std::vector<std::string>& columns,
                        std::span<const double> row);

/// The start that a file holds: `run.csv` (its last row), `run.csv#2` (that row, the first is 0; -1 the last),
/// `run.csv#t=1.5` (the row of that time), or JSON: the answer of `simulate` (its end, or `#start`) or `steer` (its
/// start, or `#end`), a system file or its `initial`. Throws InputError naming what is not there.
StartGiven read_start(const SystemFile& file, const std::string& source);

}  // namespace hamel
