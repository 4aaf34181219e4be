// Files that appear whole or not at all.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace hamel {

/// Writing failed: the disk is full, the reader of a pipe has gone, the device refused.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file being written. What is written goes to a file without a name beside the target; `commit`
/// puts it in the place of the target in one step, and only after every byte has reached the disk.
/// Without `commit` an older file stays as it was and nothing is left behind, also when the program is
/// killed. Links are followed, the permissions of an older file are kept. A target that is a device or
/// a pipe cannot be replaced and is written to directly.
class OutputFile {
 public:
  /// Throws InputError when the path cannot be written: empty, a folder, in no folder, not permitted.
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Throws OutputError.
  void write(std::string_view text);
  /// Throws OutputError; the older file is then as it was.
  void commit();

 private:
  void open_beside(const std::string& target, unsigned mode);
  void flush();
  void publish();
  [[noreturn]] void fail(int error) const;

  std::string path_;       // as given, for messages
  std::string target_;     // with links followed; empty when written to directly
  std::string temporary_;  // a name of ours, where files without one are not supported
  std::string buffer_;
  int file_ = -1;
};

/// True when both names mean one file that a program could overwrite (also through links, or when it
/// does not exist yet); devices and pipes are never the same in this sense.
bool is_same_file(const std::string& left, const std::string& right);

}  // namespace hamel
