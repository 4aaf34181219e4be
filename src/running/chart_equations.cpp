// Writing down the equations of motion of a chart.
#include "chart_equations.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/core/dense.hpp>

#include "formulas/curvature_tape.hpp"
#include "formulas/formula_elimination.hpp"
#include "formulas/formula_graph.hpp"

namespace hamel::running {

namespace {

/// K and the right-hand side of the equations of motion.
Linear equations_of(FormulaGraph& graph, const ChartSystem& file, Dynamics kind) {
  const int n = file.dim(), m = static_cast<int>(file.constraints.size());
  Linear k(n + m, graph.constant(0));
  const auto terms = lagrangian_terms(file, kind == Dynamics::vakonomic);
  for (const auto& [i, slope] : graph.slopes(graph.read(terms))) {
    if (i >= 2 * n) continue;
    if (i < n) {
      k[i] = graph.sum(k[i], slope);
      continue;
    }
    for (const auto& [j, curvature] : graph.slopes(slope)) {
      if (j < n)
        k[i - n] = graph.difference(k[i - n], graph.product(curvature, graph.variable(n + j)));
      else if (j <= i)
        k(i - n, j - n) = curvature;
    }
  }
  if (!is_free_of_force(file))
    for (int i = 0; i < n; ++i) k[i] = graph.sum(k[i], graph.variable(2 * n + m + i));
  for (int a = 0; a < m; ++a)
    for (const auto& [j, slope] :
         graph.slopes(graph.read(file.constraints[static_cast<std::size_t>(a)]))) {
      if (j < n)
        k[n + a] = graph.difference(k[n + a], graph.product(slope, graph.variable(n + j)));
      else
        k(n + a, j - n) = slope;
    }
  return k;
}

}  // namespace

std::vector<FormulaTerm> lagrangian_terms(const ChartSystem& file, bool extended) {
  const int n = file.dim();
  std::vector<FormulaTerm> terms;
  if (file.lagrangian) {
    terms.push_back({1, &*file.lagrangian, {}});
  } else {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        const Expression& entry = file.metric[static_cast<std::size_t>(i * n + j)];
        if (entry.is_constant() && entry.evaluate<double>({}) == 0) continue;
        terms.push_back({i == j ? 0.5 : 1., &entry, {n + i, n + j}});
      }
    terms.push_back({-1, &file.potential, {}});
  }
  if (extended)
    for (const Expression& formula : file.constraints)
      terms.push_back(
          {1, &formula, {2 * n + static_cast<int>(&formula - file.constraints.data())}});
  return terms;
}

std::size_t size_of_formulas(const ChartSystem& file) {
  std::size_t nodes =
      file.lagrangian ? file.lagrangian->nodes().size() : file.potential.nodes().size();
  for (const auto* formulas : {&file.metric, &file.constraints})
    for (const Expression& formula : *formulas) nodes += formula.nodes().size();
  return nodes;
}

std::optional<ChartEquations> ChartEquations::of(const ChartSystem& file, Dynamics kind) {
  const int unknowns = file.dim() + static_cast<int>(file.constraints.size());
  if (unknowns > most_unknowns || size_of_formulas(file) > most_operations) return {};

  FormulaGraph graph;
  Linear k = equations_of(graph, file, kind);
  ChartEquations equations;
  equations.keep(graph, k.entries, file.dim());
  std::vector<int> roots;
  const auto pivots = solve_in_place(graph, k, file.dim(), roots);
  if (!pivots) return {};
  equations.pivots_ = *pivots;
  roots.insert(roots.end(), k.rhs.begin(), k.rhs.end());
  equations.tape_ = graph.finish(roots);
  if (static_cast<std::size_t>(equations.tape_.operations()) > most_operations) return {};
  return equations;
}

void ChartEquations::keep(const FormulaGraph& graph, const std::vector<int>& k, int n) {
  dim_ = n;
  int size = n;
  while (static_cast<std::size_t>(size * size) < k.size()) ++size;
  inertia_.assign(static_cast<std::size_t>(n * n), 0);
  rows_.assign(static_cast<std::size_t>((size - n) * n), 0);
  std::vector<int> roots;
  for (int i = 0; i < size; ++i)
    for (int j = 0; j <= i && j < n; ++j) {
      const int node = k[static_cast<std::size_t>(i * size + j)];
      if (graph.is_constant(node)) {
        put(i, j, graph.value(node), inertia_.data(), rows_.data());
      } else {
        places_.push_back({i, j});
        roots.push_back(node);
        definite_ = definite_ && i >= n;
      }
    }
  entries_ = graph.finish(roots);
}

void ChartEquations::put(int i, int j, double value, double* inertia, double* rows) const noexcept {
  const int m = static_cast<int>(rows_.size()) / dim_;
  if (i < dim_)
    inertia[i + j * dim_] = inertia[j + i * dim_] = value;
  else
    rows[i - dim_ + j * m] = value;
}

void ChartEquations::matrices(std::span<const double> variables, double* inertia,
                              double* rows) const noexcept {
  if (inertia != nullptr) copy_few(inertia_.data(), inertia_.data() + inertia_.size(), inertia);
  copy_few(rows_.data(), rows_.data() + rows_.size(), rows);
  entries_.for_each(variables, [&](int i, double value) {
    const auto [row, column] = places_[static_cast<std::size_t>(i)];
    put(row, column, value, inertia, rows);
  });
}

bool ChartEquations::solve(std::span<const double> variables,
                           std::span<double> rates) const noexcept {
  bool clear = false;
  tape_.with_results(variables, [&](const auto& result) {
    clear = pivots_.are_clear(result);
    int i = pivots_.results();
    for (double& rate : rates) rate = result(i++);
  });
  return clear;
}

}  // namespace hamel::running
