// fuzz TARGET|all [--runs N] [--seed S] [--first I] [--seconds T] [--limit T] [--findings FOLDER] [--print]
// Executes texts near those of the corpus; prints executions, crashes and hangs. The exit status
// is 0 when there were none and every target both accepted and refused texts. Text I of seed S is always the same:
// --first I --runs 1 repeats one, --print shows it.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>

#include "mutation.hpp"
#include "targets.hpp"
#include "watched_run.hpp"

namespace {

/// Prints the summary; true when nothing was found and the texts were neither all good nor all bad.
bool report(const std::string& target, const fuzz::Summary& s, bool balanced) {
  for (const auto& what : s.found) std::printf("  %s\n", what.c_str());
  std::printf(
      "%-9s%llu executions (%llu accepted, %llu refused for %d reasons, %llu failed), %llu "
      "crashes, "
      "%llu hangs, %.1f s, slowest %.2f s (number %llu)\n",
      target.c_str(), (unsigned long long)s.executions, (unsigned long long)s.accepted,
      (unsigned long long)s.refused, s.expectations, (unsigned long long)s.failed,
      (unsigned long long)s.crashes, (unsigned long long)s.hangs, s.seconds, s.slowest,
      (unsigned long long)s.slowest_number);
  std::fflush(stdout);
  if (balanced && (s.accepted * 50 < s.executions || s.refused * 50 < s.executions)) {
    std::printf("  less than one text in 50 was accepted, or refused: this run shows nothing\n");
    return false;
  }
  return s.crashes + s.hangs == 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) throw std::runtime_error("usage: fuzz TARGET|all [--runs N] [--seed S] ...");
  fuzz::Plan plan;
  bool print = false;
  for (int i = 2; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--print") {
      print = true;
      continue;
    }
    if (i + 1 == argc) throw std::runtime_error(option + " needs a value");
    const std::string value = argv[++i];
    if (option == "--runs")
      plan.runs = std::stoull(value);
    else if (option == "--seed")
      plan.seed = std::stoull(value);
    else if (option == "--first")
      plan.first = std::stoull(value);
    else if (option == "--seconds")
      plan.seconds = std::stod(value);
    else if (option == "--limit")
      plan.limit = std::stod(value);
    else if (option == "--findings")
      plan.findings = value;
    else
      throw std::runtime_error("no option " + option);
  }
  fuzz::Corpus corpus = fuzz::corpus();
  const fuzz::Mutation mutation(std::move(corpus.texts), corpus.longest);
  if (print) {
    std::cout << mutation.text(plan.seed, plan.first);
    return EXIT_SUCCESS;
  }
  if (!plan.findings.empty()) std::filesystem::create_directories(plan.findings);
  const std::string wanted = argv[1];
  bool clean = true, known = false;
  for (const auto& target : fuzz::targets()) {
    if (wanted != "all" && wanted != target.name) continue;
    known = true;
    plan.target = target;
    clean = report(target.name, fuzz::watched_run(plan, mutation), plan.runs >= 1000) && clean;
  }
  if (!known) throw std::runtime_error("no target '" + wanted + "'");
  return clean ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const std::exception& error) {
  std::cerr << "fuzz: " << error.what() << "\n";
  return EXIT_FAILURE;
}
