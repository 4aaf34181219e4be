// Formulas of a file kept with their parameters open, so that a parameter is set without reading them again.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/io/expression.hpp>

#include "base/json.hpp"

namespace hamel::reading {

/// While one is in use, the formulas read by this thread are parsed once for their place in the file, and the values of
/// parameters are put in each time.
class Templates {
 public:
  /// What is set in place of what the file says.
  struct Values {
    std::map<std::string, Rational, std::less<>> formulas;  ///< by the path of the formula
    bool start_is_free =
        false;  ///< the start is one of free motion: it need not keep the constraint
  };

  /// The parameter has this value.
  void set(const std::string& parameter, const Rational& value) {
    set_at("$.parameters." + parameter, value);
  }
  /// The formula at this path has this value.
  void set_at(const std::string& path, const Rational& value) { values_.formulas[path] = value; }
  /// The start is one of free motion.
  void set_free(bool free) { values_.start_is_free = free; }
  /// What the file says below this path was replaced.
  void forget(const std::string& path) {
    std::erase_if(formulas_, [&](const auto& one) { return one.first.starts_with(path); });
  }

  /// Nothing below this path is set any more.
  void forget_values(const std::string& path) {
    std::erase_if(values_.formulas, [&](const auto& one) { return one.first.starts_with(path); });
  }

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
