// Elimination with formulas: constant pivots first, Cramer's rule for the rest.
#include "annihilator.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include <hamel/algebra/linear.hpp>

#include "hidden_constant.hpp"
#include "reading.hpp"

namespace hamel::reading {

namespace {

constexpr int max_minor = 16;  // rows that move; their minors are kept by the set of their columns

/// Arithmetic of formulas in which 0 and 1 leave no trace.
class FormulaRing {
 public:
  explicit FormulaRing(std::string path) : path_(std::move(path)) {}

  Expression product(const Expression& a, const Expression& b) const {
    if (a.is_zero() || b.is_zero()) return Expression();
    const auto x = rational(a), y = rational(b);
    if (x && y) return Expression(*x * *y);
    if (x == Rational(1)) return b;
    if (y == Rational(1)) return a;
    if (x == Rational(-1)) return negative(b);
    if (y == Rational(-1)) return negative(a);
    return of("a*b", a, b);
  }
  Expression difference(const Expression& a, const Expression& b) const {
    if (b.is_zero()) return a;
    if (a.is_zero()) return negative(b);
    const auto x = rational(a), y = rational(b);
    if (x && y) return Expression(*x - *y);
    return of("a-b", a, b);
  }
  Expression sum(const Expression& a, const Expression& b) const {
    if (b.is_zero()) return a;
    if (a.is_zero()) return b;
    const auto x = rational(a), y = rational(b);
    return x && y ? Expression(*x + *y) : of("a+b", a, b);
  }
  Expression quotient(const Expression& a, const Expression& b) const {
    const auto y = rational(b);
    if (a.is_zero()) return a;
    return y ? product(a, Expression(Rational(1) / *y)) : of("a/b", a, b);
  }
  Expression negative(const Expression& a) const {
    if (const auto x = rational(a)) return Expression(-*x);
    return of("-a", a, a);
  }
  static std::optional<Rational> rational(const Expression& a) {
    return a.is_constant() ? a.exact() : std::nullopt;
  }

 private:
  Expression of(const char* formula, const Expression& a, const Expression& b) const {
    Expression::Scope scope;
    scope.parameters.emplace("a", a);
    scope.parameters.emplace("b", b);
    return Expression::parse(formula, scope, path_);
  }

  std::string path_;
};

using Rows = std::vector<std::vector<Expression>>;

/// Columns whose minor is large, by complete pivoting; fewer than rows where the rank is less.
template <class S>
std::vector<int> pivot_columns(DynamicMatrix<S> a) {
  const auto size = [](const S& x) { return x < S(0) ? S(-x) : x; };
  std::vector<int> columns;
  for (int k = 0; k < a.rows(); ++k) {
    int row = k, column = 0;
    for (int i = k; i < a.rows(); ++i)
      for (int j = 0; j < a.cols(); ++j)
        if (size(a(i, j)) > size(a(row, column))) row = i, column = j;
    if (a(row, column) == S(0)) break;
    a.row(row).swap(a.row(k));
    columns.push_back(column);
    for (int i = k + 1; i < a.rows(); ++i) {
      const S factor = a(i, column) / a(k, column);
      for (int j = 0; j < a.cols(); ++j) a(i, j) -= factor * a(k, j);
      a(i, column) = S(0);
    }
  }
  return columns;
}

/// Determinants of the first rows of a matrix of formulas, expanded along the last of them; each is made once.
class Minors {
 public:
  Minors(const FormulaRing& ring, const Rows& columns) : ring_(ring), columns_(columns) {}

  Expression operator()() { return of((std::uint32_t{1} << columns_.size()) - 1, size() - 1); }

 private:
  int size() const { return static_cast<int>(columns_.size()); }

