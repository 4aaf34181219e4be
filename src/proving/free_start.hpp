// Q2 answered "yes" for a motion that the constraint does not act on.
#pragma once

#include <optional>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// `q2` holds where the reaction nu vanishes along the motion: mu = 0 serves. Of the functions that formulas name and
/// of the velocities u some stay what they are, as x and y of a sledge that turns on the spot: the largest set of those
/// with rational values whose rates are 0, all others being free, where these have them. There det(G) nu,
/// a polynomial with G = D^T M D, is asked to be 0. Evidence `free_start`: `stay`, their names.
std::optional<Verdict> prove_q2_of_free_start(const SystemFile& file);

/// Proves such an answer again.
bool verify_free_start(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
