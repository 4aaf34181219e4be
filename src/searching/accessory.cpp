// The second variation of a motion as a linear Hamiltonian system in units of its own.
#include "searching/accessory.hpp"

#include <algorithm>
#include <cmath>

#include "searching/factors.hpp"

namespace hamel::searching {

GaussFour::GaussFour() : at(), weight(), a(stages, stages) {
  const double inner = std::sqrt(3. / 7 - 2. / 7 * std::sqrt(6. / 5)),
               outer = std::sqrt(3. / 7 + 2. / 7 * std::sqrt(6. / 5)),
               more = (18 + std::sqrt(30.)) / 72, less = (18 - std::sqrt(30.)) / 72;
  at = {(1 - outer) / 2, (1 - inner) / 2, (1 + inner) / 2, (1 + outer) / 2};
  weight = {less, more, more, less};
  // sum_j a_ij c_j^(k-1) = c_i^k/k
  M powers(stages, stages), integrals(stages, stages);
  for (int k = 0; k < stages; ++k)
    for (int j = 0; j < stages; ++j) {
      const double power = std::pow(at[std::size_t(j)], k);
      powers(k, j) = power;
      integrals(k, j) = power * at[std::size_t(j)] / (k + 1);
    }
  a = Elimination(powers).solve_columns(integrals).transpose();
}

AccessoryUnits::AccessoryUnits(const std::vector<AccessoryPanel>& panels) {
  const GaussFour gauss;
  const Eigen::Index n = panels.front().nodes[0].b.rows();
  Eigen::Index columns = 0;
  for (const auto& panel : panels)
    for (const auto& node : panel.nodes) columns += node.b.cols();
  M rows(n, columns);
  columns = 0;
  for (const auto& panel : panels)
    for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
      const M& b = panel.nodes[i].b;
      rows.middleCols(columns, b.cols()) = b * std::sqrt(panel.length * gauss.weight[i]);
      columns += b.cols();
    }
  factor(rows);
}

M AccessoryUnits::inside(const M& z) const {
  M y(rank(), z.cols());
  for (int k = 0; k < rank(); ++k) {
    y.row(k) = z.row(pivots_[std::size_t(k)]);
    for (int j = 0; j < k; ++j) y.row(k) -= c_(pivots_[std::size_t(k)], j) * y.row(j);
    y.row(k) /= c_(pivots_[std::size_t(k)], k);
  }
  return y;
}

M AccessoryUnits::momenta(const M& along) const {
  M y = M::Zero(c_.rows(), along.cols());
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

void AccessoryUnits::factor(const M& rows) {
  constexpr double none = 4e-15;       // length of a row, relative to the longest: rounding
  constexpr double dependent = 1e-12;  // of what is left of a row
  const Eigen::VectorXd length = rows.rowwise().norm();
  M left = rows;
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

M accessory_flow(const AccessoryUnits& units, const AccessoryPanel& panel) {
  static const GaussFour gauss;
  constexpr int s = GaussFour::stages;
  const int m = units.rank(), size = 2 * m;
  M stages = M::Identity(s * size, s * size), right(s * size, size);
  for (int i = 0; i < s; ++i) {
    const AccessoryNode node = units.inside(panel.nodes[std::size_t(i)]);
    M rate = M::Zero(size, size);
    rate.topLeftCorner(m, m) = node.b * node.s;
    rate.topRightCorner(m, m) = node.b * node.b.transpose();
    rate.bottomLeftCorner(m, m) = -node.q;
    rate.bottomRightCorner(m, m) = -rate.topLeftCorner(m, m).transpose();
    right.middleRows(i * size, size) = rate;
    for (int j = 0; j < s; ++j)
      stages.block(i * size, j * size, size, size) -= panel.length * gauss.a(i, j) * rate;
  }
  const M slopes = Elimination(stages).solve_columns(right);
  M flow = M::Identity(size, size);
  for (int i = 0; i < s; ++i)
    flow += panel.length * gauss.weight[std::size_t(i)] * slopes.middleRows(i * size, size);
  return flow;
}

AccessoryPlane::AccessoryPlane(int m, double softness) : columns_(2 * m, m) {
  columns_ << softness * M::Identity(m, m), M::Identity(m, m);
  make_orthonormal();
}

AccessoryPlane AccessoryPlane::carried(const M& flow) const {
  AccessoryPlane next = *this;
  next.columns_ = flow * columns_;
  next.make_orthonormal();
  return next;
}

AccessoryPlane::Complex AccessoryPlane::unitary() const {
  const Eigen::Index m = columns_.cols();
  Complex v(m, m);
  v.real() = columns_.bottomRows(m);
  v.imag() = columns_.topRows(m);
  return v * v.transpose();
}

void AccessoryPlane::make_orthonormal() {
  for (int k = 0; k < columns_.cols(); ++k) {
    for (int twice = 0; twice < 2; ++twice)
      for (int j = 0; j < k; ++j)
        columns_.col(k) -= columns_.col(j).dot(columns_.col(k)) * columns_.col(j);
    columns_.col(k).normalize();
  }
}

}  // namespace hamel::searching
