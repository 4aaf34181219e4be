// hamel check --certificate, hamel verify.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/answer_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/certificate.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/study_certificate.hpp>

#include "base/json.hpp"
#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "claims/claim_json.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "proofs_text.hpp"
#include "reading/reading.hpp"
#include "verified.hpp"
#include "verifying/proofs_json.hpp"

namespace hamel::command {

namespace {

using Json = nlohmann::ordered_json;

const char* answer_of(const Verdict& verdict) {
  return verdict.id == "q1" || verdict.id == "q2" ? yes_or_no(verdict.answer)
                                                  : text(verdict.answer);
}

/// What a certificate names without a proof; that it was found, nothing says but the certificate.
std::vector<std::string> told_in(const std::string& certificate) {
  const JsonValue document = parse_json(certificate);
  std::vector<std::string> told;
  for (const auto& entry : JsonNode(document).member("without_certificate", "a list").array())
    told.push_back(entry.string("a text"));
  return told;
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size() + 1, width), ' ');
  return text;
}

void print_told(const std::vector<std::string>& told) {
  for (const auto& entry : told) std::cout << "  told, not proved: " << printable(entry) << "\n";
}

/// Claims under a key, with what verified each.
int show(const GivenSystem& given, const std::vector<VerifiedClaim>& claims,
         const std::vector<std::string>& told, const char* key, bool json) {
  const SystemFile& file = given.file;
  std::vector<ProofCount> all;
  for (const auto& claim : claims) add_proofs(all, claim.proofs);
  if (json) {
    Json list = Json::array();
    for (const auto& claim : claims) {
      list.push_back(Json::object());
      add_claim(list.back(), claim.about, claim_status(claim.status()));
      list.back()["statement"] = claim.words;
      list.back()["proofs"] = proofs_json(claim.proofs);
    }
    std::cout << opened(
        "verify", given.about,
        as_text(
            Json{{"name", file.name}, {key, list}, {"told", told}, {"proofs", counts_json(all)}}));
    return done;
  }
  std::cout << printable(file.name) << ": the certificate is verified\n";
  for (const auto& claim : claims)
    std::cout << "  " << claim.words << "\n" << proofs_in_words(claim.proofs, "    ");
  print_told(told);
  std::cout << "  " << counts_in_words(all) << "\n";
  return done;
}

bool has(const std::string& certificate, const char* key) {
  const JsonValue document = parse_json(certificate);
  return JsonNode(document).is_object() && JsonNode(document).has(key);
}

}  // namespace

int check_with_certificate(const CheckOptions& options) {
  require_name("--certificate", options.certificate);
  if (options.vary && options.file == "-")
    throw InputError("--certificate", "--vary of standard input beside it", "a system file");
  const std::string& target = *options.certificate;
  if (is_same_file(target, options.file == "-" ? "/dev/stdin" : options.file))
    throw InputError("--certificate", "'" + target + "', which is the system file",
                     "a file of its own");
  if (options.vary) {
    OutputFile out(target);
    {
      const AnswerBudget half(AnswerBudget::left() / 2);  // the other half for the words
      out.write(family_certificate(options.file, *options.vary));
    }
    out.commit();
    if (stream_for_words(options.certificate) != stdout) return done;
    return check_family(options.file, *options.vary, options.json);
  }
  const GivenSystem given = read_system(options.file);
  const SystemFile& file = given.file;
  OutputFile out(target);
  const Report report = report_on(file);
  out.write(certificate_of(file, report));
  out.commit();
  const std::string shown =
      options.json ? opened("check", given.about, as_json(report)) : words(report);
  std::fputs(shown.c_str(), stream_for_words(options.certificate));
  return done;
}

int show_claims(const GivenSystem& given, const std::vector<VerifiedClaim>& claims, const char* key,
                bool json) {
  return show(given, claims, {}, key, json);  // what is left out was found anew
}

int verify(const VerifyOptions& options) {
  if (options.file == "-" && options.certificate == "-")
    throw InputError("arguments", "- twice", "standard input for one of the two");
  const std::string certificate = reading::read_text(options.certificate, "a certificate");
  if (has(certificate, "parts")) return verify_family(options.file, certificate, options.json);
  const GivenSystem given = read_system(options.file);
  const SystemFile& file = given.file;
  if (has(certificate, "flows"))
    return show(given, verify_study_certificate(file, certificate), told_in(certificate), "flows",
                options.json);
  if (has(certificate, "eq_3_11_metrics")) return verify_inverse(given, certificate, options.json);
  const auto verdicts = verify_certificate(file, certificate);
  const auto told = told_in(certificate);
  std::vector<ProofCount> all;
  for (const auto& verdict : verdicts) add_proofs(all, {{verdict.proof}});
  if (options.json) {
    Json list = Json::array();
    for (const auto& verdict : verdicts) {
      const ProofKind& kind = kind_of(verdict.proof);
      list.push_back({{"id", verdict.id},
                      {"answer", answer_of(verdict)},
                      {"generic", verdict.generic},
                      {"status", text(kind.status)},
                      {"proof", std::string(kind.id)}});
      add_claim(list.back(), verdict.id, claim_status(kind.status));
    }
    std::cout << opened("verify", given.about,
                        as_text(Json{{"name", file.name},
                                     {"verdicts", list},
                                     {"told", told},
                                     {"proofs", counts_json(all)}}));
    return done;
  }
  std::cout << printable(file.name) << ": the certificate is verified, " << verdicts.size()
            << " answers\n";
  constexpr std::size_t of_id = 24, of_answer = 26;
  for (const auto& verdict : verdicts) {
    std::string answer = answer_of(verdict);
    if (verdict.generic) answer += ", for generic starts";
    std::cout << "  " << padded(verdict.id, of_id) << padded(answer, of_answer)
              << status_in_words(verdict.proof) << "\n";
  }
  print_told(told);
  std::cout << "  " << counts_in_words(all) << "\n";
  return done;
}

}  // namespace hamel::command
