// System files: what a JSON description of a mechanical system means, fully checked.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/check/algebraic_system.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_group.hpp>

namespace hamel {

/// A constant of a system file: its double and, when it is visibly rational, its exact value.
struct Number {
  double value = 0;
  std::optional<Rational> exact = Rational(0);
};

/// Vectors of constants as doubles, one column per vector.
DynamicMatrix<double> as_doubles(const std::vector<std::vector<Number>>& columns, int rows);

/// How far a start given in decimals was off its group and its constraint, as parts of the terms that are summed there,
/// before it was moved onto them; 0 where it was not.
struct Projected {
  double element = 0, velocity = 0, multiplier = 0;

  double most() const { return std::max({element, velocity, multiplier}); }
  explicit operator bool() const { return most() > 0; }
};

/// Where a motion on a group starts.
struct GroupStart {
  std::vector<Number> coordinates;  ///< of the element, in the order of the group's names
  std::vector<Number> a;            ///< velocity, in offset(x) + d
  std::vector<Number> mu;           ///< multiplier, annihilates d
  std::vector<Expression> a_written =
      {};         ///< velocity, as the file writes it; none where it was replaced
  Number t = {};  ///< the time then: all formulas in t of the system count from it
  Projected projected = {};
  /// Moved onto the constraint, or computed by Hamel itself: what rounding leaves of it off the constraint is not tested.
  bool is_admissible = false;
};

/// A signal given by a table: w at times that grow, and between them.
struct SignalTable {
  std::vector<double> t, w;
  bool linear = false;  ///< straight lines between the rows; else each row is held up to the next
};

/// An input of a system: the force B(x) w of one number w, or the part b(x) w of the velocity.
struct GroupInput {
  std::string name;
  std::vector<Expression> force;     ///< n covector components, in coordinates; none of a velocity
  std::vector<Expression> velocity;  ///< n components, in coordinates, on a group; none of a force
  std::optional<Expression> signal;  ///< w, in t; without, w is what a caller holds, else 0
  std::shared_ptr<const SignalTable> table;     ///< in place of `signal`
  std::optional<std::array<Number, 2>> bounds;  ///< least and greatest w, where it is chosen
};

/// Coordinates, by index, that a motion is to have at a time on its way.
struct Waypoint {
  Number t;
  std::vector<std::pair<int, Number>> coordinates;
};

/// Where to steer to.
struct Target {
  std::vector<Number> coordinates;
  std::vector<Waypoint> via;  ///< in the order of time
  std::vector<int> periodic;  ///< coordinates that are to end where they begin, wherever that is
};

/// A part of the vehicle that pictures draw, in the frame of the body at x, y and its heading. Formulas in coordinates.
struct VehiclePart {
  enum class Kind { line, wheel };
  Kind kind;
  /// Of a line its corners, forward and left of the body each; of a wheel its place, its angle and its length.
  std::vector<Expression> numbers;
};

/// A moment that a run looks for: where a formula crosses zero.
struct FileEvent {
  std::string name;
  Expression when;             ///< in coordinates, velocities and t
  std::optional<bool> rising;  ///< from below to above zero, or from above to below; without, both
  bool stop = false;           ///< the run ends there
};

/// A system on a Lie group, L = 1/2 g(x)(a,a) - U(x). Formulas are in the coordinates of the group.
struct GroupSystem {
  SystemGroup group;
  std::vector<std::string> coordinates;                       ///< names, in the group's order
  std::optional<StructureConstants<Rational>> exact_algebra;  ///< when the constants are rational
  std::vector<Expression> metric;                             ///< n x n entries, row by row
  Expression potential;
  std::vector<Expression> force;  ///< n covector components in coordinates, a1..an, t; or none
  std::vector<GroupInput> inputs;
  std::vector<std::vector<Number>>
      span;                ///< vectors that span d, at the start; none: unconstrained, or kinematic
  bool kinematic = false;  ///< d is 0: a = v0(t,x), with the velocities of inputs
  /// Their components in coordinates, vector by vector, where d moves with the configuration; or none.
  std::vector<Expression> moving_span;
  std::vector<Expression>
      offset;  ///< n components of an affine constraint, coordinates and t; or none
  /// Rows A(x) of n components, one after another, with A a = A v0: d as the file gives it in place of a span; or none.
  std::vector<Expression> annihilator;
  std::vector<Expression> drift;      ///< of each of these rows, in coordinates and t; or none
  std::vector<Expression> holonomic;  ///< g(t,x) = 0, in coordinates and t; or none
  std::optional<GroupStart> start;
  std::optional<Target> target;
  std::vector<VehiclePart> vehicle;  ///< drawn on paths in the plane; or none

