// exp(t X) = 1 + sin(t) X + (1 - cos(t)) X^2 where X^3 = -X.
#include "group_members.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "split_zeros.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;
using Numbers = DynamicVector<Rational>;
using Exact = DynamicMatrix<Rational>;

/// Functions that fields change linearly among themselves, and fields that turn these.
class Turns {
 public:
  explicit Turns(const FunctionValues& values) {
    for (std::size_t i = 0; i < values.places.size(); ++i) linear_.insert(static_cast<int>(i));
    const auto is_linear = [&](const Formula& p) {
      return std::ranges::all_of(p.terms(), [&](const auto& term) {
        return term.first.size() == 1 && term.first[0].second == 1 &&
               std::ranges::any_of(linear_, [&](int i) {
                 return values.places[static_cast<std::size_t>(i)] == index_of(term.first[0].first);
               });
      });
    };
    for (std::size_t before = 0; before != linear_.size();) {
      before = linear_.size();
      std::erase_if(linear_, [&](int i) {
        return std::ranges::any_of(values.along, [&](const auto& rates) {
          return !is_linear(rates[static_cast<std::size_t>(i)]);
        });
      });
    }
    for (const auto& rates : values.along) add(values, rates);
  }

  const std::set<int>& functions() const { return linear_; }

  /// What each field makes of values of the functions, by a quarter of a turn or not.
  std::vector<Numbers> moved(const Numbers& f, bool quarter) const {
    const Rational sine = quarter ? Rational(1) : Rational(4) / Rational(5),
                   rest = quarter ? Rational(1) : Rational(2) / Rational(5);
    std::vector<Numbers> all;
    for (const Exact& x : fields_) all.push_back(f + sine * (x * f) + rest * (x * (x * f)));
    return all;
  }

 private:
  void add(const FunctionValues& values, const std::vector<Formula>& rates) {
    const auto m = static_cast<Eigen::Index>(values.places.size());
    Exact x = Exact::Constant(m, m, Rational(0));
    for (const int i : linear_)
      for (const auto& [monomial, factor] : rates[static_cast<std::size_t>(i)].terms())
        x(i, std::ranges::find(values.places, index_of(monomial[0].first)) -
                 values.places.begin()) = factor;
    const Exact cube = x * x * x;
    if (cube == -x && cube != x) fields_.push_back(std::move(x));
  }

  std::set<int> linear_;
  std::vector<Exact> fields_;
};

/// Of the set at this point, where its differentials are independent as far as they go.
int dimension_at(const ZeroCase& set, const Numbers& z) {
  std::vector<Formula> equations = set.equations;
  for (const auto& [k, quotient] : set.values)
    equations.push_back(Formula::variable(k) * quotient.over - quotient.value);
  return static_cast<int>(z.size() - rank<Rational>(slopes_at(equations, z)));
}

}  // namespace

SampledZeros group_members(const ReducedField& reduced, const ZeroCase& set) {
  constexpr std::size_t enough = 2;
  const FunctionValues& values = reduced.values;
  const int n = reduced.field.dimension();
  SampledZeros found;
  if (!values.exist()) return found;
  const Turns turns(values);
  std::vector<Formula> equations = set.equations;
  Formula nonzero = reduced.nonzero();
  for (const auto& p : set.nonzero) nonzero = nonzero * p;
  for (const auto& [k, quotient] : set.values)
    equations.push_back(Formula::variable(k) * quotient.over - quotient.value);
  const auto look_at = [&](const Numbers& f) {
    auto there = equations;
    for (const int i : turns.functions())
      there.push_back(Formula::variable(values.places[static_cast<std::size_t>(i)]) -
                      Formula(f(i)));
    for (ZeroFamily& family : split_zeros(there, {}, nonzero, n).families) {
      if (found.families.size() == enough || family.number || !family.spheres.empty()) continue;
      Numbers z = Numbers::Constant(n, Rational(0));
      int free = 0;
      for (int k = 0; k < n; ++k)
        if (!family.values.contains(k)) z(k) = Rational(++free);
      const Numbers chosen = z;
      bool stands = true;
      for (const auto& [k, quotient] : family.values) {
        const Rational over = value_at(quotient.over, chosen);
        stands = stands && !over.is_zero();
        if (stands) z(k) = value_at(quotient.value, chosen) / over;
      }
      if (!stands || !values.include(z)) continue;
      const int beside = dimension_at(set, z) - free;
      if (!found.families.empty() && beside != found.dimension) continue;
      found.dimension = beside;
      found.families.push_back(std::move(family));
    }
    return found.families.size() == enough;
  };
  std::vector<Numbers> seen;
  const auto is_enough = [&](const Numbers& f) {
    if (std::ranges::find(seen, f) != seen.end()) return false;
    seen.push_back(f);
    return look_at(f);
  };
  const Numbers start = values.known.front();
  if (is_enough(start)) return found;
  for (const bool quarter : {false, true}) {
    const auto once = turns.moved(start, quarter);
    for (const Numbers& f : once)
      if (is_enough(f)) return found;
    for (const Numbers& f : once)
      for (const bool next : {false, true})
        for (const Numbers& twice : turns.moved(f, next))
          if (is_enough(twice)) return found;
  }
  return found;
}

}  // namespace hamel
