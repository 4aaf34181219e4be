// hamel: mechanics with constraints on Lie groups, from the command line.
#include <algorithm>
#include <exception>
#include <iostream>
#include <new>
#include <string>

#include <CLI/CLI.hpp>

#include <hamel/core/error.hpp>

#include "commands.hpp"

namespace {

using namespace hamel;
using namespace hamel::command;

/// Runs a subcommand; errors become a line on stderr and an exit status.
template <class Command>
int guarded(const std::string& file, const Command& run) {
  const std::string prefix = "hamel: " + (file.empty() ? "" : file + ": ");
  try {
    return run();
  } catch (const InputError& error) {
    std::cerr << prefix << error.what() << "\n";
    return bad_input;
  } catch (const std::bad_alloc&) {
    std::cerr << prefix << "out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << prefix << error.what() << "\n";
  }
  return numerical_failure;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Mechanics with constraints on Lie groups: free, nonholonomic and vakonomic motion\n"
      "of the system in a JSON file, and what relates the three."};
  app.name("hamel");
  app.set_version_flag("--version", HAMEL_VERSION);
  app.require_subcommand(1);
  app.footer("Exit status: 0 done, 1 numerical failure (what was computed is kept), 2 bad input.");

  CheckOptions check_options;
  auto* check_command =
      app.add_subcommand("check", "decide the conditions that relate the three dynamics");
  check_command->add_option("FILE", check_options.file, "system file")->required();
  check_command->add_option("--vary", check_options.vary,
                            "a parameter of the file: for which of its real values they hold");
  check_command->add_flag("--json", check_options.json, "print JSON");

  SimulateOptions simulate_options;
  auto* simulate_command = app.add_subcommand("simulate", "compute one motion");
  simulate_command->add_option("FILE", simulate_options.file, "system file")->required();
  simulate_command
      ->add_option(
          "--dynamics", simulate_options.dynamics,
          "free, nonholonomic or vakonomic (default: nonholonomic with a constraint, else free)")
      ->check(CLI::IsMember({"free", "nonholonomic", "vakonomic"}));
  simulate_command->add_option("--method", simulate_options.method,
                               "integration method, see hamel list methods (default: the first)");
  simulate_command
      ->add_option("--h", simulate_options.step,
                   "step of fixed-step methods, output interval of adaptive ones")
      ->capture_default_str();
  simulate_command->add_option("--t-end", simulate_options.t_end, "final time")
      ->capture_default_str();
  simulate_command->add_option("--every", simulate_options.every, "output every so many steps")
      ->capture_default_str();
  simulate_command->add_option("--csv", simulate_options.csv, "write the motion as CSV");
  simulate_command->add_option("--plot", simulate_options.plot, "draw the motion (.svg or .png)");

  CompareOptions compare_options;
  auto* compare_command =
      app.add_subcommand("compare", "the three dynamics side by side from one start");
  compare_command->add_option("FILE", compare_options.file, "system file")->required();
  compare_command->add_flag("--json", compare_options.json, "print JSON");
  compare_command->add_option("--t-end", compare_options.t_end, "final time")
      ->capture_default_str();
  compare_command->add_option("--csv", compare_options.csv, "write the three motions as one CSV");
  compare_command->add_option("--plot", compare_options.plot,
                              "draw the three motions (.svg or .png)");

  std::string topic;
  auto* list_command =
      app.add_subcommand("list", "what there is, with one line each and the source");
  list_command->add_option("TOPIC", topic, "groups, methods, conditions or systems (default: all)")
      ->check(CLI::IsMember({"groups", "methods", "conditions", "systems"}));

  std::string name;
  auto* show_command = app.add_subcommand("show", "print a built-in system file");
  show_command->add_option("NAME", name, "one of hamel list systems")->required();

  const auto is_named = [argv](const CLI::App* one) { return one->get_name() == argv[1]; };
  const auto subcommands = app.get_subcommands({});
  if (argc > 1 && argv[1][0] != '-' &&
      std::none_of(subcommands.begin(), subcommands.end(), is_named)) {
    std::cerr << "hamel: found the subcommand '" << argv[1]
              << "', expected check, simulate, compare, list or show\n";
    return bad_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? done : bad_input;
  }

  if (*check_command) return guarded(check_options.file, [&] { return check(check_options); });
  if (*simulate_command) {
    return guarded(simulate_options.file, [&] { return command::simulate(simulate_options); });
  }
  if (*compare_command)
    return guarded(compare_options.file, [&] { return compare(compare_options); });
  if (*list_command) return guarded("", [&] { return list(topic); });
  return guarded("", [&] { return show(name); });
}
