// Reading formulas: text to expression, with the place of every mistake.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hamel/algebra/rational_text.hpp>
#include <hamel/io/expression.hpp>

#include "base/budget.hpp"
#include "base/nearest_name.hpp"
#include "base/printable.hpp"
#include "formula_functions.hpp"

namespace hamel {

namespace {

constexpr int max_depth = 60;                // of parentheses, signs and exponents
constexpr unsigned max_exponent = 1u << 15;  // that is folded exactly
constexpr std::size_t bits_per_digit = 4;    // of a decimal number, rounded up
constexpr std::size_t max_digits = 19728;    // of a decimal number: 2^16 bits

}  // namespace

/// Recursive descent; appends nodes in evaluation order and folds exact constants as it goes.
class ExpressionParser {
 public:
  using Operation = Expression::Operation;

  ExpressionParser(std::string_view text, const Expression::Scope& scope, const std::string& where)
      : text_(text), scope_(scope), where_(where) {}
  /// The text of a definition that others lead to.
  ExpressionParser(const Expression::Definition& definition, const ExpressionParser& user,
                   std::string_view name)
      : ExpressionParser(definition.text, user.scope_, definition.where) {
    open_ = user.open_;
    open_.emplace_back(name);
  }

  Expression parse() {
    result_.nodes_.clear();
    result_.constants_.clear();
    if (text_.size() > Expression::max_length) {
      fail(0, std::to_string(text_.size()) + " characters",
           "at most " + std::to_string(Expression::max_length));
    }
    sum(0);
    if (position_ < text_.size()) fail_here("an operator or the end");
    return std::move(result_);
  }

  /// The formula read again, its variables from `first` on replaced.
  Expression replace(const Expression& formula, int first, std::span<const Expression> values) {
    result_.nodes_.clear();
    result_.constants_.clear();
    append(formula, first, values, 0);
    return std::move(result_);
  }

 private:
  void append(const Expression& formula, int first, std::span<const Expression> values,
              std::size_t start) {
    for (const auto& node : formula.nodes()) {
      switch (node.operation) {
        case Operation::constant:
          push_constant(formula.constants()[node.index].exact, start);
          break;
        case Operation::variable:
          if (node.index < first)
            push(node, start);
          else
            insert(values[static_cast<std::size_t>(node.index - first)], start);
          break;
        case Operation::pi:
          push(node, start);
          break;
        case Operation::integer_power:
          push_constant(Rational(node.index), start);
          apply(Operation::power, start);
          break;
        default:
          apply(node.operation, start);
      }
    }
  }

  // sum = product { (+|-) product }
  void sum(int depth) {
    product(depth);
    for (char c = peek(); c == '+' || c == '-'; c = peek()) {
      const std::size_t start = position_++;
      product(depth);
      apply(c == '+' ? Operation::add : Operation::subtract, start);
    }
  }

  // product = signed { (*|/) signed }
  void product(int depth) {
    signed_power(depth);
    for (char c = peek(); c == '*' || c == '/'; c = peek()) {
      const std::size_t start = position_++;
      signed_power(depth);
      apply(c == '*' ? Operation::multiply : Operation::divide, start);
    }
  }

  // signed = - signed | primary [ ^ signed ]
  void signed_power(int depth) {
    if (depth > max_depth) {
      fail(position_, "nesting deeper than " + std::to_string(max_depth), "a flatter formula");
    }
    if (peek() == '-') {
      const std::size_t start = position_++;
      signed_power(depth + 1);
      apply(Operation::negate, start);
      return;
    }
    primary(depth);
    if (peek() == '^') {
      const std::size_t start = position_++;
      signed_power(depth + 1);
      apply(Operation::power, start);
    }
  }

  // primary = number | name | function ( sum { , sum } ) | ( sum )
  void primary(int depth) {
    const char c = peek();
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') {
      number();
    } else if (is_name_start(c)) {
      name(depth);
    } else if (c == '(') {
      parenthesised(depth);
    } else {
      fail_here("a number, a name or '('");
    }
  }

  void parenthesised(int depth) {
    ++position_;
    sum(depth + 1);
    if (peek() != ')') fail_here("')' or an operator");
    ++position_;
  }

  void number() {
    const std::size_t start = position_;
    skip_digits();
    if (position_ < text_.size() && text_[position_] == '.') {
      ++position_;
      skip_digits();
    }
    if (starts_exponent()) {
      position_ += 2;
      skip_digits();
    }
    if (position_ - start > max_digits) {
      fail(start, "a number of " + std::to_string(position_ - start) + " characters",
           "at most " + std::to_string(max_digits));
    }
    reading::Budget::spend_exact(bits_per_digit * (position_ - start));
    const auto value = try_parse_rational(text_.substr(start, position_ - start));
    if (!value) fail(start, quoted(start), "a decimal number with an exponent below 10000");
    push_constant(*value, start);
  }

