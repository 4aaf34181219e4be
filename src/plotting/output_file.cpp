// Writing beside the target and renaming: O_TMPFILE and linkat(2) where the file system has them.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include <hamel/core/error.hpp>
#include <hamel/io/output_file.hpp>

#include "base/printable.hpp"

namespace hamel {

namespace {

constexpr std::size_t buffer_size = 1 << 16;
constexpr int max_links = 40;  // in a chain, as the kernel allows
constexpr int max_names = 1000;

/// The file a path means once links are followed, whether it exists or not.
std::string followed(std::filesystem::path path) {
  std::error_code error;
  for (int i = 0; i < max_links && std::filesystem::is_symlink(path, error); ++i) {
    const auto next = std::filesystem::read_symlink(path, error);
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path.string();
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

std::string file_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 == 0
}

[[noreturn]] void refuse(const std::string& path, int error) {
  throw InputError("output " + printable(path),
                   std::string("no place to write to (") + std::strerror(error) + ")",
                   "a file that can be written");
}

/// Where files must have names, the one being written, to be removed when a signal ends the program.
class RemovedOnSignal {
 public:
  static void set(const std::string& path) {
    if (path.size() >= sizeof name_) return;
    std::strcpy(name_, path.c_str());
    is_set_ = true;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction now {};
      sigaction(signal, nullptr, &now);
      if (now.sa_handler != SIG_DFL) continue;  // somebody else takes care
      struct sigaction action {};
      action.sa_handler = remove_and_end;
      action.sa_flags = static_cast<int>(SA_RESETHAND);
      sigaction(signal, &action, nullptr);
    }
  }
  static void clear() { is_set_ = false; }

 private:
  static void remove_and_end(int signal) {
    if (is_set_) unlink(name_);
    raise(signal);
  }

  static inline char name_[4096];
  static inline std::atomic<bool> is_set_ = false;
};

}  // namespace

bool is_same_file(const std::string& left, const std::string& right) {
  struct stat a, b;
  const bool has_left = stat(left.c_str(), &a) == 0, has_right = stat(right.c_str(), &b) == 0;
  if (has_left != has_right) return false;
  if (has_left) return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  const std::string p = followed(left), q = followed(right);
  return file_of(p) == file_of(q) && stat(folder_of(p).c_str(), &a) == 0 &&
         stat(folder_of(q).c_str(), &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (path.empty()) throw InputError("output", "an empty name", "the name of a file");
  if (path.find('\0') != std::string::npos) refuse(path, EINVAL);
  struct stat older;
  const bool exists = stat(path.c_str(), &older) == 0;
  if (!exists && errno != ENOENT) refuse(path, errno);
  if (exists && S_ISDIR(older.st_mode)) refuse(path, EISDIR);
  struct stat out;
  if (exists && fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == older.st_dev &&
      out.st_ino == older.st_ino) {
    file_ = dup(STDOUT_FILENO);  // such as /dev/stdout
  } else if (exists && !S_ISREG(older.st_mode)) {
    file_ = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file_ >= 0) fcntl(file_, F_SETFL, O_WRONLY);  // a pipe without a reader was refused
  } else {
    if (exists && access(path.c_str(), W_OK) != 0) refuse(path, errno);
    char* const real = exists ? realpath(path.c_str(), nullptr) : nullptr;
    target_ = real != nullptr ? real : followed(path);
    std::free(real);
    if (file_of(target_).empty()) refuse(path, EISDIR);
    open_beside(target_, exists ? older.st_mode & 07777 : 0);
  }
  if (file_ < 0) refuse(path, errno);
}

void OutputFile::open_beside(const std::string& target, unsigned mode) {
  const std::string folder = folder_of(target);
  file_ = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (file_ >= 0 && access("/proc/self/fd", X_OK) != 0) {
    close(file_);
    file_ = -1;
    errno = EOPNOTSUPP;
  }
  if (file_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    for (int i = 0; i < max_names && file_ < 0; ++i) {
      temporary_ = folder + "/.hamel-" + std::to_string(getpid()) + "-" + std::to_string(i);
      file_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file_ < 0 && errno != EEXIST) break;
    }
    if (file_ >= 0)
      RemovedOnSignal::set(temporary_);
    else
      temporary_.clear();
  }
  if (file_ >= 0 && mode != 0) static_cast<void>(fchmod(file_, mode));
}

OutputFile::~OutputFile() {
  if (file_ >= 0) close(file_);
  if (!temporary_.empty()) {
    unlink(temporary_.c_str());
    RemovedOnSignal::clear();
  }
}

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush();
}

void OutputFile::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = ::write(file_, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(count == 0 ? EIO : errno);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
}

void OutputFile::commit() {
  flush();
  if (!target_.empty()) {
    if (fsync(file_) != 0) fail(errno);
    publish();
  }
  const int file = file_;
  file_ = -1;
  if (close(file) != 0) fail(errno);
}

void OutputFile::publish() {
  const std::string folder = folder_of(target_);
  if (temporary_.empty()) {
    const std::string self = "/proc/self/fd/" + std::to_string(file_);
    if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, target_.c_str(), AT_SYMLINK_FOLLOW) == 0) return;
    if (errno != EEXIST) fail(errno);
    for (int i = 0; temporary_.empty(); ++i) {  // an older file is replaced by a name of ours
      const std::string name =
          folder + "/.hamel-" + std::to_string(getpid()) + "-" + std::to_string(i);
      if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0)
        temporary_ = name;
      else if (errno != EEXIST || i == max_names)
        fail(errno);
    }
  }
  if (rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  RemovedOnSignal::clear();
}

void OutputFile::fail(int error) const {
  throw OutputError(printable(path_) + ": found the error '" + std::strerror(error) +
                    "' while writing, expected room for the whole file" +
                    (target_.empty() ? "" : "; nothing was changed there"));
}

}  // namespace hamel
