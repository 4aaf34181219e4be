// Writing down the equations of motion where D moves.
#include "moving_equations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <hamel/core/dense.hpp>

#include "formulas/formula_graph.hpp"

namespace hamel::running {

namespace {

/// A matrix of nodes.
struct Nodes {
  int rows;
  std::vector<int> entries;  // column by column
  int& operator()(int i, int j) { return entries[static_cast<std::size_t>(i + j * rows)]; }
};

/// Writes down what the equations consist of.
class Writer {
 public:
  Writer(FormulaGraph& graph, const GroupSystem& file)
      : graph_(graph),
        file_(file),
        along_(file.group.straight_coordinates()),
        n_(file.dim()),
        r_(static_cast<int>(file.moving_span.size()) / n_) {}

  int columns() const { return r_; }
  /// All derivatives so far were by coordinates that change along one e_k each.
  bool is_straight() const { return straight_; }

  int zero() { return graph_.constant(0); }
  void add(int& to, int node) { to = graph_.sum(to, node); }
  /// a b, zero where a factor is so everywhere.
  int product(int a, int b) {
    return graph_.is(a, 0) || graph_.is(b, 0) ? zero() : graph_.product(a, b);
  }
  void add_product(int& to, int a, int b) { add(to, product(a, b)); }

  Nodes matrix(int columns) {
    return {n_, std::vector<int>(static_cast<std::size_t>(n_ * columns), zero())};
  }
  Nodes basis() {
    Nodes d = matrix(r_);
    for (std::size_t i = 0; i < d.entries.size(); ++i)
      d.entries[i] = graph_.read(file_.moving_span[i]);
    return d;
  }
  Nodes metric() {
    Nodes m = matrix(n_);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j)
        m(i, j) = m(j, i) = graph_.read(file_.metric[static_cast<std::size_t>(i * n_ + j)]);
    return m;
  }
  /// a b
  Nodes times(Nodes a, Nodes b, int columns) {
    Nodes c = matrix(columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < n_; ++i)
        for (int k = 0; k < n_; ++k) add_product(c(i, j), a(i, k), b(k, j));
    return c;
  }
  /// sum_j columns(., j) u_j
  std::vector<int> combined(Nodes columns, const std::vector<int>& u) {
    std::vector<int> sum(static_cast<std::size_t>(n_), zero());
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < r_; ++j)
        add_product(sum[static_cast<std::size_t>(i)], columns(i, j),
                    u[static_cast<std::size_t>(j)]);
    return sum;
  }
  /// ad*_a p
  std::vector<int> coadjoint(const std::vector<int>& a, const std::vector<int>& p) {
    std::vector<int> rate(static_cast<std::size_t>(n_), zero());
    for (int j = 0; j < n_; ++j)
      for (int i = 0; i < n_; ++i) {
        const SystemGroup::V part =
            file_.group.ad_star(SystemGroup::V::Unit(n_, j), SystemGroup::V::Unit(n_, i));
        for (int k = 0; k < n_; ++k)
          if (part[k] != 0)
            add_product(rate[static_cast<std::size_t>(k)],
                        product(graph_.constant(part[k]), a[static_cast<std::size_t>(j)]),
                        p[static_cast<std::size_t>(i)]);
      }
    return rate;
  }
  /// Calls use(k, d) for the derivatives d of a node along e_k that are not zero everywhere.
  template <class Use>
  void along_basis(int node, const Use& use) {
    for (const auto& [i, slope] : graph_.slopes(node)) {
      if (i >= static_cast<int>(along_.size())) continue;
      const int k = along_[static_cast<std::size_t>(i)];
      if (k < 0)
        straight_ = false;
      else
        use(static_cast<std::size_t>(k), slope);
    }
  }

 private:
  FormulaGraph& graph_;
  const GroupSystem& file_;
  std::vector<int> along_;
  int n_, r_;
  bool straight_ = true;
};

}  // namespace

