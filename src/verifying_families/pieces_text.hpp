// Parts of the space of parameters in words and as JSON.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/claims.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "base/json.hpp"

namespace hamel::varying {

inline nlohmann::ordered_json as_json(const ParameterPiece& piece) {
  return {{"zero", piece.zero}, {"nonzero", piece.nonzero}};
}

inline nlohmann::ordered_json as_json(const std::vector<ParameterPiece>& pieces) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& piece : pieces) list.push_back(as_json(piece));
  return list;
}

/// What an answer is worth that is proved on so many parts of the parameters: that these are all is found by a search.
inline ClaimStatus status_of_parts(std::size_t parts) {
  return parts > 1 ? ClaimStatus::recomputed : ClaimStatus::proved;
}

/// Pieces of a certificate in that form.
nlohmann::ordered_json pieces_from(const JsonNode& node);

/// `l = 0, m != 0`, each polynomial as `text` gives it; `always` for all parameters.
template <class Text>
std::string shown(const ParameterPiece& piece, const Text& text) {
  std::string out;
  const auto add = [&](const std::string& polynomial, const char* relation) {
    out += (out.empty() ? "" : ", ") + text(polynomial) + relation;
  };
  for (const auto& p : piece.zero) add(p, " = 0");
  for (const auto& p : piece.nonzero) add(p, " != 0");
  return out.empty() ? "always" : out;
}

/// The polynomial, or where nobody would read it its size and where it stands.
std::string readable(const std::string& polynomial, const char* where);

/// In words; --json has what is left out of them.
inline std::string shown(const ParameterPiece& piece) {
  return shown(piece, [](const std::string& polynomial) { return readable(polynomial, "--json"); });
}

/// `yes: l = 0; not proved: m = 0; no: elsewhere`, what a certificate of `q1` proves.
std::string in_words(const ParameterPieces& q1);

}  // namespace hamel::varying
