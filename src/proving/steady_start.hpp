// Q2 answered "yes" for a motion along which nothing changes that the equations name.
#pragma once

#include <optional>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// `q2` holds for a steady motion: the functions that formulas name, and its velocity, stay as they are. Then
///     mu' = ad*_a mu - <mu, (d_k D) u + d_k v0>_k - nu
/// has constant coefficients, and D^T mu = 0 for all t where its first n derivatives are 0 (Cayley-Hamilton, mu and 1
/// being n + 1 numbers). Rest where D^T dU = 0 is such a motion, with mu = mu(0) - t dU. Evidence `steady_start`:
/// `multiplier_at_0`, where all numbers are rational.
std::optional<Verdict> prove_q2_of_steady_start(const SystemFile& file);

/// Proves such an answer again.
bool verify_steady_start(const SystemFile& file, const Verdict& verdict);

}  // namespace hamel
