// The relations that the stored numbers of a group's elements satisfy, as a normal form uses them.
#pragma once

#include <utility>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/check/coordinate_polynomial.hpp>

namespace hamel {

/// What the groups state as `relations` (group/concept.hpp), for the numbers of a product in a row.
struct StoredRelations {
  std::vector<CoordinatePolynomial::SquareRelation> squares;
  std::vector<int> constants;  ///< numbers that are 0 near the identity

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
        return false;
      }
    }
  }
  bool collect(const CoordinatePolynomial& p) {
    auto rest = p.terms();
    const auto first =
        rest.upper_bound({});  // after the constant come the powers of the first number
    if (first == rest.end() || first->second != 1 || first->first.size() != 1) return false;
    const auto [variable, power] = first->first.front();
    rest.erase(first);
    if (power == 1 && rest.empty()) {
      constants.push_back(variable / 3);
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
