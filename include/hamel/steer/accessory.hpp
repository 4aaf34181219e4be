// The second variation of a motion as a linear Hamiltonian system in units of its own.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/factors.hpp>

namespace hamel {

/// The second derivatives of the Hamiltonian along a motion at one time, where a change of place z is carried back to
/// the start along z' = (H_px - b s) z with b b^T = H_pp: what b reaches is left to the variations, and
///
///     H = |b^T y + s z|^2/2 + z^T (q - s^T s) z/2,   z' = b (b^T y + s z),   y' = -q z - s^T b^T y.
struct AccessoryNode {
  Eigen::MatrixXd b, s, q;
};

/// The nodes of Gauss, Legendre for four stages, as a method of Runge and Kutta: order 8, symplectic.
struct GaussFour {
  static constexpr int stages = 4;
  std::array<double, stages> at, weight;
  Eigen::MatrixXd a;

  GaussFour() : at(), weight(), a(stages, stages) {
    const double inner = std::sqrt(3. / 7 - 2. / 7 * std::sqrt(6. / 5)),
                 outer = std::sqrt(3. / 7 + 2. / 7 * std::sqrt(6. / 5)),
                 more = (18 + std::sqrt(30.)) / 72, less = (18 - std::sqrt(30.)) / 72;
    at = {(1 - outer) / 2, (1 - inner) / 2, (1 + inner) / 2, (1 + outer) / 2};
    weight = {less, more, more, less};
    // sum_j a_ij c_j^(k-1) = c_i^k/k
    Eigen::MatrixXd powers(stages, stages), integrals(stages, stages);
    for (int k = 0; k < stages; ++k)
      for (int j = 0; j < stages; ++j) {
        const double power = std::pow(at[std::size_t(j)], k);
        powers(k, j) = power;
        integrals(k, j) = power * at[std::size_t(j)] / (k + 1);
      }
    a = Elimination(powers).solve_columns(integrals).transpose();
  }
};

/// A part of the motion, by its nodes.
struct AccessoryPanel {
  double length = 0;
  std::array<AccessoryNode, GaussFour::stages> nodes;
};

/// Units in which the places z that variations reach in a given time are as far as one another: z = C z~ with
/// C C^T = integral of b b^T. They follow how each bracket grows with the way, without asking for brackets; what no
/// variation reaches (abnormal covectors, integrals of the constraint) is left out.
class AccessoryUnits {
 public:
  explicit AccessoryUnits(const std::vector<AccessoryPanel>& panels) {
    const GaussFour gauss;
    const Eigen::Index n = panels.front().nodes[0].b.rows();
    Eigen::Index columns = 0;
    for (const auto& panel : panels)
      for (const auto& node : panel.nodes) columns += node.b.cols();
    Eigen::MatrixXd rows(n, columns);
    columns = 0;
    for (const auto& panel : panels)
      for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
        const Eigen::MatrixXd& b = panel.nodes[i].b;
        rows.middleCols(columns, b.cols()) = b * std::sqrt(panel.length * gauss.weight[i]);
        columns += b.cols();
      }
    factor(rows);
  }

  int rank() const noexcept { return static_cast<int>(pivots_.size()); }
  /// Of what is smallest in these units, relative, the part that is rounding.
  double noise() const noexcept { return 1e-15 / least_; }
  const Eigen::MatrixXd& columns() const noexcept { return c_; }

  void scale(double by) { c_ *= by; }

  /// C^-1 of places that are reached.
  Eigen::MatrixXd inside(const Eigen::MatrixXd& z) const {
    Eigen::MatrixXd y(rank(), z.cols());
    for (int k = 0; k < rank(); ++k) {
      y.row(k) = z.row(pivots_[std::size_t(k)]);
      for (int j = 0; j < k; ++j) y.row(k) -= c_(pivots_[std::size_t(k)], j) * y.row(j);
      y.row(k) /= c_(pivots_[std::size_t(k)], k);
    }
    return y;
  }
  /// What of places is not reached.
  Eigen::MatrixXd outside(const Eigen::MatrixXd& z) const { return z - c_ * inside(z); }
  /// A momentum with the given part C^T y along what is reached.
  Eigen::MatrixXd momenta(const Eigen::MatrixXd& along) const {
    Eigen::MatrixXd y = Eigen::MatrixXd::Zero(c_.rows(), along.cols());
    for (int k = rank() - 1; k >= 0; --k) {
      Eigen::RowVectorXd row = along.row(k);
      for (int j = k + 1; j < rank(); ++j) {
        const int pivot = pivots_[std::size_t(j)];
        row -= c_(pivot, k) * y.row(pivot);
      }
      y.row(pivots_[std::size_t(k)]) = row / c_(pivots_[std::size_t(k)], k);
    }
    return y;
  }
  AccessoryNode inside(const AccessoryNode& node) const {
    return {inside(node.b), node.s * c_, c_.transpose() * node.q * c_};
  }