  /// True at "e5", "E-5": an e that is followed by digits belongs to the number.
  bool starts_exponent() const {
    std::size_t i = position_;
    if (i >= text_.size() || (text_[i] != 'e' && text_[i] != 'E')) return false;
    if (++i < text_.size() && (text_[i] == '+' || text_[i] == '-')) ++i;
    return i < text_.size() && std::isdigit(static_cast<unsigned char>(text_[i]));
  }

  void skip_digits() {
    while (position_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[position_]))) {
      ++position_;
    }
  }

  void name(int depth) {
    const std::size_t start = position_;
    while (position_ < text_.size() && is_name_part(text_[position_])) ++position_;
    const std::string_view word = text_.substr(start, position_ - start);
    // What the file names hides a function of that name.
    const auto variable = std::find(scope_.variables.begin(), scope_.variables.end(), word);
    if (variable != scope_.variables.end())
      return push({Operation::variable, static_cast<int>(variable - scope_.variables.begin())},
                  start);
    if (const auto p = scope_.parameters.find(word); p != scope_.parameters.end())
      return insert(p->second, start);
    if (scope_.definitions != nullptr)
      if (const auto d = scope_.definitions->find(word); d != scope_.definitions->end())
        return define(d->first, d->second, start);
    if (word == "pi") return push({Operation::pi, 0}, start);
    const auto* const function =
        std::ranges::find(reading::formula_functions, word, &Function::name);
    if (function != std::end(reading::formula_functions)) return call(*function, depth, start);
    std::vector<std::string> known = scope_.variables;
    for (const auto& parameter : scope_.parameters) known.push_back(parameter.first);
    if (scope_.definitions != nullptr)
      for (const auto& definition : *scope_.definitions) known.push_back(definition.first);
    fail(start, "undefined name '" + printable(word) + "'" + nearest_hint(word, known),
         known.empty() ? "a number (no name is defined here)" : "one of " + comma_list(known));
  }

  void define(std::string_view name, const Expression::Definition& definition, std::size_t start) {
    if (std::find(open_.begin(), open_.end(), name) != open_.end())
      fail(start, "'" + printable(name) + "', which leads back to itself",
           "definitions without a circle");
    insert(ExpressionParser(definition, *this, name).parse(), start);
  }

  using Function = reading::FormulaFunction;

  void write(const Function& function, std::span<const Expression> x, std::size_t start) {
    if (!function.formula.empty()) {
      static const Expression::Scope arguments{{"x", "y"}, {}};
      append(Expression::parse(function.formula, arguments), 0, x, start);
      return;
    }
    for (const Expression& one : x.first(std::min(x.size(), std::size_t(2)))) insert(one, start);
    apply(function.operation, start);
    if (x.size() == 3) {  // what stands where the first is not positive
      insert(x[0], start);
      insert(x[2], start);
      apply(Operation::unless, start);
      apply(Operation::add, start);
    }
  }

  /// What `read` appends, taken away again.
  template <class Read>
  Expression taken(const Read& read) {
    const auto nodes = static_cast<std::ptrdiff_t>(result_.nodes_.size()),
               constants = static_cast<std::ptrdiff_t>(result_.constants_.size());
    read();
    Expression part;
    part.nodes_.assign(result_.nodes_.begin() + nodes, result_.nodes_.end());
    part.constants_.assign(result_.constants_.begin() + constants, result_.constants_.end());
    for (auto& node : part.nodes_)
      if (node.operation == Operation::constant) node.index -= static_cast<int>(constants);
    result_.nodes_.resize(static_cast<std::size_t>(nodes));
    result_.constants_.resize(static_cast<std::size_t>(constants));
    --stack_;
    return part;
  }

  void call(const Function& function, int depth, std::size_t start) {
    if (peek() != '(') fail_here("'(' after " + std::string(function.name));
    std::vector<Expression> arguments;
    do {
      ++position_;
      arguments.push_back(taken([&] { sum(depth + 1); }));
    } while (peek() == ',' && arguments.size() < function.arguments);
    if (arguments.size() < function.arguments)
      fail_here("',' and argument " + std::to_string(arguments.size() + 1) + " of " +
                std::string(function.name));
    if (peek() != ')') fail_here("')' or an operator");
    ++position_;
    write(function, arguments, start);
  }

  void insert(const Expression& formula, std::size_t start) {
    for (Expression::Node node : formula.nodes()) {
      if (node.operation == Operation::constant) {
        result_.constants_.push_back(formula.constants()[node.index]);
        node.index = static_cast<int>(result_.constants_.size()) - 1;
      }
      push(node, start);
    }
  }

  void push_constant(const Rational& value, std::size_t start) {
    try {
      insert(Expression(value), start);
    } catch (const InputError& error) {
      fail(start, error.found(), error.expected());
    }
  }

  void push(Expression::Node node, std::size_t start) {
    stack_ += 1 - Expression::operands(node.operation);
    if (stack_ > Expression::max_stack) {
      fail(start, "more than " + std::to_string(Expression::max_stack) + " unfinished operations",
           "a flatter formula");
    }
    reading::Budget::spend_node(where_);
    result_.nodes_.push_back(node);
    if (result_.nodes_.size() > Expression::max_nodes) {
      fail(start, "more than " + std::to_string(Expression::max_nodes) + " operations",
           "a shorter formula");
    }
  }

  /// Appends the operation, then replaces it by its value when its operands are exact constants.
  void apply(Operation operation, std::size_t start) {
    const int operands = Expression::operands(operation);
    auto& nodes = result_.nodes_;
    const auto is_constant = [](const Expression::Node& n) {
      return n.operation == Operation::constant;
    };
    if (std::all_of(nodes.end() - operands, nodes.end(), is_constant)) {
      // Constants are in the order of their nodes: the operands are the last ones.
      Expression part;
      part.constants_.assign(result_.constants_.end() - operands, result_.constants_.end());
      part.nodes_.clear();
      for (int i = 0; i < operands; ++i) part.nodes_.push_back({Operation::constant, i});
      part.nodes_.push_back({operation, 0});
      if (operation == Operation::divide && result_.constants_[nodes.back().index].exact == 0) {
        fail(start, "division by zero", "a nonzero divisor");
      }
      if (const auto value = part.exact()) {
        nodes.resize(nodes.size() - operands);
        result_.constants_.resize(result_.constants_.size() - operands);
        stack_ -= operands;
        push_constant(*value, start);
        return;
      }
    } else if (operation == Operation::power && is_constant(nodes.back())) {
      const Rational exponent = result_.constants_[nodes.back().index].exact;
      if (exponent.denominator() == 1 && abs(exponent.numerator()) <= max_exponent) {
        nodes.back() = {Operation::integer_power, static_cast<int>(exponent.numerator())};
        result_.constants_.pop_back();
        --stack_;
        return;
      }
    }
    push({operation, 0}, start);
  }

  static bool is_name_start(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
  }
  static bool is_name_part(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  }

  /// The next character that is not a space; 0 at the end.
  char peek() {
    while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_]))) {
      ++position_;
    }
    return position_ < text_.size() ? text_[position_] : '\0';
  }

  std::string quoted(std::size_t start) const {
    return "'" + std::string(text_.substr(start, std::min<std::size_t>(position_ - start, 40))) +
           "'";
  }

  [[noreturn]] void fail_here(const std::string& expected) {
    if (position_ >= text_.size()) fail(position_, "the end of the formula", expected);
    std::size_t end = position_ + 1;  // of the character, which may have several bytes
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0) == 0x80) ++end;
    fail(position_, "'" + printable(text_.substr(position_, end - position_)) + "'", expected);
  }
  [[noreturn]] void fail(std::size_t position, std::string found, std::string expected) const {
    throw ExpressionError(where_, position + 1, std::move(found), std::move(expected));
  }

  std::string_view text_;
  const Expression::Scope& scope_;
  const std::string& where_;
  std::size_t position_ = 0;
  int stack_ = 0;
  Expression result_;
  std::vector<std::string_view> open_;  ///< definitions that are being read
};

Expression::Expression(const Rational& value)
    : nodes_{{Operation::constant, 0}}, constants_{{value, to_double(value)}} {
  const double rounded = constants_[0].rounded;
  if (!std::isfinite(rounded) || (rounded == 0 && value != 0)) {
    throw InputError("number", "a number outside the range of double",
                     "an absolute value between 4.9e-324 and 1.8e308");
  }
}

Expression Expression::with_values(int first, std::span<const Expression> values,
                                   const std::string& where) const {
  const Scope scope;
  return ExpressionParser("", scope, where).replace(*this, first, values);
}

Expression Expression::parse(std::string_view text, const Scope& scope, const std::string& where) {
  return ExpressionParser(text, scope, where).parse();
}

}  // namespace hamel
