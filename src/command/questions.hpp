// Every question of the checkers, asked of a system file.
#pragma once

#include <string>
#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::command {

/// What a condition says and where it is from.
struct Condition {
  std::string id, statement, source;
};
/// All conditions the program knows, in the order it asks them.
const std::vector<Condition>& conditions();

/// The answers for one system.
struct Report {
  std::string name;
  int dim = 0, rank = 0;
  int positive = 0, negative = 0;  ///< signature of g (at the start when g varies)
  std::vector<int> growth;         ///< growth vector of d; empty in coordinates
  std::vector<Verdict> conditions;
  Verdict q1;
};

/// Exact where the file is rational, otherwise with the tolerance named in each verdict.
Report ask(const SystemFile& file);

/// True when the exact theory of invariant kinetic systems covers the file: constant metric, no potential,
/// force or offset.
bool is_invariant_kinetic(const GroupSystem& system);

}  // namespace hamel::command
