// Products: the finest splitting of a system into factors that do not feel each other.
#pragma once

#include <cstddef>
#include <optional>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/algebra/factorisation.hpp>
#include <hamel/algebra/residue.hpp>
#include <hamel/check/restriction.hpp>

namespace hamel {

/// Whether the system on the Lie closure of d is the product of those on the Lie closures of the given parts of d
/// (columns in g): they commute, their sum is direct, the parts span d and are orthogonal to the other closures.
/// Then motions and multipliers are those of the factors, independently.
template <class S>
bool is_product(const AlgebraicSystem<S>& system, const std::vector<DynamicMatrix<S>>& parts) {
  std::vector<DynamicMatrix<S>> closures;
  DynamicMatrix<S> joined_parts(system.dimension(), 0), joined(system.dimension(), 0);
  for (const auto& part : parts) {
    closures.push_back(generated_subalgebra<S>(system.algebra, part));
    joined_parts = join<S>(joined_parts, part);
    joined = join<S>(joined, closures.back());
  }
  const DynamicMatrix<S> d = system.d();
  if (joined_parts.cols() != d.cols() || !contains<S>(d, joined_parts) ||
      rank<S>(joined) != joined.cols())
    return false;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = 0; j < parts.size(); ++j)
      if (i != j &&
          (bracket_span<S>(system.algebra, parts[i], parts[j]).cols() > 0 ||
           ((parts[i].transpose() * system.metric * closures[j]).array() != S(0)).any()))
        return false;
  return true;
}

namespace detail {

/// The linear conditions on Y, r x r, unknown (l, i) at l r + i: Y is the restriction to d of an endomorphism X of
/// the Lie closure of d with X d in d, X [a,b] = [a, X b] and g(X a, b) = g(a, X b) for a in d. The projections
/// onto the factors of a product are among them, and so are the powers of each. The system is its own leaf.
template <class S>
DynamicMatrix<S> endomorphism_conditions(const AlgebraicSystem<S>& system) {
  const DynamicMatrix<S> d = system.d();
  const int n = system.dimension(), r = static_cast<int>(d.cols());
  struct Word {  // [D_first, word rest], or D_first when rest < 0
    int first, rest;
  };
  std::vector<Word> words;
  DynamicMatrix<S> values = d;
  for (int i = 0; i < r; ++i) words.push_back({i, -1});
  std::vector<DynamicMatrix<S>> ad;
  for (int i = 0; i < r; ++i) ad.push_back(system.algebra.ad(d.col(i)));
  for (int rest = 0; rest < static_cast<int>(words.size()) && values.cols() < n; ++rest)
    for (int first = 0; first < r && values.cols() < n; ++first) {
      const DynamicVector<S> bracket = ad[first] * values.col(rest);
      const DynamicMatrix<S> longer = join<S>(values, bracket);
      if (rank<S>(longer) < longer.cols()) continue;
      values = longer;
      words.push_back({first, rest});
    }
  const DynamicMatrix<S> back = inverse<S>(values).value();
  for (auto& m : ad) m = back * m * values;  // from here on in the basis of the words
  const DynamicMatrix<S> products = d.transpose() * system.metric * values;
  /// X of a word is sum over l of Y(l, i) times this, i the first letter of the word.
  const auto image = [&](int word, int l) {
    DynamicVector<S> v = DynamicVector<S>::Constant(n, S(0));
    if (words[word].rest < 0)
      v(l) = S(1);
    else
      v = ad[l].col(words[word].rest);
    return v;
  };
  Echelon<S> echelon;
  echelon.rows = DynamicMatrix<S>(0, r * r);
  const auto impose = [&](const DynamicMatrix<S>& more) {
    DynamicMatrix<S> stacked(echelon.rows.rows() + more.rows(), r * r);
    stacked << echelon.rows, more;
    echelon = row_echelon<S>(std::move(stacked));
  };
  for (int k = 0; k < n; ++k) {
    DynamicMatrix<S> more = DynamicMatrix<S>::Constant(r * n + r, r * r, S(0));
    for (int l = 0; l < r; ++l) {
      const DynamicVector<S> of_word = image(k, l);
      for (int j = 0; j < r; ++j) {
        const int row = j * n;  // X [D_j, word k] - [D_j, X word k]
        more.col(l * r + words[k].first).segment(row, n) -= ad[j] * of_word;
        for (int m = 0; m < n; ++m)
          if (!certainly_zero(ad[j](m, k)))
            more.col(l * r + words[m].first).segment(row, n) += ad[j](m, k) * image(m, l);
        more(r * n + j, l * r + j) += products(l, k);  // g(X D_j, word k) - g(D_j, X word k)
        more(r * n + j, l * r + words[k].first) -= (products.row(j) * of_word).value();
      }
    }
    impose(more);
  }
  return echelon.rows;
}

/// The minimal polynomial of a matrix.
inline Polynomial minimal_polynomial(const DynamicMatrix<Rational>& y) {
  DynamicMatrix<Rational> power = DynamicMatrix<Rational>::Constant(y.rows(), y.cols(), 0);
  for (Eigen::Index i = 0; i < y.rows(); ++i) power(i, i) = 1;
  DynamicMatrix<Rational> powers(y.size(), 0);
  for (;;) {
    const DynamicMatrix<Rational> column = power.reshaped(y.size(), 1);
    if (const auto relation = solve<Rational>(powers, column)) {
      std::vector<Rational> coefficients(relation->rows() + 1, Rational(1));
      for (Eigen::Index i = 0; i < relation->rows(); ++i)
        coefficients[static_cast<std::size_t>(i)] = -(*relation)(i, 0);
      return Polynomial(std::move(coefficients));
    }
    powers = join<Rational>(powers, column);
    power = (power * y).eval();
  }
}

/// The parts of d that belong to the irreducible factors of the minimal polynomial of a generic Y.
inline std::vector<DynamicMatrix<Rational>> eigenspaces(const DynamicMatrix<Rational>& y) {
  const Polynomial minimal = minimal_polynomial(y);
  std::vector<DynamicMatrix<Rational>> spaces;
  for (const auto& factor : irreducible_factors(square_free(minimal))) {
    DynamicMatrix<Rational> value = DynamicMatrix<Rational>::Constant(y.rows(), y.cols(), 0);
    for (auto c = factor.coefficients().rbegin(); c != factor.coefficients().rend(); ++c) {
      value = (value * y).eval();
      for (Eigen::Index i = 0; i < y.rows(); ++i) value(i, i) += *c;
    }
    DynamicMatrix<Rational> power = value;
    for (Eigen::Index k = 1; k < y.rows(); ++k) power = (power * value).eval();
    spaces.push_back(kernel<Rational>(power));
  }
  return spaces;
}

/// Groups of columns of d, in reduced form, that no bracket, product or common closure connects.
template <class S>
std::vector<DynamicMatrix<S>> connected_parts(const AlgebraicSystem<S>& system) {
  std::vector<DynamicMatrix<S>> parts;
  const DynamicMatrix<S> d = span<S>(system.d());
  for (Eigen::Index i = 0; i < d.cols(); ++i) parts.push_back(d.col(i));
  const auto connected = [&](const DynamicMatrix<S>& x, const DynamicMatrix<S>& y) {
    if (bracket_span<S>(system.algebra, x, y).cols() > 0) return true;
    const DynamicMatrix<S> a = generated_subalgebra<S>(system.algebra, x),
                           b = generated_subalgebra<S>(system.algebra, y);
    return intersection<S>(a, b).cols() > 0 ||
           ((x.transpose() * system.metric * b).array() != S(0)).any() ||
           ((y.transpose() * system.metric * a).array() != S(0)).any();
  };
  for (std::size_t i = 0; i < parts.size();) {
    bool merged = false;
    for (std::size_t j = i + 1; j < parts.size() && !merged; ++j)
      if (connected(parts[i], parts[j])) {
        parts[i] = join<S>(parts[i], parts[j]);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(j));
        merged = true;
      }
    i = merged ? 0 : i + 1;
  }
  return parts;
}

}  // namespace detail

