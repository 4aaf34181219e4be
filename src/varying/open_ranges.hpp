// One parameter: answers that arithmetic in Q(l) leaves open, from the pieces of several parameters.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "families/family.hpp"

namespace hamel::varying {

/// The answer to a question at one value of the parameter.
using AnswerAt = std::function<ParameterRange(const std::string& id, const RealRoot& root)>;

/// Decides ranges of `cor_3_9` and `q1` that are open, by pieces of the line: {zero, nonzero} has the real roots of its
/// polynomials as ends. What pieces leave open is asked again at each root, by `at`. Does nothing in a build without
/// FLINT.
void settle_open_ranges(std::vector<ParameterVerdict>& verdicts, const std::string& json,
                        const std::string& parameter, const AnswerAt& at);

}  // namespace hamel::varying
