// Compiling formulas, and running what became of them.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <hamel/io/formula_tape.hpp>

#include "curvature_tape.hpp"

namespace hamel {

namespace {

using Operation = Expression::Operation;

double apply(Operation operation, double a, double b) noexcept {
  switch (operation) {
    case Operation::add:
      return a + b;
    case Operation::subtract:
      return a - b;
    case Operation::multiply:
      return a * b;
    case Operation::divide:
      return a / b;
    case Operation::negate:
      return -a;
    case Operation::power:
      return std::pow(a, b);
    case Operation::sin:
      return std::sin(a);
    case Operation::cos:
      return std::cos(a);
    case Operation::tan:
      return std::tan(a);
    case Operation::exp:
      return std::exp(a);
    case Operation::log:
      return std::log(a);
    case Operation::sqrt:
      return std::sqrt(a);
    case Operation::constant:
    case Operation::variable:
    case Operation::integer_power:
      break;  // no instructions
  }
  return a;
}

}  // namespace

/// Formulas as a graph in which every node is unlike the others; operands come before what uses them.
class FormulaGraph {
 public:
  struct Node {
    Operation operation;
    int left = -1, right = -1;  // operands; the index of a variable
    double value = 0;           // of a constant
  };

  int constant(double value) {
    const auto [place, is_new] =
        constants_.try_emplace(std::bit_cast<std::uint64_t>(value), size());
    if (is_new) nodes_.push_back({Operation::constant, -1, -1, value});
    return place->second;
  }
  int variable(int index) { return unique({Operation::variable, index}); }

  /// An operation as it stands: constants are folded, nothing is rearranged.
  int node(Operation operation, int left, int right = -1) {
    if (is_constant(left) && (right < 0 || is_constant(right)))
      return constant(apply(operation, nodes_[left].value, right < 0 ? 0 : nodes_[right].value));
    return unique({operation, left, right});
  }

  /// The root of a formula.
  int read(const Expression& formula) {
    std::vector<int> stack;
    for (const auto& n : formula.nodes()) {
      const auto pop = [&] {
        const int top = stack.back();
        stack.pop_back();
        return top;
      };
      switch (n.operation) {
        case Operation::constant:
          stack.push_back(constant(formula.constants()[n.index].rounded));
          break;
        case Operation::variable:
          stack.push_back(variable(n.index));
          break;
        case Operation::add:
        case Operation::subtract:
        case Operation::multiply:
        case Operation::divide:
        case Operation::power: {
          const int right = pop(), left = pop();
          stack.push_back(node(n.operation, left, right));
          break;
        }
        case Operation::integer_power:
          stack.push_back(integer_power(pop(), n.index));
          break;
        default:
          stack.push_back(node(n.operation, pop()));
      }
    }
    return stack.back();
  }

  /// The root of a sum of terms.
  int read(std::span<const running::FormulaTerm> terms) {
    int total = constant(0);
    for (const running::FormulaTerm& term : terms) {
      int one = term.formula != nullptr ? read(*term.formula) : constant(1);
      for (const int index : term.variables) one = product(one, variable(index));
      total = sum(total, is(one, 0) ? one : product(constant(term.factor), one));
    }
    return total;
  }

  /// The derivatives of a node by variables, in the order of the variables: one reverse sweep.
  std::vector<std::pair<int, int>> slopes(int root) {
    std::map<int, int, std::greater<>> weights{{root, constant(1)}};  // by node, the last first
    std::map<int, int> found;
    while (!weights.empty()) {
      const auto [at, weight] = *weights.begin();
      weights.erase(weights.begin());
      const Node n = nodes_[at];
      if (n.operation == Operation::constant) continue;
      if (n.operation == Operation::variable) {
        found[n.left] = weight;
        continue;
      }
      const auto give = [&](int operand, int part) {
        if (is_constant(operand)) return;
        const auto [place, is_new] = weights.try_emplace(operand, part);
        if (!is_new) place->second = sum(place->second, part);
      };
      hand_down(n, at, weight, give);
    }
    return {found.begin(), found.end()};
  }

