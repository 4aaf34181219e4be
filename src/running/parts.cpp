// Outputs of parts on disk: appended, then noted.
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/parts.hpp>

#include "base/printable.hpp"

namespace hamel {

namespace fs = std::filesystem;

namespace {

/// FNV-1a, Fowler, Noll & Vo 1991.
std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return sum;
}

/// Where the output of a part is.
struct Note {
  std::uint64_t place = 0, length = 0, sum = 0;
  std::uint32_t file = 0;  ///< of which rank, from 1; 0: nowhere
};

constexpr const char* data_name = "rank-";

std::string data_path(const std::string& folder, std::uint32_t rank) {
  return folder + "/" + data_name + std::to_string(rank);
}
std::string index_path(const std::string& folder, std::uint32_t rank) {
  return data_path(folder, rank) + ".index";
}

/// What was written to the end, line by line; a last line without an end was being written.
std::string whole_lines(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  text.resize(text.rfind('\n') + 1);  // npos + 1 == 0
  return text;
}

/// Numbers of ranks that have left an index in the folder.
std::vector<std::uint32_t> ranks_in(const std::string& folder) {
  std::vector<std::uint32_t> found;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const std::string_view prefix = data_name;
    if (entry.path().extension() != ".index" || !name.starts_with(prefix)) continue;
    std::uint32_t rank = 0;
    const char* const end = name.data() + name.size() - 6;
    const auto [stop, error] = std::from_chars(name.data() + prefix.size(), end, rank);
    if (error == std::errc() && stop == end) found.push_back(rank);
  }
  return found;
}

/// All notes of a folder by their parts. What a file no longer holds is not noted.
std::vector<Note> notes_of(const PartsPlan& plan) {
  std::vector<Note> notes(static_cast<std::size_t>(plan.parts));
  for (const std::uint32_t rank : ranks_in(plan.folder)) {
    std::error_code error;
    const auto size = fs::file_size(data_path(plan.folder, rank), error);
    if (error) continue;
    std::istringstream lines(whole_lines(index_path(plan.folder, rank)));
    long part = 0;
    Note note;
    note.file = rank + 1;
    while (lines >> part >> note.place >> note.length >> note.sum)
      if (part >= 0 && part < plan.parts && note.length <= size && note.place <= size - note.length)
        notes[static_cast<std::size_t>(part)] = note;
  }
  return notes;
}

/// A file that is appended to, by one process at a time.
class Appended {
 public:
  explicit Appended(std::string path) : path_(std::move(path)) {
    file_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) refuse(std::strerror(errno));
    if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
      close(file_);
      refuse("in use by another process");
    }
  }
  Appended(const Appended&) = delete;
  Appended& operator=(const Appended&) = delete;
  ~Appended() { close(file_); }

  /// What follows is taken away.
  void end_at(std::uint64_t size) {
    size_ = size;
    if (ftruncate(file_, static_cast<off_t>(size)) != 0) fail();
    if (lseek(file_, static_cast<off_t>(size), SEEK_SET) < 0) fail();
  }
  /// Writes all of it and returns when it has reached the disk.
  void append(std::string_view text) {
    size_ += text.size();
    while (!text.empty()) {
      const ssize_t count = ::write(file_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) fail();
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    if (fdatasync(file_) != 0) fail();
  }
  std::uint64_t size() const { return size_; }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError("--folder", printable(path_) + ", " + why, "a file that can be written");
  }
  [[noreturn]] void fail() const {
    throw OutputError(printable(path_) + ": found the error '" + std::strerror(errno) +
                      "' while writing, expected room for the outputs");
  }

  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

/// The folder holds this work or none.
void take_folder(const PartsPlan& plan) {
  std::error_code error;
  fs::create_directories(plan.folder, error);
  if (error || !fs::is_directory(plan.folder, error))
    throw InputError("--folder", "'" + plan.folder + "'" + (error ? ", " + error.message() : ""),
                     "a folder that can be written");
  const std::string path = plan.folder + "/work";
  if (fs::exists(path, error)) {
    std::ifstream stream(path, std::ios::binary);
    const std::string there{std::istreambuf_iterator<char>(stream), {}};
    if (there != plan.work)
      throw InputError("--folder", "'" + plan.folder + "', which holds another work",
                       "a folder of its own, or the same system, values, plan and chunk as before");
    return;
  }
  if (!fs::is_empty(plan.folder, error))
    throw InputError("--folder", "'" + plan.folder + "', which holds other files",
                     "an empty folder, or one that is to be made");
  OutputFile file(path);
  file.write(plan.work);
  file.commit();
}

}  // namespace

PartsDone run_in_parts(const PartsPlan& plan, Ranks& ranks,
                       const std::function<std::string(long part)>& compute) {
  const auto rank = static_cast<std::uint32_t>(ranks.rank());
  if (rank == 0) take_folder(plan);
  ranks.meet();
  Appended data(data_path(plan.folder, rank)), index(index_path(plan.folder, rank));
  // rank 0 reads what there is and tells the others, before anybody changes it
  std::string there(static_cast<std::size_t>(plan.parts), '\0');
  if (rank == 0) {
    const auto notes = notes_of(plan);
    for (std::size_t i = 0; i < notes.size(); ++i) there[i] = notes[i].file != 0;
  }
  ranks.share(there);
  std::uint64_t end = 0;
  const std::string noted = whole_lines(index_path(plan.folder, rank));
  std::istringstream lines(noted);
  for (std::uint64_t part, place, length, sum; lines >> part >> place >> length >> sum;)
    end = std::max(end, place + length);
  index.end_at(noted.size());
  data.end_at(end);

  PartsDone done;
  std::vector<long> left;
  for (long i = 0; i < plan.parts; ++i)
    if (there[static_cast<std::size_t>(i)] == 0) left.push_back(i);
  done.computed = static_cast<long>(left.size());
  done.found = plan.parts - done.computed;
  ranks.restart();
  for (long i; (i = ranks.next()) < done.computed;) {
    const long part = left[static_cast<std::size_t>(i)];
    const std::string output = compute(part);
    const std::uint64_t place = data.size();
    data.append(output);
    index.append(std::to_string(part) + ' ' + std::to_string(place) + ' ' +
                 std::to_string(output.size()) + ' ' + std::to_string(checksum(output)) + '\n');
  }
  ranks.meet();
  return done;
}

void read_parts(const PartsPlan& plan, const std::function<void(std::string_view)>& show) {
  const auto notes = notes_of(plan);
  std::string output;
  std::uint32_t opened = 0;
  std::ifstream stream;
  for (std::size_t part = 0; part < notes.size(); ++part) {
    const Note& note = notes[part];
    const auto refuse = [&](const char* found) {
      throw InputError("--folder", "part " + std::to_string(part) + " " + found,
                       "every part as it was computed; remove the folder to begin anew");
    };
    if (note.file == 0) refuse("nowhere");
    if (note.file != opened) {
      stream = std::ifstream(data_path(plan.folder, note.file - 1), std::ios::binary);
      opened = note.file;
    }
    output.resize(note.length);
    stream.seekg(static_cast<std::streamoff>(note.place));
    stream.read(output.data(), static_cast<std::streamsize>(note.length));
    if (!stream || checksum(output) != note.sum) refuse("changed since");
    show(output);
  }
}

}  // namespace hamel
