// Momenta of the left translations that a potential does not feel (Noether).
#pragma once

#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/io/system_file.hpp>

#include "flows/study.hpp"

namespace hamel {

/// The motions z' of momenta with a = K p keep <p, Ad_{x^-1} xi> where U is constant along xi x, the right-invariant
/// field of xi. Those that are functions of their own beside the integrals of the study join them, and the functions of
/// the coordinates that they name the variables of its flow.
void add_noether_momenta(FlowStudy& study, const GroupSystem& file,
                         const DynamicMatrix<Rational>& k);

}  // namespace hamel
