// Formulas as a graph: what becomes of them before they are a list of operations.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numbers>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <hamel/io/expression.hpp>

#include "curvature_tape.hpp"
#include "formula_operation.hpp"
#include "formula_tape.hpp"

namespace hamel {

/// Formulas as a graph in which every node is unlike the others; operands come before what uses them.
class FormulaGraph {
 public:
  using Operation = Expression::Operation;
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
      return constant(
          running::apply(operation, nodes_[left].value, right < 0 ? 0 : nodes_[right].value));
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
        case Operation::pi:
          stack.push_back(constant(std::numbers::pi));
          break;
        case Operation::integer_power:
          stack.push_back(integer_power(pop(), n.index));
          break;
        default:
          if (const int right = pop(); Expression::operands(n.operation) == 2)
            stack.push_back(node(n.operation, pop(), right));
          else
            stack.push_back(node(n.operation, right));
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

  /// The list of operations that ends with these nodes.
  FormulaTape finish(const std::vector<int>& roots) const {
    std::vector<char> needed(nodes_.size(), 0);
    for (const int root : roots) needed[root] = 1;
    for (int i = size() - 1; i >= 0; --i) {
      if (!needed[i] || is_leaf(i)) continue;
      needed[nodes_[i].left] = 1;
      if (nodes_[i].right >= 0) needed[nodes_[i].right] = 1;
    }
    FormulaTape tape;
    std::vector<std::int32_t> place(nodes_.size());
    std::int32_t next = 0;
    for (const auto leaf : {Operation::constant, Operation::variable})
      for (int i = 0; i < size(); ++i) {
        const Node& n = nodes_[i];
        if (!needed[i] || n.operation != leaf) continue;
        place[i] = next++;
        if (leaf == Operation::constant)
          tape.constants_.push_back(n.value);
        else
          tape.inputs_.push_back(n.left);
      }
    for (const auto& [kind, batch] : in_batches(needed)) {
      for (const int i : batch) {
        const Node& n = nodes_[i];
        place[i] = next++;
        tape.code_.push_back({place[n.left], n.right < 0 ? place[n.left] : place[n.right]});
      }
      tape.batches_.push_back(
          {kind.operation, kind.with_cosine, static_cast<std::int32_t>(batch.size())});
    }
    for (const int root : roots) tape.outputs_.push_back(place[root]);
    return tape;
  }

  bool is_constant(int i) const { return nodes_[i].operation == Operation::constant; }
  bool is(int i, double value) const { return is_constant(i) && nodes_[i].value == value; }
  /// The number that a constant is.
  double value(int i) const { return nodes_[i].value; }

  // Results may be simplified: 0, 1, signs and what cancels as it stands are exact.
  int sum(int a, int b) {
    if (is(a, 0)) return b;
    if (is(b, 0)) return a;
    if (is_negated(b)) return difference(a, nodes_[b].left);
    if (is_negated(a)) return difference(b, nodes_[a].left);
    return node(Operation::add, a, b);
  }
  int difference(int a, int b) {
    if (a == b) return constant(0);
    if (is(b, 0)) return a;
    if (is(a, 0)) return negated(b);
    if (is_negated(b)) return sum(a, nodes_[b].left);
    return node(Operation::subtract, a, b);
  }
  int product(int a, int b) {
    if (is(a, 1)) return b;
    if (is(b, 1)) return a;
    if (is(a, -1)) return negated(b);
    if (is(b, -1)) return negated(a);
    if (is_negated(a)) return negated(product(nodes_[a].left, b));
    if (is_negated(b)) return negated(product(a, nodes_[b].left));
    return node(Operation::multiply, a, b);
  }
  int negated(int a) { return is_negated(a) ? nodes_[a].left : node(Operation::negate, a); }
  int quotient(int a, int b) { return is(b, 1) ? a : node(Operation::divide, a, b); }

 private:
  struct Hash {
    std::size_t operator()(const std::array<int, 3>& key) const noexcept {
      std::uint64_t h = 0;
      for (const int k : key) h = (h ^ std::uint64_t(std::uint32_t(k))) * 0x9e3779b97f4a7c15u;
      return static_cast<std::size_t>(h ^ (h >> 32));
    }
  };

  int size() const { return static_cast<int>(nodes_.size()); }
  bool is_negated(int i) const { return nodes_[i].operation == Operation::negate; }
  bool is_leaf(int i) const { return is_constant(i) || nodes_[i].operation == Operation::variable; }

