// Darboux polynomials of a polynomial field.
#include "darboux.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "exact/determinants.hpp"
#include "exact/from_residues.hpp"
#include "exact/residue_roots.hpp"
#include "exact/sparse.hpp"
#include "first_integrals.hpp"

namespace hamel {

namespace detail {

int degree_of(const PolynomialField& field) {
  int largest = 0;
  for (const auto& rate : field.rates) largest = std::max(largest, degree_of(rate));
  return largest;
}

std::optional<std::vector<Rational>> combination_for(
    const std::vector<CoordinatePolynomial>& columns, const CoordinatePolynomial& right) {
  std::map<Monomial, std::pair<SparseSystem<Rational>::Row, Rational>> rows;
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (const auto& [monomial, factor] : columns[j].terms())
      rows[monomial].first[static_cast<int>(j)] = factor;
  for (const auto& [monomial, factor] : right.terms()) rows[monomial].second = factor;
  SparseSystem<Rational> system(static_cast<int>(columns.size()));
  for (auto& [monomial, row] : rows) system.add(std::move(row.first), row.second);
  if (!system.solvable()) return std::nullopt;
  const DynamicVector<Rational> x = system.solution();
  return std::vector<Rational>(x.data(), x.data() + x.size());
}

}  // namespace detail

namespace {

/// The monomials of degree up to `degree`, of just this one where all rates are homogeneous of one degree.
std::vector<CoordinatePolynomial> ansatz_of(const PolynomialField& field, int degree) {
  const int top = detail::degree_of(field);
  const bool homogeneous = std::ranges::all_of(field.rates, [&](const auto& rate) {
    return std::ranges::all_of(
        rate.terms(), [&](const auto& term) { return detail::degree_of(term.first) == top; });
  });
  std::vector<CoordinatePolynomial> all;
  for (int k = homogeneous ? degree : 0; k <= degree; ++k)
    for (auto& monomial : detail::monomials_of(field.dimension(), k))
      all.push_back(std::move(monomial));
  return all;
}

/// The space V of the monomials along the motion through a point: row j holds the coefficients of t^j of each. P in V
/// is 0 along the motion iff its coefficients are in the kernel.
class AnsatzAlongMotion {
 public:
  AnsatzAlongMotion(const PolynomialField& field, const std::vector<CoordinatePolynomial>& ansatz)
      : size_(ansatz.size()) {
    for (const auto& rate : field.rates) rates_.push_back(terms_of(rate));
    for (const auto& monomial : ansatz) monomials_.push_back(terms_of(monomial));
  }

  DynamicMatrix<Residue> at(const std::vector<Residue>& point) const {
    std::vector<Series> z;
    for (const Residue x : point) z.push_back({x});
    for (std::size_t order = 1; order < size_; ++order) {
      std::vector<Residue> next;
      for (const auto& rate : rates_)
        next.push_back(coefficient(rate, z, order - 1) / Residue(static_cast<int>(order)));
      for (std::size_t k = 0; k < z.size(); ++k) z[k].push_back(next[k]);
    }
    const auto width = static_cast<Eigen::Index>(size_);
    DynamicMatrix<Residue> rows(width, width);
    for (std::size_t j = 0; j < size_; ++j) {
      for (std::size_t i = 0; i < size_; ++i)
        rows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            coefficient(monomials_[j], z, i);
    }
    return rows;
  }

 private:
  using Series = std::vector<Residue>;  // coefficients of 1, t, t^2, ...
  struct Term {
    Residue factor;
    std::vector<std::size_t> variables;  // each as often as its power says
  };

  static std::vector<Term> terms_of(const CoordinatePolynomial& p) {
    std::vector<Term> all;
    for (const auto& [monomial, factor] : p.terms()) {
      Term term{Residue(factor), {}};
      for (const auto& [variable, power] : monomial)
        term.variables.insert(term.variables.end(), static_cast<std::size_t>(power),
                              static_cast<std::size_t>(index_of(variable)));
      all.push_back(std::move(term));
    }
    return all;
  }
  /// The coefficient of t^order.
  static Residue coefficient(const std::vector<Term>& p, const std::vector<Series>& z,
                             std::size_t order) {
    Residue sum(0);
    for (const Term& term : p) {
      Series product(order + 1, Residue(0));
      product[0] = term.factor;
      for (std::size_t i = 0; i < term.variables.size(); ++i) {
        const Series& next = z[term.variables[i]];
        const std::size_t first = i + 1 == term.variables.size() ? order : 0;
        Series all(order + 1, Residue(0));
        for (std::size_t k = first; k <= order; ++k)
          for (std::size_t j = i == 0 ? k : 0; j <= k; ++j) all[k] += product[k - j] * next[j];
        product = std::move(all);
      }
      sum += product[order];
    }
    return sum;
  }

