// A basis of the algebra that the constraint makes by brackets, and what is long in it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/factors.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The basis X_1..X_r of d, orthonormal where L is positive definite on d, followed by brackets of them: layer w
/// holds brackets of w vectors. A displacement of layer w takes paths of length (displacement)^(1/w), a
/// momentum of layer w acts over a length l like its (w-1)-th power (ball-box theorem).
template <int N>
struct AdaptedFrame {
  Matrix<double, N> columns;  ///< X_1, ..., then brackets, then vectors that no bracket reaches
  Matrix<double, N> inverse;
  std::vector<int> layer;  ///< of each column; 0 where no bracket reaches
  int reached = 0;         ///< dimension of the algebra that d generates
  double bend = HUGE_VAL;  ///< the length at which brackets lead back into lower layers

  bool generates() const noexcept { return reached == static_cast<int>(columns.cols()); }

  /// The length of a path to a displacement, up to a factor of order one.
  double length(const Vector<double, N>& displacement) const {
    const Vector<double, N> y = inverse * displacement;
    double longest = 0;
    for (int i = 0; i < y.size(); ++i)
      if (layer[std::size_t(i)] > 0)
        longest = std::max(longest, std::pow(std::abs(y[i]), 1. / layer[std::size_t(i)]));
    return longest;
  }
};

/// The columns d made orthonormal under m where it is positive definite on them, else as they are.
template <int N, int R>
Matrix<double, N, R> orthonormal(const Matrix<double, N>& m, const Matrix<double, N, R>& d) {
  const Eigen::MatrixXd inner = d.transpose() * m * d;
  if (const Cholesky factor(inner); factor.exists()) return factor.orthonormal(d);
  return d;
}

/// How brackets are searched.
struct BracketSearch {
  double least = 1e-9;          ///< what leads out by less than this, relative, counts as inside
  int deepest = max_dimension;  ///< layer
};

/// The frame of columns d under the metric m. `bracket(columns, from, i, j)` is [X_i, X_j] for i < r and a column j of
/// the frame so far, where column k >= r is the bracket of the pair from[k].
template <int N, int R, class Bracket>
AdaptedFrame<N> adapted_frame(const Matrix<double, N>& m, const Matrix<double, N, R>& d,
                              const BracketSearch& search, const Bracket& bracket) {
  using V = Vector<double, N>;
  const int n = static_cast<int>(d.rows()), r = static_cast<int>(d.cols());
  AdaptedFrame<N> frame;
  frame.columns.setZero(n, n);
  frame.columns.leftCols(r) = orthonormal(m, d);
  frame.layer.assign(std::size_t(r), 1);

  Eigen::MatrixXd basis(n, 0);  // orthonormal, of what is reached
  const auto rest = [&](const V& v) {
    Eigen::VectorXd w = v;
    for (int twice = 0; twice < 2; ++twice) w -= basis * (basis.transpose() * w);
    return w;
  };
  const auto add = [&](const Eigen::VectorXd& w) {
    basis.conservativeResize(n, basis.cols() + 1);
    basis.col(basis.cols() - 1) = w.normalized();
  };
  for (int i = 0; i < r; ++i) add(rest(V(frame.columns.col(i))));
  std::vector<std::pair<int, int>> from(
      static_cast<std::size_t>(r));  // the columns whose bracket a column is
  for (int w = 2, begin = 0; w <= std::min(n, search.deepest) && basis.cols() < n; ++w) {
    const int end = static_cast<int>(frame.layer.size());
    struct Made {
      V value;
      std::pair<int, int> of;
    };
    std::vector<Made> made;
    for (int i = 0; i < r; ++i)
      for (int j = begin; j < end; ++j)
        made.push_back({bracket(frame.columns, from, i, j), {i, j}});
    for (;;) {  // the bracket that leads out most, relative to its size, until none does
      const Made* best = nullptr;
      double most = search.least;
      for (const Made& b : made) {
        const double out =
            b.value.norm() > search.least ? rest(b.value).norm() / b.value.norm() : 0;
        if (out > most) {
          most = out;
          best = &b;
        }
      }
      if (best == nullptr) break;
      frame.columns.col(static_cast<int>(frame.layer.size())) = best->value;
      frame.layer.push_back(w);
      from.push_back(best->of);
      add(rest(best->value));
    }
    if (static_cast<int>(frame.layer.size()) == end) break;
    begin = end;
  }
  frame.reached = static_cast<int>(frame.layer.size());
  for (int i = 0; i < n && basis.cols() < n; ++i) {
    const Eigen::VectorXd w = rest(V(V::Unit(n, i)));
    if (w.norm() < 1e-6) continue;
    frame.columns.col(static_cast<int>(frame.layer.size())) = w.normalized();
    frame.layer.push_back(0);
    add(w);
  }
  frame.inverse = Elimination(frame.columns).inverse();

  for (int i = 0; i < r; ++i)
    for (int j = 0; j < frame.reached && frame.layer[std::size_t(j)] < search.deepest; ++j) {
      const V back = frame.inverse * bracket(frame.columns, from, i, j);
      for (int k = 0; k < frame.reached; ++k) {
        const int power = frame.layer[std::size_t(j)] + 1 - frame.layer[std::size_t(k)];
        if (power > 0 && std::abs(back[k]) > search.least / 1000)
          frame.bend = std::min(frame.bend, std::pow(std::abs(back[k]), -1. / power));
      }
    }
  return frame;
}

/// The frame of columns d under the metric m and the brackets of the algebra.
template <class Algebra, int N, int R>
AdaptedFrame<N> adapted_frame(const Algebra& algebra, const Matrix<double, N>& m,
                              const Matrix<double, N, R>& d) {
  using V = Vector<double, N>;
  return adapted_frame(m, d, BracketSearch{}, [&](const auto& columns, const auto&, int i, int j) {
    return V(algebra.ad(V(columns.col(i)), V(columns.col(j))));
  });
}

}  // namespace hamel
