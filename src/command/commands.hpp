// The subcommands of the program: each takes its options and returns the exit status.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace hamel {
class Ranks;
}  // namespace hamel

namespace hamel::reading {
struct SystemText;
}  // namespace hamel::reading

namespace hamel::command {

struct GivenSystem;

inline constexpr int done = 0;  ///< everything was computed
inline constexpr int numerical_failure =
    1;                               ///< a run or a plot stopped early; what there was is kept
inline constexpr int bad_input = 2;  ///< the file or the options have no meaning
inline constexpr int not_all_covered =
    3;  ///< everything was answered, something of it with "not covered"

/// What every question and every run has: a file, and what the answer may cost, in seconds of the processor or `none`.
struct Asked {
  std::string file;
  std::optional<std::string> budget;
};
struct CheckOptions : Asked {
  std::optional<std::string> vary;         ///< the parameter to leave free, or several
  std::optional<std::string> certificate;  ///< where proofs are written to
  bool json = false;
};
struct VerifyOptions : Asked {
  std::string certificate;
  bool json = false;
};
struct StudyOptions : Asked {
  std::optional<std::string> certificate;  ///< where proofs of a study are written to
  bool json = false;
};
/// Options as they were written; absent ones have their default.
struct SimulateOptions : Asked {
  std::optional<std::string> from;  ///< a table or an answer whose state is the start
  std::optional<std::string> dynamics, method, step, t_end, every, csv, plot, animation, reactions;
  std::optional<std::string> at, stop_when;
  bool json = false;
  bool partial = false;                                 ///< an interrupted run writes what it has
  long evaluations = std::numeric_limits<long>::max();  ///< of the velocity
};
/// What the runs of a sweep have in common, and what varies.
struct SweepOptions {
  SimulateOptions run;
  std::vector<std::string> vary;
  std::optional<std::string> threads;
  std::optional<std::string> folder, chunk;  ///< where parts are kept, and members in one
};
struct CompareOptions : Asked {
  std::optional<std::string> from;  ///< as of SimulateOptions
  std::optional<std::string> t_end, csv, plot, animation, reactions;
  bool json = false;
  std::optional<double> work;  ///< of each motion; absent: `comparison_work`
};
struct ConvergeOptions : Asked {
  std::optional<std::string> from;  ///< as of SimulateOptions
  std::optional<std::string> dynamics, t_end, steps;
  std::vector<std::string> methods;
  bool json = false;
};
/// Named apart from what the library's search may do.
struct SteerOptionsGiven : Asked {
  std::optional<std::string> from;  ///< as of SimulateOptions
  std::optional<std::string> to, t_end, candidates, steps, csv, plot;
  std::vector<std::string> free, wrap, via, periodic, within;
  bool effort = false, moving = false, json = false;
};

struct LineariseOptions : Asked {
  std::optional<std::string> from;  ///< as of SimulateOptions
  std::optional<std::string> dynamics, at, vary, csv, plot, step, method, orbit;
  bool steady = false, json = false;
};

int check(const CheckOptions& options);
/// `check` with `vary`: for which values of the parameter each answer holds.
int check_family(const std::string& file, const std::string& parameter, bool json);
/// The same of the text of a file and several parameters, separated by commas, or one and a potential: pieces of their
/// space.
int check_parameters(const reading::SystemText& text, const std::string& parameters, bool json);
/// What proves the answer to `q1` in parameters, as text, and that verified.
std::string family_certificate(const std::string& file, const std::string& parameters);
int verify_family(const std::string& file, const std::string& certificate, bool json);
/// `check` with `certificate`: the words, and the proofs as a file.
int check_with_certificate(const CheckOptions& options);
/// Verifies every answer of a certificate, and says what that is worth.
int verify(const VerifyOptions& options);
int study(const StudyOptions& options);
/// Which metrics, distributions and potentials make the answer to `q1` yes.
int inverse(const StudyOptions& options);
/// Verifies the certificate of its answers.
int verify_inverse(const GivenSystem& given, const std::string& certificate, bool json);
int simulate(const SimulateOptions& options);
int sweep(const SweepOptions& options, Ranks& ranks);
int compare(const CompareOptions& options);
int converge(const ConvergeOptions& options);
int steer(const SteerOptionsGiven& options);
int linearise(const LineariseOptions& options);
int list(const std::string& topic, bool json);
int show(const std::string& name);
/// Prints the schema of that name, or the names where it is empty.
int schema(const std::string& name);

/// A system file that is part of the program, with what its key `expect` says of it.
struct BuiltinSystem {
  const char *name, *summary, *source;
  const char* json;
};
const std::vector<BuiltinSystem>& builtin_systems();

}  // namespace hamel::command
