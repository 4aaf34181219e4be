// Sections that are linear in the velocities on all of g, and complements of d that are ideals.
#pragma once

#include "parametric_questions.hpp"

namespace hamel::varying {

/// Yes where all polynomials vanish: on all of the part, or within the exceptions to a no.
Finding vanishing(const Part& part, const Vector& polynomials);

/// A section that is linear in u on all of g, or polynomials that are 0 where there is one.
struct WholeSection {
  LinearAnswer answer;
  std::vector<SectionRow> independent;  ///< equations that the answer solves
  Finding finding;
};
WholeSection whole_section(const Part& part);

/// Of `cor_3_9`.
Finding complementary_ideal(const Part& part);

}  // namespace hamel::varying
