// Formulas of a file kept with their parameters open, so that a parameter is set without reading them again.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/json.hpp>

namespace hamel::reading {

/// While one is in use, the formulas read by this thread are parsed once for their place in the file, and the values of
/// parameters are put in each time.
class Templates {
 public:
  /// What is set in place of what the file says.
  struct Values {
    std::map<std::string, Rational, std::less<>> formulas;  ///< by the path of the formula
    std::map<int, Rational> coefficients;  ///< of the vectors of d in the velocity at the start
  };

  /// The parameter has this value.
  void set(const std::string& parameter, const Rational& value) {
    set_at("$.parameters." + parameter, value);
  }
  /// The formula at this path has this value.
  void set_at(const std::string& path, const Rational& value) { values_.formulas[path] = value; }
  /// The velocity at the start has this coefficient of vector j of d.
  void set_coefficient(int j, const Rational& value) { values_.coefficients[j] = value; }

  /// Those set so far, and back to them.
  const Values& values() const { return values_; }
  void restore(Values values) { values_ = std::move(values); }

  Expression read(const JsonNode& node, const Expression::Scope& scope);

  /// Uses templates while alive.
  class Use {
   public:
    explicit Use(Templates& templates) : previous_(current()) { current() = &templates; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { current() = previous_; }

   private:
    Templates* previous_;
  };
  /// Those in use; null without.
  static Templates*& current();

 private:
  struct Template {
    Expression formula;  ///< in the variables of its scope, then its parameters
    int variables;
    std::vector<std::string> parameters;
  };

  Values values_;
  std::map<std::string, Template, std::less<>> formulas_;  // by their paths
};

}  // namespace hamel::reading
