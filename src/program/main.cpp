// hamel: mechanics with constraints on Lie groups, from the command line.
#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/nearest_name.hpp"
#include "base/printable.hpp"
#include "command/commands.hpp"
#include "command/guarded.hpp"
#include "command/standard_streams.hpp"
#include "program_ranks.hpp"
#include "version.hpp"

namespace {

using namespace hamel;
using namespace hamel::command;

/// The file, and the budget of `what`.
void add_system_file(CLI::App& command, Asked& options, const std::string& what = "the answer") {
  command.add_option("FILE", options.file, "system file, or - for standard input")->required();
  command
      .add_option("--budget", options.budget,
                  "seconds of the processor that " + what + " may take, or none for no limit")
      ->default_str("15");
}

void add_from(CLI::App& command, std::optional<std::string>& from) {
  command.add_option("--from", from,
                     "start where another run was: run.csv (its last row), run.csv#ROW, "
                     "run.csv#t=TIME, or the JSON of simulate or steer (#start or #end of it)");
}

void add_outputs(CLI::App& command, std::optional<std::string>& csv,
                 std::optional<std::string>& plot, const std::string& what) {
  command.add_option("--csv", csv, "write " + what + " as CSV");
  command.add_option("--plot", plot, "draw " + what + " (.svg or .png)");
}

void add_animation(CLI::App& command, std::optional<std::string>& animation,
                   const std::string& what) {
  command.add_option("--animate", animation, "write a page that plays " + what + " (.html)");
}

void add_reactions(CLI::App& command, std::optional<std::string>& reactions) {
  command.add_option("--reactions", reactions, "write the reactions of the constraint as CSV");
}

void add_plan(CLI::App& command, SimulateOptions& options) {
  command.add_option(
      "--dynamics", options.dynamics,
      "free, nonholonomic or vakonomic (default: nonholonomic with a constraint, else free)");
  command.add_option("--method", options.method,
                     "integration method, see hamel list methods (default: the first)");
  command
      .add_option("--h", options.step,
                  "step of fixed-step methods; with error control, interval of outputs")
      ->default_str("0.01");
  command.add_option("--t-end", options.t_end, "final time")->default_str("10");
  command.add_option("--every", options.every, "an output every so many steps")->default_str("1");
}

/// What the first unknown option is close to.
std::string option_hint(const CLI::App& app, int argc, char** argv) {
  for (const CLI::App* command : app.get_subcommands()) {
    std::vector<std::string> known;
    for (const CLI::Option* option : command->get_options())
      for (const auto& name : option->get_lnames()) known.push_back("--" + name);
    for (int i = 2; i < argc; ++i) {
      const std::string written = argv[i], word = written.substr(0, written.find('='));
      if (word.starts_with("--") && std::find(known.begin(), known.end(), word) == known.end())
        return "; '" + printable(word) + "'" + nearest_hint(word, known);
    }
  }
  return "";
}

int run(int argc, char** argv, Ranks& ranks) {
  CLI::App app{
      "Mechanics with constraints on Lie groups: free, nonholonomic and vakonomic motion\n"
      "of the system in a JSON file, and exact answers on how the three are related."};
  app.name("hamel");
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done, 1 numerical failure (results so far are kept), 2 bad input,\n"
      "3 answered, something of it with \"not covered\".");

  CheckOptions check_options;
  auto* check_command = app.add_subcommand(
      "check", "decide the conditions that relate the three laws of motion, and Q1");
  add_system_file(*check_command, check_options);
  check_command->add_option(
      "--vary", check_options.vary,
      "for which real values of this parameter the answers hold; l,J,m: of several");
  check_command->add_option("--certificate", check_options.certificate,
                            "write the proofs of the exact answers, for hamel verify");
  check_command->add_flag("--json", check_options.json, "print JSON");