/// The largest rank of d for which factors are sought in every basis; beyond it they are found where the reduced
/// columns of d belong to one factor each.
inline constexpr int largest_factored_rank = 20;

/// The parts of d (columns in g) of the factors of a system that is its own leaf; one part when it is no product.
/// Over the rationals the factors are found in every basis: they are the eigenspaces of a generic endomorphism.
template <class S>
std::vector<DynamicMatrix<S>> factor_parts(const AlgebraicSystem<S>& system) {
  const DynamicMatrix<S> d = system.d();
  std::vector<DynamicMatrix<S>> parts{d};
  if (d.cols() < 2) return parts;
  if constexpr (std::is_same_v<S, Rational>) {
    if (d.cols() <= largest_factored_rank) {
      const auto free = [&](const auto& conditions) { return d.cols() * d.cols() - conditions.rows(); };
      try {  // only multiples of the identity modulo a prime: no product
        if (free(detail::endomorphism_conditions(system.template cast<Residue>())) <= 1) return parts;
      } catch (const std::overflow_error&) {
      } catch (const std::bad_optional_access&) {
      }
      const DynamicMatrix<S> basis = kernel<S>(detail::endomorphism_conditions(system));
      std::mt19937 generator(1907);
      DynamicMatrix<S> y = DynamicMatrix<S>::Constant(d.cols(), d.cols(), S(0));
      for (Eigen::Index k = 0; k < basis.cols(); ++k) {
        const S weight(static_cast<int>(generator() % 1999) - 999);
        for (Eigen::Index l = 0; l < y.rows(); ++l)
          for (Eigen::Index i = 0; i < y.cols(); ++i) y(l, i) += weight * basis(l * y.cols() + i, k);
      }
      std::vector<DynamicMatrix<S>> found;
      for (const auto& space : detail::eigenspaces(y)) found.push_back(d * space);
      return is_product<S>(system, found) ? found : parts;
    }
  }
  auto found = detail::connected_parts(system);
  return is_product<S>(system, found) ? found : parts;
}

}  // namespace hamel
