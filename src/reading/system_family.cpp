// Reading a system file with one parameter left free.
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/core/nearest_name.hpp>
#include <hamel/io/json.hpp>
#include <hamel/io/system_family.hpp>
#include <hamel/io/system_file.hpp>

#include "budget.hpp"
#include "reading.hpp"

namespace hamel {

namespace {

/// A rational function of the parameter or "not visibly one".
struct FamilyNumber {
  std::optional<RationalFunction> value = std::nullopt;

  FamilyNumber() = default;
  explicit FamilyNumber(int number) : value(number) {}
  explicit FamilyNumber(const Integer& number) : value(Rational(number)) {}
  explicit FamilyNumber(RationalFunction function) {
    if (function.numerator().degree() <= max_family_degree &&
        function.denominator().degree() <= max_family_degree)
      value = std::move(function);
  }
};

/// f of two known functions.
template <class F>
FamilyNumber both(const FamilyNumber& a, const FamilyNumber& b, F f) {
  return a.value && b.value ? FamilyNumber(f(*a.value, *b.value)) : FamilyNumber();
}
FamilyNumber operator+(const FamilyNumber& a, const FamilyNumber& b) {
  return both(a, b, [](const auto& f, const auto& g) { return f + g; });
}
FamilyNumber operator-(const FamilyNumber& a, const FamilyNumber& b) {
  return both(a, b, [](const auto& f, const auto& g) { return f - g; });
}
FamilyNumber operator*(const FamilyNumber& a, const FamilyNumber& b) {
  return both(a, b, [](const auto& f, const auto& g) { return f * g; });
}
FamilyNumber operator/(const FamilyNumber& a, const FamilyNumber& b) {
  if (b.value && b.value->is_zero()) return {};
  return both(a, b, [](const auto& f, const auto& g) { return f / g; });
}
FamilyNumber operator-(const FamilyNumber& a) {
  return a.value ? FamilyNumber(-*a.value) : a;
}
FamilyNumber integer_power(const FamilyNumber& base, int exponent) {
  if (exponent < 0) return FamilyNumber(1) / integer_power(base, -exponent);
  if (exponent > max_family_degree && base.value && !base.value->is_constant()) return {};
  FamilyNumber result(1), square = base;
  for (int k = exponent; k > 0; k /= 2) {
    if (k % 2 == 1) result = result * square;
    if (k > 1) square = square * square;
  }
  return result;
}
// Powers and functions of exact constants are folded when a formula is read; none other is rational.
FamilyNumber real_power(const FamilyNumber&, const FamilyNumber&) {
  return {};
}
FamilyNumber sin(const FamilyNumber&) {
  return {};
}
FamilyNumber cos(const FamilyNumber&) {
  return {};
}
FamilyNumber tan(const FamilyNumber&) {
  return {};
}
FamilyNumber exp(const FamilyNumber&) {
  return {};
}
FamilyNumber log(const FamilyNumber&) {
  return {};
}
FamilyNumber sqrt(const FamilyNumber&) {
  return {};
}

/// Reads the numbers of a file as functions of the free parameter.
class FamilyReader {
 public:
  FamilyReader(const JsonNode& file, const GroupSystem& own, std::string parameter)
      : file_(file),
        own_(own),
        parameter_(std::move(parameter)),
        scope_(reading::read_parameters(file, parameter_)) {}

  AlgebraicSystem<RationalFunction> system() const {
    const int n = own_.dim();
    AlgebraicSystem<RationalFunction> result{algebra(), DynamicMatrix<RationalFunction>(n, n), {}};
    const JsonNode metric = file_.member("metric", "");
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) result.metric(i, j) = function(metric.item(i).item(j));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        if (!(result.metric(i, j) - result.metric(j, i)).is_zero())
          throw DegenerateMetric(
              metric.item(i).item(j).path(), shown(result.metric(i, j)),
              shown(result.metric(j, i)) + " as at the mirror entry, for every " + parameter_);
    if (own_.constrained()) {
      const JsonNode span = file_.member("constraint", "").member("span", "");
      result.distribution.resize(n, static_cast<int>(own_.span.size()));
      for (int j = 0; j < result.distribution.cols(); ++j)
        for (int i = 0; i < n; ++i) result.distribution(i, j) = function(span.item(j).item(i));
    }
    return result;
  }

