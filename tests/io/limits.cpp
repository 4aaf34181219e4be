// Files made to be too much: refused by name of the limit, within seconds and little memory.
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <vector>

#include <doctest/doctest.h>

#include "run_command.hpp"

namespace {

#ifdef HAMEL_SANITIZED
const std::string limits = "ulimit -s 8192; ulimit -t 120; ";  // shadow memory is address space too
const std::string soon = "ulimit -t 100; ";
#else
const std::string limits = "ulimit -s 8192; ulimit -t 20; ulimit -v 512000; ";
const std::string soon = "ulimit -t 5; ";
#endif

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

/// A point mass with one value of the file replaced.
std::string with(const std::string& key, const std::string& value) {
  const std::vector<std::vector<std::string>> members{{"schema", "1"},
                                                      {"name", "\"limit\""},
                                                      {"group", "\"R1\""},
                                                      {"metric", "[[\"1\"]]"},
                                                      {"initial", "{\"a\": [\"1\"]}"}};
  std::string text = "{\"" + key + "\": " + value;
  for (const auto& member : members)
    if (member[0] != key) text += ", \"" + member[0] + "\": " + member[1];
  return text + "}";
}

/// Parameters p0, p1, ...; each but the first names the one before twice.
std::string chain(const std::string& first, int count, const std::string& before,
                  const std::string& after) {
  std::string text = "{\"p0\": \"" + first + "\"";
  for (int i = 1; i < count; ++i) {
    const std::string last = "p" + std::to_string(i - 1);
    text += ", \"p" + std::to_string(i) + "\": \"" + last + before + last + after + "\"";
  }
  return text + "}";
}

/// Each subcommand answers 2 and names the limit, within the stack, time and memory above.
void refused(const std::string& text, const std::string& part) {
  CAPTURE(text.substr(0, 200));
  const TemporaryFolder folder;
  folder.write("big.json", text);
  for (const std::string command : {"check", "simulate"}) {
    const std::string line = "cd '" + folder.file("") + "'; " + limits + "'" + paths::command() +
                             "' " + command + " big.json >out 2>err";
    const int status = std::system(line.c_str());
    CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 2));
    const std::string message = read_file(folder.file("err"));
    CAPTURE(message);
    CHECK(message.find(part) != std::string::npos);
    CHECK(message.find(": found ") != std::string::npos);
    CHECK(message.find(", expected ") != std::string::npos);
    CHECK(message.size() < 1200);
  }
}

/// A comparison ends by itself within the stack and memory above and five seconds of computation.
void answered(const std::string& text) {
  CAPTURE(text.substr(0, 200));
  const TemporaryFolder folder;
  folder.write("big.json", text);
  const std::string line = "cd '" + folder.file("") + "'; " + limits + soon + "'" +
                           paths::command() + "' compare big.json >out 2>err";
  const int status = std::system(line.c_str());
  CAPTURE(read_file(folder.file("err")));
  CHECK((WIFEXITED(status) && WEXITSTATUS(status) <= 1));
  CHECK(read_file(folder.file("out")).find("Is this nonholonomic motion vakonomic?") !=
        std::string::npos);
}

}  // namespace

