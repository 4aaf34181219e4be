// Undetermined coefficients, and the identities that they satisfy.
#include "lambda_section.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include <hamel/algebra/work_budget.hpp>

#include "exact/sparse.hpp"
#include "lowering/stored_system.hpp"

namespace hamel {

namespace {

using Polynomials = std::vector<CoordinatePolynomial>;

constexpr std::size_t largest_section = 120;

/// det (A^T lambda' + B^T lambda) for the term without its factor, n polynomials.
Polynomials effect_of(const ChartPolynomials& chart, const CramerMotion& motion,
                      const LambdaTerm& term) {
  const CoordinatePolynomial p = term.value(), value = in_stored_numbers(p, chart.ring),
                             rate = motion.det_rate(chart, p);
  Polynomials all;
  for (int i = 0; i < chart.n; ++i)
    all.push_back(motion.normals(term.constraint, i) * rate +
                  motion.turned(term.constraint, i) * value);
  return all;
}

/// All terms with products of at most this many of `functions` functions.
std::vector<LambdaTerm> terms_up_to(int degree, int functions, int constraints) {
  std::vector<std::vector<int>> products{std::vector<int>(static_cast<std::size_t>(functions))};
  for (std::size_t first = 0; degree > 0; --degree) {
    const std::size_t last = products.size();
    for (; first < last; ++first)
      for (int i = functions - 1;
           i >= 0 && (i == functions - 1 || products[first][static_cast<std::size_t>(i) + 1] == 0);
           --i) {
        products.push_back(products[first]);
        ++products.back()[static_cast<std::size_t>(i)];
      }
  }
  std::vector<LambdaTerm> terms;
  for (const auto& exponents : products)
    for (int a = 0; a < constraints; ++a) terms.push_back({a, exponents, Rational(0)});
  return terms;
}

}  // namespace

bool serves(const ChartPolynomials& chart, const CramerMotion& motion,
            const ChartDivision& division, const std::vector<LambdaTerm>& section) {
  Polynomials left = motion.det_force();
  for (const LambdaTerm& term : section) {
    const Polynomials effect = effect_of(chart, motion, term);
    for (std::size_t i = 0; i < left.size(); ++i)
      left[i] -= CoordinatePolynomial(term.factor) * effect[i];
  }
  return std::ranges::all_of(left,
                             [&](const CoordinatePolynomial& p) { return division.vanishes(p); });
}

std::optional<std::vector<LambdaTerm>> find_lambda(const ChartPolynomials& chart,
                                                   const CramerMotion& motion,
                                                   const ChartDivision& division, int degree) {
  std::vector<LambdaTerm> terms =
      terms_up_to(degree, chart.ring.size(), static_cast<int>(chart.constraints.size()));
  if (terms.size() > largest_section)
    throw BudgetExceeded("a section of " + std::to_string(terms.size()) + " coefficients");
  Polynomials all = motion.det_force();
  for (const LambdaTerm& term : terms) {
    const Polynomials effect = effect_of(chart, motion, term);
    all.insert(all.end(), effect.begin(), effect.end());
  }
  division.divide(all);
  const auto n = static_cast<std::size_t>(chart.n);
  std::map<std::pair<std::size_t, CoordinatePolynomial::Monomial>, SparseSystem<Rational>::Row>
      rows;
  std::map<std::pair<std::size_t, CoordinatePolynomial::Monomial>, Rational> right;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const auto& [monomial, factor] : all[i].terms()) {
      auto& row = rows[{i % n, monomial}];
      if (i < n)
        right[{i % n, monomial}] = factor;
      else
        row[static_cast<int>(i / n) - 1] = factor;
    }
  SparseSystem<Rational> system(static_cast<int>(terms.size()));
  for (auto& [place, row] : rows) system.add(std::move(row), right[place]);
  if (!system.solvable()) return std::nullopt;
  const DynamicVector<Rational> solution = system.solution();
  std::vector<LambdaTerm> section;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (const Rational& c = solution(static_cast<Eigen::Index>(i)); !c.is_zero()) {
      section.push_back(terms[i]);
      section.back().factor = c;
    }
  return serves(chart, motion, division, section) ? std::optional(section) : std::nullopt;
}

Eigen::Index constant_lambdas(const ChartPolynomials& chart) {
  const CramerMotion motion(chart);
  const Eigen::Index m = motion.turned.rows(), n = motion.turned.cols();
  Eigen::Index most = 0;
  for (int number = 0;; ++number) {
    const auto choice = ChartDivision::choice(chart, number);
    if (!choice || most == m) return most;
    const ChartDivision division(chart, *choice);
    if (!division.is_possible() || !division.is_everywhere()) continue;
    Polynomials all(motion.turned.data(), motion.turned.data() + m * n);  // column by column
    division.divide(all);
    std::map<std::pair<Eigen::Index, CoordinatePolynomial::Monomial>, SparseSystem<Rational>::Row>
        rows;
    for (Eigen::Index i = 0; i < m * n; ++i)
      for (const auto& [monomial, factor] : all[static_cast<std::size_t>(i)].terms())
        rows[{i / m, monomial}][static_cast<int>(i % m)] = factor;
    SparseSystem<Rational> system(static_cast<int>(m));
    for (auto& [place, row] : rows) system.add(std::move(row), Rational(0));
    most = std::max(most, system.kernel().cols());
  }
}

DynamicMatrix<Rational> as_matrix(const std::vector<LambdaTerm>& section, int functions) {
  DynamicMatrix<Rational> rows(static_cast<Eigen::Index>(section.size()), functions + 2);
  for (Eigen::Index t = 0; t < rows.rows(); ++t) {
    const LambdaTerm& term = section[static_cast<std::size_t>(t)];
    rows(t, 0) = term.constraint + 1;
    for (int i = 0; i < functions; ++i)
      rows(t, i + 1) = term.exponents[static_cast<std::size_t>(i)];
    rows(t, functions + 1) = term.factor;
  }
  return rows;
}
std::optional<std::vector<LambdaTerm>> lambda_from(const DynamicMatrix<Rational>& rows,
                                                   const ChartPolynomials& chart) {
  const auto small = [](const Rational& number, std::size_t most) {
    for (std::size_t k = 0; k <= most; ++k)
      if (number == Rational(k)) return static_cast<int>(k);
    return -1;
  };
  std::vector<LambdaTerm> section;
  if (rows.rows() == 0 || rows.cols() != chart.ring.size() + 2) return std::nullopt;
  for (Eigen::Index t = 0; t < rows.rows(); ++t) {
    LambdaTerm term{small(rows(t, 0), chart.constraints.size()) - 1, {}, rows(t, rows.cols() - 1)};
    if (term.constraint < 0) return std::nullopt;
    for (Eigen::Index i = 1; i + 1 < rows.cols(); ++i) {
      term.exponents.push_back(small(rows(t, i), lambda_degree));
      if (term.exponents.back() < 0) return std::nullopt;
    }
    section.push_back(std::move(term));
  }
  return section;
}

}  // namespace hamel
