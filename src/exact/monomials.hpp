// Monomials of one degree, by their exponents.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>

namespace hamel {

/// Exponents of all monomials of one degree, in a fixed order; read as points they are the integer
/// points of a simplex, on which a homogeneous polynomial of that degree or less vanishes only if
/// it is 0.
inline std::vector<std::vector<int>> monomials(int variables, int degree) {
  std::vector<std::vector<int>> result;
  if (variables == 0) return degree == 0 ? std::vector<std::vector<int>>{{}} : result;
  if (variables == 1) return {{degree}};
  for (int first = degree; first >= 0; --first)
    for (auto rest : monomials(variables - 1, degree - first)) {
      rest.insert(rest.begin(), first);
      result.push_back(std::move(rest));
    }
  return result;
}

/// How many these are, (degree + variables - 1 choose variables - 1), or a large number.
inline Eigen::Index monomial_count(int variables, int degree) {
  constexpr Eigen::Index large = Eigen::Index(1) << 40;
  if (variables == 0) return degree == 0 ? 1 : 0;
  Eigen::Index count = 1;
  for (int i = 1; i < variables && count < large; ++i) count = count * (degree + i) / i;
  return count;
}

/// The values of all monomials of one degree at a point.
template <class S>
DynamicVector<S> monomial_values(const DynamicVector<S>& u, int degree) {
  const auto exponents = monomials(static_cast<int>(u.size()), degree);
  DynamicVector<S> values =
      DynamicVector<S>::Constant(static_cast<Eigen::Index>(exponents.size()), S(1));
  for (std::size_t m = 0; m < exponents.size(); ++m)
    for (Eigen::Index i = 0; i < u.size(); ++i)
      for (int power = 0; power < exponents[m][std::size_t(i)]; ++power)
        values(Eigen::Index(m)) *= u(i);
  return values;
}

/// The values of x_i-derivatives of all monomials of one degree at u, summed with the rates of the x_i.
template <class S>
DynamicVector<S> monomial_rates(const DynamicVector<S>& u, const DynamicVector<S>& rate,
                                int degree) {
  const auto exponents = monomials(static_cast<int>(u.size()), degree);
  DynamicVector<S> rates =
      DynamicVector<S>::Constant(static_cast<Eigen::Index>(exponents.size()), S(0));
  for (std::size_t m = 0; m < exponents.size(); ++m)
    for (Eigen::Index k = 0; k < u.size(); ++k) {
      S term = S(exponents[m][std::size_t(k)]) * rate(k);
      for (Eigen::Index i = 0; i < u.size() && !certainly_zero(term); ++i)
        for (int power = i == k ? 1 : 0; power < exponents[m][std::size_t(i)]; ++power)
          term *= u(i);
      rates(Eigen::Index(m)) += term;
    }
  return rates;
}

}  // namespace hamel
