// Signals that tables give: in the system file itself, or in a CSV file that it names.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <hamel/io/system_file.hpp>

#include "base/json.hpp"
#include "start_time.hpp"

namespace hamel::reading {

inline constexpr std::size_t max_table_rows = 200'000;  ///< of all tables of a file

/// A CSV file that a system file names.
struct TableRead {
  std::string path;    ///< as the system file writes it
  std::string sha256;  ///< of its bytes
  std::size_t rows = 0;
};

/// A system file as it is read: its own bytes, and the same file with the columns of its tables written into it, so that
/// whoever reads it again sees the same numbers.
struct SystemText {
  std::string own, whole;
  std::vector<TableRead> tables;
};

/// The text of a system file, or of standard input for "-". Tables are looked for beside the file, those of standard
/// input in the working folder. Throws InputError as read_text, and naming the file, the line and the column of what is
/// no number, or the times that do not grow.
SystemText read_system_text(const std::string& path);
/// The same of a text without a place; its tables are looked for in the working folder.
SystemText with_tables(std::string text);

/// `{"t": [..], "w": [..], "between": "held"}` as a signal whose times count from the start, which lies inside.
std::shared_ptr<const SignalTable> read_signal_table(const JsonNode& node, const StartTime& start,
                                                     bool has_start);

}  // namespace hamel::reading
