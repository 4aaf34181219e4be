// The reduced equations of motion as polynomial vector fields.
#include "polynomial_field.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "exact/partial_derivative.hpp"

namespace hamel {

int PolynomialField::weight_of(const CoordinatePolynomial::Monomial& monomial) const {
  int sum = 0;
  for (const auto& [variable, power] : monomial) sum += power * weight_of(index_of(variable));
  return sum;
}

bool PolynomialField::is_graded() const {
  for (int k = 0; k < dimension(); ++k)
    for (const auto& [monomial, factor] : rates[static_cast<std::size_t>(k)].terms())
      if (weight_of(monomial) != weight_of(k) + 1) return false;
  return true;
}

CoordinatePolynomial PolynomialField::divergence() const {
  CoordinatePolynomial sum;
  for (int k = 0; k < dimension(); ++k) sum += partial(rates[static_cast<std::size_t>(k)], k);
  return sum;
}

std::set<int> PolynomialField::closed(std::set<int> variables) const {
  for (std::size_t before = 0; before != variables.size();) {
    before = variables.size();
    for (const int k : std::set<int>(variables))
      variables.merge(rates[static_cast<std::size_t>(k)].variables());
  }
  return variables;
}

CoordinatePolynomial linear_form(const DynamicVector<Rational>& c, int first) {
  CoordinatePolynomial sum;
  for (Eigen::Index k = 0; k < c.size(); ++k)
    if (!c(k).is_zero())
      sum +=
          CoordinatePolynomial(c(k)) * CoordinatePolynomial::variable(first + static_cast<int>(k));
  return sum;
}

CoordinatePolynomial half_square(const DynamicMatrix<Rational>& a) {
  CoordinatePolynomial sum;
  for (Eigen::Index i = 0; i < a.rows(); ++i)
    sum += CoordinatePolynomial::variable(static_cast<int>(i)) *
           linear_form(DynamicVector<Rational>(a.row(i).transpose()));
  return CoordinatePolynomial(Rational(1) / Rational(2)) * sum;
}

namespace {

std::vector<std::string> numbered(const char* letter, int n) {
  std::vector<std::string> names;
  for (int i = 1; i <= n; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

/// The components of ad*_a p for a and p linear in the variables (columns: coefficients).
std::vector<CoordinatePolynomial> coadjoint_forms(const StructureConstants<Rational>& algebra,
                                                  const DynamicMatrix<Rational>& a,
                                                  const DynamicMatrix<Rational>& p) {
  const auto row = [](const DynamicMatrix<Rational>& m, int i) {
    return linear_form(DynamicVector<Rational>(m.row(i).transpose()));
  };
  std::vector<CoordinatePolynomial> forms(static_cast<std::size_t>(algebra.dimension()));
  for (const auto& c : algebra.entries()) {
    const CoordinatePolynomial factor = CoordinatePolynomial(c.value) * row(p, c.k);
    forms[static_cast<std::size_t>(c.j)] += factor * row(a, c.i);
    forms[static_cast<std::size_t>(c.i)] -= factor * row(a, c.j);
  }
  return forms;
}

}  // namespace

PolynomialField nonholonomic_field(const Splitting<Rational>& split) {
  const auto forces = coadjoint_forms(split.algebra(), split.d(), split.metric() * split.d());
  const DynamicMatrix<Rational> onto_u = split.gram_inverse() * split.d().transpose();
  PolynomialField field{numbered("u", split.rank_d()), {}};
  for (Eigen::Index k = 0; k < onto_u.rows(); ++k) {
    CoordinatePolynomial sum;
    for (Eigen::Index j = 0; j < onto_u.cols(); ++j)
      if (!onto_u(k, j).is_zero())
        sum += CoordinatePolynomial(onto_u(k, j)) * forces[static_cast<std::size_t>(j)];
    field.rates.push_back(std::move(sum));
  }
  return field;
}

PolynomialField momentum_field(const StructureConstants<Rational>& algebra,
                               const DynamicMatrix<Rational>& k) {
  const int n = algebra.dimension();
  DynamicMatrix<Rational> identity = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
  for (int i = 0; i < n; ++i) identity(i, i) = 1;
  return {numbered("p", n), coadjoint_forms(algebra, k, identity)};
}

}  // namespace hamel
