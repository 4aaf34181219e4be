// Random structured systems: nilpotent, solvable, semisimple and products; every rank of d; metrics of every
// signature, degenerate beside d, and tuned so that the answer is yes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <hamel/check/algebraic_system.hpp>

#include "catalogue.hpp"
#include "exact/ideals.hpp"

namespace soak {

using hamel::DynamicMatrix;
using hamel::DynamicVector;
using hamel::Rational;
using Algebra = hamel::StructureConstants<Rational>;
using Matrix = DynamicMatrix<Rational>;
using System = hamel::AlgebraicSystem<Rational>;

inline Matrix zero(int rows, int columns) {
  return Matrix::Constant(rows, columns, Rational(0));
}

/// The direct sum of two algebras.
inline Algebra sum(const Algebra& left, const Algebra& right) {
  const int m = left.dimension();
  Algebra result(m + right.dimension());
  for (const auto& c : left.entries()) result.set(c.i, c.j, c.k, c.value);
  for (const auto& c : right.entries()) result.set(m + c.i, m + c.j, m + c.k, c.value);
  return result;
}

inline Matrix block(const Matrix& left, const Matrix& right) {
  Matrix result = zero(static_cast<int>(left.rows() + right.rows()),
                       static_cast<int>(left.cols() + right.cols()));
  result.topLeftCorner(left.rows(), left.cols()) = left;
  result.bottomRightCorner(right.rows(), right.cols()) = right;
  return result;
}

inline System product(const System& left, const System& right) {
  return {sum(left.algebra, right.algebra), block(left.metric, right.metric),
          block(left.d(), right.d())};
}

/// Everything random about one seed.
class Source {
 public:
  explicit Source(std::uint64_t seed) : generator_(seed) {}

  int digit(int low, int high) {
    return low + static_cast<int>(generator_() % static_cast<std::uint64_t>(high - low + 1));
  }

  Matrix sparse_matrix(int rows, int columns, int one_in) {
    Matrix m(rows, columns);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) m(i, j) = digit(1, one_in) == 1 ? digit(-2, 2) : 0;
    return m;
  }

