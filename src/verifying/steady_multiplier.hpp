// The multiplier of a steady motion, and Q2 answered "yes" by it, verified.
#pragma once

#include <optional>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// mu(0) of the motion of the file where it is steady, by linear equations: n x 1, or 0 x 0 where the start has angles
/// that are not 0 and mu(0) is no rational vector. Nothing where the motion is not steady or there is no multiplier.
std::optional<DynamicMatrix<Rational>> steady_multiplier(const SystemFile& file);

/// Proves an answer "yes" to `q2` with evidence `steady_start`.
bool verify_steady_start(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
