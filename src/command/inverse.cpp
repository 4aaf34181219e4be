// hamel inverse.
#include <cstdio>
#include <iostream>
#include <string>

#include <hamel/core/error.hpp>
#include <hamel/io/inverse.hpp>
#include <hamel/io/inverse_certificate.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/system_file.hpp>

#include "answer.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "reading/tables.hpp"
#include "verified.hpp"

namespace hamel::command {

namespace {

int status_of(const InverseAnswers& answers) {
  return covers_all(answers) ? done : not_all_covered;
}

/// The answers about the system of a text.
std::string shown(const InverseAnswers& answers, const reading::SystemText& text, bool json) {
  if (!json) return words(answers);
  return opened("inverse", AboutFile(answers.name, text), as_json(answers));
}

}  // namespace

int inverse(const StudyOptions& options) {
  require_name("--certificate", options.certificate);
  if (!options.certificate) {
    const reading::SystemText text = reading::read_system_text(options.file);
    const InverseAnswers answers = inverse_of_text(text.whole);
    std::cout << shown(answers, text, options.json);
    return status_of(answers);
  }
  if (is_same_file(*options.certificate, options.file == "-" ? "/dev/stdin" : options.file))
    throw InputError("--certificate", "'" + *options.certificate + "', which is the system file",
                     "a file of its own");
  const reading::SystemText text = reading::read_system_text(options.file);
  OutputFile out(*options.certificate);
  const InverseAnswers answers = inverse_of_text(text.whole);
  out.write(inverse_certificate_of(parse_system_file(text.whole), answers));
  out.commit();
  std::fputs(shown(answers, text, options.json).c_str(), stream_for_words(options.certificate));
  return status_of(answers);
}

int verify_inverse(const GivenSystem& given, const std::string& certificate, bool json) {
  return show_claims(given, verify_inverse_certificate(given.file, certificate), "inverse", json);
}

}  // namespace hamel::command
