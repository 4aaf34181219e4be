// What proves the answers on the parts of the space of parameters of a family, proved again.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/parameter_pieces.hpp>

#include "base/json.hpp"
#include "reading/family_reader.hpp"

namespace hamel::varying {

/// Those of the findings, as `findings_of` writes them, that are proved again as `parts`, the pieces `yes_iff` of the parameters on which that makes yes the
/// answer, and the parts that nothing is proved of, `without_certificate`: of `q1` itself, of others in a list,
/// `conditions`.
nlohmann::ordered_json proofs_of(const reading::FamilyFile& file,
                                 const nlohmann::ordered_json& findings);

/// Proves such an object again; the answers are undecided on the parts without. Throws InputError naming the first part
/// that does not prove what it claims, that is named twice, or that others do not lead to.
std::vector<ParameterPieces> proved_again(const reading::FamilyFile& file, const JsonNode& written,
                                          const std::vector<std::string>& questions);

}  // namespace hamel::varying
