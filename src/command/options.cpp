// Reading numbers and names of the command line.
#include "options.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <hamel/core/error.hpp>
#include <hamel/io/output_file.hpp>

namespace hamel::command {

namespace {

/// Reads the whole word as a number within the limits.
template <class Number>
Number within(const char* option, const std::string& written, Number low, Number high,
              const char* what) {
  Number value{};
  const char* const end = written.data() + written.size();
  const auto [stop, error] = std::from_chars(written.data(), end, value);
  if (error != std::errc() || stop != end || !(value >= low && value <= high)) {
    throw InputError(option, "'" + written + "'",
                     std::string(what) + " from " + text(low) + " to " + text(high));
  }
  return value;
}

}  // namespace

void require_name(const char* option, const std::optional<std::string>& name) {
  if (name && name->empty()) throw InputError(option, "an empty name", "a name");
}

double number_option(const char* option, const std::optional<std::string>& written,
                     double otherwise, double low, double high) {
  return written ? within(option, *written, low, high, "a number") : otherwise;
}

long count_option(const char* option, const std::optional<std::string>& written, long otherwise,
                  long low, long high) {
  return written ? within(option, *written, low, high, "a whole number") : otherwise;
}

void require_distinct(const std::string& input, const std::optional<std::string>& csv,
                      const std::optional<std::string>& plot) {
  const std::string source = input == "-" ? "/dev/stdin" : input;
  require_name("--csv", csv);
  require_name("--plot", plot);
  const auto refuse_same = [](const char* option, const std::string& name, const std::string& other,
                              const char* what) {
    if (is_same_file(name, other))
      throw InputError(option, "'" + name + "', which is " + what, "a file of its own");
  };
  if (csv) {
    refuse_same("--csv", *csv, source, "the system file");
    refuse_same("--csv", *csv, "/dev/stderr", "where messages go");
  }
  if (plot) {
    refuse_same("--plot", *plot, source, "the system file");
    refuse_same("--plot", *plot, "/dev/stderr", "where messages go");
    refuse_same("--plot", *plot, "/dev/stdout", "standard output");
    if (csv) refuse_same("--plot", *plot, *csv, "the same file as --csv");
  }
}

std::FILE* stream_for_words(const std::optional<std::string>& csv) {
  struct stat file, out;
  const bool is_out = csv && stat(csv->c_str(), &file) == 0 && fstat(STDOUT_FILENO, &out) == 0 &&
                      file.st_dev == out.st_dev && file.st_ino == out.st_ino;
  return is_out ? stderr : stdout;
}

}  // namespace hamel::command
