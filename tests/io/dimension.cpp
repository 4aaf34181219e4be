// Systems of up to 64 dimensions, in every form that a file can have: within seconds, little memory and the usual
// stack.
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <vector>

#include <doctest/doctest.h>

#include "run_command.hpp"

namespace {

#ifdef HAMEL_SANITIZED
const std::string limits = "ulimit -s 8192; ulimit -t 900; ";  // shadow memory is address space too
#else
const std::string limits = "ulimit -s 8192; ulimit -t 20; ulimit -v 512000; ";
#endif

std::string quoted(const std::string& text) {
  return '"' + text + '"';
}

/// [f(0), ..., f(n-1)]
template <class F>
std::string list(int n, const F& f) {
  std::string text;
  for (int i = 0; i < n; ++i) text += (i > 0 ? "," : "[") + f(i);
  return text + "]";
}

/// The n x n matrix with d(i) on the diagonal.
template <class D>
std::string diagonal(int n, const D& d) {
  return list(n, [&](int i) {
    return list(n, [&](int j) { return i == j ? quoted(d(i)) : std::string("0"); });
  });
}

std::string ones(int n) {
  return diagonal(n, [](int) { return "1"; });
}

/// A file with a group or an algebra, a metric, spanning vectors that may be empty, and a velocity.
std::string file(const std::string& group, const std::string& metric, const std::string& span,
                 const std::string& velocity) {
  return "{\"schema\": 1, \"name\": \"large\", " + group + ", \"metric\": " + metric +
         (span.empty() ? "" : ", \"constraint\": {\"span\": " + span + "}") +
         ", \"initial\": {\"a\": " + velocity + "}}";
}

struct Answer {
  int status = -1;
  std::string out, err, csv;
};

Answer ask(const TemporaryFolder& folder, const std::string& text, const std::string& command,
           const std::string& options = "") {
  folder.write("large.json", text);
  const std::string line = "cd '" + folder.file("") + "'; " + limits + "'" + paths::command() +
                           "' " + command + " large.json " + options + " >out 2>err";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          read_file(folder.file("out")),
          read_file(folder.file("err")),
          {}};
}

/// All three subcommands answer; a comparison may say that its budget is used up, and then knows the answer only where
/// there is no constraint.
void answered(const std::string& text) {
  CAPTURE(text.substr(0, 100));
  const TemporaryFolder folder;
  for (const char* const command : {"check", "compare", "simulate"}) {
    CAPTURE(command);
    const Answer answer = ask(folder, text, command);
    CAPTURE(answer.err);
    if (answer.err.find("the budget of steps is used up") == std::string::npos)
      CHECK(answer.status == 0);
    else
      CHECK((answer.out.find("Is this nonholonomic motion vakonomic? undecided") !=
                 std::string::npos ||
             answer.out.find("there is no constraint") != std::string::npos));
  }
}

void refused(const std::string& text, const std::string& path, const std::string& expected) {
  const TemporaryFolder folder;
  for (const char* const command : {"check", "compare", "simulate"}) {
    const Answer answer = ask(folder, text, command);
    CAPTURE(answer.err);
    CHECK(answer.status == 2);
    CHECK(answer.err.find(path + ": found ") != std::string::npos);
    CHECK(answer.err.find(expected) != std::string::npos);
  }
}

std::string named(const std::string& group) {
  return "\"group\": " + group;
}

std::string factors(int n, const std::string& name) {
  return named(list(n, [&](int) { return quoted(name); }));
}

double last(const std::vector<std::vector<std::string>>& rows, std::size_t column) {
  return std::stod(rows.back().at(column));
}

}  // namespace

TEST_CASE("64 dimensions answer, 65 are refused") {
  const auto velocity = [](int n) {
    return list(n, [](int i) { return quoted(std::to_string(i % 5 - 2) + "/7"); });
  };
  answered(file(named("\"R64\""), ones(64), "", velocity(64)));
  answered(file(named("\"H63\""), ones(63), "", velocity(63)));
  answered(file(factors(10, "SE3"), ones(60), "", velocity(60)));
  refused(file(named("\"R65\""), ones(65), "", velocity(65)), "$.group", "dimension 64");
  refused(file(factors(11, "SE3"), ones(66), "", velocity(66)), "$.group[10]",
          "a dimension of at most 64 in all");
  refused(file("\"algebra\": {\"dim\": 65, \"brackets\": {}}", ones(65), "", velocity(65)),
          "$.algebra.dim", "1 to 64");
}