 private:
  /// Rows made orthonormal, the one that is farthest from those before it, relative to its length, first.
  void factor(const Eigen::MatrixXd& rows) {
    constexpr double none = 4e-15;       // length of a row, relative to the longest: rounding
    constexpr double dependent = 1e-12;  // of what is left of a row
    const Eigen::VectorXd length = rows.rowwise().norm();
    Eigen::MatrixXd left = rows;
    c_.setZero(rows.rows(), rows.rows());
    std::vector<bool> used(std::size_t(rows.rows()), false);
    for (int k = 0; k < rows.rows(); ++k) {
      int best = -1;
      double most = dependent;
      for (int i = 0; i < rows.rows(); ++i) {
        if (used[std::size_t(i)] || !(length[i] > none * length.maxCoeff())) continue;
        const double relative = left.row(i).norm() / length[i];
        if (relative > most) {
          most = relative;
          best = i;
        }
      }
      if (best < 0) break;
      used[std::size_t(best)] = true;
      pivots_.push_back(best);
      least_ = std::min(least_, most * std::min(1., length[best] / length.maxCoeff()));
      const Eigen::RowVectorXd q = left.row(best).normalized();
      for (int i = 0; i < rows.rows(); ++i) {
        if (used[std::size_t(i)] && i != best) continue;
        for (int twice = 0; twice < 2; ++twice) {
          const double part = left.row(i).dot(q);
          c_(i, k) += part;
          left.row(i) -= part * q;
        }
      }
    }
    c_.conservativeResize(rows.rows(), rank());
  }

  Eigen::MatrixXd c_;
  std::vector<int> pivots_;
  double least_ = 1;
};

/// The flow of (z, y) over a part of the motion.
inline Eigen::MatrixXd accessory_flow(const AccessoryUnits& units, const AccessoryPanel& panel) {
  static const GaussFour gauss;
  constexpr int s = GaussFour::stages;
  const int m = units.rank(), size = 2 * m;
  Eigen::MatrixXd stages = Eigen::MatrixXd::Identity(s * size, s * size), right(s * size, size);
  for (int i = 0; i < s; ++i) {
    const AccessoryNode node = units.inside(panel.nodes[std::size_t(i)]);
    Eigen::MatrixXd rate = Eigen::MatrixXd::Zero(size, size);
    rate.topLeftCorner(m, m) = node.b * node.s;
    rate.topRightCorner(m, m) = node.b * node.b.transpose();
    rate.bottomLeftCorner(m, m) = -node.q;
    rate.bottomRightCorner(m, m) = -rate.topLeftCorner(m, m).transpose();
    right.middleRows(i * size, size) = rate;
    for (int j = 0; j < s; ++j)
      stages.block(i * size, j * size, size, size) -= panel.length * gauss.a(i, j) * rate;
  }
  const Eigen::MatrixXd slopes = Elimination(stages).solve_columns(right);
  Eigen::MatrixXd flow = Eigen::MatrixXd::Identity(size, size);
  for (int i = 0; i < s; ++i)
    flow += panel.length * gauss.weight[std::size_t(i)] * slopes.middleRows(i * size, size);
  return flow;
}

/// A Lagrangian plane of (z, y) as the unitary symmetric matrix V V^T of V = y + i z, columns orthonormal. It meets
/// z = 0 where an eigenvalue is 1, and eigenvalues pass 1 counterclockwise only (Arnold 1985, The Sturm theorems and
/// symplectic geometry; Agrachev & Sachkov 2004, Control Theory from the Geometric Viewpoint, ch. 21).
class AccessoryPlane {
 public:
  using Complex = Eigen::MatrixXcd;

  /// z = softness y.
  AccessoryPlane(int m, double softness) : columns_(2 * m, m) {
    columns_ << softness * Eigen::MatrixXd::Identity(m, m), Eigen::MatrixXd::Identity(m, m);
    make_orthonormal();
  }

  AccessoryPlane carried(const Eigen::MatrixXd& flow) const {
    AccessoryPlane next = *this;
    next.columns_ = flow * columns_;
    next.make_orthonormal();
    return next;
  }
  Complex unitary() const {
    const Eigen::Index m = columns_.cols();
    Complex v(m, m);
    v.real() = columns_.bottomRows(m);
    v.imag() = columns_.topRows(m);
    return v * v.transpose();
  }

 private:
  void make_orthonormal() {
    for (int k = 0; k < columns_.cols(); ++k) {
      for (int twice = 0; twice < 2; ++twice)
        for (int j = 0; j < k; ++j)
          columns_.col(k) -= columns_.col(j).dot(columns_.col(k)) * columns_.col(j);
      columns_.col(k).normalize();
    }
  }

  Eigen::MatrixXd columns_;
};

}  // namespace hamel