  int dim() const { return group.dim(); }
  bool constrained() const { return kinematic || !span.empty(); }
  /// A force acts, or that of an input with a signal.
  bool forced() const;
  /// An input is a part of the velocity.
  bool moved_by_inputs() const;
  bool moves() const { return !moving_span.empty(); }
  bool metric_is_constant() const;

  /// What the algebraic questions are about, made once when the file is read: brackets, metric and d, without d where
  /// it moves. In floating point with the metric at the start; exactly, with the velocity where it is rational, when
  /// brackets and d are rational and the metric is rational or varies: a metric that varies is then replaced by the
  /// unit matrix, which serves the questions that do not depend on it.
  AlgebraicSystem<double> rounded;
  std::optional<AlgebraicSystem<Rational>> exact;
};

/// Where a motion in coordinates starts.
struct ChartStart {
  std::vector<Number> q, q_dot, lambda;
  std::vector<Expression> q_dot_written = {};  ///< as the file writes it
  Number t = {};                               ///< as of GroupStart
  Projected projected = {};
  bool is_admissible = false;
};

/// A system in coordinates q with velocities q_dot. Formulas are in q (metric, potential) or in q
/// followed by q_dot (lagrangian, constraints).
struct ChartSystem {
  std::vector<std::string> coordinates;
  std::vector<Expression> metric;  ///< n x n entries, row by row; empty when a Lagrangian is given
  Expression potential;
  std::optional<Expression> lagrangian;
  std::vector<Expression> constraints;  ///< each is zero along a motion
  std::vector<Expression> holonomic;    ///< g(t,q) = 0, in q and t; or none
  std::vector<Expression> force;        ///< n components in q, q_dot, t; or none
  std::vector<GroupInput> inputs;
  std::optional<ChartStart> start;
  std::optional<Target> target;
  std::vector<VehiclePart> vehicle;  ///< drawn on paths in the plane; or none
  int heading = -1;                  ///< the coordinate that turns the vehicle, where there is one

  int dim() const { return static_cast<int>(coordinates.size()); }
  /// A force acts, or an input has a signal.
  bool forced() const;
  /// The key of L or of the constraints whose formulas depend on t; null where none do.
  const char* in_time() const;
};

/// A system file after every check.
struct SystemFile {
  std::string name;
  /// Of the text that was read, tables written out in it; empty where what it says was changed since.
  std::string sha256;
  std::map<std::string, Expression, std::less<>> parameters;
  std::variant<GroupSystem, ChartSystem> system;
  std::vector<FileEvent> events;

  bool is_holonomic() const;  ///< equations g = 0 hold along its motions
  /// Throws InputError naming what the question that is asked does not cover: such equations, and d = 0; in
  /// coordinates a force, and formulas in t.
  void refuse_uncovered(const std::string& question) const;

  /// The time of the start; 0 without one.
  double start_time() const;
  /// What was done to the start, as a line of words; empty where nothing was.
  std::string projection() const;
  Projected projected() const;
};

/// Reads and checks a file. Throws InputError (or a type derived from it) naming the JSON path,
/// what was found and what was expected: unknown and missing keys, wrong types and dimensions,
/// syntax errors and undefined names, an asymmetric or degenerate metric (on g or on d), brackets
/// that fail the Jacobi identity, dependent spanning vectors, an element off its group, a velocity
/// outside d, mu not annihilating d, numbers that are not finite. Tests are exact where the numbers
/// are rational; a start in decimals that is off by rounding is moved onto its constraint, see Projected.
SystemFile read_system_file(const std::string& path);

/// The same for the text of a file.
SystemFile parse_system_file(std::string_view json);

/// A group alone, from an object with the key of a system file that names it: `{"group": ["SE2", "T1"]}`. Throws
/// InputError as above.
SystemGroup parse_group(std::string_view json);

}  // namespace hamel
