// Anholonomic frames: quasi-velocities and the object of anholonomity.
#pragma once

#include <utility>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>

#include "symbols.hpp"

namespace hamel {

/// A local basis X_1..X_N of vector fields on R^N, from a callable q -> N x N matrix with X_i as its i-th
/// column, generic in the scalar (Crampin & Mestdag 2010, section 2).
template <int N, class Fields>
class Frame {
 public:
  static constexpr int dimension = N;
  template <class S>
  using Point = Vector<S, N>;

  explicit Frame(Fields fields) : fields_(std::move(fields)) {}

  /// The matrix whose columns are the fields.
  template <class S>
  Matrix<S, N> at(const Point<S>& q) const {
    return fields_(q);
  }
  /// The quasi-velocities w of a velocity v = w^i X_i.
  template <class S>
  Point<S> quasi_velocities(const Point<S>& q, const Point<S>& v) const {
    return solve<S, N, 1>(at(q), v);
  }
  /// v = w^i X_i.
  template <class S>
  Point<S> velocity(const Point<S>& q, const Point<S>& w) const {
    return at(q) * w;
  }

  /// The object of anholonomity: [X_i, X_j] = gamma^k_ij X_k, as gamma[k](i, j). Zero for a coordinate
  /// frame and for no other.
  template <class S>
  Symbols<S, N> anholonomity(const Point<S>& q) const {
    const Matrix<S, N> x = at(q);
    Symbols<S, N> along;  // the derivative of all fields along X_i
    for (int i = 0; i < N; ++i) {
      Vector<HyperDual<S>, N> y = lift(q);
      for (int a = 0; a < N; ++a) along_first(y[a]) = x(a, i);
      const Matrix<HyperDual<S>, N> moved = at(y);
      for (int a = 0; a < N * N; ++a) along[i].coeffRef(a) = along_first(moved.coeff(a));
    }
    constexpr int pairs = N * N;
    Matrix<S, N, pairs> brackets;  // [X_i, X_j], column i + N j
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) brackets.col(i + N * j) = along[i].col(j) - along[j].col(i);
    const Matrix<S, N, pairs> by_fields = solve<S, N, pairs>(x, brackets);
    Symbols<S, N> gamma;
    for (int k = 0; k < N; ++k)
      for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) gamma[k](i, j) = by_fields(k, i + N * j);
    return gamma;
  }

 private:
  Fields fields_;
};

/// The frame with the given fields on R^N.
template <int N, class Fields>
auto frame(Fields fields) {
  return Frame<N, Fields>(std::move(fields));
}

}  // namespace hamel