std::optional<MovingEquations> MovingEquations::of(const GroupSystem& file) {
  const int n = file.dim();
  if (!file.moves() || !file.force.empty() || !file.inputs.empty() || !file.offset.empty() ||
      n > most_dimensions)
    return {};
  FormulaGraph graph;
  Writer write(graph, file);
  const int r = write.columns(),
            first = static_cast<int>(file.group.straight_coordinates().size()) + 1;
  Nodes d = write.basis(), m = write.metric(), m_d = write.times(m, d, r);
  const auto entry = [&](int i, int j) {  // of D^T M D
    int sum = write.zero();
    for (int k = 0; k < n; ++k) write.add_product(sum, d(k, i), m_d(k, j));
    return sum;
  };
  // what is constant is eliminated first: it needs no division
  std::vector<int> order(static_cast<std::size_t>(r));
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(),
                        [&](int j) { return graph.is_constant(entry(j, j)); });
  Linear gram(r, write.zero());
  for (int j = 0; j < r; ++j) {
    gram[j] = graph.variable(first + order[static_cast<std::size_t>(j)]);
    for (int i = j; i < r; ++i)
      gram(i, j) = entry(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  }
  std::vector<int> roots;
  const auto pivots = solve_in_place(graph, gram, r, roots);
  if (!pivots) return {};
  std::vector<int> u(order.size());
  for (std::size_t j = 0; j < order.size(); ++j)
    u[static_cast<std::size_t>(order[j])] = gram.rhs[j];

  const auto a = write.combined(d, u), p = write.combined(m_d, u);
  auto rate = write.coadjoint(a, p);
  write.along_basis(graph.read(file.potential),
                    [&](std::size_t k, int slope) { write.add(rate[k], graph.negated(slope)); });
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      write.along_basis(m(i, j), [&](std::size_t k, int slope) {
        const int square =
            write.product(a[static_cast<std::size_t>(i)], a[static_cast<std::size_t>(j)]);
        write.add_product(rate[k], graph.product(graph.constant(i == j ? 0.5 : 1), slope), square);
      });
  roots.insert(roots.end(), a.begin(), a.end());
  for (int j = 0; j < r; ++j) {
    int sum = write.zero();
    for (int i = 0; i < n; ++i) {
      write.add_product(sum, d(i, j), rate[static_cast<std::size_t>(i)]);
      write.along_basis(d(i, j), [&](std::size_t k, int slope) {
        write.add_product(sum, write.product(slope, a[k]), p[static_cast<std::size_t>(i)]);
      });
    }
    roots.push_back(sum);
  }
  if (!write.is_straight()) return {};

  MovingEquations equations;
  equations.dim_ = n;
  equations.pivots_ = *pivots;
  equations.tape_ = graph.finish(roots);
  if (equations.tape_.operations() > most_operations) return {};
  return equations;
}

bool MovingEquations::field(const SystemGroup& group, const Point& x, const V& m,
                            Velocity<double, dynamic, dynamic>& velocity) const noexcept {
  std::array<double, SystemGroup::max_coordinates + 1 + max_dimension> variables;
  std::size_t count = group.coordinates(x, variables);
  variables[count++] = 0;  // t
  copy_few(m.data(), m.data() + m.size(), variables.data() + count);
  count += static_cast<std::size_t>(m.size());
  velocity.a.resize(dim_);
  velocity.m_dot.resize(m.size());
  bool clear = false;
  tape_.with_results(std::span<const double>(variables).first(count), [&](const auto& result) {
    clear = pivots_.are_clear(result);
    int i = pivots_.results();
    for (int k = 0; k < dim_; ++k) velocity.a.coeffRef(k) = result(i++);
    for (int k = 0; k < m.size(); ++k) velocity.m_dot.coeffRef(k) = result(i++);
  });
  return clear;
}

}  // namespace hamel::running
