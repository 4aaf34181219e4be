// JSON as text. Its writer is compiled once, in json_text.cpp, not in every file that prints an answer.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace hamel {

/// In ASCII alone, indented by so many blanks a level, or on one line where that is negative.
/// @throws nlohmann::json::exception for text that is not UTF-8.
std::string as_text(const nlohmann::ordered_json& json, int indent = 1);

}  // namespace hamel