  Expression of(std::uint32_t set, int row) {
    if (row < 0) return Expression(Rational(1));
    if (const auto known = known_.find(set); known != known_.end()) return known->second;
    Expression sum;
    int place = 0;  // of the column among those of the set
    for (int j = 0; j < size(); ++j) {
      if ((set >> j & 1U) == 0) continue;
      const Expression& entry = columns_[j][row];
      if (!entry.is_zero()) {
        const Expression term = ring_.product(entry, of(set & ~(std::uint32_t{1} << j), row - 1));
        const bool minus = (row + place) % 2 != 0;
        sum = minus ? ring_.difference(sum, term) : ring_.sum(sum, term);
      }
      ++place;
    }
    return known_.emplace(set, sum).first->second;
  }

  const FormulaRing& ring_;
  const Rows& columns_;
  std::map<std::uint32_t, Expression> known_;
};

/// A a = drift, solved for components of a one after another.
class RowSolver {
 public:
  RowSolver(const std::vector<Expression>& rows, const std::vector<Expression>& drift, int n,
            const std::vector<Number>& point, const std::string& path)
      : ring_(path), path_(path), n_(n), variables_(static_cast<int>(point.size())) {
    for (std::size_t i = 0; i * static_cast<std::size_t>(n) < rows.size(); ++i) {
      const auto from = rows.begin() + static_cast<std::ptrdiff_t>(i) * n;
      rows_.emplace_back(from, from + n);
      rows_.back().push_back(drift.empty() ? Expression() : drift[i]);
    }
    pivot_of_.assign(rows_.size(), -1);
    is_pivot_.assign(static_cast<std::size_t>(n), false);
    take_constant_pivots();
    take_minor(point);
  }

  Annihilated result() const {
    Annihilated all;
    for (int j = 0; j < n_; ++j) {
      if (is_pivot_[j]) continue;
      std::vector<Expression> v = by_minor(j);
      complete(v, false);
      all.span.insert(all.span.end(), v.begin(), v.end());
    }
    std::vector<Expression> v = by_minor(n_);
    complete(v, true);
    if (!std::ranges::all_of(v, [](const Expression& f) { return f.is_zero(); })) all.offset = v;
    return all;
  }

 private:
  /// Solves rows for components with rational constants as factors, those first that fill least.
  void take_constant_pivots() {
    for (;;) {
      int row = -1, column = -1;
      std::int64_t least = -1;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (pivot_of_[i] >= 0) continue;
        for (int j = 0; j < n_; ++j) {
          const auto c = FormulaRing::rational(rows_[i][j]);
          if (!c || c->is_zero()) continue;
          const std::int64_t fill = entries_of_row(i) * entries_of_column(j);
          if (least < 0 || fill < least) least = fill, row = static_cast<int>(i), column = j;
        }
      }
      if (row < 0) return;
      take(static_cast<std::size_t>(row), column);
    }
  }
  std::int64_t entries_of_row(std::size_t i) const {
    return std::count_if(rows_[i].begin(), rows_[i].end() - 1,
                         [](const Expression& f) { return !f.is_zero(); }) -
           1;
  }
  std::int64_t entries_of_column(int j) const {
    return std::ranges::count_if(rows_, [j](const auto& row) { return !row[j].is_zero(); }) - 1;
  }

  void take(std::size_t row, int column) {
    pivot_of_[row] = column;
    is_pivot_[column] = true;
    const Expression factor = rows_[row][column];
    for (Expression& entry : rows_[row]) entry = ring_.quotient(entry, factor);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Expression by = rows_[i][column];
      if (i == row || by.is_zero()) continue;
      for (int j = 0; j <= n_; ++j)
        rows_[i][j] =
            j == column
                ? Expression()
                : shorter(ring_.difference(rows_[i][j], ring_.product(by, rows_[row][j])), j);
    }
  }
  /// A constant where the formula is one; the drift may depend on t.
  Expression shorter(const Expression& f, int column) const {
    return without_hidden_constant(f, variables_ + (column == n_ ? 1 : 0));
  }

