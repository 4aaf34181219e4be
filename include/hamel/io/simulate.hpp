// Running the system of a file under one of the three dynamics, with a method chosen by name.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <hamel/diagnostics/sample.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/trajectory.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// The words free, nonholonomic, vakonomic.
const char* text(Dynamics dynamics);

/// An integration method that can be asked for by name: what its row in hamel/io/methods.hpp says.
struct MethodInfo {
  std::string name, summary, source;
  int order;
  bool adaptive;            ///< takes steps of its own
  bool on_charts;           ///< runs systems in coordinates too
  bool linear_constraints;  ///< needs a nonholonomic constraint without offset
};

/// All methods; the first is the default.
const std::vector<MethodInfo>& methods();

/// What a run looks for: the moments at which `when`, a number of what a sample says, crosses zero.
struct RunEvent {
  std::string name;
  std::function<double(const Sample&)> when;
  std::optional<bool> rising = {};  ///< from below to above zero, or from above; without, both
  bool stop =
      false;  ///< the run ends there, with Outcome::stopped and its state as the last output
};

/// What to run.
struct RunPlan {
  Dynamics dynamics = Dynamics::nonholonomic;
  std::string method = methods().front().name;
  /// Of fixed-step methods; the interval of outputs alone where the error is controlled.
  double step = 1e-2;
  double t_end = 10;  ///< a time, reached exactly, by a shorter last step where needed
  long every = 1;     ///< output every so many steps, and at t_end
  long evaluations = std::numeric_limits<long>::max();  ///< of the velocity, on groups
  /// Seconds of the processor that the run may take, and the 400 MB of an AnswerBudget; else those of the AnswerBudget
  /// that is alive in this thread, and without one it takes as long as it takes.
  std::optional<double> seconds = {};
  /// Called at every step, where there is one; what it throws ends the run.
  std::function<void()> at_step = {};
  /// Outputs at these times alone, which grow, in place of every `every`-th step; the run goes to t_end all the same.
  /// Methods with error control know the motion there; others take a shortened step from the last whole one, which is
  /// not carried on.
  std::vector<double> at = {};
  /// Events, beside those of the file where these are looked for.
  std::vector<RunEvent> events = {};
  bool events_of_file = true;
  /// Sees each event that happened, in the order of time with the outputs.
  std::function<void(const RunEvent&, const Sample&)> at_event = {};
};

/// Events that happened, of very many the first.
struct FoundEvents {
  struct Found {
    std::string name;
    Sample sample;
  };
  static constexpr std::size_t most = 100000;

  std::vector<Found> list;
  long left_off = 0;
  std::optional<std::string> ended_by;  ///< the name of the event that ended the run

  void add(const RunEvent& event, const Sample& sample);
  /// How the run ended, as words.
  std::string status(const RunStatus& run) const;
};

/// Names of the columns t, x, a, p, energy of a sample.
std::vector<std::string> column_names(const SystemFile& file, Dynamics dynamics);
/// The columns of a sample.
std::vector<double> columns(const Sample& sample);

/// Names of the rows by which a file gives its constraint: `holonomic1`, .., `annihilator1`, .., in coordinates
/// `constraint1`, ..; none of a span.
std::vector<std::string> row_names(const SystemFile& file);
/// Those of them that follow from the rows before them, near the start. Throws ConstraintViolation where they do so at
/// the start alone.
std::vector<std::string> dependent_rows(const SystemFile& file);

/// Runs the system from the start of its file; `observe` sees the start, every `every`-th step and
/// t_end. Throws InputError when the file has no start, on an unknown method, or on options without
/// meaning. Numerical failure ends the run with its status, and so does the end of a budget (Outcome::budget_ended).
RunStatus simulate(const SystemFile& file, const RunPlan& plan,
                   const std::function<void(const Sample&)>& observe);

}  // namespace hamel
