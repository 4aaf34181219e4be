// Mutated system files: whatever they say, the command ends with status 0, 1 or 2.
#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../paths.hpp"
#include "run_command.hpp"

namespace {

std::vector<std::string> public_systems() {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(paths::systems())) {
    texts.push_back(read_file(entry.path().string()));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string mutated(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  static const std::vector<std::string> pieces{
      "\"",   "{",   "}",        "[",   "]",   ",",   ":",    "0",    "-1",    "1e308",   "1e-308",
      "^9^9", "/0",  "sqrt(-1)", "x",   "phi", "R11", "null", "true", "1e5",   "\\u0000", "\xff",
      "((((", "T31", "H31",      "SO3", "SE3", "*",   "a1",   "t",    "log(0)"};
  const std::size_t changes = 1 + below(2);
  for (std::size_t k = 0; k < changes && !text.empty(); ++k) {
    const std::size_t at = below(text.size());
    switch (below(12)) {
      case 0:
        text.erase(at, 1 + below(8));
        break;
      case 1:
        text.insert(at, pieces[below(pieces.size())]);
        break;
      case 2:
        text[at] = static_cast<char>(32 + below(95));
        break;
      case 3:
        text = text.substr(0, at);
        break;
      case 4: {
        // Another number in place of one.
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit != std::string::npos) text.replace(digit, 1, pieces[below(pieces.size())]);
        break;
      }
      default: {
        // One quoted value in place of another.
        const std::size_t from = text.find('"', at),
                          to = from == std::string::npos ? from : text.find('"', from + 1);
        if (to != std::string::npos)
          text.replace(from + 1, to - from - 1, pieces[below(pieces.size())]);
      }
    }
  }
  return text;
}

}  // namespace

TEST_CASE("no mutation crashes the command") {
  std::mt19937 random(20130717);
  const TemporaryFolder folder;
  int accepted = 0, refused = 0;
  for (const auto& text : public_systems()) {
    for (int k = 0; k < 16; ++k) {
      const std::string file = folder.write("mutant.json", mutated(text, random));
      for (const std::string command : {"simulate", "check"}) {
        std::vector<std::string> arguments{command, file};
        if (command == "simulate") arguments.insert(arguments.end(), {"--t-end", "0.05"});
        const auto result = run_command(folder, arguments);
        CAPTURE(read_file(file));
        CAPTURE(result.err);
        CHECK(result.status >= 0);
        CHECK(result.status <= 2);
        CHECK((result.status == 0 || !result.err.empty()));
        (result.status == 2 ? refused : accepted) += 1;
      }
    }
  }
  CHECK(accepted > 50);
  CHECK(refused > 50);
}