TEST_CASE("size and shape of the file") {
  refused(std::string(16'000'001, ' '), "more than 16000000 bytes");
  refused(std::string(8'000'000, '['), "nesting deeper than 64");
  refused(repeated("{\"a\":", 1'000'000), "nesting deeper than 64");
  refused(with("reference", "[" + repeated("0,", 1'000'000) + "0]"), "more than 1000000 values");
  std::string keys;
  for (int i = 0; i < 10'001; ++i)
    keys += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":\"1\"";
  refused(with("parameters", "{" + keys + "}"), "more than 10000 keys");
  refused("{\"" + std::string(5'000'000, 'k') + "\": 1, \"schema\": 1, \"name\": \"x\"}",
          "unknown key 'kkk");
}

TEST_CASE("dimensions and factors, before anything is built") {
  refused(with("group", "\"R999999999\""), "$.group");
  refused(with("group", "[" + repeated("\"T64\",", 100'000) + "\"T64\"]"),
          "$.group[1]: found \"T64\", with which the dimension is at least 128");
  refused("{\"schema\": 1, \"name\": \"x\", \"algebra\": {\"dim\": 1000000000, \"brackets\": {}}}",
          "$.algebra.dim");
  refused("{\"schema\": 1, \"name\": \"x\", \"chart\": {\"coordinates\": [" +
              repeated("\"q\",", 500'000) + "\"q\"]}}",
          "500001 coordinates");
  refused(with("constraint", "{\"span\": [" + repeated("[\"1\"],", 200'000) + "[\"1\"]]}"),
          "200001 vectors");
  refused("{\"schema\": 1, \"name\": \"x\", \"chart\": {\"coordinates\": [\"" +
              std::string(1'000'000, 'q') + "\"]}}",
          "at most 100 letters");
}

TEST_CASE("formulas: length, nesting, operations after substitution") {
  refused(with("metric", "[[\"" + std::string(30'000, '1') + "\"]]"), "30000 characters");
  refused(with("metric", "[[\"" + std::string(9'000, '(') + "\"]]"), "nesting deeper than");
  refused(with("metric", "[[\"" + std::string(9'000, '-') + "1\"]]"), "nesting deeper than");
  refused(with("metric", "[[\"" + repeated("2^", 9'000) + "1\"]]"), "unfinished operations");
  refused(with("parameters", chain("sqrt(2)", 60, "+", "")), "more than 20000 operations");
  std::string many = "{\"s\": \"" + repeated("sqrt(2)+", 1'000) + "1\"";
  for (int i = 0; i < 2'000; ++i) many += ", \"p" + std::to_string(i) + "\": \"s\"";
  refused(with("parameters", many + "}"), "more than 1000000 operations");
}

TEST_CASE("exact numbers") {
  refused(with("metric", "[[\"1e999999999\"]]"), "exponent below 10000");
  refused(with("metric", "[[\"1e9999\"]]"), "range of double");
  refused(with("metric", "[[\"1." + std::string(19'800, '7') + "\"]]"), "at most 19728");
  refused(with("metric", "[[\"2^(10^9)\"]]"), "$.metric");
  refused(with("metric", "[[\"2^(-(10^9))\"]]"), "$.metric");
  refused(with("metric", "[[\"9^9^9^9\"]]"), "$.metric");
  refused(with("parameters", chain("3/7", 60, "*", "/3")), "$.parameters.p");
  std::string sum = "1";
  for (int i = 0; i < 1'200; ++i) sum += "+1/" + std::to_string(1'000'000'007 + 2 * i);
  std::string sums = "{\"p0\": \"" + sum + "\"";
  for (int i = 1; i < 40; ++i) sums += ", \"p" + std::to_string(i) + "\": \"" + sum + "\"";
  refused(with("parameters", sums + "}"), "word operations");
}

TEST_CASE("comparisons are bounded work whatever a velocity costs") {
  std::string sum = "1", potential = "1", coordinates, start, metric, speeds;
  for (int i = 0; i < 300; ++i) sum += "+cos(" + std::to_string(i) + "*R11+R22*R33)^3/100";
  answered("{\"schema\": 1, \"name\": \"long formulas\", \"group\": \"SO3\", \"metric\": [[\"400+" +
           sum + "\",0,0],[0,500,0],[0,0,600]], \"potential\": \"" + sum +
           "\", \"constraint\": {\"span\": [[1,0,0],[0,1,0]]}, \"initial\": {\"a\": [1,0.5,0]}}");
  constexpr int n = 16;
  for (int i = 0; i < n; ++i) {
    const std::string comma = i > 0 ? ", " : "", q = "q" + std::to_string(i);
    const std::string next = "q" + std::to_string((i + 1) % n);
    coordinates += comma + "\"" + q + "\"";
    start += comma + "\"" + q + "\": 0";
    speeds += comma + "\"" + q + "\": " + (i == 0 ? "0" : "1");
    potential += "+cos(" + q + "*" + next + ")^2*exp(sin(" + q + "))";
    metric += comma + "[";
    for (int j = 0; j < n; ++j)
      metric += (j > 0 ? ", " : "") + (i == j ? "\"3+cos(" + q + ")\"" : std::string("0"));
    metric += "]";
  }
  answered("{\"schema\": 1, \"name\": \"many coordinates\", \"chart\": {\"coordinates\": [" +
           coordinates + "]}, \"metric\": [" + metric + "], \"potential\": \"" + potential +
           "\", \"constraints\": [\"q0_dot - sin(q1)*q2_dot*cos(q3*q4)\"], \"initial\": {\"q\": {" +
           start + "}, \"q_dot\": {" + speeds + "}}}");
  answered(read_file(paths::data() + "/regress/exact_growth.json"));
}

TEST_CASE("what is no file is refused at once") {
  const TemporaryFolder folder;
  const std::string pipe = folder.file("pipe");
  REQUIRE(std::system(("mkfifo '" + pipe + "'").c_str()) == 0);
  for (const std::string& name : {folder.file(""), pipe, std::string("/dev/zero"),
                                  std::string("/dev/null"), folder.file("absent.json")}) {
    CAPTURE(name);
    for (const char* command : {"check", "simulate", "compare"}) {
      const auto result = run_command(folder, {command, name});
      CHECK(result.status == 2);
      CHECK(result.err.find(name + ": found ") != std::string::npos);
      CHECK(result.err.find(", expected a system file, or - for standard input") !=
            std::string::npos);
    }
  }
  const std::string command = "'" + paths::command() + "' check - ";
  const int endless = std::system((command + "</dev/zero 2>/dev/null").c_str());
  CHECK(WEXITSTATUS(endless) == 2);
  const int read = std::system((command + "<'" + system_path("suslov") + "' >/dev/null").c_str());
  CHECK(WEXITSTATUS(read) == 0);
}
