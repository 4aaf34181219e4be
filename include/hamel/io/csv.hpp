// Tables of numbers as CSV, with every digit a double has.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <hamel/io/output_file.hpp>

namespace hamel {

/// The shortest of 17 significant digits that every double needs to be read back unchanged.
std::string full_precision(double value);

/// Writes a header and rows of numbers, comma-separated, each with 17 significant digits. The file
/// appears with `commit`, whole; without it nothing changes.
class CsvWriter {
 public:
  /// Throws InputError when the path cannot be written.
  CsvWriter(const std::string& path, const std::vector<std::string>& header);

  /// Throws OutputError when the disk refuses.
  void row(std::span<const double> values);
  /// Throws OutputError when the disk refuses; an older file is then as it was.
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  std::string line_;
};

}  // namespace hamel
