// Products: the finest splitting of a system into factors that do not feel each other.
#pragma once

#include <cstddef>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "claims/q1_proof.hpp"
#include "exact/factorisation.hpp"
#include "exact/residue.hpp"

namespace hamel {

namespace detail {

/// The linear conditions on Y, r x r, unknown (l, i) at l r + i: Y is the restriction to d of an endomorphism X of
/// the Lie closure of d with X d in d, X [a,b] = [a, X b] and g(X a, b) = g(a, X b) for a in d. The projections
/// onto the factors of a product are among them, and so are the powers of each. The system is its own leaf.
template <class S>
class EndomorphismConditions {
 public:
  explicit EndomorphismConditions(const AlgebraicSystem<S>& system)
      : n_(system.dimension()), r_(static_cast<int>(system.d().cols())) {
    const DynamicMatrix<S> d = system.d();
    for (int i = 0; i < r_; ++i) ad_.push_back(system.algebra.ad(d.col(i)));
    DynamicMatrix<S> values(n_, n_);
    std::vector<std::pair<DynamicVector<S>, Eigen::Index>> reduced;  // with the place of a 1
    const auto add = [&](DynamicVector<S> value, Word word) {
      values.col(static_cast<Eigen::Index>(words_.size())) = value;
      for (const auto& [row, place] : reduced)
        if (!certainly_zero(value(place))) value -= S(value(place)) * row;
      for (Eigen::Index place = 0; place < n_; ++place)
        if (value(place) != S(0)) {
          const S inverse = S(1) / value(place);
          reduced.emplace_back(inverse * value, place);
          words_.push_back(word);
          return;
        }
    };
    for (int i = 0; i < r_; ++i) add(d.col(i), {i, -1});
    for (int rest = 0; rest < static_cast<int>(words_.size()); ++rest)
      for (int first = 0; first < r_ && static_cast<int>(words_.size()) < n_; ++first)
        add(ad_[std::size_t(first)] * values.col(rest), {first, rest});
    const DynamicMatrix<S> back = inverse<S>(values).value();
    for (auto& m : ad_) m = (back * m * values).eval();  // from here on in the basis of the words
    products_ = d.transpose() * system.metric * values;
  }

  /// The number of words: brackets of columns of d that are a basis.
  int words() const { return n_; }
  /// The conditions that one word gives, r n + r of them.
  DynamicMatrix<S> of_word(int k) const {
    DynamicMatrix<S> rows = DynamicMatrix<S>::Constant(r_ * n_ + r_, r_ * r_, S(0));
    for (int l = 0; l < r_; ++l) {
      const DynamicVector<S> moved = image(k, l);
      for (int j = 0; j < r_; ++j) {
        const int row = j * n_;  // X [D_j, word k] - [D_j, X word k]
        rows.col(l * r_ + words_[std::size_t(k)].first).segment(row, n_) -=
            ad_[std::size_t(j)] * moved;
        for (int m = 0; m < n_; ++m)
          if (!certainly_zero(ad_[std::size_t(j)](m, k)))
            rows.col(l * r_ + words_[std::size_t(m)].first).segment(row, n_) +=
                ad_[std::size_t(j)](m, k) * image(m, l);
        rows(r_ * n_ + j, l * r_ + j) += products_(l, k);  // g(X D_j, word k) - g(D_j, X word k)
        rows(r_ * n_ + j, l * r_ + words_[std::size_t(k)].first) -=
            (products_.row(j) * moved).value();
      }
    }
    return rows;
  }

 private:
  struct Word {  // [D_first, word rest], or D_first when rest < 0
    int first, rest;
  };
  /// X of a word is sum over l of Y(l, i) times this, i the first letter of the word.
  DynamicVector<S> image(int word, int l) const {
    if (words_[std::size_t(word)].rest >= 0)
      return ad_[std::size_t(l)].col(words_[std::size_t(word)].rest);
    DynamicVector<S> v = DynamicVector<S>::Constant(n_, S(0));
    v(l) = S(1);
    return v;
  }

