// The commands of docs/how-to/study.md do what the page says.
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../io/run_command.hpp"

TEST_CASE("the commands of the page run") {
  const TemporaryFolder folder;
  std::istringstream page(read_file(paths::source() + "/docs/how-to/study.md"));
  int commands = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("hamel ")) continue;
    std::vector<std::string> arguments;
    std::istringstream words(line.substr(6));
    for (std::string word; words >> word;) {
      if (word.starts_with("examples/"))
        word.insert(0, paths::source() + "/");
      else if (word.ends_with(".json"))
        word = folder.file(word);  // written and read again
      arguments.push_back(word);
    }
    CAPTURE(line);
    const auto run = run_unhurried(folder, arguments);
    CAPTURE(run.err);
    CHECK(is_answered(run));
    CHECK(run.out.size() > 100);
    ++commands;
  }
  CHECK(commands == 11);
}
