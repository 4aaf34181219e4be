// Tables of numbers as CSV, with every digit a double has.
#pragma once

#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace hamel {

/// The shortest of 17 significant digits that every double needs to be read back unchanged.
std::string full_precision(double value);

/// Writes a header and rows of numbers, comma-separated, each with 17 significant digits.
class CsvWriter {
 public:
  /// Opens the file and writes the header; throws InputError when it cannot be written.
  CsvWriter(const std::string& path, const std::vector<std::string>& header);

  /// Throws std::runtime_error when the disk refuses.
  void row(std::span<const double> values);

 private:
  std::string path_;
  std::ofstream stream_;
};

}  // namespace hamel
