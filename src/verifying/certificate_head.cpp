// The head of certificates.
#include "certificate_head.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "claims/claim_json.hpp"
#include "version.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;

const std::string schema_name = "hamel/certificate/2";

/// Schema 1, a number, knows no more of its head than the name of the system.
bool is_of_schema_1(const JsonNode& root) {
  const JsonNode schema = root.member("schema", "\"" + schema_name + "\"");
  if (schema.kind() == JsonValue::Kind::number) return schema.integer(1, 1) == 1;
  if (schema.string(schema_name) != schema_name) schema.refuse("\"" + schema_name + "\"");
  return false;
}

/// Such as 1.20.3.
bool is_version(std::string_view text) {
  constexpr std::size_t most = 20;
  const auto of = [&](auto kind) { return std::ranges::count_if(text, kind); };
  const auto digits = of([](char c) { return c >= '0' && c <= '9'; });
  return text.size() <= most && of([](char c) { return c == '.'; }) == 2 &&
         std::ssize(text) == digits + 2;
}

Json in_words(const std::vector<std::string>& claims) {
  Json all = Json::object();
  for (const auto& id : claims) {
    all[id] = Json::object();
    put_claim(all[id], id);
  }
  return all;
}

/// The text of a member that must be there.
void require_text(const JsonNode& object, std::string_view key, const std::string& expected) {
  const JsonNode told = object.member(key, expected);
  if (told.string(expected) != expected) told.refuse("\"" + expected + "\"");
}

void require_claims(const JsonNode& node, const std::vector<std::string>& claims) {
  node.only_keys(claims);
  const Json all = in_words(claims);
  for (const auto& [id, words] : all.items()) {
    const JsonNode claim = node.member(id, "a claim");
    std::vector<std::string> parts;
    for (const auto& [key, text] : words.items()) {
      parts.push_back(key);
      require_text(claim, key, text.get<std::string>());
    }
    claim.only_keys(parts);
  }
}

}  // namespace

Json certificate_head(const CertificateSubject& subject, const std::vector<std::string>& claims) {
  Json head{{"schema", schema_name},
            {"hamel", version},
            {"question", subject.question},
            {"certificate_for", subject.name}};
  if (!subject.sha256.empty()) head["sha256"] = subject.sha256;
  head["claims"] = in_words(claims);
  return head;
}

void require_head(const JsonNode& root, const CertificateSubject& subject,
                  const std::vector<std::string>& claims, std::vector<std::string> keys) {
  const bool of_schema_1 = is_of_schema_1(root);
  for (const char* key : {"schema", "certificate_for"}) keys.emplace_back(key);
  if (!of_schema_1)
    for (const char* key : {"hamel", "question", "sha256", "claims"}) keys.emplace_back(key);
  root.only_keys(keys);
  const JsonNode name = root.member("certificate_for", "the name of a system");
  if (name.string("the name of a system") != subject.name)
    name.refuse(subject.name + ": the certificate is of another system");
  if (of_schema_1) return;
  const JsonNode by = root.member("hamel", "a version");
  if (!is_version(by.string("a version"))) by.refuse("a version, such as 1.2.3");
  require_text(root, "question", subject.question);
  if (root.has("sha256") && !subject.sha256.empty() &&
      root.member("sha256", "").string("a digest") != subject.sha256)
    root.member("sha256", "")
        .refuse(subject.sha256 + " of the file: the certificate is of another");
  require_claims(root.member("claims", "an object"), claims);
}

void require_where_told(const JsonNode& object, std::string_view key, const std::string& expected) {
  if (object.has(key)) require_text(object, key, expected);
}

}  // namespace hamel
