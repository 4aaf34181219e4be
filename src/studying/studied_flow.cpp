// Polynomials at a sample of a flow.
#include "studied_flow.hpp"

#include <map>

#include "exact/partial_derivative.hpp"

namespace hamel {

Residue FlowSample::operator()(const CoordinatePolynomial& p) const {
  ResiduePoint all;
  all.numbers = functions;
  all.numbers.insert(all.numbers.end(), z.data(), z.data() + z.size());
  all.cosines.assign(all.numbers.size(), Residue(1));
  all.sines.assign(all.numbers.size(), Residue(0));
  return all(p);
}

DynamicMatrix<Residue> FlowSample::slopes(const CoordinatePolynomial& p) const {
  const auto m = static_cast<Eigen::Index>(functions.size()), n = function_slopes.cols(),
             k = z.rows();
  DynamicMatrix<Residue> partial(1, m + k);
  for (Eigen::Index v = 0; v < m + k; ++v)
    partial(0, v) = (*this)(hamel::partial(p, static_cast<int>(v)));
  DynamicMatrix<Residue> along(1, n + k);
  along.leftCols(n) = partial.leftCols(m) * function_slopes;
  along.rightCols(k) = partial.rightCols(k);
  return along;
}

CoordinatePolynomial in_numbers(const StoredSystem& system, const CoordinatePolynomial& p) {
  using Formula = CoordinatePolynomial;
  const auto m = static_cast<int>(system.functions.rows());
  std::map<Formula::Monomial, Formula> products;  // of what a monomial begins with
  const auto product = [&](const auto& self, const Formula::Monomial& monomial) -> Formula {
    if (monomial.empty()) return Formula(1);
    const auto known = products.find(monomial);
    if (known != products.end()) return known->second;
    Formula::Monomial begun = monomial;
    if (--begun.back().second == 0) begun.pop_back();
    const int k = index_of(monomial.back().first);
    const Formula last = k < m ? system.functions(k, 0) : Formula::variable(system.numbers + k - m);
    return products[monomial] = system.relations.reduced(self(self, begun) * last);
  };
  Formula sum;
  for (const auto& [monomial, factor] : p.terms())
    sum += Formula(factor) * product(product, monomial);
  return system.relations.reduced(sum);
}

}  // namespace hamel
