// What proves the answer to `q1` on the parts of the space of parameters of a family, and that proved again.
#pragma once

#include <nlohmann/json.hpp>

#include <hamel/io/json.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "reading/family_reader.hpp"

namespace hamel::varying {

/// What the search says of the parts of a family, with what should prove it. Throws InputError where FLINT was absent when this
/// was built.
nlohmann::ordered_json findings_of_q1(const reading::FamilyFile& file);

/// Those of them that are proved again as `parts`, the pieces `yes_iff` of the parameters on which that makes yes the answer, and
/// the parts that nothing is proved of, `without_certificate`.
nlohmann::ordered_json proofs_of_q1(const reading::FamilyFile& file,
                                    const nlohmann::ordered_json& findings);

/// Proves the members `yes_iff`, `parts` and `without_certificate` of an object again; undecided on the parts without. Throws
/// InputError naming the first part that does not prove what it claims, that is named twice, or that others do not lead to.
ParameterPieces q1_proved_again(const reading::FamilyFile& file, const JsonNode& written);

}  // namespace hamel::varying