 private:
  std::string shown(const RationalFunction& f) const {
    const std::string top = f.numerator().str(parameter_);
    return f.denominator().degree() == 0
               ? top
               : "(" + top + ")/(" + f.denominator().str(parameter_) + ")";
  }

  RationalFunction function(const JsonNode& node) const {
    const std::vector<FamilyNumber> variables{FamilyNumber(RationalFunction::parameter())};
    const auto f =
        reading::read_expression(node, scope_).evaluate(std::span<const FamilyNumber>(variables));
    if (!f.value)
      node.refuse("a quotient of polynomials in " + parameter_ +
                  " with rational coefficients, of degree at most " +
                  std::to_string(max_family_degree));
    return *f.value;
  }

  StructureConstants<RationalFunction> algebra() const {
    if (!file_.has("algebra")) {
      const JsonNode group = file_.member("group", "");
      require_fixed(group);
      if (!own_.exact_algebra) group.refuse("matrices with rational structure constants");
      return own_.exact_algebra->cast<RationalFunction>();
    }
    const auto index = [](std::string text) {
      std::erase(text, ' ');
      return std::atoi(text.c_str()) - 1;
    };
    StructureConstants<RationalFunction> result(own_.dim());
    for (const auto& [pair, bracket] :
         file_.member("algebra", "").member("brackets", "").members()) {
      const std::size_t comma = pair.find(',');
      for (const auto& [name, coefficient] : bracket.members())
        result.set(index(pair.substr(0, comma)), index(pair.substr(comma + 1)), index(name),
                   function(coefficient));
    }
    return result;
  }

  /// Refuses the parameter inside the matrices of a group.
  void require_fixed(const JsonNode& group) const {
    if (group.is_array())
      for (const auto& factor : group.array()) require_fixed(factor);
    if (!group.is_object()) return;
    for (const auto& matrix : group.member("matrices", "").array())
      for (const auto& row : matrix.array())
        for (const auto& entry : row.array())
          if (!reading::read_expression(entry, scope_).is_constant())
            entry.refuse("matrices that do not contain " + parameter_ +
                         " (an \"algebra\" may contain it)");
  }

  const JsonNode& file_;
  const GroupSystem& own_;
  std::string parameter_;
  Expression::Scope scope_;
};

/// Refuses what is not an invariant kinetic system.
const GroupSystem& require_invariant_kinetic(const JsonNode& file, const SystemFile& own) {
  const auto* group = std::get_if<GroupSystem>(&own.system);
  if (group == nullptr)
    file.member("chart", "").refuse("a chart", "a group or an algebra, to vary a parameter");
  const auto refuse = [](const JsonNode& node, const std::string& found,
                         const std::string& expected) {
    node.refuse(found, expected + ", to vary a parameter");
  };
  if (!group->metric_is_constant())
    refuse(file.member("metric", ""), "a metric that depends on x", "a constant metric");
  if (!group->potential.is_constant())
    refuse(file.member("potential", ""), "a potential", "no potential");
  if (!group->force.empty()) refuse(file.member("force", ""), "a force", "no force");
  if (group->forced()) refuse(file.member("inputs", ""), "an input with a signal", "none");
  if (group->moves())
    refuse(file.member("constraint", "").member("span", ""),
           "a constraint that moves with the configuration", "a constant constraint");
  if (!group->offset.empty())
    refuse(file.member("constraint", "").member("offset", ""), "an affine constraint",
           "a linear constraint");
  return *group;
}

}  // namespace

SystemFamily read_system_family(const std::string& path, const std::string& parameter) {
  const std::string json = reading::read_text(path);
  const SystemFile own = parse_system_file(json);
  const reading::Budget budget;
  const JsonValue document = parse_json(json);
  const JsonNode file(document);
  const GroupSystem& group = require_invariant_kinetic(file, own);
  if (!own.parameters.contains(parameter)) {
    std::vector<std::string> known;
    for (const auto& entry : own.parameters) known.push_back(entry.first);
    throw InputError(
        "--vary", "'" + parameter + "'" + nearest_hint(parameter, known),
        known.empty() ? "a file with parameters" : "one of the parameters " + comma_list(known));
  }
  return {own.name, parameter, FamilyReader(file, group, parameter).system()};
}

}  // namespace hamel