TEST_CASE("a large product moves as its factors do") {
  const TemporaryFolder folder;
  const std::string top = "\"1\",\"2\",\"1/2\"";
  const auto rows = [&](int count) {
    const int n = 3 * count;
    const std::string text =
        file(factors(count, "SO3"), diagonal(n, [](int i) { return std::to_string(1 + i % 3); }),
             "", list(count, [&](int) { return top; }));
    const Answer answer =
        ask(folder, text, "simulate", "--dynamics free --t-end 2 --h 2 --csv rows.csv");
    CAPTURE(answer.err);
    REQUIRE(answer.status == 0);
    return read_csv(folder.file("rows.csv"));
  };
  const auto one = rows(1), many = rows(21);
  for (std::size_t entry = 0; entry < 9; ++entry)
    for (std::size_t factor = 0; factor < 21; ++factor)
      CHECK(std::abs(last(many, 1 + 9 * factor + entry) - last(one, 1 + entry)) < 1e-11);
}

TEST_CASE("a large product of factors that are each yes, generic, is so") {
  const auto unicycle = [](int k) {
    return list(64, [&](int i) { return std::string(i == 4 * k || i == 4 * k + 3 ? "1" : "0"); }) +
           "," + list(64, [&](int i) {
             return std::string(i == 4 * k + 2 || i == 4 * k + 3 ? "1" : "0");
           });
  };
  const std::string text = file(named(list(16, [](int) { return std::string("\"SE2\",\"T1\""); })),
                                ones(64), list(16, unicycle), list(64, [](int i) {
                                  return std::string(i % 4 == 1 ? "0" : i % 4 == 3 ? "2" : "1");
                                }));
  const TemporaryFolder folder;
  const Answer answer = ask(folder, text, "check", "--json");
  CAPTURE(answer.err);
  CHECK(answer.status == 0);
  CHECK(answer.out.find("product of 16 factors, each of them yes") != std::string::npos);
  answered(text);
}

TEST_CASE("formulas of many coordinates, on a torus and in a chart") {
  constexpr int n = 64;
  std::string potential = "1", names, start;
  for (int i = 1; i <= n; ++i) potential += "-cos(theta" + std::to_string(i) + ")";
  const std::string torus = file(named("\"T64\""), diagonal(n, [](int) { return "2+cos(theta1)"; }),
                                 "", list(n, [](int) { return std::string("\"1/3\""); }));
  answered(torus.substr(0, torus.size() - 1) + ", \"potential\": \"" + potential + "\"}");

  const auto chart = [](int coordinates, int constraints) {
    std::string sum = "0";
    for (int i = 0; i < coordinates; ++i) sum += "+q" + std::to_string(i) + "^2/2";
    return "{\"schema\": 1, \"name\": \"springs\", \"chart\": {\"coordinates\": " +
           list(coordinates, [](int i) { return quoted("q" + std::to_string(i)); }) +
           "}, \"metric\": " + ones(coordinates) + ", \"potential\": \"" + sum +
           "\", \"constraints\": " +
           (constraints == 0
                ? "[]"
                : list(constraints,
                       [](int i) { return quoted("q" + std::to_string(i) + "_dot"); })) +
           ", \"initial\": {\"q\": {" +
           [&] {
             std::string q;
             for (int i = 0; i < coordinates; ++i)
               q += (i > 0 ? ", " : "") + quoted("q" + std::to_string(i)) + ": 0";
             return q;
           }() +
           "}, \"q_dot\": {" + quoted("q" + std::to_string(coordinates - 1)) + ": 1}}}";
  };
  answered(chart(64, 0));
  answered(chart(40, 24));
  refused(chart(40, 25), "$.constraints", "at most 64 of both together");
  refused(chart(65, 0), "$.chart.coordinates", "between 1 and 64");
}
