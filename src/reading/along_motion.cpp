// Differentiation of formulas, node by node.
#include "along_motion.hpp"

#include <string>
#include <utility>
#include <vector>

namespace hamel::reading {

namespace {

/// A part of a formula and its rate.
struct PartInMotion {
  Expression f, rate;
};

/// The rate of an operation in its operands f, g and their rates F, G; without G, it is 0, and without F that is.
struct RateRule {
  Expression::Operation operation;
  const char *value, *by_both, *by_first, *by_second;
};

constexpr RateRule rate_rules[] = {
    {Expression::Operation::add, "f+g", "F+G", "F", "G"},
    {Expression::Operation::subtract, "f-g", "F-G", "F", "-G"},
    {Expression::Operation::multiply, "f*g", "F*g+f*G", "F*g", "f*G"},
    {Expression::Operation::divide, "f/g", "(F-f/g*G)/g", "F/g", "-f/g^2*G"},
    {Expression::Operation::negate, "-f", nullptr, "-F", nullptr},
    {Expression::Operation::power, "f^g", "f^g*(G*log(f)+g*F/f)", "g*f^(g-1)*F", "f^g*log(f)*G"},
    {Expression::Operation::sin, "sin(f)", nullptr, "cos(f)*F", nullptr},
    {Expression::Operation::cos, "cos(f)", nullptr, "-sin(f)*F", nullptr},
    {Expression::Operation::tan, "tan(f)", nullptr, "(1+tan(f)^2)*F", nullptr},
    {Expression::Operation::exp, "exp(f)", nullptr, "exp(f)*F", nullptr},
    {Expression::Operation::log, "log(f)", nullptr, "F/f", nullptr},
    {Expression::Operation::sqrt, "sqrt(f)", nullptr, "F/(2*sqrt(f))", nullptr},
    {Expression::Operation::asin, "asin(f)", nullptr, "F/sqrt((1-f)*(1+f))", nullptr},
    {Expression::Operation::acos, "acos(f)", nullptr, "-F/sqrt((1-f)*(1+f))", nullptr},
    {Expression::Operation::atan, "atan(f)", nullptr, "F/(1+f^2)", nullptr},
    {Expression::Operation::sinh, "sinh(f)", nullptr, "cosh(f)*F", nullptr},
    {Expression::Operation::cosh, "cosh(f)", nullptr, "sinh(f)*F", nullptr},
    {Expression::Operation::tanh, "tanh(f)", nullptr, "(1-tanh(f)^2)*F", nullptr},
    {Expression::Operation::atan2, "atan2(f,g)", "(F*g-f*G)/(f^2+g^2)", "F*g/(f^2+g^2)",
     "-f*G/(f^2+g^2)"},
    {Expression::Operation::where, "if(f,g,0)", "if(f,G,0)", nullptr, "if(f,G,0)"},
    {Expression::Operation::unless, "if(f,0,g)", "if(f,0,G)", nullptr, "if(f,0,G)"},
};

constexpr const RateRule* rule_of(Expression::Operation operation) {
  for (const RateRule& rule : rate_rules)
    if (rule.operation == operation) return &rule;
  return nullptr;
}
/// Of all operations but those on leaves and whole powers, which `of` differentiates itself.
static_assert([] {
  for (int i = 0; i <= static_cast<int>(Expression::Operation::unless); ++i) {
    const auto operation = static_cast<Expression::Operation>(i);
    const bool by_itself =
        Expression::operands(operation) == 0 || operation == Expression::Operation::integer_power;
    if (!by_itself && rule_of(operation) == nullptr) return false;
  }
  return true;
}());

class MotionOf {
 public:
  MotionOf(int n, std::string path) : n_(n), path_(std::move(path)) {}

  Expression of(const Expression& formula) const {
    std::vector<PartInMotion> stack;
    const auto pop = [&] {
      PartInMotion top = std::move(stack.back());
      stack.pop_back();
      return top;
    };
    for (const Expression::Node& node : formula.nodes()) {
      switch (node.operation) {
        case Expression::Operation::constant:
          stack.push_back(
              {Expression(formula.constants()[static_cast<std::size_t>(node.index)].exact), {}});
          break;
        case Expression::Operation::pi:
          stack.push_back({Expression::parse("pi", {}, path_), {}});
          break;
        case Expression::Operation::variable:
          stack.push_back(
              {Expression::variable(node.index), Expression::variable(n_ + node.index)});
          break;
        case Expression::Operation::integer_power: {
          const std::string n = std::to_string(node.index), less = std::to_string(node.index - 1);
          stack.push_back(applied("f^(" + n + ")", "(" + n + ")*f^(" + less + ")*F", pop(), {}));
          break;
        }
        default: {
          PartInMotion g;
          if (Expression::operands(node.operation) == 2) g = pop();
          stack.push_back(by_rule(node.operation, pop(), g));
        }
      }
    }
    return stack.back().rate;
  }

 private:
  PartInMotion by_rule(Expression::Operation operation, const PartInMotion& f,
                       const PartInMotion& g) const {
    const RateRule& rule = *rule_of(operation);
    const bool first = !f.rate.is_zero(), second = !g.rate.is_zero();
    const char* const rate = first && second ? rule.by_both
                             : first         ? rule.by_first
                             : second        ? rule.by_second
                                             : nullptr;
    return applied(rule.value, rate == nullptr ? "0" : rate, f, g);
  }
  PartInMotion applied(const std::string& value, const std::string& rate, const PartInMotion& f,
                       const PartInMotion& g) const {
    Expression::Scope scope;
    scope.parameters = {{"f", f.f}, {"F", f.rate}, {"g", g.f}, {"G", g.rate}};
    const bool rests = f.rate.is_zero() && g.rate.is_zero();
    return {Expression::parse(value, scope, path_),
            rests ? Expression() : Expression::parse(rate, scope, path_)};
  }

  int n_;
  std::string path_;
};

}  // namespace

Expression along_motion(const Expression& formula, int n, const std::string& path) {
  return MotionOf(n, path).of(formula);
}

}  // namespace hamel::reading