  VerifyOptions verify_options;
  auto* verify_command =
      app.add_subcommand("verify", "check the proofs of a certificate again, exactly");
  add_system_file(*verify_command, verify_options);
  verify_command
      ->add_option(
          "CERTIFICATE", verify_options.certificate,
          "a file that --certificate of check, study or inverse wrote, or - for standard input")
      ->required();
  verify_command->add_flag("--json", verify_options.json, "print JSON");

  StudyOptions study_options;
  auto* study_command = app.add_subcommand(
      "study", "find first integrals, invariant measures, and steady motions with their stability");
  add_system_file(*study_command, study_options);
  study_command->add_option(
      "--certificate", study_options.certificate,
      "write the proofs of integrals, densities and steady motions, for hamel verify");
  study_command->add_flag("--json", study_options.json, "print JSON");

  StudyOptions inverse_options;
  auto* inverse_command = app.add_subcommand(
      "inverse",
      "find the metrics, constraints and potentials with which every motion is vakonomic");
  add_system_file(*inverse_command, inverse_options);
  inverse_command->add_option("--certificate", inverse_options.certificate,
                              "write the proofs of the answers, for hamel verify");
  inverse_command->add_flag("--json", inverse_options.json, "print JSON");

  SimulateOptions simulate_options;
  auto* simulate_command = app.add_subcommand("simulate", "compute one motion");
  add_system_file(*simulate_command, simulate_options);
  add_from(*simulate_command, simulate_options.from);
  add_plan(*simulate_command, simulate_options);
  simulate_command->add_option("--at", simulate_options.at,
                               "outputs at these times alone, as 0.1,0.5,2, whatever the steps");
  simulate_command->add_option("--stop-when", simulate_options.stop_when,
                               "end where this formula crosses zero, as x-1");
  add_outputs(*simulate_command, simulate_options.csv, simulate_options.plot, "the motion");
  add_animation(*simulate_command, simulate_options.animation, "the motion");
  add_reactions(*simulate_command, simulate_options.reactions);
  simulate_command->add_flag("--json", simulate_options.json, "print JSON");
  simulate_command->add_flag("--partial", simulate_options.partial,
                             "when interrupted, write the outputs so far");

  SweepOptions sweep_options;
  auto* sweep_command = app.add_subcommand(
      "sweep", "compute many motions, over values of parameters or of the start");
  add_system_file(*sweep_command, sweep_options.run, "each member");
  sweep_command
      ->add_option("--vary", sweep_options.vary,
                   "NAME=FIRST:LAST:COUNT or NAME=V1,V2,..; NAME is a parameter, or in the start a "
                   "coordinate, a1.., "
                   "u1.. (coefficients of span), mu1.., x_dot, lambda1..; repeatable")
      ->allow_extra_args(false);
  add_plan(*sweep_command, sweep_options.run);
  sweep_command->add_option(
      "--threads", sweep_options.threads,
      "how many members run at a time (default: as many as the machine has threads)");
  sweep_command->add_option("--out,--csv", sweep_options.run.csv,
                            "write one row for each member as CSV");
  sweep_command->add_option(
      "--folder", sweep_options.folder,
      "keep finished members there; the same command continues where it was stopped");
  sweep_command->add_option("--chunk", sweep_options.chunk, "members in a part (with --folder)")
      ->default_str("64");
  sweep_command->add_flag("--json", sweep_options.run.json, "print JSON");
  sweep_command->add_flag("--partial", sweep_options.run.partial,
                          "when interrupted, write the members so far");

  CompareOptions compare_options;
  auto* compare_command =
      app.add_subcommand("compare", "compute the three motions from one start, and decide Q2");
  add_system_file(*compare_command, compare_options);
  add_from(*compare_command, compare_options.from);
  compare_command->add_flag("--json", compare_options.json, "print JSON");
  compare_command->add_option("--t-end", compare_options.t_end, "final time")->default_str("10");
  add_outputs(*compare_command, compare_options.csv, compare_options.plot, "the three motions");
  add_animation(*compare_command, compare_options.animation, "the three motions");
  add_reactions(*compare_command, compare_options.reactions);

