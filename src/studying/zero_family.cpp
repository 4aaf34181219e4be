// What polynomials are on a family, and which family lies in another.
#include "zero_family.hpp"

#include <algorithm>
#include <cstddef>

#include "lowering/normal_form.hpp"
#include "zero_case.hpp"

namespace hamel {

CoordinatePolynomial replaced(const CoordinatePolynomial& p,
                              const std::map<int, CoordinatePolynomial>& values) {
  return value_of<CoordinatePolynomial>(p.terms(), [&](int i) {
    const auto place = values.find(index_of(i));
    return place == values.end() ? CoordinatePolynomial::variable(index_of(i)) : place->second;
  });
}

CoordinatePolynomial NamedNumber::reduced(const CoordinatePolynomial& p) const {
  const auto& c = root.polynomial.coefficients();
  if (!p.is_known() || power_of(p, variable_of(variable)) < root.polynomial.degree()) return p;
  auto powers = by_powers(p, variable_of(variable));
  for (; powers.size() >= c.size(); powers.pop_back())
    for (std::size_t i = 0; i + 1 < c.size(); ++i)
      powers[powers.size() - c.size() + i] -=
          CoordinatePolynomial(Rational(c[i] / c.back())) * powers.back();
  CoordinatePolynomial sum;
  for (std::size_t i = powers.size(); i-- > 0;)
    sum = sum * CoordinatePolynomial::variable(variable) + powers[i];
  return sum;
}

bool NamedNumber::is_same(const NamedNumber& other) const {
  return variable == other.variable && root.polynomial == other.root.polynomial &&
         root.lower < other.root.upper && other.root.lower < root.upper;
}

bool ZeroFamily::is_zero(const CoordinatePolynomial& p) const {
  auto rest = reduced_on(spheres, numerator(p, values));
  if (number) rest = number->reduced(rest);
  return rest.is_known() && rest.terms().empty();
}

bool lies_in(const ZeroFamily& inner, const ZeroFamily& outer) {
  if (outer.number && inner.number && !inner.number->is_same(*outer.number)) return false;
  if (outer.number && !inner.number) {
    ZeroFamily at_number = inner;
    at_number.number = outer.number;
    return lies_in(at_number, outer);
  }
  for (const auto& sphere : outer.spheres) {
    CoordinatePolynomial sum(-1);
    for (const int k : sphere)
      sum += CoordinatePolynomial::variable(k) * CoordinatePolynomial::variable(k);
    if (!inner.is_zero(sum)) return false;
  }
  return std::ranges::all_of(outer.values, [&](const auto& entry) {
    const auto& [k, quotient] = entry;
    return !inner.is_zero(quotient.over) &&
           inner.is_zero(CoordinatePolynomial::variable(k) * quotient.over - quotient.value);
  });
}

std::map<int, Rational> point_on(const std::vector<int>& sphere) {
  const auto k = static_cast<int>(sphere.size()) - 1;
  std::map<int, Rational> point;
  for (const int i : sphere) point[i] = Rational(4) / Rational(k + 4);
  point[sphere.back()] = Rational(4 - k) / Rational(k + 4);
  return point;
}

}  // namespace hamel