  Matrix invertible(int n) {
    for (;;) {
      Matrix change(n, n);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) change(i, j) = digit(0, 1) ? digit(-1, 1) : i == j;
      if (hamel::rank<Rational>(change) == n) return change;
    }
  }

  Matrix permutation(int n) {
    Matrix change = zero(n, n);
    std::vector<int> left;
    for (int i = 0; i < n; ++i) left.push_back(i);
    for (int i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(digit(0, n - 1 - i));
      change(left[k], i) = 1;
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return change;
  }

  /// R acting on R^k by a matrix, nilpotent or not.
  Algebra solvable(int k) {
    const bool nilpotent = digit(0, 1) == 1;
    Algebra algebra(k + 1);
    for (int i = 0; i < k; ++i)
      for (int j = nilpotent ? i + 1 : 0; j < k; ++j)
        if (digit(0, 2) == 0) algebra.set(k, j, i, digit(-2, 2));
    return algebra;
  }

  /// Two steps: brackets of k vectors in a centre of dimension c.
  Algebra two_step(int k, int c) {
    Algebra algebra(k + c);
    for (int i = 0; i < k; ++i)
      for (int j = i + 1; j < k; ++j)
        if (digit(0, 1)) algebra.set(i, j, k + digit(0, c - 1), digit(-2, 2));
    return algebra;
  }

  Algebra algebra() {
    static const std::vector<Algebra> known = [] {
      std::vector<Algebra> list;
      for (const auto& entry : hamel::catalogue::all())
        if (entry.algebra.dimension() >= 3 && entry.algebra.dimension() <= 6)
          list.push_back(entry.algebra);
      return list;
    }();
    switch (digit(0, 5)) {
      case 0:
        return solvable(digit(2, 4));
      case 1:
        return two_step(digit(2, 4), digit(1, 2));
      case 2:
        return sum(known[index(known)], Algebra(digit(1, 2)));
      default:
        return known[index(known)];
    }
  }

  Matrix form(int n) {
    Matrix metric = zero(n, n);
    const int filling = digit(0, 2), kind = digit(0, 3);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        if (i == j)
          metric(i, i) = kind == 0
                             ? Rational(1)
                             : Rational(digit(0, 3) ? digit(1, 3) : -digit(1, 3)) / digit(1, 2);
        else if (digit(0, 5) < filling)
          metric(i, j) = metric(j, i) = Rational(digit(-2, 2)) / 2;
    return metric;
  }

  System system() {
    for (;;) {
      Algebra algebra = this->algebra();
      const int n = algebra.dimension();
      System found{algebra, {}, {}};
      const int style = digit(0, 3);
      if (style == 0 && tune(found)) return found;
      const int r = digit(2, n - 1);
      found.distribution = zero(n, r);
      if (style == 1)
        for (int j = 0; j < r; ++j) found.distribution(digit(0, n - 1), j) = 1;
      else
        found.distribution = sparse_matrix(n, r, style == 3 ? 3 : 2);
      found.metric = form(n);
      if (digit(0, 4) == 0) {
        const Matrix killing = hamel::killing_form(algebra);
        if (hamel::rank<Rational>(killing) == n) found.metric = killing;
      }
      if (hamel::rank<Rational>(found.distribution) < r) continue;
      if (digit(0, 9) == 0) {  // degenerate beside d
        const Matrix onto = hamel::kernel<Rational>(found.distribution.transpose());
        found.metric -= onto.col(0) * onto.col(0).transpose() * found.metric(0, 0);
      }
      const Matrix gram = found.distribution.transpose() * found.metric * found.distribution;
      if (hamel::rank<Rational>(gram) < r) continue;
      if (digit(0, 9) && hamel::is_subalgebra<Rational>(algebra, found.distribution)) continue;
      return found;
    }
  }

  /// The same system in a random basis of g and of d, reordered, its metric scaled.
  System described_again(const System& system) {
    const int n = system.dimension(), r = static_cast<int>(system.d().cols());
    const Matrix change = digit(0, 2) ? invertible(n) : permutation(n);
    const Matrix mix = digit(0, 2) ? invertible(r) : permutation(r);
    const Rational scale = Rational(digit(1, 5)) / (digit(0, 1) ? 3 : -3);
    return {system.algebra.in_basis(change), scale * (change.transpose() * system.metric * change),
            hamel::inverse<Rational>(change).value() * system.d() * mix};
  }

  DynamicVector<Rational> start(int r) {
    DynamicVector<Rational> u(r);
    for (auto& x : u) x = Rational(digit(1, 97) * (digit(0, 1) ? 1 : -1)) / 100;
    return u;
  }

 private:
  template <class List>
  std::size_t index(const List& list) {
    return static_cast<std::size_t>(digit(0, static_cast<int>(list.size()) - 1));
  }

  /// d complementary to an ideal that is orthogonal to it.
  bool tune(System& system) {
    const int n = system.dimension();
    const auto ideals = hamel::known_ideals<Rational>(system.algebra, 24);
    const Matrix h = ideals[index(ideals)];
    const int r = n - static_cast<int>(h.cols());
    if (r < 2 || r == n) return false;
    system.distribution = sparse_matrix(n, r, 2);
    const Matrix both = hamel::join<Rational>(system.distribution, h);
    if (hamel::rank<Rational>(both) < n) return false;
    const Matrix parts = hamel::inverse<Rational>(both).value();
    const Matrix on_d = form(r), on_h = form(n - r);
    if (hamel::rank<Rational>(on_d) < r) return false;
    system.metric = parts.transpose() * block(on_d, on_h) * parts;
    return true;
  }

  std::mt19937_64 generator_;
};

}  // namespace soak
