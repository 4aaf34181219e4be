// hamel inverse.
#include <iostream>

#include <hamel/io/inverse.hpp>

#include "commands.hpp"

namespace hamel::command {

int inverse(const StudyOptions& options) {
  const InverseAnswers answers = inverse_of(options.file);
  std::cout << (options.json ? as_json(answers) + "\n" : words(answers));
  return done;
}

}  // namespace hamel::command
