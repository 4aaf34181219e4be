// Linear algebra up to one degree d. Multiples of the equations of degree up to d, and again multiples of what among
// their combinations has a lower degree, reduce monomials to some of them, B. If these have degrees below d, and the
// matrices X_i of multiplication by x_i on B commute, then B is a basis of polynomials modulo the equations (Mourrain,
// A new criterion for normal form algorithms, 1999), and the values of x_i at the zeros are eigenvalues of X_i. Where
// t, a combination of the x_i, differs from zero to zero they are rational functions of t with traces as coefficients
// (Rouillier, Solving zero-dimensional systems through the rational univariate representation, 1999).
#include "algebraic_zeros.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "exact/factorisation.hpp"
#include "exact/monomials.hpp"
#include "exact/residue.hpp"
#include "exact/root_counts.hpp"
#include "exact/sparse.hpp"

namespace hamel {

namespace {

using ExactMatrix = DynamicMatrix<Rational>;
using Exponents = std::vector<int>;
using Terms = std::map<Exponents, Rational>;
using LinearForm = std::vector<Rational>;

constexpr std::size_t most_zeros = 8;
constexpr Eigen::Index largest_system = 260;

int degree_of(const Exponents& exponents) {
  int sum = 0;
  for (const int power : exponents) sum += power;
  return sum;
}

int degree_of(const Terms& p) {
  int largest = 0;
  for (const auto& [exponents, factor] : p) largest = std::max(largest, degree_of(exponents));
  return largest;
}

/// All of a degree, in order.
void add_monomials(std::vector<Exponents>& all, Exponents& start, std::size_t place, int degree) {
  if (place + 1 == start.size()) {
    start[place] = degree;
    all.push_back(start);
    return;
  }
  for (int power = degree; power >= 0; --power) {
    start[place] = power;
    add_monomials(all, start, place + 1, degree - power);
  }
}

std::vector<Exponents> monomials_of(std::size_t variables, int degree) {
  std::vector<Exponents> all;
  if (degree < 0) return all;
  Exponents start(variables, 0);
  add_monomials(all, start, 0, degree);
  return all;
}

Exponents product(Exponents x, const Exponents& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
  return x;
}

/// Monomials up to a degree modulo the equations.
template <class S>
struct Reduced {
  std::vector<Exponents> basis;
  std::map<Exponents, int> place;
  DynamicMatrix<S> of;  ///< each monomial as a combination of the basis, by rows

