// Families of steady motions where angles are named beside their cosines and sines.
#pragma once

#include <string>
#include <vector>

#include "flows/steady_motions.hpp"
#include "reduced_field.hpp"
#include "zero_family.hpp"

namespace hamel {

/// Whether these angles are 0: as functions they are free, of an angle they are not.
bool are_turned(const ZeroFamily& family, const ReducedField& reduced);
/// Whether all these angles are 0 there: then their cosines are 1, whatever the family says of them.
bool are_at_rest(const ZeroFamily& family, const ReducedField& reduced);
/// Whether it says of an angle that is rational and not 0 that its cosine or sine is rational, which it is not.
bool is_at_no_angle(const ZeroFamily& family, const ReducedField& reduced);
/// Members at rational angles or at quarters of turns, with a name for s. Says whether there are some.
bool add_members_at_angles(SteadyFamily& family, const ReducedField& reduced,
                           const ZeroFamily& zero, const std::vector<int>& free,
                           const std::string& name);

}  // namespace hamel
