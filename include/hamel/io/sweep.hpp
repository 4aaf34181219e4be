// Many runs of one system file, over values of its parameters and of the numbers of its start.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/diagnostics/sample.hpp>
#include <hamel/integrator/trajectory.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

namespace reading {
struct SystemText;
}  // namespace reading

/// A number of a system file, named as Model::set takes it, and the values that it has in a sweep.
class SweepAxis {
 public:
  /// `NAME=FIRST:LAST:COUNT`, so many values evenly spaced with both ends, or `NAME=V1,V2,...`; numbers such as 3,
  /// -3/10,
  /// 0.3, 1.5e-2, exactly. Throws InputError naming --vary.
  static SweepAxis parse(std::string_view written);

  /// As it was written.
  const std::string& text() const noexcept { return text_; }
  const std::string& name() const noexcept { return name_; }
  long count() const noexcept { return count_; }
  /// The value of index i, from 0.
  Rational value(long i) const;

 private:
  std::string text_, name_;
  long count_ = 0;
  std::vector<Rational> values_;  // all of them, or the first and the difference
  bool evenly_ = false;
};

/// One run of a sweep.
struct SweepMember {
  long index = 0;
  std::vector<Rational> values;  ///< of the axes, in their order
  std::string refusal;           ///< why there is no motion with these values; empty: it was run
  RunStatus status;
  Sample end;  ///< the last output
  double energy_change =
      0;  ///< the largest at an output, relative to max(1, |energy at the start|)
  double off_constraint = 0;  ///< the largest at an output, relative

  explicit operator bool() const noexcept { return refusal.empty() && bool(status); }
  /// `ok`, what ended the run, or `refused`.
  const char* outcome() const noexcept;
};

/// A system file and all choices of values of the axes, the last axis varying fastest.
class Sweep {
 public:
  static constexpr long most_members = 1'000'000'000'000;

  /// Reads the file, `-` being standard input. Throws InputError as read_system_file, on a name that cannot be set or
  /// is there twice, without axes and on more than `most_members`.
  Sweep(const std::string& path, std::vector<SweepAxis> axes);

  /// The file and its tables.
  const reading::SystemText& source() const noexcept { return *source_; }
  /// The system as the file says it.
  const SystemFile& file() const noexcept { return file_; }
  const std::vector<SweepAxis>& axes() const noexcept { return axes_; }
  long size() const noexcept { return size_; }

  /// Throws InputError on a plan that has no meaning for the file.
  void require(const RunPlan& plan) const;
  /// Everything that the rows depend on, as text: the file, the values, the plan.
  std::string description(const RunPlan& plan) const;

  /// Runs the members first <= index < last on so many threads, 0 for as many as the machine has, each to the numbers
  /// that `simulate` has for a file that says these values; `mu`, which vakonomic motion alone asks for, is 0
  /// elsewhere. The `seconds` of the plan are those of each member. `observe` sees them in their order, from the calling thread, as soon as those before are done; a
  /// failed one does not stop the others. Kept are the running members, some tens a thread. Throws as `require`; what
  /// the plan's `at_step` or `observe` throws ends the sweep, after `observe` has seen what was done in order.
  void run(const RunPlan& plan, long first, long last, int threads,
           const std::function<void(const SweepMember&)>& observe) const;

  /// Names of the columns of a table of members: member, the axes, status, t, the state at the end as in the CSV of
  /// `simulate`, energy, energy_change, off_constraint. An axis with the name of another column is start_NAME.
  std::vector<std::string> columns(Dynamics dynamics) const;
  /// The cells of a member under these columns, 17 digits; empty where a refused member has none.
  std::vector<std::string> cells(const SweepMember& member, Dynamics dynamics) const;

 private:
  std::vector<Rational> values_of(long index) const;

  std::shared_ptr<const reading::SystemText> source_;
  std::vector<SweepAxis> axes_;
  SystemFile file_;
  long size_ = 1;
};

}  // namespace hamel
