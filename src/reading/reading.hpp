// What the readers of group and chart systems share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hamel/core/pivots.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>

#include "base/json.hpp"

namespace hamel::reading {

/// Relative size below which a quantity that should vanish counts as zero where numbers are not
/// rational.
inline constexpr double tolerance = 1e-12;

/// The text of a file, or of standard input for "-". Throws InputError when it cannot be read, is no
/// plain file or is longer than a system file may be; `what` says what it should have been.
std::string read_text(const std::string& path, const std::string& what = "a system file");

/// The parameters and definitions of a file as a scope without variables. Each may use the others, in any order.
/// The parameters named in `free` become the variables of the scope, their values are left aside.
Expression::Scope read_parameters(const JsonNode& file, const std::vector<std::string>& free = {});
/// Refuses definitions that cannot be read where everything may be named. There must be some.
void require_definitions(const Expression::Scope& everything);

/// The scope with variables added. Throws InputError when a parameter has the name of a variable.
Expression::Scope with_variables(const Expression::Scope& scope,
                                 const std::vector<std::string>& names);

/// a1, .., an for a letter a.
std::vector<std::string> numbered(const std::string& letter, int n);

Expression read_expression(const JsonNode& node, const Expression::Scope& scope);
std::vector<Expression> read_expressions(const JsonNode& node, std::size_t count,
                                         const Expression::Scope& scope, const std::string& what);
/// n x n formulas, row by row.
std::vector<Expression> read_matrix(const JsonNode& node, int n, const Expression::Scope& scope);
/// A constant; throws InputError when it is not finite. The scope must have no variables.
Number read_number(const JsonNode& node, const Expression::Scope& scope);
std::vector<Number> read_numbers(const JsonNode& node, std::size_t count,
                                 const Expression::Scope& scope, const std::string& what);
/// An object of constants by name; names that are absent keep their value in `defaults`.
std::vector<Number> read_named_numbers(const JsonNode& node, const std::vector<std::string>& names,
                                       std::vector<Number> defaults,
                                       const Expression::Scope& scope);

/// The members `via` and `periodic` of a target, whose points have the given key; no other key is allowed.
void read_way(const JsonNode& target, const char* key, const std::vector<std::string>& names,
              const Expression::Scope& constants, Target& to);

/// The key `events` of a file whose system is read. One may have a name that no file gives it: the formula of
/// Model::stop_when.
std::vector<FileEvent> read_events(const JsonNode& file, const SystemFile& system,
                                   const Expression::Scope& constants);
inline constexpr const char* stop_when = "stop-when";

/// The formula at a point, exact when it can be.
Number value_at(const Expression& formula, const std::vector<Number>& variables);
/// The same; throws InputError naming `node` when it is not finite there.
Number finite_value_at(const Expression& formula, const std::vector<Number>& variables,
                       const JsonNode& node);
/// Number with decimals for people: 10 significant digits, exact form when it is short.
std::string text_of(const Number& number);

/// Vectors of constants exactly when every entry is exact, one column per vector.
std::optional<DynamicMatrix<Rational>> as_rationals(const std::vector<std::vector<Number>>& columns,
                                                    int rows);
/// Sets `exact` and `rounded` of a system whose other parts are read; `metric`: its entries at the start.
void make_algebraic_data(GroupSystem& system, const std::vector<Number>& metric);

/// True for a name that a parameter or coordinate may have.
bool is_plain_name(std::string_view name);
inline constexpr const char* plain_name =
    "a name of at most 100 letters, digits and _ that is not a function";

/// Throws DegenerateMetric when the n x n formulas (row by row) differ from their mirror entries at
/// one of the points; exact where the values are rational.
void require_symmetric(const std::vector<Expression>& metric, int n,
                       const std::vector<std::vector<Number>>& points, const JsonNode& node);

/// Throws DegenerateMetric unless the symmetric n x n matrix (row by row) is non-degenerate; exact for
/// rationals, else against the terms that were summed.
void require_nondegenerate(const std::vector<Number>& matrix, int n, const std::string& path,
                           const std::string& what);
void require_nondegenerate(SummedMatrix matrix, const std::string& path, const std::string& what);

/// The parts that pictures draw in the frame of the body at x, y and the heading, all among the names of the
/// coordinates; finite at the point where the motion starts.
std::vector<VehiclePart> read_vehicle(const JsonNode& node, const std::vector<std::string>& names,
                                      const std::string& heading,
                                      const Expression::Scope& coordinates,
                                      const std::vector<Number>& point);

/// The system that a document describes, as parse_system_file.
SystemFile read_document(const JsonValue& document);

GroupSystem read_group_system(const JsonNode& file, const Expression::Scope& parameters);
ChartSystem read_chart_system(const JsonNode& file, const Expression::Scope& parameters);

class StartTime;

/// The inputs of a system with n components of a covector, finite at the point where it starts, if there is one; their
/// signals count from the time of the start.
std::vector<GroupInput> read_inputs(const JsonNode& node, int n,
                                    const std::vector<std::string>& coordinates,
                                    const Expression::Scope& constants,
                                    const std::vector<Number>* point, const StartTime& start);

}  // namespace hamel::reading
