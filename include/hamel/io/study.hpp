// What else a system hides: first integrals, invariant measures, steady motions and their stability.
#pragma once

#include <memory>
#include <string>

#include <hamel/io/system_file.hpp>

namespace hamel {

/// What was found: shown by `words` and `as_json`, proved again by `study_certificate_of`.
struct Study;

/// The flows of a system with rational numbers. Where metric, constraint or offset vary, a force acts, and in
/// coordinates, formulas are polynomials in coordinates, cosines and sines, those of a force in velocities too; there
/// the vakonomic flow is not covered where time is named or a force acts.
/// Throws InputError naming what is not covered.
std::shared_ptr<const Study> study_of(const SystemFile& file);

/// Whether no part of it is said to be not covered.
bool covers_all(const Study& study);

/// The study in words, as `hamel study` prints it.
std::string words(const Study& study);
/// The same as a JSON object.
std::string as_json(const Study& study);

}  // namespace hamel
