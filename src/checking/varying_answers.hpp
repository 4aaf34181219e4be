// The questions whose answers depend on how metric and potential vary over the group.
#pragma once

#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Answers for L = 1/2 g(x)(a,a) - U(x) with a linear constraint; forces and offsets are not seen.
struct VaryingAnswers {
  std::vector<Verdict> conditions;  ///< those that are open because of what varies
  Verdict q1;
};

/// Proved where the formulas are polynomial, sampled elsewhere. All undecided when the file has no
/// exact data or its metric is degenerate or not finite at the identity.
VaryingAnswers ask_varying(const GroupSystem& file);

/// Re-proves an exact verdict on one of these questions: its identities hold again, its ideal is one. False when they
/// do not prove the answer.
bool verify_varying(const GroupSystem& file, const Verdict& verdict);

}  // namespace hamel
