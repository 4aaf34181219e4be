// Writing CSV.
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include <hamel/io/csv.hpp>

namespace hamel {

std::string full_precision(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  return buffer;
}

CsvWriter::CsvWriter(const std::string& path, const std::vector<std::string>& header)
    : file_(path) {
  std::string line;
  for (const auto& name : header) line += (line.empty() ? "" : ",") + name;
  file_.write(line + '\n');
}

void CsvWriter::row(std::span<const double> values) {
  std::string line;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) line += ',';
    line += full_precision(values[i]);
  }
  file_.write(line + '\n');
}

}  // namespace hamel
