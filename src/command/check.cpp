// hamel check.
#include <iostream>

#include <hamel/io/report.hpp>
#include <hamel/io/system_file.hpp>

#include "commands.hpp"
#include "options.hpp"

namespace hamel::command {

int check(const CheckOptions& options) {
  require_name("--vary", options.vary);
  if (options.certificate) return check_with_certificate(options);
  if (options.vary) return check_family(options.file, *options.vary, options.json);
  const Report report = report_on(read_system_file(options.file));
  std::cout << (options.json ? as_json(report) + "\n" : words(report));
  return done;
}

}  // namespace hamel::command
