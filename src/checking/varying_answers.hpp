// The questions whose answers depend on how metric and potential vary over the group.
#pragma once

#include <vector>

#include <hamel/check/verdict.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

class VaryingConditions;

/// Answers for L = 1/2 g(x)(a,a) - U(x) with a linear constraint; forces and offsets are not seen.
struct VaryingAnswers {
  std::vector<Verdict> conditions;  ///< those that are open because of what varies
  Verdict q1;
};

/// Proved where the formulas are polynomial, sampled elsewhere. All undecided when the file has no
/// exact data or its metric is degenerate or not finite at the identity.
VaryingAnswers ask_varying(const GroupSystem& file);

/// `q1` with a potential and a metric that may vary, by sufficient conditions: integrable; `eq_3_9` with `eq_3_10`
/// (Cor. 3.3); `cor_3_9` on the leaf with an ideal of the Lie closure of d. Otherwise undecided: ask one motion at a
/// time.
Verdict q1_by(const VaryingConditions& conditions);

}  // namespace hamel
