// Linear equations with polynomial coefficients.
#include "parametric_linear.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;

std::size_t size_of(const Vector& row) {
  std::size_t terms = 0;
  for (const auto& p : row) terms += p.terms();
  return terms;
}

/// row - (row[column] / pivot[column]) pivot, up to a factor.
Vector eliminated(const Vector& row, const Vector& pivot, int column, const Modulus& modulus,
                  Vector* factors) {
  const P common = gcd(row[column], pivot[column]);
  const P mine = row[column].divided_by(common).value(),
          its = pivot[column].divided_by(common).value();
  Vector result = row;
  for (std::size_t k = 0; k < row.size(); ++k) result[k] = its * row[k] - mine * pivot[k];
  return modulus.reduced(std::move(result), factors);
}

}  // namespace

Modulus::Modulus(Vector basis, Vector relations)
    : basis_(std::move(basis)), relations_(std::move(relations)) {
  if (basis_.size() != 1) return;
  const P& only = basis_[0];
  const int count = static_cast<int>(names_of(only.ring()).size());
  for (int v = 0; v < count; ++v)
    if (only.degree(v) > 0 && (variable_ < 0 || only.degree(v) < only.degree(variable_)))
      variable_ = v;
}

P Modulus::related(const P& p) const {
  return relations_.empty() || p.is_zero() ? p : p.remainder(relations_).second;
}

bool Modulus::is_zero(const P& given) const {
  const P p = related(given);
  if (p.is_zero() || basis_.empty()) return p.is_zero();
  return basis_.size() == 1 ? p.divided_by(basis_[0]).has_value()
                            : p.remainder(basis_).second.is_zero();
}

Vector Modulus::of_less_degree(Vector row, Vector* factors) const {
  const Ring ring = row[0].ring();
  if (basis_.size() > 1) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      auto [factor, rest] = row[i].remainder(basis_);  // of all entries, a whole number
      for (auto& p : row) p = P(ring, factor) * p;
      row[i] = std::move(rest);
    }
    return row;
  }
  const P& only = basis_[0];
  const int least = only.degree(variable_);
  const P leading = only.coefficient(variable_, least), x = P::variable(ring, variable_);
  int degree = 0;
  for (const auto& p : row) degree = std::max(degree, p.degree(variable_));
  if (factors != nullptr && degree >= least) factors->push_back(leading);
  for (; degree >= least; --degree) {
    P shifted = only;
    for (int k = least; k < degree; ++k) shifted = shifted * x;
    for (auto& p : row) p = leading * p - p.coefficient(variable_, degree) * shifted;
  }
  for (auto& p : row)
    if (is_zero(p)) p = P(ring, 0);
  return row;
}

Vector Modulus::reduced(Vector row, Vector* factors) const {
  if (row.empty()) return row;
  const Ring ring = row[0].ring();
  for (auto& p : row) p = related(p);
  if (!basis_.empty()) row = of_less_degree(std::move(row), factors);
  const P common = content(row, ring);
  if (factors != nullptr && !common.is_constant()) factors->push_back(common);
  if (!common.is_zero() && !(common == P(ring, 1)))
    for (auto& p : row) p = p.divided_by(common).value();
  return row;
}

P content(const Vector& row, const Ring& ring) {
  P result(ring, 0);
  for (const auto& p : row)
    if (!p.is_zero()) {
      result = gcd(result, p);
      if (result == P(ring, 1)) break;
    }
  return result;
}

P lcm(const P& p, const P& q) {
  return p * q.divided_by(gcd(p, q)).value();
}

P dot(const Vector& a, const Vector& b) {
  P sum(a[0].ring(), 0);
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!a[k].is_zero() && !b[k].is_zero()) sum = sum + a[k] * b[k];
  return sum;
}

Matrix as_columns(const Matrix& vectors) {
  Matrix rows(vectors[0].size());
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (const auto& vector : vectors) rows[k].push_back(vector[k]);
  return rows;
}

LinearAnswer solve(const Matrix& equations, int unknowns, const Modulus& modulus, const Ring& ring,
                   bool with_kernel) {
  LinearAnswer answer{false, {}, P(ring, 1), {}, {}, P(ring, 1), {}, -1};
  std::vector<int> order(equations.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int i, int j) { return size_of(equations[i]) < size_of(equations[j]); });
  Matrix rows;
  std::vector<int> pivots;
  Vector factors;  // where one is 0, a row may be 0 that was not
  Vector* const seen = with_kernel ? &factors : nullptr;
  for (const int index : order) {
    Vector row = modulus.reduced(equations[index], seen);
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!row[pivots[k]].is_zero()) row = eliminated(row, rows[k], pivots[k], modulus, seen);
    int pivot = -1;
    for (int c = 0; c < unknowns; ++c)
      if (!row[c].is_zero() && (pivot < 0 || row[c].terms() < row[pivot].terms() ||
                                (row[c].is_constant() && !row[pivot].is_constant())))
        pivot = c;
    if (pivot < 0) {
      if (row[unknowns].is_zero()) continue;
      answer.contradicting = index;
      return answer;
    }
    for (std::size_t k = 0; k < rows.size(); ++k)
      if (!rows[k][pivot].is_zero()) rows[k] = eliminated(rows[k], row, pivot, modulus, seen);
    answer.independent.push_back(index);
    rows.push_back(std::move(row));
    pivots.push_back(pivot);
  }
  answer.solvable = true;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const P common = gcd(rows[k][pivots[k]], rows[k][unknowns]);
    answer.bottom = lcm(answer.bottom, rows[k][pivots[k]].divided_by(common).value());
    answer.divisors = lcm(answer.divisors, rows[k][pivots[k]]);
  }
  answer.top.assign(unknowns, P(ring, 0));
  for (std::size_t k = 0; k < rows.size(); ++k)
    answer.top[pivots[k]] =
        (rows[k][unknowns] * answer.bottom).divided_by(rows[k][pivots[k]]).value();
  for (int c = 0; with_kernel && c < unknowns; ++c) {
    if (std::find(pivots.begin(), pivots.end(), c) != pivots.end()) continue;
    Vector direction(unknowns, P(ring, 0));
    direction[c] = answer.divisors;
    answer.free.push_back(c);
    for (std::size_t k = 0; k < rows.size(); ++k)
      direction[pivots[k]] = -(rows[k][c] * answer.divisors.divided_by(rows[k][pivots[k]]).value());
    answer.kernel.push_back(Modulus().reduced(std::move(direction)));
  }
  for (const auto& factor : factors) answer.divisors = lcm(answer.divisors, factor);
  return answer;
}

Vector reduced_span(const Vector& polynomials) {
  Vector basis;
  for (P p : polynomials) {
    const auto clear = [](P& q, const P& by) {
      const auto monomial = by.leading_monomial();
      const P c = q.coefficient_of(monomial);
      if (!c.is_zero()) q = by.coefficient_of(monomial) * q - c * by;
      if (!q.is_zero()) q = q.primitive();
    };
    for (const auto& b : basis)
      if (!p.is_zero()) clear(p, b);
    if (p.is_zero()) continue;
    p = p.primitive();
    for (auto& b : basis) clear(b, p);
    basis.push_back(std::move(p));
  }
  return basis;
}

}  // namespace hamel::varying