  FormulaTape finish(const std::vector<int>& roots) const {
    std::vector<char> needed(nodes_.size(), 0);
    for (const int root : roots) needed[root] = 1;
    for (int i = size() - 1; i >= 0; --i) {
      const Node& n = nodes_[i];
      if (!needed[i] || n.operation == Operation::constant || n.operation == Operation::variable)
        continue;
      needed[n.left] = 1;
      if (n.right >= 0) needed[n.right] = 1;
    }
    FormulaTape tape;
    std::vector<std::int32_t> place(nodes_.size());
    std::int32_t next = 0;
    const auto each = [&](auto wanted, const auto& use) {
      for (int i = 0; i < size(); ++i) {
        if (!needed[i] || !wanted(nodes_[i].operation)) continue;
        place[i] = next++;
        use(nodes_[i]);
      }
    };
    each([](Operation o) { return o == Operation::constant; },
         [&](const Node& n) { tape.constants_.push_back(n.value); });
    each([](Operation o) { return o == Operation::variable; },
         [&](const Node& n) { tape.inputs_.push_back(n.left); });
    each([](Operation o) { return o != Operation::constant && o != Operation::variable; },
         [&](const Node& n) {
           tape.code_.push_back(
               {n.operation, place[n.left], n.right < 0 ? place[n.left] : place[n.right]});
         });
    for (const int root : roots) tape.outputs_.push_back(place[root]);
    return tape;
  }

 private:
  struct Hash {
    std::size_t operator()(const std::array<int, 3>& key) const noexcept {
      std::uint64_t h = 0;
      for (const int k : key) h = (h ^ std::uint64_t(std::uint32_t(k))) * 0x9e3779b97f4a7c15u;
      return static_cast<std::size_t>(h ^ (h >> 32));
    }
  };

  int size() const { return static_cast<int>(nodes_.size()); }
  bool is_constant(int i) const { return nodes_[i].operation == Operation::constant; }
  bool is(int i, double value) const { return is_constant(i) && nodes_[i].value == value; }

  int unique(const Node& n) {
    const std::array<int, 3> key{static_cast<int>(n.operation), n.left, n.right};
    const auto [place, is_new] = places_.try_emplace(key, size());
    if (is_new) nodes_.push_back(n);
    return place->second;
  }

  /// By repeated squaring, as detail::integer_power does.
  int integer_power(int base, int exponent) {
    if (exponent < 0) return node(Operation::divide, constant(1), integer_power(base, -exponent));
    if (exponent == 0) return constant(1);
    if (exponent == 1) return base;
    const int half = integer_power(base, exponent / 2);
    const int square = node(Operation::multiply, half, half);
    return exponent % 2 == 0 ? square : node(Operation::multiply, square, base);
  }

  // Derivatives may be simplified: 0 and 1 are exact.
  int sum(int a, int b) { return is(a, 0) ? b : is(b, 0) ? a : node(Operation::add, a, b); }
  int product(int a, int b) {
    if (is(a, 1)) return b;
    if (is(b, 1)) return a;
    if (is(a, -1)) return negated(b);
    if (is(b, -1)) return negated(a);
    return node(Operation::multiply, a, b);
  }
  int negated(int a) {
    return nodes_[a].operation == Operation::negate ? nodes_[a].left : node(Operation::negate, a);
  }
  int quotient(int a, int b) { return is(b, 1) ? a : node(Operation::divide, a, b); }

  /// The parts of the weight of node n, at `at`, that its operands get.
  template <class Give>
  void hand_down(const Node& n, int at, int weight, const Give& give) {
    switch (n.operation) {
      case Operation::add:
        give(n.left, weight);
        give(n.right, weight);
        break;
      case Operation::subtract:
        give(n.left, weight);
        give(n.right, negated(weight));
        break;
      case Operation::multiply:
        give(n.left, product(weight, n.right));
        give(n.right, product(weight, n.left));
        break;
      case Operation::divide: {
        const int part = quotient(weight, n.right);
        give(n.left, part);
        if (!is_constant(n.right)) give(n.right, negated(product(part, at)));
        break;
      }
      case Operation::negate:
        give(n.left, negated(weight));
        break;
      case Operation::power: {  // a^b: b a^(b-1), and a^b log a
        if (!is_constant(n.left)) {
          const int less = node(Operation::subtract, n.right, constant(1));
          give(n.left, product(weight, product(n.right, node(Operation::power, n.left, less))));
        }
        if (!is_constant(n.right))
          give(n.right, product(weight, product(at, node(Operation::log, n.left))));
        break;
      }
      case Operation::sin:
        give(n.left, product(weight, node(Operation::cos, n.left)));
        break;
      case Operation::cos:
        give(n.left, negated(product(weight, node(Operation::sin, n.left))));
        break;
      case Operation::tan:
        give(n.left, product(weight, sum(constant(1), node(Operation::multiply, at, at))));
        break;
      case Operation::exp:
        give(n.left, product(weight, at));
        break;
      case Operation::log:
        give(n.left, quotient(weight, n.left));
        break;
      case Operation::sqrt:
        give(n.left, quotient(weight, node(Operation::multiply, constant(2), at)));
        break;
      case Operation::constant:
      case Operation::variable:
      case Operation::integer_power:
        break;
    }
  }

