// Reading a system file with some of its parameters left free.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/io/system_file.hpp>

#include "base/budget.hpp"
#include "base/json.hpp"
#include "base/nearest_name.hpp"
#include "formulas/expression_value.hpp"
#include "reading.hpp"
#include "system_family.hpp"

namespace hamel::reading {

inline bool is_small(const RationalFunction& f) {
  return f.numerator().degree() <= max_family_degree &&
         f.denominator().degree() <= max_family_degree;
}
inline bool is_constant(const RationalFunction& f) {
  return f.is_constant();
}
inline std::string shown(const RationalFunction& f, const std::vector<std::string>& parameters) {
  const std::string top = f.numerator().str(parameters[0]);
  return f.denominator().degree() == 0
             ? top
             : "(" + top + ")/(" + f.denominator().str(parameters[0]) + ")";
}

/// A rational function F of the free parameters, small enough (found by `is_small`), or "not visibly one".
template <class F>
struct FamilyNumber {
  std::optional<F> value = std::nullopt;

  FamilyNumber() = default;
  explicit FamilyNumber(int number) : value(F(Rational(number))) {}
  explicit FamilyNumber(const Integer& number) : value(F(Rational(number))) {}
  explicit FamilyNumber(F function) {
    if (is_small(function)) value = std::move(function);
  }
};

/// f of two known functions.
template <class F, class Operation>
FamilyNumber<F> both(const FamilyNumber<F>& a, const FamilyNumber<F>& b, Operation f) {
  return a.value && b.value ? FamilyNumber<F>(f(*a.value, *b.value)) : FamilyNumber<F>();
}
template <class F>
FamilyNumber<F> operator+(const FamilyNumber<F>& a, const FamilyNumber<F>& b) {
  return both(a, b, [](const auto& f, const auto& g) { return f + g; });
}
template <class F>
FamilyNumber<F> operator-(const FamilyNumber<F>& a, const FamilyNumber<F>& b) {
  return both(a, b, [](const auto& f, const auto& g) { return f - g; });
}
template <class F>
FamilyNumber<F> operator*(const FamilyNumber<F>& a, const FamilyNumber<F>& b) {
  return both(a, b, [](const auto& f, const auto& g) { return f * g; });
}
template <class F>
FamilyNumber<F> operator/(const FamilyNumber<F>& a, const FamilyNumber<F>& b) {
  if (b.value && b.value->is_zero()) return {};
  return both(a, b, [](const auto& f, const auto& g) { return f / g; });
}
template <class F>
FamilyNumber<F> operator-(const FamilyNumber<F>& a) {
  return a.value ? FamilyNumber<F>(-*a.value) : a;
}
template <class F>
FamilyNumber<F> integer_power(const FamilyNumber<F>& base, int exponent) {
  if (exponent < 0) return FamilyNumber<F>(1) / integer_power(base, -exponent);
  if (exponent > max_family_degree && base.value && !is_constant(*base.value)) return {};
  FamilyNumber<F> result(1), square = base;
  for (int k = exponent; k > 0; k /= 2) {
    if (k % 2 == 1) result = result * square;
    if (k > 1) square = square * square;
  }
  return result;
}
// Powers and functions of exact constants are folded when a formula is read; none other is rational.
template <class F>
FamilyNumber<F> real_power(const FamilyNumber<F>&, const FamilyNumber<F>&) {
  return {};
}
template <class F>
FamilyNumber<F> sin(const FamilyNumber<F>&) {
  return {};
}
template <class F>
FamilyNumber<F> cos(const FamilyNumber<F>&) {
  return {};
}
template <class F>
FamilyNumber<F> tan(const FamilyNumber<F>&) {
  return {};
}
template <class F>
FamilyNumber<F> exp(const FamilyNumber<F>&) {
  return {};
}
template <class F>
FamilyNumber<F> log(const FamilyNumber<F>&) {
  return {};
}
template <class F>
FamilyNumber<F> sqrt(const FamilyNumber<F>&) {
  return {};
}
template <class F>
FamilyNumber<F> not_exact(const FamilyNumber<F>&) {
  return {};
}

/// Reads the numbers of a file as functions of the free parameters. What an F needs: rational constants, arithmetic,
/// is_zero, and by argument-dependent look-up is_small, is_constant and shown(f, parameters).
template <class F>
class FamilyReader {
 public:
  /// `variables`: the parameters that `scope` leaves free, in its order.
  FamilyReader(const JsonNode& file, const GroupSystem& own, Expression::Scope scope,
               const std::vector<F>& variables)
      : file_(file), own_(own), scope_(std::move(scope)) {
    for (const auto& variable : variables) variables_.emplace_back(variable);
  }

