// Tables that come as CSV: a header, then rows of cells.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hamel::reading {

/// A finite number in decimals; nothing for another text.
std::optional<double> decimal(std::string_view text);

/// The lines of a CSV file that are not blank, the first of them its header. Cells are parted by commas, without spaces
/// and quotes around them; a byte order mark is passed over.
class CsvTable {
 public:
  explicit CsvTable(std::string text);

  /// The names of the columns; none in an empty file.
  const std::vector<std::string>& header() const noexcept { return header_; }
  /// Which column has this name; none has header().size().
  std::size_t place(const std::string& name) const;
  /// Rows below the header.
  std::size_t size() const noexcept { return rows_.size(); }
  /// The cell of a row, from 0, in a column; "" where the row ends before it.
  std::string cell(std::size_t row, std::size_t column) const;
  /// The line of the file, from 1, that a row stands in.
  std::size_t line(std::size_t row) const { return rows_[row].line; }

 private:
  struct Row {
    std::size_t line, from, length;
  };

  std::string text_;
  std::vector<std::string> header_;
  std::vector<Row> rows_;
};

}  // namespace hamel::reading