  /// Chooses the components that the other rows are solved for, by the minor of their columns at the start.
  void take_minor(const std::vector<Number>& point) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (pivot_of_[i] < 0) left_.push_back(i);
    if (left_.empty()) return;
    const int m = static_cast<int>(left_.size());
    DynamicMatrix<Rational> exact(m, n_);
    DynamicMatrix<double> rounded(m, n_);
    bool is_exact = true;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n_; ++j) {
        const Number at = value_at(rows_[left_[i]][j], point);
        rounded(i, j) = at.value;
        is_exact = is_exact && at.exact;
        if (at.exact) exact(i, j) = *at.exact;
      }
    const auto columns = is_exact ? pivot_columns(exact) : pivot_columns(rounded);
    if (m > max_minor || static_cast<int>(columns.size()) < m)
      throw InputError(path_,
                       std::to_string(m) + " rows that move, solved for " +
                           std::to_string(columns.size()) + " components",
                       "independent rows, at most " + std::to_string(max_minor) + " that move");
    for (int i = 0; i < m; ++i) {
      pivot_of_[left_[i]] = columns[i];
      is_pivot_[columns[i]] = true;
    }
    determinant_ = without_hidden_constant(minor(-1, 0), variables_);
  }
  /// det P, column `replaced` of it exchanged for that of A with this index.
  Expression minor(int replaced, int column) const {
    Rows columns;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      columns.emplace_back();
      for (const std::size_t row : left_)
        columns.back().push_back(
            rows_[row][static_cast<int>(i) == replaced ? column : pivot_of_[left_[i]]]);
    }
    return Minors(ring_, columns)();
  }

  /// The components that the rows without constant pivots determine: with a_j = det P for a column j, with the drift.
  std::vector<Expression> by_minor(int j) const {
    std::vector<Expression> v(static_cast<std::size_t>(n_)), minors;
    for (std::size_t i = 0; i < left_.size(); ++i)
      minors.push_back(shorter(minor(static_cast<int>(i), j), j));
    const bool none = std::ranges::all_of(minors, [](const Expression& f) { return f.is_zero(); });
    const bool divides = j == n_ || determinant_.is_constant();
    if (j < n_) v[j] = none || divides ? Expression(Rational(1)) : determinant_;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const Expression x = divides ? ring_.quotient(minors[i], determinant_) : minors[i];
      v[pivot_of_[left_[i]]] = j < n_ ? ring_.negative(x) : x;
    }
    return v;
  }
  /// The components with constant pivots: a_p = drift - sum_c A_c a_c, with a drift or without.
  void complete(std::vector<Expression>& v, bool drifts) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (std::ranges::find(left_, i) != left_.end()) continue;
      Expression sum = drifts ? rows_[i][n_] : Expression();
      for (int c = 0; c < n_; ++c)
        if (c != pivot_of_[i]) sum = ring_.difference(sum, ring_.product(rows_[i][c], v[c]));
      v[pivot_of_[i]] = sum;
    }
  }

  FormulaRing ring_;
  std::string path_;
  int n_, variables_;
  Rows rows_;  // their drift last
  std::vector<int> pivot_of_;
  std::vector<bool> is_pivot_;
  std::vector<std::size_t> left_;  // rows without constant pivots
  Expression determinant_{Rational(1)};
};

}  // namespace

Annihilated annihilated(const std::vector<Expression>& rows, const std::vector<Expression>& drift,
                        int n, const std::vector<Number>& point, const std::string& path) {
  return RowSolver(rows, drift, n, point, path).result();
}

std::vector<Expression> paired(const std::vector<Expression>& rows,
                               const std::vector<Expression>& v, const std::string& path) {
  const FormulaRing ring(path);
  std::vector<Expression> products(v.empty() ? 0 : rows.size() / v.size());
  for (std::size_t i = 0; i < products.size(); ++i)
    for (std::size_t j = 0; j < v.size(); ++j)
      products[i] = ring.sum(products[i], ring.product(rows[i * v.size() + j], v[j]));
  return products;
}

}  // namespace hamel::reading
