// Terms of one sign.
#include "root_signs.hpp"

#include <algorithm>

#include "zero_case.hpp"

namespace hamel {

namespace {

using Formula = CoordinatePolynomial;

/// Whether no term is positive anywhere.
bool is_never_positive(const Formula& p) {
  return p.is_known() && std::ranges::all_of(p.terms(), [](const auto& term) {
           return term.second.sign() < 0 && std::ranges::all_of(term.first, [](const auto& power) {
                    return power.second % 2 == 0;
                  });
         });
}

}  // namespace

bool is_at_no_root(const FunctionValues& functions, const std::map<int, VariableQuotient>& values,
                   const std::vector<CoordinatePolynomial>& equations) {
  return std::ranges::any_of(functions.positive, [&](int i) {
    const auto value = values.find(i);
    if (value == values.end()) return false;
    const Formula sign = value->second.value * value->second.over;
    if (is_never_positive(sign)) return true;
    return std::ranges::any_of(equations, [&](const Formula& p) {
      auto sphere = sphere_of(p).value_or(std::vector<int>());
      return std::ranges::any_of(sphere, [&](int k) {
        std::vector<int> last = sphere;
        std::erase(last, k);
        last.push_back(k);
        return is_never_positive(reduced_on({last}, sign));
      });
    });
  });
}

}  // namespace hamel
