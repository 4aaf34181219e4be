// A Lie algebra given by numbers: [e_i, e_j] = c_ij^k e_k, over any field.
#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <hamel/algebra/jacobi.hpp>
#include <hamel/algebra/linear.hpp>
#include <hamel/core/error.hpp>

namespace hamel {

/// Structure constants of an algebra of run-time dimension. Antisymmetry is built in; the Jacobi
/// identity is not assumed, see `jacobi_defect` and `require_lie_algebra`. Indices count from 0.
template <class S>
class StructureConstants {
 public:
  /// The abelian algebra of dimension n; throws DimensionError when n is negative.
  explicit StructureConstants(int n = 0) : dimension_(n) {
    if (n < 0) throw DimensionError("algebra dimension", std::to_string(n), "a number >= 0");
  }

  int dimension() const { return dimension_; }

  /// The nonzero constants with i < j.
  const std::vector<StructureConstant<S>>& entries() const { return entries_; }

  /// Sets c_ij^k = -c_ji^k = value. Throws DimensionError when an index is out of range and
  /// NotALieAlgebra when i = j and the value is not zero.
  void set(int i, int j, int k, S value) {
    for (const int index : {i, j, k})
      if (index < 0 || index >= dimension_)
        throw DimensionError("structure constant index", std::to_string(index + 1),
                             "between 1 and " + std::to_string(dimension_));
    if (i == j && !certainly_zero(value))
      throw NotALieAlgebra("[e" + std::to_string(i + 1) + ", e" + std::to_string(i + 1) + "]",
                           "a nonzero vector", "0 (the bracket is antisymmetric)");
    if (i > j) {
      std::swap(i, j);
      value = -value;
    }
    const auto place = std::lower_bound(entries_.begin(), entries_.end(), std::tuple(i, j, k),
                                        [](const auto& entry, const auto& key) {
                                          return std::tuple(entry.i, entry.j, entry.k) < key;
                                        });
    const bool present = place != entries_.end() && place->i == i && place->j == j && place->k == k;
    if (certainly_zero(value)) {
      if (present) entries_.erase(place);
    } else if (present) {
      place->value = std::move(value);
    } else {
      entries_.insert(place, {i, j, k, std::move(value)});
    }
  }

  /// c_ij^k.
  S operator()(int i, int j, int k) const {
    for (const auto& c : entries_) {
      if (c.k != k) continue;
      if (c.i == i && c.j == j) return c.value;
      if (c.i == j && c.j == i) return -c.value;
    }
    return S(0);
  }

  /// [a, b].
  DynamicVector<S> bracket(const DynamicVector<S>& a, const DynamicVector<S>& b) const {
    DynamicVector<S> result = DynamicVector<S>::Constant(dimension_, S(0));
    for (const auto& c : entries_) {
      const bool up = certainly_zero(a(c.i)) || certainly_zero(b(c.j));
      const bool down = certainly_zero(a(c.j)) || certainly_zero(b(c.i));
      if (!up || !down) result(c.k) += c.value * (a(c.i) * b(c.j) - a(c.j) * b(c.i));
    }
    return result;
  }

  /// The matrix of ad_a: b -> [a, b].
  DynamicMatrix<S> ad(const DynamicVector<S>& a) const {
    DynamicMatrix<S> result = DynamicMatrix<S>::Constant(dimension_, dimension_, S(0));
    for (const auto& c : entries_) {
      if (!certainly_zero(a(c.i))) result(c.k, c.j) += c.value * a(c.i);
      if (!certainly_zero(a(c.j))) result(c.k, c.i) -= c.value * a(c.j);
    }
    return result;
  }

  /// ad*_a p, where (ad*_a p)(b) = <p, [a, b]>.
  DynamicVector<S> ad_star(const DynamicVector<S>& a, const DynamicVector<S>& p) const {
    DynamicVector<S> result = DynamicVector<S>::Constant(dimension_, S(0));
    for (const auto& c : entries_) {
      if (certainly_zero(p(c.k))) continue;
      if (!certainly_zero(a(c.i))) result(c.j) += c.value * a(c.i) * p(c.k);
      if (!certainly_zero(a(c.j))) result(c.i) -= c.value * a(c.j) * p(c.k);
    }
    return result;
  }

  /// e_i.
  DynamicVector<S> basis_vector(int i) const {
    DynamicVector<S> e = DynamicVector<S>::Constant(dimension_, S(0));
    e(i) = S(1);
    return e;
  }

  /// The constants over another field.
  template <class T>
  StructureConstants<T> cast() const {
    StructureConstants<T> result(dimension_);
    for (const auto& c : entries_) {
      if constexpr (std::is_floating_point_v<T>)
        result.set(c.i, c.j, c.k, static_cast<T>(to_double(c.value)));
      else
        result.set(c.i, c.j, c.k, T(c.value));
    }
    return result;
  }

  /// The same algebra in the basis given by the columns of an invertible matrix; throws InputError
  /// when it is singular.
  StructureConstants in_basis(const DynamicMatrix<S>& columns) const {
    const auto back = inverse<S>(columns);
    if (!back) throw InputError("change of basis", "a singular matrix", "an invertible one");
    StructureConstants result(dimension_);
    for (int i = 0; i < dimension_; ++i)
      for (int j = i + 1; j < dimension_; ++j) {
        const DynamicVector<S> c = *back * bracket(columns.col(i), columns.col(j));
        for (int k = 0; k < dimension_; ++k) result.set(i, j, k, c(k));
      }
    return result;
  }

 private:
  int dimension_;
  std::vector<StructureConstant<S>> entries_;  // sorted by (i, j, k), i < j, no zeros
};

/// Where the Jacobi identity fails worst (first over exact fields).
template <class S>
JacobiSum<S> jacobi_defect(const StructureConstants<S>& algebra) {
  return jacobi_sum(algebra.dimension(), algebra.entries());
}

/// Throws NotALieAlgebra naming the triple when the Jacobi identity fails: exactly over exact fields, over floating
/// point beyond few roundings of the products that are summed.
template <class S>
void require_lie_algebra(const StructureConstants<S>& algebra) {
  const auto worst = jacobi_defect(algebra);
  if (!worst.nonzero) return;
  std::string found;
  for (const S& x : worst.value) found += (found.empty() ? "(" : ", ") + text(x);
  const auto name = [](int i) { return "e" + std::to_string(i + 1); };
  throw NotALieAlgebra("Jacobi identity, [[" + name(worst.i) + "," + name(worst.j) + "]," +
                           name(worst.k) + "] + cyclic",
                       found + ")", "0");
}

}  // namespace hamel
