// hamel check.
#include <iostream>

#include <hamel/io/report.hpp>

#include "commands.hpp"
#include "options.hpp"

namespace hamel::command {

int check(const CheckOptions& options) {
  require_name("--vary", options.vary);
  if (options.certificate) return check_with_certificate(options);
  if (options.vary) return check_family(options.file, *options.vary, options.json);
  const GivenSystem given = read_system(options.file);
  const Report report = report_on(given.file);
  std::cout << (options.json ? opened("check", given.about, as_json(report)) : words(report));
  return done;
}

}  // namespace hamel::command