  Reduced(const std::vector<Terms>& equations, std::size_t variables, int degree) {
    std::vector<Exponents> monomials;  // a leading one comes first
    for (int k = degree; k >= 0; --k) {
      const auto more = monomials_of(variables, k);
      monomials.insert(monomials.end(), more.begin(), more.end());
    }
    for (const auto& monomial : monomials) place.emplace(monomial, static_cast<int>(place.size()));
    SparseSystem<S> system(static_cast<int>(monomials.size()));
    for (const auto& p : equations)
      for (const auto& factor : monomials)
        if (degree_of(factor) + degree_of(p) <= degree) {
          typename SparseSystem<S>::Row row;
          for (const auto& [monomial, c] : p) row[place.at(product(monomial, factor))] = S(c);
          system.add(std::move(row), S(0));
        }
    std::set<int> done;  // leading monomials whose rows have been multiplied
    for (bool more = true; more;) {
      more = false;
      const auto rows = system.rows();
      for (const auto& [lead, row] : rows) {
        if (degree_of(monomials[static_cast<std::size_t>(lead)]) >= degree ||
            !done.insert(lead).second)
          continue;
        more = true;
        for (std::size_t i = 0; i < variables; ++i) {
          typename SparseSystem<S>::Row next;
          for (const auto& [column, c] : row) {
            Exponents raised = monomials[static_cast<std::size_t>(column)];
            ++raised[i];
            next[place.at(raised)] = c;
          }
          system.add(std::move(next), S(0));
        }
      }
    }
    for (std::size_t j = 0; j < monomials.size(); ++j)
      if (!system.rows().contains(static_cast<int>(j))) basis.push_back(monomials[j]);
    if (basis.size() <= most_zeros) of = system.kernel();
  }
};

/// The X_i on a basis of degrees below d; nothing where there is none, or where they do not commute.
template <class S>
std::optional<std::vector<DynamicMatrix<S>>> multiplications(const Reduced<S>& reduced,
                                                             std::size_t variables, int degree) {
  std::vector<DynamicMatrix<S>> all;
  const auto n = static_cast<Eigen::Index>(reduced.basis.size());
  if (reduced.basis.size() > most_zeros ||
      std::ranges::any_of(reduced.basis,
                          [&](const Exponents& b) { return degree_of(b) >= degree; }))
    return std::nullopt;
  for (std::size_t i = 0; i < variables; ++i) {
    all.emplace_back(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
      Exponents next = reduced.basis[static_cast<std::size_t>(k)];
      ++next[i];
      all.back().col(k) = reduced.of.row(reduced.place.at(next)).transpose();
    }
  }
  for (const auto& x : all)
    for (const auto& y : all)
      if (DynamicMatrix<S>(x * y) != DynamicMatrix<S>(y * x)) return std::nullopt;
  return all;
}

/// In the lowest degree that serves modulo a prime, exactly.
std::optional<std::vector<ExactMatrix>> multiplications(const std::vector<Terms>& equations,
                                                        std::size_t variables) {
  int degree = 1;
  for (const auto& p : equations) degree = std::max(degree, degree_of(p));
  for (;; ++degree) {
    if (monomial_count(static_cast<int>(variables) + 1, degree) > largest_system)
      return std::nullopt;  // all up to the degree
    if (multiplications(Reduced<Residue>(equations, variables, degree), variables, degree))
      return multiplications(Reduced<Rational>(equations, variables, degree), variables, degree);
  }
}

/// Each variable, and a few others.
std::vector<LinearForm> linear_forms(std::size_t variables) {
  std::vector<LinearForm> all;
  for (std::size_t i = variables; i-- > 0;) {
    all.emplace_back(variables, Rational(0));
    all.back()[i] = 1;
  }
  for (int turn = 1; turn <= 3; ++turn) {
    all.emplace_back();
    for (std::size_t i = 0; i < variables; ++i)
      all.back().emplace_back(static_cast<int>((i + 1) * (i + 1)) * turn % 11 - 5);
  }
  return all;
}

Rational trace_of_product(const ExactMatrix& x, const ExactMatrix& y) {
  Rational sum;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index k = 0; k < x.cols(); ++k)
      if (!x(i, k).is_zero()) sum += x(i, k) * y(k, i);
  return sum;
}

ExactMatrix value_at(const Polynomial& p, const ExactMatrix& t) {
  ExactMatrix value = ExactMatrix::Constant(t.rows(), t.cols(), Rational(0));
  for (auto c = p.coefficients().rbegin(); c != p.coefficients().rend(); ++c) {
    value = (t * value).eval();
    for (Eigen::Index i = 0; i < t.rows(); ++i) value(i, i) += *c;
  }
  return value;
}

bool is_nilpotent(ExactMatrix x) {
  for (Eigen::Index size = 1; size < x.rows(); size *= 2) x = (x * x).eval();
  return std::ranges::all_of(x.reshaped(), [](const Rational& c) { return c.is_zero(); });
}

/// The combination of the matrices that has the most eigenvalues, modulo a prime.
ExactMatrix most_separating(const std::vector<ExactMatrix>& all) {
  ExactMatrix best;
  int most = -1;
  for (const auto& form : linear_forms(all.size())) {
    ExactMatrix t = ExactMatrix::Constant(all.front().rows(), all.front().cols(), Rational(0));
    for (std::size_t i = 0; i < form.size(); ++i)
      if (!form[i].is_zero()) t += form[i] * all[i];
    const int count = square_free(characteristic_polynomial(cast<Residue>(t))).degree();
    if (count <= most) continue;
    most = count;
    best = std::move(t);
  }
  return best;
}

/// The x_i as polynomials in t, the roots of `of`, which are as many as the zeros.
struct Univariate {
  Polynomial of;
  std::vector<Polynomial> values;
};

/// With t the eigenvalues of a combination of the matrices; nothing where two zeros share one.
std::optional<Univariate> in_one(const ExactMatrix& t, const Polynomial& roots,
                                 const std::vector<ExactMatrix>& all) {
  Univariate result{roots, {}};
  const int degree = roots.degree();
  std::vector<ExactMatrix> powers{value_at(Polynomial(Rational(1)), t)};
  for (int i = 1; i < degree; ++i) powers.push_back(t * powers.back());
  // sum_i tr(v t^i) H_{degree-1-i}(T), H_j the first j + 1 terms of Horner's scheme
  const auto numerator = [&](const ExactMatrix& v) {
    Polynomial sum;
    for (int i = 0; i < degree; ++i) {
      const auto& c = result.of.coefficients();
      const Polynomial horner(std::vector<Rational>(c.begin() + i + 1, c.end()));
      sum = sum + horner * Polynomial(trace_of_product(v, powers[static_cast<std::size_t>(i)]));
    }
    return sum;
  };
  // Any root serves to divide modulo the whole polynomial, with which the divisor has none in common.
  const RealRoot first = real_roots(roots).front();
  const auto any = std::make_shared<const RealRoot>(RealRoot{roots, first.lower, first.upper});
  const AlgebraicNumber over(numerator(powers.front()), any);
  for (const auto& x : all) {
    result.values.push_back((AlgebraicNumber(numerator(x), any) / over).polynomial());
    if (degree < t.rows() && !is_nilpotent(x - value_at(result.values.back(), t)))
      return std::nullopt;
  }
  return result;
}

/// The numbers of Q(t) as polynomials in another of them that has the same degree.
class Renamed {
 public:
  Renamed(const Polynomial& number, const std::shared_ptr<const RealRoot>& root)
      : degree_(root->polynomial.degree()), powers_(degree_, degree_) {
    AlgebraicNumber power(1);
    const AlgebraicNumber one(number, root);
    for (Eigen::Index k = 0; k < degree_; ++k, power *= one)
      powers_.col(k) = column(power.polynomial());
    if (rank<Rational>(powers_) < degree_) return;
    std::vector<Rational> c = (-in_it(power.polynomial())).coefficients();
    c.resize(static_cast<std::size_t>(degree_));
    c.emplace_back(1);
    for (auto& candidate : real_roots(Polynomial(std::move(c))))
      if ((one - AlgebraicNumber(candidate.lower)).sign() > 0 &&
          (AlgebraicNumber(candidate.upper) - one).sign() > 0)
        root_ = std::move(candidate);
  }
  const std::optional<RealRoot>& root() const { return root_; }
  Polynomial in_it(const Polynomial& p) const {
    const ExactMatrix c = *solve<Rational>(powers_, ExactMatrix(column(p)));
    return Polynomial(std::vector<Rational>(c.data(), c.data() + c.size()));
  }

