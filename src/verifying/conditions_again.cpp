// Triple brackets, traces and iterated brackets.
#include "conditions_again.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "claims/named_proof.hpp"
#include "claims/verify.hpp"

namespace hamel {

namespace {

using ExactSystem = AlgebraicSystem<Rational>;
using Constants = StructureConstants<Rational>;

/// c_ij^l c_lk^m, summed over l and the cyclic orders of i < j < k, is 0 for all m.
bool is_lie_algebra(const Constants& algebra) {
  std::vector<std::vector<StructureConstant<Rational>>> of(
      static_cast<std::size_t>(algebra.dimension()));  // [e_l, e_k] has c along e_m, as l, k, m
  for (const auto& c : algebra.entries()) {
    of[static_cast<std::size_t>(c.i)].push_back(c);
    of[static_cast<std::size_t>(c.j)].push_back({c.j, c.i, c.k, -c.value});
  }
  std::map<std::array<int, 4>, Rational> sums;
  for (const auto& outer : algebra.entries())
    for (const auto& inner : of[static_cast<std::size_t>(outer.k)]) {
      const int i = outer.i, j = outer.j, k = inner.j;
      if (k == i || k == j) continue;
      std::array<int, 3> triple{i, j, k};
      const bool even = (i < j) == ((j < k) == (i < k));
      std::ranges::sort(triple);
      Rational& sum = sums[{triple[0], triple[1], triple[2], inner.k}];
      const Rational product = outer.value * inner.value;
      sum += even ? product : Rational(-product);
    }
  return std::ranges::all_of(sums, [](const auto& sum) { return sum.second.is_zero(); });
}

bool is_unimodular_again(const Constants& algebra) {
  for (int i = 0; i < algebra.dimension(); ++i)
    if (!algebra.ad(algebra.basis_vector(i)).trace().is_zero()) return false;
  return true;
}

/// D, and brackets [D_j, w] with what was found before, have the rank n.
bool fills_algebra(const ExactSystem& system) {
  const DynamicMatrix<Rational> d = system.d();
  DynamicMatrix<Rational> found = d;
  for (Eigen::Index at = 0; at < found.cols() && found.cols() < system.dimension(); ++at)
    for (Eigen::Index j = 0; j < d.cols() && found.cols() < system.dimension(); ++j) {
      DynamicMatrix<Rational> more(found.rows(), found.cols() + 1);
      more << found, system.algebra.bracket(d.col(j), found.col(at));
      if (rank<Rational>(more) == more.cols()) found = std::move(more);
    }
  return rank<Rational>(found) == system.dimension();
}

}  // namespace

bool holds_again(const ExactSystem& system, const Verdict& verdict) {
  if (verdict.id == "jacobi" && has_few_products(system.algebra))
    return is_lie_algebra(system.algebra) == bool(verdict);
  if (verdict.id == "unimodular") return is_unimodular_again(system.algebra) == bool(verdict);
  return verdict.id != "bracket_generating" || !verdict || fills_algebra(system);
}

}  // namespace hamel