  int n_, r_;
  std::vector<Word> words_;
  std::vector<DynamicMatrix<S>> ad_;
  DynamicMatrix<S> products_;
};

/// Rows (word, row) of the conditions that are independent modulo a prime and imply the others there.
inline std::vector<std::pair<int, Eigen::Index>> independent_conditions(
    const EndomorphismConditions<Residue>& conditions, Eigen::Index unknowns) {
  std::vector<std::pair<int, Eigen::Index>> chosen;
  std::vector<std::pair<DynamicVector<Residue>, Eigen::Index>> reduced;  // with the place of a 1
  for (int k = 0; k < conditions.words(); ++k) {
    const DynamicMatrix<Residue> rows = conditions.of_word(k);
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      if (static_cast<Eigen::Index>(chosen.size()) == unknowns - 1) return chosen;
      DynamicVector<Residue> row = rows.row(i).transpose();
      for (const auto& [other, place] : reduced)
        if (const Residue factor = row(place); !factor.is_zero()) row -= factor * other;
      Eigen::Index place = 0;
      while (place < unknowns && row(place).is_zero()) ++place;
      if (place == unknowns) continue;
      const Residue inverse = Residue(1) / row(place);
      reduced.emplace_back(inverse * row, place);
      chosen.emplace_back(k, i);
    }
  }
  return chosen;
}

/// The minimal polynomial of a matrix.
inline Polynomial minimal_polynomial(const DynamicMatrix<Rational>& y) {
  DynamicMatrix<Rational> power = DynamicMatrix<Rational>::Constant(y.rows(), y.cols(), 0);
  for (Eigen::Index i = 0; i < y.rows(); ++i) power(i, i) = 1;
  DynamicMatrix<Rational> powers(y.size(), 0);
  for (;;) {
    const DynamicMatrix<Rational> column = power.reshaped(y.size(), 1);
    if (const auto relation = solve<Rational>(powers, column)) {
      std::vector<Rational> coefficients(std::size_t(relation->rows() + 1), Rational(1));
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
  const DynamicMatrix<S> d = span<S>(system.d());
  std::vector<DynamicMatrix<S>> parts;
  const auto merge = [&](const auto& connected) {
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
  };
  for (Eigen::Index i = 0; i < d.cols(); ++i) parts.push_back(d.col(i));
  merge([&](const DynamicMatrix<S>& x, const DynamicMatrix<S>& y) {
    if (!all_zero(x.transpose() * system.metric * y)) return true;
    for (Eigen::Index i = 0; i < x.cols(); ++i)
      for (Eigen::Index j = 0; j < y.cols(); ++j)
        if (!all_zero(system.algebra.bracket(x.col(i), y.col(j)))) return true;
    return false;
  });
  merge([&](const DynamicMatrix<S>& x, const DynamicMatrix<S>& y) {
    return !is_product<S>({system.algebra, system.metric, join<S>(x, y)}, {x, y});
  });
  return parts;
}

}  // namespace detail

/// The largest rank of d, and dimension of its Lie closure, for which factors are sought in every basis; beyond them
/// they are found where the reduced columns of d belong to one factor each.
inline constexpr int largest_factored_rank = 12;
inline constexpr int largest_factored_dimension = 32;

/// The parts of d (columns in g) of the factors of a system that is its own leaf; one part when it is no product.
/// Over the rationals the factors are found in every basis: they are the eigenspaces of a generic endomorphism.
template <class S>
std::vector<DynamicMatrix<S>> factor_parts(const AlgebraicSystem<S>& system) {
  const DynamicMatrix<S> d = system.d();
  const std::vector<DynamicMatrix<S>> whole_d{d};
  if (d.cols() < 2) return whole_d;
  if constexpr (std::is_same_v<S, Rational>) {
    if (d.cols() <= largest_factored_rank && system.dimension() <= largest_factored_dimension) {
      const Eigen::Index unknowns = d.cols() * d.cols();
      std::vector<std::pair<int, Eigen::Index>> chosen;
      try {
        chosen = detail::independent_conditions(
            detail::EndomorphismConditions<Residue>(system.template cast<Residue>()), unknowns);
      } catch (const std::overflow_error&) {  // the prime divides a denominator
        return whole_d;
      }
      if (static_cast<Eigen::Index>(chosen.size()) == unknowns - 1) return whole_d;
      const detail::EndomorphismConditions<S> conditions(system);
      DynamicMatrix<S> rows(static_cast<Eigen::Index>(chosen.size()), unknowns), of_word;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (i == 0 || chosen[i].first != chosen[i - 1].first)
          of_word = conditions.of_word(chosen[i].first);
        rows.row(static_cast<Eigen::Index>(i)) = of_word.row(chosen[i].second);
      }
      const DynamicMatrix<S> basis = kernel<S>(rows);
      std::mt19937 generator(1907);
      DynamicMatrix<S> y = DynamicMatrix<S>::Constant(d.cols(), d.cols(), S(0));
      for (Eigen::Index k = 0; k < basis.cols(); ++k) {
        const S weight(static_cast<int>(generator() % 1999999) - 999999);
        for (Eigen::Index l = 0; l < y.rows(); ++l)
          for (Eigen::Index i = 0; i < y.cols(); ++i)
            y(l, i) += weight * basis(l * y.cols() + i, k);
      }
      std::vector<DynamicMatrix<S>> found;
      for (const auto& space : detail::eigenspaces(y)) found.push_back(d * space);
      return is_product<S>(system, found) ? found : whole_d;
    }
  }
  const auto found = detail::connected_parts(system);
  return is_product<S>(system, found) ? found : whole_d;
}

}  // namespace hamel
