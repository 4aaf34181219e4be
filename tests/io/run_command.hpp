// Running the built command and looking at what it did.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "../paths.hpp"

/// What a run left behind. `status` is -1 when the program crashed.
struct CommandResult {
  int status = -1;
  std::string out, err;
};

/// A folder of its own that disappears with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "hamel-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Runs `hamel arguments...` with an environment prefix such as "PATH=/nowhere".
inline CommandResult run_command(const TemporaryFolder& folder,
                                 const std::vector<std::string>& arguments,
                                 const std::string& environment = "") {
  std::string line = environment + (environment.empty() ? "" : " ") + "'" + paths::command() + "'";
  for (const auto& argument : arguments) line += " '" + argument + "'";
  line += " > '" + folder.file("out") + "' 2> '" + folder.file("err") + "'";
  const int status = std::system(line.c_str());
  CommandResult result;
  if (WIFEXITED(status) && WEXITSTATUS(status) < 126) result.status = WEXITSTATUS(status);
  result.out = read_file(folder.file("out"));
  result.err = read_file(folder.file("err"));
  return result;
}

/// The same without a budget: a build that is not optimised on a busy machine is slower than what budgets are made for.
inline CommandResult run_unhurried(const TemporaryFolder& folder,
                                   std::vector<std::string> arguments,
                                   const std::string& environment = "") {
  if (std::ranges::find(arguments, "--budget") == arguments.end())
    arguments.insert(arguments.end(), {"--budget", "none"});
  return run_command(folder, arguments, environment);
}

/// Whether words or JSON name something that is not covered.
inline bool says_not_covered(const std::string& out) {
  const auto is_said = [&](const std::string& key, char empty) {
    for (auto at = out.find(key); at != std::string::npos; at = out.find(key, at + 1))
      if (out[at + key.size()] != empty) return true;
    return false;
  };
  return out.find("not covered: ") != std::string::npos || is_said("\"not_covered\": \"", '"') ||
         is_said("\"not_covered\": [", ']');
}

/// Whether a question was answered: with exit status 3 where the answer names something that is not covered, else 0.
inline bool is_answered(const CommandResult& run) {
  return run.status == (says_not_covered(run.out) ? 3 : 0);
}

/// The path of a public system file.
inline std::string system_path(const std::string& name) {
  return paths::systems() + "/" + name + ".json";
}

/// Rows of a CSV file, split at commas; the header first.
inline std::vector<std::vector<std::string>> read_csv(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}
