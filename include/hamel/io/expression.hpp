// Formulas read from text: exact numbers, named variables, evaluation over any scalar.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/algebra/rational.hpp>
#include <hamel/core/error.hpp>

namespace hamel {

/// A formula that cannot be read, with the position of the offending character (from 1).
class ExpressionError : public InputError {
 public:
  ExpressionError(const std::string& where, std::size_t position, std::string found,
                  std::string expected)
      : InputError(where + ", character " + std::to_string(position), std::move(found),
                   std::move(expected)),
        position_(position) {}

  std::size_t position() const noexcept { return position_; }

 private:
  std::size_t position_;
};

/// A formula: `+ - * / ^`, parentheses, `sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs sign min max
/// if`, `pi`, exact numbers, variables.
///
/// `if(c, a, b)` is a where c > 0, else b; `abs`, `sign`, `min` and `max` are made of it. Where exact numbers have no
/// such function, an exact value is unknown.
///
/// `^` is right-associative and binds tighter than unary minus: -x^2 = -(x^2), 2^3^2 = 2^9. Stored
/// as nodes in evaluation order (operands before operators), constant parts folded exactly where
/// exact arithmetic can. Evaluation walks the nodes with a small fixed stack and does not allocate
/// for machine scalars.
class Expression {
 public:
  enum class Operation : unsigned char {
    constant,
    variable,
    add,
    subtract,
    multiply,
    divide,
    negate,
    power,
    integer_power,
    sin,
    cos,
    tan,
    exp,
    log,
    sqrt,
    asin,
    acos,
    atan,
    sinh,
    cosh,
    tanh,
    atan2,
    pi,
    where,  ///< the second where the first is positive, else 0
    unless  ///< 0 where the first is positive, else the second
  };
  /// How many numbers it takes.
  static constexpr int operands(Operation operation) noexcept {
    switch (operation) {
      case Operation::constant:
      case Operation::variable:
      case Operation::pi:
        return 0;
      case Operation::add:
      case Operation::subtract:
      case Operation::multiply:
      case Operation::divide:
      case Operation::power:
      case Operation::atan2:
      case Operation::where:
      case Operation::unless:
        return 2;
      default:
        return 1;
    }
  }
  /// `index` is that of a constant or variable, or the exponent of an integer power.
  struct Node {
    Operation operation;
    int index = 0;
  };
  /// An exact number and the double nearest to it.
  struct Constant {
    Rational exact;
    double rounded;
  };
  /// Named formulas as text, with the place that errors in them name.
  struct Definition {
    std::string text, where;
  };
  using Definitions = std::map<std::string, Definition, std::less<>>;
  /// What a formula may name: variables (by index), parameters (replaced by their formulas) and definitions, which are
  /// read where they are named.
  struct Scope {
    std::vector<std::string> variables;
    std::map<std::string, Expression, std::less<>> parameters;
    std::shared_ptr<const Definitions> definitions = nullptr;
  };

  /// Deepest evaluation stack of a formula; a deeper one is refused when read.
  static constexpr int max_stack = 24;
  static constexpr std::size_t max_length = 20000;  ///< characters of a formula
  static constexpr std::size_t max_nodes = 20000;   ///< nodes after parameters are replaced

  /// The constant 0.
  Expression() : Expression(Rational(0)) {}
  /// A constant. Throws InputError when it has no double.
  explicit Expression(const Rational& value);
  /// The variable of that index.
  static Expression variable(int index);

  /// Reads a formula. Throws ExpressionError; `where` is the place named in it.
  static Expression parse(std::string_view text, const Scope& scope,
                          const std::string& where = "expression");

  /// The formula with variable first + i replaced by values[i], constant parts folded as when it is read. Throws
  /// ExpressionError where that divides by zero or has no double.
  Expression with_values(int first, std::span<const Expression> values,
                         const std::string& where = "expression") const;

  /// The value, given one value per variable of the scope it was read in. In double; the library has other scalars.
  template <class S>
  S evaluate(std::span<const S> variables) const;

  /// The exact value at rational values of the variables, if it is rational and exact arithmetic
  /// finds it: sums, products, quotients, integer powers, square roots of squares, sin(0) and the
  /// like.
  std::optional<Rational> exact(std::span<const Rational> variables = {}) const;

  /// True when no variable occurs.
  bool is_constant() const;
  /// True when it is the constant 0.
  bool is_zero() const;
  /// occurs[i] tells whether variable i occurs, i < count.
  std::vector<bool> occurring(int count) const;

  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  const std::vector<Constant>& constants() const noexcept { return constants_; }

 private:
  friend class ExpressionParser;
  /// Walks the nodes with the given meaning of constants and variables.
  template <class S, class OfConstant, class OfVariable>
  S fold(OfConstant of_constant, OfVariable of_variable) const;

  std::vector<Node> nodes_;
  std::vector<Constant> constants_;
};

extern template double Expression::evaluate<double>(std::span<const double>) const;

}  // namespace hamel
