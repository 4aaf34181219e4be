// Writing CSV.
#include <cstddef>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>

namespace hamel {

std::string full_precision(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

CsvWriter::CsvWriter(const std::string& path, const std::vector<std::string>& header)
    : path_(path), stream_(path) {
  std::string line;
  for (const auto& name : header) line += (line.empty() ? "" : ",") + name;
  stream_ << line << '\n';
  if (!stream_) throw InputError(path, "a file that cannot be written", "a writable path");
}

void CsvWriter::row(std::span<const double> values) {
  std::string line;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) line += ',';
    line += full_precision(values[i]);
  }
  stream_ << line << '\n';
  if (!stream_) throw std::runtime_error(path_ + ": writing failed");
}

}  // namespace hamel
