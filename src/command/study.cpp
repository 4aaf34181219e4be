// hamel study.
#include "flows/study.hpp"

#include <cstdio>
#include <iostream>

#include <hamel/core/error.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/study.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

#include "commands.hpp"
#include "options.hpp"

namespace hamel::command {

namespace {

int status_of(const Study& study) {
  return covers_all(study) ? done : not_all_covered;
}

/// The study, and what was done to the start.
Study study_with_start(const SystemFile& file) {
  Study study = *study_of(file);
  study.projected = file.projected().most();
  study.projection = file.projection();
  return study;
}

}  // namespace

int study(const StudyOptions& options) {
  require_name("--certificate", options.certificate);
  if (options.certificate &&
      is_same_file(*options.certificate, options.file == "-" ? "/dev/stdin" : options.file))
    throw InputError("--certificate", "'" + *options.certificate + "', which is the system file",
                     "a file of its own");
  const GivenSystem given = read_system(options.file);
  const SystemFile& file = given.file;
  if (!options.certificate) {
    const Study study = study_with_start(file);
    std::cout << (options.json ? opened("study", given.about, as_json(study)) : words(study));
    return status_of(study);
  }
  OutputFile out(*options.certificate);
  const Study study = study_with_start(file);
  out.write(study_certificate_of(file, study));
  out.commit();
  const std::string shown =
      options.json ? opened("study", given.about, as_json(study)) : words(study);
  std::fputs(shown.c_str(), stream_for_words(options.certificate));
  return status_of(study);
}

}  // namespace hamel::command
