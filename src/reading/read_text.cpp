// The bytes of a system file, however the name was meant.
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include <hamel/core/error.hpp>

#include "base/budget.hpp"
#include "base/printable.hpp"
#include "reading.hpp"

namespace hamel::reading {

namespace {

/// A file that is closed again.
struct Source {
  int file;
  bool is_ours;
  ~Source() {
    if (is_ours && file >= 0) close(file);
  }
};

/// What a name that is not a plain file stands for; nothing for plain files.
const char* kind_of(unsigned mode) {
  if (S_ISREG(mode)) return nullptr;
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  return "a device or socket";
}

}  // namespace

std::string read_text(const std::string& path, const std::string& what) {
  const std::string wanted = what + ", or - for standard input";
  const std::string where = printable(path);
  if (path.empty()) throw InputError("FILE", "an empty name", wanted);
  const bool is_standard = path == "-";
  // Without waiting: a pipe that nobody writes to is refused, not waited for.
  const Source source{
      is_standard ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY),
      !is_standard};
  struct stat status;
  if (source.file < 0 || path.find('\0') != std::string::npos || fstat(source.file, &status) != 0)
    throw InputError(where, std::string("nothing to read (") + std::strerror(errno) + ")", wanted);
  const char* const kind = kind_of(status.st_mode);
  if (!is_standard && kind != nullptr) throw InputError(where, kind, wanted);

  std::string text;
  std::array<char, 1 << 16> block;
  while (text.size() <= max_file_size) {
    const ssize_t count = read(source.file, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw InputError(where, std::string("nothing to read (") + std::strerror(errno) + ")",
                       wanted);
    if (count == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  throw InputError(where, "more than " + std::to_string(max_file_size) + " bytes",
                   "at most so many in " + what);
}

}  // namespace hamel::reading