  ConvergeOptions converge_options;
  auto* converge_command =
      app.add_subcommand("converge", "measure the order of fixed-step methods on a system");
  add_system_file(*converge_command, converge_options);
  add_from(*converge_command, converge_options.from);
  converge_command->add_option("--dynamics", converge_options.dynamics,
                               "free, nonholonomic or vakonomic, as for simulate");
  converge_command
      ->add_option("--method", converge_options.methods, "a method, repeatable (default: all)")
      ->allow_extra_args(false);
  converge_command->add_option("--t-end", converge_options.t_end, "final time")->default_str("1");
  converge_command
      ->add_option("--steps", converge_options.steps,
                   "steps of the coarsest run, which are doubled five times")
      ->default_str("20");
  converge_command->add_flag("--json", converge_options.json, "print JSON");

  SteerOptionsGiven steer_options;
  auto* steer_command =
      app.add_subcommand("steer", "find the cheapest admissible motion between two states");
  add_system_file(*steer_command, steer_options);
  add_from(*steer_command, steer_options.from);
  steer_command->add_option(
      "--to", steer_options.to,
      "target, as x=1,phi=1.57; other coordinates stay (default: the file's target)");
  steer_command
      ->add_option("--free", steer_options.free,
                   "a coordinate that is free at the end, repeatable or a list with commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  steer_command
      ->add_option(
          "--wrap", steer_options.wrap,
          "an angle that may end with any number of turns, repeatable or a list with commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  steer_command
      ->add_option("--via", steer_options.via,
                   "a place on the way, as t=1/2,x=1; other coordinates are free there; repeatable")
      ->allow_extra_args(false);
  steer_command
      ->add_option(
          "--periodic", steer_options.periodic,
          "a coordinate that ends where it begins, with a free start; repeatable or a list "
          "with commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  steer_command->add_option("--t-end", steer_options.t_end, "time of the motion")->default_str("1");
  steer_command
      ->add_option("--candidates", steer_options.candidates,
                   "how many motions are wanted, the cheapest first")
      ->default_str("3");
  steer_command->add_flag("--effort", steer_options.effort,
                          "choose the inputs with the least effort (needs a build with Ipopt)");
  steer_command
      ->add_option("--within", steer_options.within,
                   "NAME=LEAST:GREATEST, the bounds of a coordinate (with --effort)")
      ->allow_extra_args(false);
  steer_command
      ->add_option("--steps", steer_options.steps, "intervals with constant inputs (with --effort)")
      ->default_str("100");
  steer_command->add_flag("--moving", steer_options.moving,
                          "end with any velocity instead of at rest (with --effort)");
  add_outputs(*steer_command, steer_options.csv, steer_options.plot, "the motion");
  steer_command->add_flag("--json", steer_options.json, "print JSON");

  LineariseOptions linearise_options;
  auto* linearise_command = app.add_subcommand(
      "linearise", "linearise the equations about a state: A, B, eigenvalues, stability");
  add_system_file(*linearise_command, linearise_options);
  add_from(*linearise_command, linearise_options.from);
  linearise_command->add_option("--dynamics", linearise_options.dynamics,
                                "free, nonholonomic or vakonomic, as for simulate");
  linearise_command->add_option("--at", linearise_options.at,
                                "about the state of the motion at this time (default: the start)");
  linearise_command->add_flag("--steady", linearise_options.steady,
                              "refuse a state whose motion is not steady");
  linearise_command->add_option("--step", linearise_options.step,
                                "discrete A and B too, over this time");
  linearise_command->add_option(
      "--method", linearise_options.method,
      "of --step: dop853, along the motion (the default), or variational");
  linearise_command->add_option("--orbit", linearise_options.orbit,
                                "Floquet multipliers of the motion, which returns after this time");
  linearise_command->add_option(
      "--vary", linearise_options.vary,
      "NAME=FIRST:LAST:COUNT, as for sweep: the eigenvalues at each value, and where the stability "
      "changes");
  add_outputs(*linearise_command, linearise_options.csv, linearise_options.plot,
              "the eigenvalues at each value");
  linearise_command->add_flag("--json", linearise_options.json, "print JSON");

  std::string topic;
  auto* list_command = app.add_subcommand(
      "list", "list groups, methods, conditions or systems, each with its source");
  list_command->add_option("TOPIC", topic, "groups, methods, conditions or systems (default: all)");
  bool list_json = false;
  list_command->add_flag("--json", list_json, "print JSON");

  std::string name;
  auto* show_command = app.add_subcommand("show", "print a built-in system file");
  show_command->add_option("NAME", name, "a name that hamel list systems prints")->required();

  std::string described;
  auto* schema_command = app.add_subcommand(
      "schema", "print the JSON Schema of system files, or of the answers of a subcommand");
  schema_command->add_option("NAME", described,
                             "system, or a subcommand that answers in JSON (default: the names)");

  const auto is_named = [argv](const CLI::App* one) { return one->get_name() == argv[1]; };
  const auto subcommands = app.get_subcommands({});
  if (argc > 1 && argv[1][0] != '-' &&
      std::none_of(subcommands.begin(), subcommands.end(), is_named)) {
    std::vector<std::string> names;
    for (const auto* one : subcommands) names.push_back(one->get_name());
    if (ranks.rank() > 0) return bad_input;
    std::cerr << "hamel: found the subcommand '" << printable(argv[1]) << "'"
              << nearest_hint(argv[1], names)
              << ", expected check, verify, study, inverse, simulate, sweep, compare, converge, "
                 "steer, linearise, list, show or schema\n";
    return bad_input;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    if (ranks.rank() > 0) return bad_input;
    std::cerr << "hamel: arguments: found a mistake (" << printable(error.what())
              << option_hint(app, argc, argv)
              << "), expected what hamel --help or hamel SUBCOMMAND --help shows\n";
    return bad_input;
  }

  if (ranks.size() > 1 && !*sweep_command) {
    if (ranks.rank() == 0)
      std::cerr << "hamel: found more than one rank, expected one for all but sweep\n";
    return bad_input;
  }
  if (*check_command)
    return answered(check_options.file, check_options.budget, [&] { return check(check_options); });
  if (*verify_command)
    return answered(verify_options.certificate, verify_options.budget,
                    [&] { return command::verify(verify_options); });
  if (*study_command)
    return answered(study_options.file, study_options.budget,
                    [&] { return command::study(study_options); });
  if (*inverse_command)
    return answered(inverse_options.file, inverse_options.budget,
                    [&] { return command::inverse(inverse_options); });
  if (*simulate_command)
    return answered(simulate_options.file, simulate_options.budget,
                    [&] { return command::simulate(simulate_options); });
  if (*sweep_command)
    return guarded(sweep_options.run.file, [&] { return command::sweep(sweep_options, ranks); });
  if (*compare_command)
    return answered(compare_options.file, compare_options.budget,
                    [&] { return compare(compare_options); });
  if (*converge_command)
    return answered(converge_options.file, converge_options.budget,
                    [&] { return converge(converge_options); });
  if (*steer_command)
    return answered(steer_options.file, steer_options.budget,
                    [&] { return command::steer(steer_options); });
  if (*linearise_command)
    return answered(linearise_options.file, linearise_options.budget,
                    [&] { return command::linearise(linearise_options); });
  if (*list_command) return guarded("", [&] { return list(topic, list_json); });
  if (*schema_command) return guarded("", [&] { return command::schema(described); });
  return guarded("", [&] { return show(name); });
}

}  // namespace

int main(int argc, char** argv) {
  prepare_standard_streams();
  const auto ranks = program_ranks(argc, argv);
  return finished(run(argc, argv, *ranks));
}
