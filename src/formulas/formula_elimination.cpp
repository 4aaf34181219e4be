// Writing down the solution of symmetric linear equations.
#include "formula_elimination.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "formula_graph.hpp"

namespace hamel::running {

namespace {

/// A pivot and the entry that it is left of.
struct Pivot {
  int value, entry;
};

std::optional<VaryingPivots> varying(const FormulaGraph& graph, const std::vector<Pivot>& pivots,
                                     int positive, std::vector<int>& roots) {
  VaryingPivots found;
  for (std::size_t i = 0; i < pivots.size(); ++i) {
    const auto [value, entry] = pivots[i];
    const bool is_positive = i < static_cast<std::size_t>(positive);
    if (graph.is_constant(value) && graph.is_constant(entry)) {
      const double sign = is_positive ? 1 : -1;
      if (!VaryingPivots::is_clear(sign * graph.value(value), sign * graph.value(entry))) return {};
      continue;
    }
    roots.insert(roots.end(), {value, entry});
    ++(is_positive ? found.positive : found.negative);
  }
  return found;
}

}  // namespace

std::optional<VaryingPivots> solve_in_place(FormulaGraph& graph, Linear& k, int positive,
                                            std::vector<int>& roots) {
  const auto is_zero = [&](int node) { return graph.is(node, 0); };
  std::vector<Pivot> pivots;
  std::vector<int> before(static_cast<std::size_t>(k.size)), inverse(before.size());
  const auto reduce = [&](int& from, int factor, int by) {
    if (!is_zero(by)) from = graph.difference(from, graph.product(factor, by));
  };
  for (int p = 0; p < k.size; ++p) {
    if (p == 0 || p == positive)
      for (int i = p; i < k.size; ++i) before[static_cast<std::size_t>(i)] = k(i, i);
    pivots.push_back({k(p, p), before[static_cast<std::size_t>(p)]});
    inverse[static_cast<std::size_t>(p)] = graph.quotient(graph.constant(1), k(p, p));
    for (int i = p + 1; i < k.size; ++i) {
      if (is_zero(k(i, p))) continue;
      const int factor = graph.product(k(i, p), inverse[static_cast<std::size_t>(p)]);
      for (int j = p + 1; j <= i; ++j) reduce(k(i, j), factor, k(j, p));
      reduce(k[i], factor, k[p]);
    }
    // the column becomes that of B once all rows have seen it
    for (int i = p + 1; i < k.size; ++i)
      if (!is_zero(k(i, p))) k(i, p) = graph.product(k(i, p), inverse[static_cast<std::size_t>(p)]);
  }
  for (int p = k.size - 1; p >= 0; --p) {
    if (!is_zero(k[p])) k[p] = graph.product(k[p], inverse[static_cast<std::size_t>(p)]);
    for (int i = p + 1; i < k.size; ++i)
      if (!is_zero(k(i, p))) reduce(k[p], k(i, p), k[i]);
  }
  return varying(graph, pivots, positive, roots);
}

}  // namespace hamel::running
