// What is found on the parts of the space of parameters of a family.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "reading/family_reader.hpp"

namespace hamel::varying {

/// What the search says of the parts of a family, by question, of all where none is named, with what should prove it.
/// Throws InputError where FLINT was absent when this was built.
nlohmann::ordered_json findings_of(const reading::FamilyFile& file,
                                   std::vector<std::string> questions);

}  // namespace hamel::varying
