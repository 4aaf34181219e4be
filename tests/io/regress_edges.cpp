// Files that once got past the door, lost their message or reached another program.
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "run_command.hpp"

namespace {

std::string regress(const std::string& name) {
  return paths::regress(name);
}

/// True when no byte of the text could steer a terminal.
bool is_plain(const std::string& text) {
  for (const char c : text)
    if ((static_cast<unsigned char>(c) < ' ' && c != '\n') || c == 127) return false;
  return true;
}

/// Every subcommand refuses the file and says where.
void refused(const std::string& name, const std::string& place) {
  const TemporaryFolder folder;
  for (const char* command : {"check", "simulate", "compare"}) {
    CAPTURE(command);
    const auto result = run_command(folder, {command, regress(name)});
    CAPTURE(result.err);
    CHECK(result.status == 2);
    CHECK(result.out.empty());
    CHECK(result.err.find(place + ": found ") != std::string::npos);
    CHECK(result.err.find(", expected ") != std::string::npos);
    CHECK(is_plain(result.err));
  }
}

}  // namespace

TEST_CASE("nul: the text ends where the file ends") {
  refused("nul", "line 1, column 548");
}

TEST_CASE("columns: no coordinate has the name of another column") {
  refused("columns", "$.chart.coordinates[0]");
}

TEST_CASE("cut_message: a NUL in a value does not cut the message") {
  refused("cut_message", "$.initial");
}

TEST_CASE("infinite_energy: a start from which nothing can be computed") {
  refused("infinite_energy", "$.initial.a");
}

TEST_CASE("escape_key: keys are shown escaped") {
  refused("escape_key", "$['\\u001b[2J\\u001b]0;owned\\u0007']");
}

TEST_CASE("no_path, no_message: what fails says where") {
  const TemporaryFolder folder;
  for (const char* name : {"no_path", "no_message"}) {
    for (const char* command : {"simulate", "compare"}) {
      CAPTURE(name);
      CAPTURE(command);
      const auto result = run_command(folder, {command, regress(name), "--t-end", "1"});
      CAPTURE(result.err);
      if (result.status == 2) CHECK(result.err.find("$.") != std::string::npos);
      if (result.status == 1) CHECK(result.err.find("stopped at t = ") != std::string::npos);
      CHECK((result.status == 0) == result.err.empty());
    }
  }
}

TEST_CASE("escape_name: names are shown escaped, and exact in JSON") {
  const TemporaryFolder folder;
  const std::string shown = "\\u001b]0;owned\\u0007\\u001b[2Jfine";
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"check", regress("escape_name")},
        {"check", regress("escape_name"), "--json"},
        {"simulate", regress("escape_name"), "--t-end", "1"},
        {"compare", regress("escape_name"), "--t-end", "1"},
        {"compare", regress("escape_name"), "--t-end", "1", "--json"}}) {
    const auto result = run_command(folder, arguments);
    CHECK(result.status == 0);
    CHECK(result.out.find(shown) != std::string::npos);
    CHECK(is_plain(result.out));
  }
}

TEST_CASE("quote_name, cut_name, escape_name: any name is plotted") {
  if (std::system("command -v gnuplot > /dev/null") != 0) {
    MESSAGE("gnuplot is not installed: nothing drawn");
    return;
  }
  const TemporaryFolder folder;
  for (const char* name : {"quote_name", "cut_name", "escape_name"}) {
    for (const char* command : {"simulate", "compare"}) {
      CAPTURE(name);
      CAPTURE(command);
      const std::string plot = folder.file(std::string(name) + command + ".svg");
      const auto result =
          run_command(folder, {command, regress(name), "--t-end", "1", "--plot", plot});
      CAPTURE(result.err);
      CHECK(result.status == 0);
      const std::string picture = read_file(plot);
      CHECK(picture.find("</svg>") != std::string::npos);
      for (const char c : picture) {
        const auto byte = static_cast<unsigned char>(c);
        REQUIRE((byte >= ' ' || c == '\n' || c == '\t' || c == '\r'));  // what XML 1.0 allows
      }
    }
  }
  CHECK(read_file(folder.file("quote_namesimulate.svg")).find(">': nonholonomic motion") !=
        std::string::npos);
  // The last of 81 characters has two bytes: cut before it or kept, never between.
  const std::string cut = read_file(folder.file("cut_namesimulate.svg"));
  CHECK(cut.find("AAAA ... AAAA") != std::string::npos);
  CHECK(cut.find("A\xc3\xa9: nonholonomic motion") != std::string::npos);
}