  std::vector<Node> nodes_;
  std::unordered_map<std::array<int, 3>, int, Hash> places_;
  std::unordered_map<std::uint64_t, int> constants_;
};

FormulaTape::FormulaTape(std::span<const Expression> formulas) {
  FormulaGraph builder;
  std::vector<int> roots;
  for (const Expression& formula : formulas) roots.push_back(builder.read(formula));
  *this = builder.finish(roots);
}

void FormulaTape::run(std::span<const double> variables, double* places) const noexcept {
  double* next = std::copy(constants_.begin(), constants_.end(), places);
  for (const std::int32_t input : inputs_) *next++ = variables[static_cast<std::size_t>(input)];
  for (const Instruction& i : code_) *next++ = apply(i.operation, places[i.left], places[i.right]);
}

double* FormulaTape::of_this_thread(std::size_t count) {
  static thread_local std::vector<double> places;
  if (places.size() < count) places.resize(count);
  return places.data();
}

SlopeTape::SlopeTape(std::span<const Expression> formulas, int first, int last, bool with_values) {
  FormulaGraph builder;
  std::vector<int> roots;
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const int root = builder.read(formulas[i]);
    if (with_values) {
      places_.push_back({static_cast<int>(i), -1});
      roots.push_back(root);
    }
    for (const auto& [variable, slope] : builder.slopes(root)) {
      if (variable < first || variable >= last) continue;
      places_.push_back({static_cast<int>(i), variable});
      roots.push_back(slope);
    }
  }
  tape_ = builder.finish(roots);
}

namespace running {

CurvatureTape::CurvatureTape(std::span<const FormulaTerm> sum, int count)
    : CurvatureTape(sum, count, 0, count) {}

CurvatureTape::CurvatureTape(std::span<const FormulaTerm> sum, int count, int first, int last)
    : count_(count) {
  FormulaGraph builder;
  const auto slopes = builder.slopes(builder.read(sum));
  std::vector<int> roots;
  for (const auto& [variable, slope] : slopes) {
    places_.push_back({variable, -1});
    roots.push_back(slope);
  }
  slopes_ = builder.finish(roots);
  for (const auto& [row, slope] : slopes) {
    if (row < first || row >= last) continue;
    for (const auto& [column, curvature] : builder.slopes(slope)) {
      if (column > row) continue;  // the Hessian is symmetric
      places_.push_back({row, column});
      roots.push_back(curvature);
    }
  }
  all_ = builder.finish(roots);
}

void CurvatureTape::evaluate(std::span<const double> variables, std::span<double> gradient) const {
  std::fill(gradient.begin(), gradient.end(), 0.);
  slopes_.for_each(variables, [&](int i, double value) {
    gradient[static_cast<std::size_t>(places_[static_cast<std::size_t>(i)].row)] = value;
  });
}

void CurvatureTape::evaluate(std::span<const double> variables, std::span<double> gradient,
                             std::span<double> hessian) const {
  std::fill(gradient.begin(), gradient.end(), 0.);
  std::fill(hessian.begin(), hessian.end(), 0.);
  for_each(variables, [&](int row, int column, double value) {
    if (column < 0)
      gradient[static_cast<std::size_t>(row)] = value;
    else
      hessian[static_cast<std::size_t>(row * count_ + column)] =
          hessian[static_cast<std::size_t>(column * count_ + row)] = value;
  });
}

}  // namespace running

}  // namespace hamel