  /// What operations of a batch have in common.
  struct Kind {
    Operation operation;
    bool with_cosine;
    auto operator<=>(const Kind&) const = default;
  };

  /// The cosine of the angle whose sine node i is, or the sine where i is a cosine; -1 where nobody needs both.
  int partner(int i, const std::vector<char>& needed) const {
    const Node& n = nodes_[i];
    if (n.operation != Operation::sin && n.operation != Operation::cos) return -1;
    const auto other = n.operation == Operation::sin ? Operation::cos : Operation::sin;
    const auto found = places_.find({static_cast<int>(other), n.left, -1});
    return found == places_.end() || !needed[found->second] ? -1 : found->second;
  }

  /// The operations that are needed in an order in which, as far as what they need of each other allows, those of a
  /// kind stand together.
  std::vector<std::pair<Kind, std::vector<int>>> in_batches(const std::vector<char>& needed) const {
    std::vector<int> waits(nodes_.size(), 0);
    std::vector<std::vector<int>> users(nodes_.size());
    std::map<Kind, std::vector<int>> ready;
    const auto kind_of = [&](int i) {
      const bool both = partner(i, needed) >= 0;
      return Kind{both ? Operation::sin : nodes_[i].operation, both};
    };
    const auto make_ready = [&](int i, std::vector<int>& batch) {
      const int other = partner(i, needed);
      if (other < 0) {
        batch.push_back(i);
      } else if (nodes_[i].operation == Operation::sin) {  // once for the two
        batch.push_back(i);
        batch.push_back(other);
      }
    };
    for (int i = 0; i < size(); ++i) {
      if (!needed[i] || is_leaf(i)) continue;
      for (const int operand : {nodes_[i].left, nodes_[i].right}) {
        if (operand < 0 || is_leaf(operand)) continue;
        ++waits[i];
        users[operand].push_back(i);
      }
      if (waits[i] == 0) make_ready(i, ready[kind_of(i)]);
    }
    std::vector<std::pair<Kind, std::vector<int>>> batches;
    while (!ready.empty()) {
      const auto most = std::max_element(
          ready.begin(), ready.end(),
          [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
      const Kind kind = most->first;
      std::vector<int> batch = std::move(most->second);
      ready.erase(most);
      for (std::size_t k = 0; k < batch.size(); ++k) {
        for (const int user : users[batch[k]]) {
          if (--waits[user] != 0) continue;
          const Kind next = kind_of(user);
          make_ready(user, next == kind ? batch : ready[next]);
        }
      }
      batches.push_back({kind, std::move(batch)});
    }
    return batches;
  }

  int unique(Node n) {
    const bool commutes = n.operation == Operation::add || n.operation == Operation::multiply;
    if (commutes && n.right < n.left) std::swap(n.left, n.right);
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
      case Operation::asin:
      case Operation::acos: {  // +- 1/sqrt((1 - x)(1 + x))
        const int less = node(Operation::subtract, constant(1), n.left),
                  more = node(Operation::add, constant(1), n.left),
                  root = node(Operation::sqrt, node(Operation::multiply, less, more)),
                  part = quotient(weight, root);
        give(n.left, n.operation == Operation::asin ? part : negated(part));
        break;
      }
      case Operation::atan:
        give(n.left, quotient(weight, sum(constant(1), node(Operation::multiply, n.left, n.left))));
        break;
      case Operation::sinh:
        give(n.left, product(weight, node(Operation::cosh, n.left)));
        break;
      case Operation::cosh:
        give(n.left, product(weight, node(Operation::sinh, n.left)));
        break;
      case Operation::tanh:
        give(n.left, product(weight, difference(constant(1), node(Operation::multiply, at, at))));
        break;
      case Operation::atan2: {  // of y and x: (x dy - y dx)/(x^2 + y^2)
        const int square = sum(node(Operation::multiply, n.left, n.left),
                               node(Operation::multiply, n.right, n.right)),
                  part = quotient(weight, square);
        give(n.left, product(part, n.right));
        give(n.right, negated(product(part, n.left)));
        break;
      }
      case Operation::where:
      case Operation::unless:
        give(n.right, node(n.operation, n.left, weight));
        break;
      case Operation::constant:
      case Operation::variable:
      case Operation::pi:
      case Operation::integer_power:
        break;
    }
  }

  std::vector<Node> nodes_;
  std::unordered_map<std::array<int, 3>, int, Hash> places_;
  std::unordered_map<std::uint64_t, int> constants_;
};

}  // namespace hamel
