// Where a table of structure constants fails the Jacobi identity, exactly or against the products that are summed.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/pivots.hpp>

namespace hamel {

/// One nonzero structure constant: the coefficient of e_k in [e_i, e_j], i < j, indices from 0.
template <class S>
struct StructureConstant {
  int i, j, k;
  S value;
};

/// Where the Jacobi identity fails worst (first over exact fields).
template <class S>
struct JacobiSum {
  int i = 0, j = 0, k = 0;
  std::vector<S> value;  ///< [[e_i,e_j],e_k] + cyclic
  double part =
      0;  ///< its worst component as a part of the products that are summed; 1 over exact fields
  bool nonzero =
      false;  ///< decided exactly over exact fields, else whether part is more than rounding
};

/// The Jacobi sums sum_m c_ij^m c_mk^l + cyclic of an algebra of dimension n. A floating-point constant that is not 0
/// is known up to few roundings of the largest in its bracket: the sums of a Lie algebra are then within
/// `few_roundings` of the products with these. Triples before `from` are left out.
template <class S>
JacobiSum<S> jacobi_sum(int n, const std::vector<StructureConstant<S>>& constants,
                        const std::array<int, 3>& from = {}) {
  constexpr bool rounded = std::is_floating_point_v<S>;
  struct Bracket {
    std::vector<std::pair<int, S>> components;
    long double largest = 0;
  };
  std::vector<Bracket> brackets(std::size_t(n * n));
  const auto bracket = [&](int i, int j) -> Bracket& { return brackets[std::size_t(i * n + j)]; };
  for (const auto& c : constants) {
    bracket(c.i, c.j).components.emplace_back(c.k, c.value);
    bracket(c.j, c.i).components.emplace_back(c.k, S(-c.value));
    if constexpr (rounded)
      for (Bracket* b : {&bracket(c.i, c.j), &bracket(c.j, c.i)})
        b->largest = std::max(b->largest, std::abs(wide(c.value)));
  }
  using Entry = std::conditional_t<rounded, Sum, S>;
  JacobiSum<S> worst;
  std::vector<Entry> sum;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      for (int k = j + 1; k < n; ++k) {
        if (std::array{i, j, k} < from) continue;
        sum.assign(std::size_t(n), Entry());
        for (const auto& [a, b, c] :
             {std::array{i, j, k}, std::array{j, k, i}, std::array{k, i, j}})
          for (const auto& [m, left] : bracket(a, b).components)
            for (const auto& [l, right] : bracket(m, c).components) {
              Entry& entry = sum[std::size_t(l)];
              if constexpr (rounded) {
                const long double x = wide(left), y = wide(right);
                entry.value += x * y;
                entry.terms +=
                    std::abs(x) * bracket(m, c).largest + bracket(a, b).largest * std::abs(y);
              } else {
                entry += left * right;
              }
            }
        double part = 0;
        for (const Entry& entry : sum) {
          if constexpr (rounded) {
            const double own = entry.value == 0 ? 0 : double(std::abs(entry.value) / entry.terms);
            if (!(own <= part)) part = std::isnan(own) ? HUGE_VAL : own;
          } else if (entry != S(0)) {
            part = 1;
          }
        }
        if (!(part > worst.part)) continue;
        worst = {i, j, k, {}, part, true};
        for (const Entry& entry : sum) {
          if constexpr (rounded)
            worst.value.push_back(S(entry.value));
          else
            worst.value.push_back(entry);
        }
        if constexpr (!rounded) return worst;
      }
  if constexpr (rounded) worst.nonzero = worst.part > few_roundings * resolution<S>();
  return worst;
}

}  // namespace hamel