 private:
  DynamicVector<Rational> column(const Polynomial& p) const {
    DynamicVector<Rational> c = DynamicVector<Rational>::Constant(degree_, Rational(0));
    for (int i = 0; i <= p.degree(); ++i) c(i) = p.coefficients()[static_cast<std::size_t>(i)];
    return c;
  }
  Eigen::Index degree_;
  ExactMatrix powers_;
  std::optional<RealRoot> root_;
};

/// One zero, s being one of its values where one of them has the degree of all.
AlgebraicZero zero_at(const RealRoot& number, const Univariate& all,
                      const std::vector<int>& variables) {
  const auto root = std::make_shared<const RealRoot>(number);
  AlgebraicZero zero{number, {}};
  for (std::size_t i = 0; i < variables.size(); ++i)
    zero.values[variables[i]] = AlgebraicNumber(all.values[i], root).polynomial();
  if (number.is_rational()) {
    for (auto& [k, p] : zero.values) p = Polynomial(p(number.lower));
    return zero;
  }
  for (const auto& [k, p] : zero.values) {
    const Renamed renamed(p, root);
    if (!renamed.root()) continue;
    AlgebraicZero simpler{*renamed.root(), {}};
    for (const auto& [i, q] : zero.values) simpler.values[i] = renamed.in_it(q);
    return simpler;
  }
  return zero;
}

/// Terms by their exponents of these variables.
Terms terms_over(const CoordinatePolynomial& p, const std::vector<int>& variables) {
  Terms terms;
  for (const auto& [monomial, factor] : p.terms()) {
    Exponents exponents(variables.size(), 0);
    for (const auto& [variable, power] : monomial)
      exponents[static_cast<std::size_t>(std::ranges::find(variables, index_of(variable)) -
                                         variables.begin())] = power;
    terms.emplace(std::move(exponents), factor);
  }
  return terms;
}

}  // namespace

std::optional<std::vector<AlgebraicZero>> algebraic_zeros(
    const std::vector<CoordinatePolynomial>& equations) try {
  constexpr std::int64_t zero_operations = 60'000'000;
  const WorkBudget budget(zero_operations);
  std::set<int> seen;
  for (const auto& p : equations) seen.merge(p.variables());
  const std::vector<int> variables(seen.begin(), seen.end());
  std::vector<Terms> terms;
  for (const auto& p : equations) terms.push_back(terms_over(p, variables));
  const auto matrices = multiplications(terms, variables.size());
  if (!matrices) return std::nullopt;
  std::vector<AlgebraicZero> zeros;
  if (matrices->front().rows() == 0) return zeros;
  const ExactMatrix t = most_separating(*matrices);
  const Polynomial roots = square_free(characteristic_polynomial(t));
  if (!has_real_roots(roots)) return zeros;
  const auto all = in_one(t, roots, *matrices);
  if (!all) return std::nullopt;
  for (const auto& factor : irreducible_factors(roots))
    for (const auto& root : real_roots(factor)) zeros.push_back(zero_at(root, *all, variables));
  return zeros;
} catch (const BudgetExceeded&) {
  return std::nullopt;
} catch (const std::overflow_error&) {  // the prime divides a denominator
  return std::nullopt;
}

}  // namespace hamel
