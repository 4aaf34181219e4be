// What every answer in JSON begins with: which answer it is, of which program, about which system.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reading/tables.hpp"

namespace hamel::command {

/// The file that an answer is about.
struct AboutFile {
  std::string name;    ///< of the system
  std::string sha256;  ///< of the bytes
  std::vector<reading::TableRead> tables;

  /// The system that a file describes.
  AboutFile(std::string name, const reading::SystemText& text);
};

/// The opening of an answer of a subcommand, `{"schema": "hamel/check/1", "hamel": .., "system": {"name", "sha256"}`
/// (and `tables` where the file names some), without the end of the line; what follows begins with a comma. Where no file is asked about, `system` is null.
std::string opening(std::string_view subcommand, const AboutFile* about);

/// An answer, which is the text of an object, under its opening; the end of the line too.
std::string opened(std::string_view subcommand, const AboutFile& about, const std::string& answer);
/// The same where no file is asked about.
std::string opened(std::string_view subcommand, const std::string& answer);

}  // namespace hamel::command
