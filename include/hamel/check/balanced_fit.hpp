// Least squares for equations of several kinds, each kind measured against its own terms.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace hamel {

/// How well unknowns fit equations.
struct BalancedSolution {
  std::vector<double> unknowns;
  double worst = 0;    ///< the largest remainder of an equation over the terms of its kind
  double certain = 0;  ///< the same, less what errors of the equations may explain
  double norm = 0;     ///< of all remainders together
  /// False when a kind that has terms vanishes in the rounding of the others.
  bool resolved = true;
};

/// Equations sum_j c_j x_j = b, of kinds 0 .. kinds-1. An equation is divided by the size of its kind, the
/// largest terms that were summed to a b of it, so that a large kind does not hide a small one; a column by
/// the size of the terms behind it, so that its rank does not depend on units.
class BalancedFit {
 public:
  BalancedFit(std::size_t unknowns, std::size_t kinds) : columns_(unknowns), kinds_(kinds) {}

  /// One equation: c_j and the terms summed to it, b and the terms summed to it, how far b may be wrong.
  struct Equation {
    std::size_t kind = 0;
    std::vector<double> c, c_terms;
    double b = 0, b_terms = 0, error = 0;
    bool given = false;  ///< its terms are data, not rounding
  };

  void add(Equation equation) {
    Kind& kind = kinds_[equation.kind];
    kind.size = std::max(kind.size, equation.b_terms);
    kind.given = kind.given || equation.given;
    equations_.push_back(std::move(equation));
  }

  /// The unknowns of least squares; of all that fit equally well, the smallest.
  BalancedSolution solve() const {
    constexpr double rounding = 1e-12, rank = 1e-10;
    double largest = 0;
    for (const Kind& kind : kinds_) largest = std::max(largest, kind.size);
    const double floor = rounding * largest;
    const auto scale = [&](const Equation& e) {
      const double size = std::max(kinds_[e.kind].size, floor);
      return size > 0 ? size : 1;
    };

    const std::size_t n = columns_;
    std::vector<Column> columns(n, Column(equations_.size()));
    Column rest(equations_.size()), units(n, 0);
    for (std::size_t j = 0; j < n; ++j) {
      for (const Equation& e : equations_) units[j] += square(e.c_terms[j] / scale(e));
      units[j] = units[j] > 0 ? std::sqrt(units[j]) : 1;
    }
    for (std::size_t i = 0; i < equations_.size(); ++i) {
      const Equation& e = equations_[i];
      rest[i] = e.b / scale(e);
      for (std::size_t j = 0; j < n; ++j) columns[j][i] = e.c[j] / (scale(e) * units[j]);
    }

    BalancedSolution solution{least_squares(std::move(columns), rest, units, rank)};
    for (const Equation& e : equations_) {
      double off = -e.b;
      for (std::size_t j = 0; j < n; ++j) off += e.c[j] * solution.unknowns[j];
      off = std::isfinite(off) ? std::abs(off) : HUGE_VAL;
      solution.norm = std::hypot(solution.norm, off);
      const Kind& kind = kinds_[e.kind];
      if (kind.size <= floor) {
        if (kind.size > 0 && kind.given) solution.resolved = false;
        continue;
      }
      solution.worst = std::max(solution.worst, off / kind.size);
      solution.certain = std::max(solution.certain, (off - 10 * e.error) / kind.size);
    }
    return solution;
  }

 private:
  using Column = std::vector<double>;
  struct Kind {
    double size = 0;
    bool given = false;
  };

  static double square(double x) { return x * x; }
  static double dot(const Column& x, const Column& y) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
    return sum;
  }
  static void subtract(Column& x, double factor, const Column& y) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] -= factor * y[i];
  }

  /// The smallest x with least |A z - b|, z_j = units_j x_j: Gram-Schmidt with pivoting, A = Q R, columns
  /// below `rank` dropped, and the kernel of R taken off.
  static Column least_squares(std::vector<Column> a, const Column& b, const Column& units,
                              double rank) {
    const std::size_t n = a.size();
    std::vector<std::size_t> order(n);
    for (std::size_t j = 0; j < n; ++j) order[j] = j;
    std::vector<Column> r(n, Column(n, 0));  // r[k][j]: row k, position j
    Column right(n, 0), remainder = b;
    std::size_t found = 0;
    for (; found < n; ++found) {
      std::size_t best = found;
      double most = 0;
      for (std::size_t j = found; j < n; ++j) {
        const double norm = std::sqrt(dot(a[j], a[j]));
        if (norm > most) {
          most = norm;
          best = j;
        }
      }
      if (!(most > rank)) break;
      std::swap(a[found], a[best]);
      std::swap(order[found], order[best]);
      for (std::size_t k = 0; k < found; ++k) std::swap(r[k][found], r[k][best]);
      for (std::size_t k = 0; k < found; ++k) {  // once more, against rounding
        const double along = dot(a[k], a[found]);
        r[k][found] += along;
        subtract(a[found], along, a[k]);
      }
      const double norm = std::sqrt(dot(a[found], a[found]));
      r[found][found] = norm;
      for (double& entry : a[found]) entry /= norm;
      for (std::size_t j = found + 1; j < n; ++j) {
        r[found][j] = dot(a[found], a[j]);
        subtract(a[j], r[found][j], a[found]);
      }
      right[found] = dot(a[found], remainder);
      subtract(remainder, right[found], a[found]);
    }
    const auto back = [&](Column y) {
      for (std::size_t k = found; k-- > 0;) {
        for (std::size_t j = k + 1; j < found; ++j) y[k] -= r[k][j] * y[j];
        y[k] /= r[k][k];
      }
      return y;
    };
    const auto without_units = [&](Column y) {
      for (std::size_t j = 0; j < n; ++j) y[j] /= units[order[j]];
      return y;
    };
    Column x = without_units(back(right));
    std::vector<Column> kernel;
    for (std::size_t free = found; free < n; ++free) {
      Column along(n, 0);
      for (std::size_t k = 0; k < found; ++k) along[k] = -r[k][free];
      along = back(along);
      along[free] = 1;
      along = without_units(along);
      for (int twice = 0; twice < 2; ++twice)
        for (const Column& k : kernel) subtract(along, dot(k, along), k);
      const double norm = std::sqrt(dot(along, along));
      for (double& entry : along) entry /= norm;
      subtract(x, dot(along, x), along);
      kernel.push_back(std::move(along));
    }
    Column result(n);
    for (std::size_t j = 0; j < n; ++j) result[order[j]] = x[j];
    return result;
  }

  std::size_t columns_;
  std::vector<Kind> kinds_;
  std::vector<Equation> equations_;
};

}  // namespace hamel
