// Writing CSV.
#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <hamel/io/csv.hpp>

namespace hamel {

namespace {

void append(std::string& line, double value) {
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 17);
  line.append(digits, end.ptr);
}

}  // namespace

std::string full_precision(double value) {
  std::string digits;
  append(digits, value);
  return digits;
}

CsvWriter::CsvWriter(const std::string& path, const std::vector<std::string>& header)
    : file_(path) {
  std::string line;
  for (const auto& name : header) line += (line.empty() ? "" : ",") + name;
  file_.write(line + '\n');
}

void CsvWriter::row(std::span<const double> values) {
  line_.clear();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) line_ += ',';
    append(line_, values[i]);
  }
  line_ += '\n';
  file_.write(line_);
}

}  // namespace hamel
