// A system file in a program: its parameters are set, its motions are taken step by step.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/core/status.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/start.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel {

/// A system file whose parameters may be set. Its text is read once.
class Model {
 public:
  /// Throw as read_system_file and parse_system_file.
  static Model read(const std::string& path);
  static Model parse(std::string_view json);

  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  /// The system with the present parameters.
  const SystemFile& file() const noexcept { return file_; }
  /// The names of the parameters.
  std::vector<std::string> parameters() const;
  /// The value of a parameter. Throws InputError when there is none of that name.
  Number parameter(std::string_view name) const;
  /// Sets a parameter, those of the file that are formulas in it follow. The whole system is checked as when it was
  /// read; on a failure InputError is thrown and the model stays as it was. A double is taken as the binary number it
  /// is.
  void set(const std::string& name, const Rational& value);
  void set(const std::string& name, double value);
  /// Sets several numbers at once: parameters by their names, and numbers of the start: coordinates by their names,
  /// components a1..an of the velocity, u1..ur, its coefficients of the vectors that span d (those that are not set stay
  /// what they are at the place of the file), mu1..mun, the time t; of systems in coordinates q_dot as x_dot and
  /// lambda1... A parameter comes before a number of the start of the same name.
  void set(const std::vector<std::pair<std::string, Rational>>& values);
  /// Puts a start in place of that of the file, in one with no start too, and forgets the numbers of the start set
  /// before. Checked as when a file is read; on a failure the model stays as it was.
  void set_start(const StartGiven& start);
  /// Runs end where the formula (in coordinates, velocities, t, parameters, definitions) crosses zero: an event of the
  /// file called stop-when. Throws InputError naming that.
  void stop_when(const std::string& formula);
  /// The names that `set` takes.
  std::vector<std::string> settable() const;

 private:
  struct Source;

  explicit Model(std::unique_ptr<Source> source);
  void require(std::string_view name) const;

  std::unique_ptr<Source> source_;
  SystemFile file_;
};

/// A motion of a system file, step by step, with inputs that may be held over each. A step neither throws nor
/// allocates after the first of its method.
class Simulation {
 public:
  /// The motion from the start of the file. Throws InputError as simulate.
  explicit Simulation(const SystemFile& file, Dynamics dynamics = Dynamics::nonholonomic,
                      const std::string& method = methods().front().name);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  /// Names of the inputs, in the order in which they are held.
  const std::vector<std::string>& inputs() const noexcept { return inputs_; }
  double time() const noexcept { return start_ + time_; }

  /// A step of length h, inputs at the signals of the file. On a failure the motion stays where it was.
  StepStatus step(double h) noexcept;
  /// The same under inputs held over the step: one number each, else Outcome::wrong_inputs.
  StepStatus step(double h, std::span<const double> inputs) noexcept;
  /// Where the motion is; the numbers of `sample` are replaced.
  void look(Sample& sample) const;
  Sample look() const;
  /// Back to the start.
  void restart();

  struct Run;

 private:
  StepStatus advance(double h) noexcept;

  std::vector<std::string> inputs_;
  std::unique_ptr<Run> run_;
  double start_ = 0, time_ = 0;  ///< the time of the start, and since
};

/// The outputs of a run, row by row.
struct Table {
  std::vector<std::string> columns;
  std::vector<double> numbers;
  RunStatus status;

  std::size_t rows() const noexcept {
    return columns.empty() ? 0 : numbers.size() / columns.size();
  }
  double operator()(std::size_t row, std::size_t column) const {
    return numbers[row * columns.size() + column];
  }
  /// The index of a column. Throws InputError when there is none of that name.
  std::size_t column(std::string_view name) const;
};

/// The run of a plan, kept in memory: the columns of a CSV file. Throws as simulate.
Table tabulate(const SystemFile& file, const RunPlan& plan);

}  // namespace hamel
