// The constraint algorithm of Gotay and Nester for an extended Lagrangian, numerically at a point.
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// A basis of the kernel of a matrix, as columns with a unit matrix in the rows that are not pivots.
/// Pivots are chosen by size once, so that the basis is as smooth as the matrix where its rank is
/// constant, and its derivatives come along with the scalar. Entries below `tolerance` times the
/// largest are no pivots.
template <class S>
Eigen::Matrix<S, dynamic, dynamic> pivoted_kernel(Eigen::Matrix<S, dynamic, dynamic> a,
                                                  double tolerance = 1e-9) {
  using std::abs;
  const int rows = static_cast<int>(a.rows()), cols = static_cast<int>(a.cols());
  std::vector<int> pivots;
  std::vector<bool> used(static_cast<std::size_t>(cols), false);
  S scale(0);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      if (abs(a(i, j)) > scale) scale = abs(a(i, j));
    }
  }
  for (int r = 0; r < rows; ++r) {
    int best_row = -1, best_col = -1;
    S best = S(tolerance) * scale;
    for (int i = r; i < rows; ++i) {
      for (int j = 0; j < cols; ++j) {
        if (!used[std::size_t(j)] && abs(a(i, j)) > best) {
          best = abs(a(i, j));
          best_row = i;
          best_col = j;
        }
      }
    }
    if (best_row < 0) break;
    a.row(r).swap(a.row(best_row));
    const S pivot = a(r, best_col);
    for (int j = 0; j < cols; ++j) a(r, j) /= pivot;
    for (int i = 0; i < rows; ++i) {
      if (i == r) continue;
      const S factor = a(i, best_col);
      for (int j = 0; j < cols; ++j) a(i, j) -= factor * a(r, j);
    }
    used[std::size_t(best_col)] = true;
    pivots.push_back(best_col);
  }
  const int rank = static_cast<int>(pivots.size());
  Eigen::Matrix<S, dynamic, dynamic> basis =
      Eigen::Matrix<S, dynamic, dynamic>::Constant(cols, cols - rank, S(0));
  for (int j = 0, k = 0; j < cols; ++j) {
    if (used[std::size_t(j)]) continue;
    basis(j, k) = S(1);
    for (int r = 0; r < rank; ++r) basis(pivots[std::size_t(r)], k) = -a(r, j);
    ++k;
  }
  return basis;
}

/// Rank of a matrix with the tolerance of pivoted_kernel().
inline int pivoted_rank(const Eigen::MatrixXd& a) {
  return static_cast<int>(a.cols() - pivoted_kernel(a).cols());
}

/// The presymplectic system of L + lambda_i phi^i on the points y = (q, v, lambda): omega = dq ^ dP with
/// P = L_v + lambda phi_v, and the energy E = P v - L - lambda phi. (The velocities of lambda do not
/// occur and are left out; with them the kernel of omega has m more dimensions and nothing else
/// changes.)
template <class Chart_>
class Presymplectic {
 public:
  static constexpr int n = Chart_::dimension, m = Chart_::constraint_count;
  static_assert(n != dynamic && m != dynamic, "the algorithm takes charts of fixed size");
  static constexpr int size = 2 * n + m;
  template <class S>
  using Point = Vector<S, size>;
  template <class S>
  using Dynamic = Eigen::Matrix<S, dynamic, dynamic>;

  explicit Presymplectic(const Chart_& system) : system_(system) {}

  template <class S>
  S lagrangian(const Point<S>& y) const {
    return system_.extended_lagrangian(Vector<S, n>(y.template head<n>()),
                                       Vector<S, n>(y.template segment<n>(n)),
                                       Vector<S, m>(y.template tail<m>()));
  }
  /// P = L_v + lambda phi_v.
  template <class S>
  Vector<S, n> momentum(const Point<S>& y) const {
    return gradient([this]<class T>(const Point<T>& x) { return this->lagrangian(x); }, y)
        .template segment<n>(n);
  }
  template <class S>
  S energy(const Point<S>& y) const {
    return momentum(y).dot(y.template segment<n>(n)) - lagrangian(y);
  }
  template <class S>
  Point<S> energy_gradient(const Point<S>& y) const {
    return gradient([this]<class T>(const Point<T>& x) { return this->energy(x); }, y);
  }
  /// omega(e_a, e_b).
  template <class S>
  Dynamic<S> form(const Point<S>& y) const {
    const auto dp = jacobian([this]<class T>(const Point<T>& x) { return this->momentum(x); }, y);
    Dynamic<S> omega = Dynamic<S>::Constant(size, size, S(0));
    omega.topRows(n) += dp;
    omega.leftCols(n) -= dp.transpose();
    return omega;
  }

