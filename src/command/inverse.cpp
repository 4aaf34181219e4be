// hamel inverse.
#include <cstdio>
#include <iostream>
#include <string>

#include <hamel/core/error.hpp>
#include <hamel/io/inverse.hpp>
#include <hamel/io/inverse_certificate.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/system_file.hpp>

#include "commands.hpp"
#include "options.hpp"
#include "reading/reading.hpp"
#include "verified.hpp"

namespace hamel::command {

int inverse(const StudyOptions& options) {
  require_name("--certificate", options.certificate);
  if (!options.certificate) {
    const InverseAnswers answers = inverse_of(options.file);
    std::cout << (options.json ? as_json(answers) + "\n" : words(answers));
    return done;
  }
  if (is_same_file(*options.certificate, options.file == "-" ? "/dev/stdin" : options.file))
    throw InputError("--certificate", "'" + *options.certificate + "', which is the system file",
                     "a file of its own");
  const std::string json = reading::read_text(options.file);
  OutputFile out(*options.certificate);
  const InverseAnswers answers = inverse_of_text(json);
  out.write(inverse_certificate_of(parse_system_file(json), answers));
  out.commit();
  const std::string shown = options.json ? as_json(answers) + "\n" : words(answers);
  std::fputs(shown.c_str(), stream_for_words(options.certificate));
  return done;
}

int verify_inverse(const SystemFile& file, const std::string& certificate, bool json) {
  return show_claims(file, verify_inverse_certificate(file, certificate), "inverse", json);
}

}  // namespace hamel::command