  std::size_t size_;
  std::vector<std::vector<Term>> rates_, monomials_;
};

/// The polynomial through values at 0, 1, 2, ..., by Newton's differences.
detail::ResiduePolynomial interpolated(std::vector<Residue> values) {
  const std::size_t n = values.size();
  for (std::size_t k = 1; k < n; ++k)
    for (std::size_t i = n; i-- > k;)
      values[i] = (values[i] - values[i - 1]) / Residue(static_cast<int>(k));
  detail::ResiduePolynomial result;
  for (std::size_t k = n; k-- > 0;) {  // result (t - k) + values[k]
    result.insert(result.begin(), Residue(0));
    for (std::size_t i = 0; i + 1 < result.size(); ++i)
      result[i] -= Residue(static_cast<int>(k)) * result[i + 1];
    result[0] += values[k];
  }
  detail::trim(result);
  return result;
}

/// The polynomial of a kernel that has one dimension, over the rationals; nothing where it has more.
std::optional<CoordinatePolynomial> only_element(const DynamicMatrix<Residue>& rows,
                                                 const std::vector<CoordinatePolynomial>& ansatz) {
  const DynamicMatrix<Residue> found = kernel<Residue>(rows);
  if (found.cols() != 1) return std::nullopt;
  const Integer modulus(Residue::prime());
  const Integer bound = sqrt(Integer(modulus / 2));
  Residue scale(0);
  CoordinatePolynomial p;
  for (Eigen::Index i = 0; i < found.rows(); ++i) {
    if (found(i, 0).is_zero()) continue;
    if (scale.is_zero()) scale = Residue(1) / found(i, 0);
    const auto factor =
        detail::reconstructed(Integer((scale * found(i, 0)).value()), modulus, bound);
    if (!factor) return std::nullopt;
    p += CoordinatePolynomial(*factor) * ansatz[static_cast<std::size_t>(i)];
  }
  return detail::primitive(p);
}

/// P with its cofactor, where P' is a multiple of P.
std::optional<DarbouxPolynomial> as_darboux(const PolynomialField& field,
                                            const CoordinatePolynomial& p) {
  std::vector<CoordinatePolynomial> factors, columns;
  for (int k = 0; k < std::max(1, detail::degree_of(field)); ++k)
    for (auto& monomial : detail::monomials_of(field.dimension(), k)) {
      columns.push_back(monomial * p);
      factors.push_back(std::move(monomial));
    }
  const auto found = detail::combination_for(columns, field.along(p));
  if (!found) return std::nullopt;
  DarbouxPolynomial result{p, {}};
  for (std::size_t j = 0; j < factors.size(); ++j)
    if (!(*found)[j].is_zero()) result.cofactor += CoordinatePolynomial((*found)[j]) * factors[j];
  return result;
}

}  // namespace

std::vector<DarbouxPolynomial> darboux_polynomials(const PolynomialField& field, int degree) {
  constexpr std::size_t largest_space = 21;
  constexpr int lines = 6;
  std::vector<DarbouxPolynomial> result;
  const auto ansatz = ansatz_of(field, degree);
  if (ansatz.size() > largest_space) return result;
  const auto add = [&](const std::optional<CoordinatePolynomial>& p) {
    if (!p || detail::degree_of(*p) == 0) return;
    auto darboux = as_darboux(field, *p);
    if (!darboux || darboux->cofactor.terms().empty()) return;
    const auto same = [&](const auto& known) {
      return (known.cofactor - darboux->cofactor).terms().empty();
    };
    if (std::ranges::none_of(result, same)) result.push_back(std::move(*darboux));
  };
  if (degree == 1)
    for (int k = 0; k < field.dimension(); ++k) add(CoordinatePolynomial::variable(k));
  const AnsatzAlongMotion along(field, ansatz);
  const int top = detail::degree_of(field), size = static_cast<int>(ansatz.size());
  const int degree_on_line = size * degree + std::max(0, top - 1) * size * (size - 1) / 2;
  Residue at(0x2545f4914f6cdd1dULL);
  for (int line = 0; line < lines; ++line) {
    std::vector<Residue> from, direction;
    for (int k = 0; k < field.dimension(); ++k) {
      from.push_back(at = at * at + Residue(k + 1));
      direction.push_back(at = at * at + Residue(k + 2));
    }
    const auto point = [&](Residue t) {
      std::vector<Residue> z;
      for (std::size_t k = 0; k < from.size(); ++k) z.push_back(from[k] + t * direction[k]);
      return z;
    };
    std::vector<Residue> values;
    for (int t = 0; t <= degree_on_line; ++t) {
      values.push_back(determinant_by_elimination(along.at(point(Residue(t)))));
      if (t == 0 && values[0].is_zero()) break;
    }
    if (values[0].is_zero()) {  // everywhere
      std::vector<Residue> whole;
      for (int k = 0; k < field.dimension(); ++k) whole.emplace_back(2 * line + k * k + 1);
      add(only_element(along.at(whole), ansatz));
      continue;
    }
    for (const Residue t : roots(interpolated(std::move(values))))
      add(only_element(along.at(point(t)), ansatz));
  }
  return result;
}

}  // namespace hamel
