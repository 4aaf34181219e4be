// hamel study.
#include <iostream>

#include <hamel/io/study.hpp>
#include <hamel/io/system_file.hpp>

#include "commands.hpp"

namespace hamel::command {

int study(const StudyOptions& options) {
  const Study study = study_of(read_system_file(options.file));
  std::cout << (options.json ? as_json(study) + "\n" : words(study));
  return done;
}

}  // namespace hamel::command