  /// The constraints of the first `level` steps at y. Step 1: dE on ker omega. Step k + 1: dE on the
  /// omega-orthogonal of the tangent space that the first k steps leave.
  template <int level, class S>
  Vector<S, dynamic> constraints(const Point<S>& y) const {
    const Dynamic<S> omega = form(y);
    const Point<S> slope = energy_gradient(y);
    if constexpr (level == 1) {
      return pivoted_kernel(omega).transpose() * slope;
    } else {
      const auto before = [this]<class T>(const Point<T>& x) {
        return this->template constraints<level - 1>(x);
      };
      const Dynamic<S> tangent = pivoted_kernel(Dynamic<S>(jacobian(before, y)));
      const Vector<S, dynamic> old = before(y),
                               found = pivoted_kernel(Dynamic<S>(tangent.transpose() * omega))
                                           .transpose() *
                                       slope;
      Vector<S, dynamic> all(old.size() + found.size());
      all << old, found;
      return all;
    }
  }

 private:
  const Chart_& system_;
};

/// What the algorithm found at a point.
struct ConstraintAlgorithm {
  /// One step: P_{k+1} inside P_k.
  struct Step {
    int constraints = 0;  ///< independent new constraints
    int dimension = 0;    ///< of the manifold that is left
    double residual =
        0;  ///< largest |constraint| at the point: 0 when the point is on that manifold
  };
  int phase_space = 0;      ///< dim P_1 (without the velocities of lambda)
  int rank = 0;             ///< of omega on P_1
  std::vector<Step> steps;  ///< steps tried
  /// The k with P_{k+1} = P_k = P_f; 0 when the steps tried do not reach it.
  int stable_at = 0;
  /// Directions in which the motion on the final manifold is not determined: dim ker omega|_Pf.
  int undetermined = 0;
};

/// Runs `steps` steps at the point (q, v, lambda), which should satisfy the constraints. For a natural
/// Lagrangian with linear independent constraints it stabilises at P_2 = {phi = 0} (Martinez, Cortes &
/// de Leon 2000, section IV). Derivatives nest twice per step: two or three steps are practical.
template <int steps = 2, class Chart_, int N, int M>
ConstraintAlgorithm constraint_algorithm(const Chart_& system, const Vector<double, N>& q,
                                         const Vector<double, N>& v,
                                         const Vector<double, M>& lambda) {
  const Presymplectic<Chart_> form(system);
  Vector<double, Presymplectic<Chart_>::size> y;
  y << q, v, lambda;
  const Eigen::MatrixXd omega = form.form(y);
  ConstraintAlgorithm report;
  report.phase_space = static_cast<int>(y.size());
  report.rank = pivoted_rank(omega);
  Eigen::MatrixXd tangent = Eigen::MatrixXd::Identity(y.size(), y.size());
  const auto step = [&]<int level>() {
    if (report.stable_at != 0) return;
    const auto functions = [&]<class T>(const Vector<T, Presymplectic<Chart_>::size>& x) {
      return form.template constraints<level>(x);
    };
    const Eigen::MatrixXd slopes = jacobian(functions, y);
    const int rank = pivoted_rank(slopes);
    const int before = report.phase_space - static_cast<int>(tangent.cols());
    const auto values = functions(y);
    report.steps.push_back({rank - before, report.phase_space - rank,
                            values.size() == 0 ? 0 : values.cwiseAbs().maxCoeff()});
    if (rank == before) report.stable_at = level;
    tangent = pivoted_kernel(slopes);
  };
  [&]<int... k>(std::integer_sequence<int, k...>) {
    (step.template operator()<k + 1>(), ...);
  }
  (std::make_integer_sequence<int, steps>{});
  const Eigen::MatrixXd on_final = tangent.transpose() * omega * tangent;
  report.undetermined = static_cast<int>(tangent.cols()) - pivoted_rank(on_final);
  return report;
}

}  // namespace hamel
