// What every certificate begins with: the question that it answers, the file that it is about, the version that wrote
// it, and its claims in words.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/system_file.hpp>

#include "base/json.hpp"

namespace hamel {

/// What a certificate is about.
struct CertificateSubject {
  std::string question;  ///< check, vary, study or inverse
  std::string name;      ///< of the system
  std::string sha256;    ///< of the text of its file; empty where it is of no file
};
inline CertificateSubject certificate_subject(std::string question, const SystemFile& file) {
  return {std::move(question), file.name, file.sha256};
}

/// `{"schema": "hamel/certificate/2", "hamel", "question", "certificate_for", "sha256", "claims"}`, the claims of these
/// names with statement, equation and source.
nlohmann::ordered_json certificate_head(const CertificateSubject& subject,
                                        const std::vector<std::string>& claims);

/// Refuses another head, other claims, and keys that are neither of a head nor in the list. Certificates of schema 1 name
/// the system alone.
void require_head(const JsonNode& root, const CertificateSubject& subject,
                  const std::vector<std::string>& claims, std::vector<std::string> keys);

/// Refuses another text under the key than this one, where there is a text.
void require_where_told(const JsonNode& object, std::string_view key, const std::string& expected);

}  // namespace hamel