  struct Entry {
    int i, j, k;
    F value;
  };
  /// The structure constants that are given, i and j in any order.
  std::vector<Entry> algebra() const;
  /// n rows of n entries, symmetric for all values.
  std::vector<std::vector<F>> metric() const;
  /// The vectors that span d; none without a constraint.
  std::vector<std::vector<F>> span() const;

 private:
  F function(const JsonNode& node) const;
  void require_fixed(const JsonNode& group) const;

  const JsonNode& file_;
  const GroupSystem& own_;
  Expression::Scope scope_;
  std::vector<FamilyNumber<F>> variables_;
};
template <class F>
F FamilyReader<F>::function(const JsonNode& node) const {
  const auto f =
      read_expression(node, scope_).evaluate(std::span<const FamilyNumber<F>>(variables_));
  if (!f.value)
    node.refuse("a quotient of polynomials in " + comma_list(scope_.variables) +
                " with rational coefficients, of degree at most " +
                std::to_string(max_family_degree));
  return *f.value;
}

template <class F>
std::vector<std::vector<F>> FamilyReader<F>::metric() const {
  const int n = own_.dim();
  const JsonNode metric = file_.member("metric", "");
  std::vector<std::vector<F>> result(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) result[i].push_back(function(metric.item(i).item(j)));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (!(result[i][j] - result[j][i]).is_zero())
        throw DegenerateMetric(metric.item(i).item(j).path(), shown(result[i][j], scope_.variables),
                               shown(result[j][i], scope_.variables) +
                                   " as at the mirror entry, for every " +
                                   comma_list(scope_.variables));
  return result;
}

template <class F>
std::vector<std::vector<F>> FamilyReader<F>::span() const {
  std::vector<std::vector<F>> result;
  if (!own_.constrained()) return result;
  const JsonNode span = file_.member("constraint", "").member("span", "");
  for (int j = 0; j < static_cast<int>(own_.span.size()); ++j) {
    result.emplace_back();
    for (int i = 0; i < own_.dim(); ++i) result.back().push_back(function(span.item(j).item(i)));
  }
  return result;
}

template <class F>
auto FamilyReader<F>::algebra() const -> std::vector<Entry> {
  std::vector<Entry> result;
  if (!file_.has("algebra")) {
    const JsonNode group = file_.member("group", "");
    require_fixed(group);
    if (!own_.exact_algebra) group.refuse("matrices with rational structure constants");
    for (const auto& c : own_.exact_algebra->entries())
      result.push_back({c.i, c.j, c.k, F(c.value)});
    return result;
  }
  const auto index = [](std::string text) {
    std::erase(text, ' ');
    return std::atoi(text.c_str()) - 1;
  };
  for (const auto& [pair, bracket] : file_.member("algebra", "").member("brackets", "").members()) {
    const std::size_t comma = pair.find(',');
    for (const auto& [name, coefficient] : bracket.members())
      result.push_back({index(pair.substr(0, comma)), index(pair.substr(comma + 1)), index(name),
                        function(coefficient)});
  }
  return result;
}

/// Refuses a free parameter inside the matrices of a group.
template <class F>
void FamilyReader<F>::require_fixed(const JsonNode& group) const {
  if (group.is_array())
    for (const auto& factor : group.array()) require_fixed(factor);
  if (!group.is_object()) return;
  for (const auto& matrix : group.member("matrices", "").array())
    for (const auto& row : matrix.array())
      for (const auto& entry : row.array())
        if (!read_expression(entry, scope_).is_constant())
          entry.refuse("matrices that do not contain " + comma_list(scope_.variables) +
                       " (an \"algebra\" may contain it)");
}

/// A file that was read at its own values, kept while some of its parameters are left free.
class FamilyFile {
 public:
  /// Throws InputError unless it is a system on a group with a constant metric that has these parameters.
  FamilyFile(std::string json, const std::vector<std::string>& parameters);

  const std::string& name() const { return own_.name; }
  const GroupSystem& group() const;
  const JsonNode& node() const { return node_; }
  /// Whether the potential varies with the configuration, for some values of the free parameters.
  bool has_potential() const;
  /// Whether d does.
  bool moves() const;
  /// Whether there is a force, for some values of the free parameters, or an input with a signal.
  bool is_forced() const;
  /// Whether the constraint has an offset.
  bool is_affine() const { return !group().offset.empty(); }
  /// The formulas' scope: the free parameters are its variables.
  const Expression::Scope& scope() const { return scope_; }

 private:
  /// Whether a formula names a coordinate, or is not known, for some values of the free parameters.
  bool varies(const JsonNode& formula) const;

  std::string json_;
  SystemFile own_;
  Budget budget_;
  JsonValue document_;
  JsonNode node_;
  Expression::Scope scope_;
};

}  // namespace hamel::reading
