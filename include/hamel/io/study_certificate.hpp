// Certificates of studies: what was found of the flows of a system, in a form that is proved again from the system
// alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hamel/io/proof_kinds.hpp>
#include <hamel/io/study.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// Integrals, densities and steady motions of a study as the JSON text of a certificate. Each has been proved again
/// from the file; what has not is named under `without_certificate`. That there are no others is not claimed.
std::string study_certificate_of(const SystemFile& file, const Study& study);

/// Reads such a text and verifies every claim in it: the field of each flow is derived from the file anew,
/// integrals and densities are identities along it, linear parts and their roots are recomputed. Returns what is claimed
/// of each flow. Throws InputError naming the place of the first one that is not proved, or of what is no certificate of this
/// system.
std::vector<VerifiedClaim> verify_study_certificate(const SystemFile& file, std::string_view json);

}  // namespace hamel
