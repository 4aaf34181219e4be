// What was found on a part of the space of parameters, used on those that lie in it.
#pragma once

#include <string>
#include <vector>

#include "findings.hpp"

namespace hamel::varying {

/// A part that holds the one that is looked at, and what was found on it.
struct Larger {
  const Part& part;
  const Finding& finding;
};

/// A refutation on a larger part reads 0 = a polynomial in u, and holds at each of its points: where that is not 0
/// for all u the answer is no, on smaller parts too. The real parameters of the part at which it is join what is left
/// out; false where it is 0 on all of the part, or there is no such refutation.
bool is_refuted_by(const Larger& larger, const Part& part, Vector& left_out);

/// Polynomials that vanish wherever these do not say no, of few terms; none where they say it for other reasons.
Vector zeros_left_by(const std::string& id, const std::vector<Larger>& parts);

/// `is_proved(id, part, finding)`, and of a finding that names a larger part that its refutation is one here.
bool is_proved(const std::string& id, const Part& part, const Finding& finding,
               const std::vector<Larger>& larger);

}  // namespace hamel::varying
