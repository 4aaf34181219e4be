// The relations that the stored numbers of a group's elements satisfy, as a normal form uses them.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/coordinate_polynomial.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/matrix_group.hpp>

namespace hamel {

/// What the groups state as `relations` (group/concept.hpp), for the numbers of a product in a row.
struct StoredRelations {
  std::vector<CoordinatePolynomial::SquareRelation> squares;
  std::vector<int> constants;  ///< numbers that are near the identity what they are there

  StoredRelations() = default;
  template <class G>
  explicit StoredRelations(const G& group);

  /// Do they tell which polynomials vanish? Not when a factor states no relations although it stores more numbers
  /// than it has dimensions, or states one of another form than x = 0 or x^2 = a polynomial in later numbers.
  bool complete() const { return complete_; }
  /// May derivatives at the identity tell it where relations do not? Yes, when every factor without them moves exactly.
  bool derivable() const { return derivable_; }

 private:
  template <class G>
  bool collect(const G& group, int offset) {
    if constexpr (requires { group.factors().for_each([](const auto&) {}); }) {
      bool all = true;
      group.factors().for_each([&](const auto& factor) {
        all = collect(factor, offset) && all;
        offset += factor.size();
      });
      return all;
    } else {
      auto x = group.template identity<CoordinatePolynomial>();
      for (int i = 0; i < group.size(); ++i) x.data(i) = CoordinatePolynomial::variable(offset + i);
      if constexpr (requires { group.relations(x); }) {
        bool all = true;
        for (const CoordinatePolynomial& p : group.relations(x)) all = collect(p) && all;
        derivable_ = derivable_ && all;
        return all;
      } else {
        if (group.size() <= group.dim()) return true;
        bool exact = false;
        if constexpr (requires { group.moves_exactly(); }) exact = group.moves_exactly();
        derivable_ = derivable_ && exact;
        if constexpr (std::same_as<G, MatrixGroup>) return exact && collect_entries(group, offset);
        return false;
      }
    }
  }
  /// Where products of matrices with certain entries have no others, as of triangular ones, and the group has as many
  /// dimensions as there are such entries, these are free near the identity and all others constant.
  bool collect_entries(const MatrixGroup& group, int offset) {
    const int n = group.rows();
    std::vector<bool> free(static_cast<std::size_t>(n * n));
    const auto is_free = [&](int i, int j) { return free[static_cast<std::size_t>(i * n + j)]; };
    for (int k = 0; k < group.dim(); ++k) {
      const auto basis =
          group.hat(Vector<double, dynamic>(Vector<double, dynamic>::Unit(group.dim(), k)));
      for (int i = 0; i < n * n; ++i)
        if (basis(i / n, i % n) != 0) free[static_cast<std::size_t>(i)] = true;
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          if (is_free(i, j) && is_free(j, k) && !is_free(i, k)) return false;
    if (std::ranges::count(free, true) != group.dim()) return false;
    for (int i = 0; i < n * n; ++i)
      if (!free[static_cast<std::size_t>(i)]) constants.push_back(offset + i);
    return true;
  }
  bool collect(const CoordinatePolynomial& p) {
    auto rest = p.terms();
    const auto first =
        rest.upper_bound({});  // after the constant come the powers of the first number
    if (first == rest.end() || first->second != 1 || first->first.size() != 1) return false;
    const auto [variable, power] = first->first.front();
    rest.erase(first);
    if (power == 1 && rest.empty()) {
      constants.push_back(index_of(variable));
      return true;
    }
    for (auto& [monomial, factor] : rest) {
      if (!monomial.empty() && monomial.front().first <= variable) return false;
      factor = -factor;
    }
    squares.push_back({variable, std::move(rest)});
    return power == 2;
  }

  bool derivable_ = true;
  bool complete_ = true;
};

// Outside of the struct, so that an extern template spares its users the work over polynomials.
template <class G>
StoredRelations::StoredRelations(const G& group) {
  const WorkBudget::Pause uncounted;  // members of groups are noexcept
  complete_ = collect(group, 0);
}

}  // namespace hamel
