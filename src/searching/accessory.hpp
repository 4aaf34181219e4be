// The second variation of a motion as a linear Hamiltonian system in units of its own.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include <hamel/steer/motions.hpp>

namespace hamel::searching {

/// The second derivatives of the Hamiltonian along a motion at one time, where a change of place z is carried back to
/// the start along z' = (H_px - b s) z with b b^T = H_pp: what b reaches is left to the variations, and
///
///     H = |b^T y + s z|^2/2 + z^T (q - s^T s) z/2,   z' = b (b^T y + s z),   y' = -q z - s^T b^T y.
struct AccessoryNode {
  M b, s, q;
};

/// The nodes of Gauss, Legendre for four stages, as a method of Runge and Kutta: order 8, symplectic.
struct GaussFour {
  static constexpr int stages = 4;
  std::array<double, stages> at, weight;
  M a;

  GaussFour();
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
  explicit AccessoryUnits(const std::vector<AccessoryPanel>& panels);

  int rank() const noexcept { return static_cast<int>(pivots_.size()); }
  /// Of what is smallest in these units, relative, the part that is rounding.
  double noise() const noexcept { return 1e-15 / least_; }
  const M& columns() const noexcept { return c_; }

  void scale(double by) { c_ *= by; }

  /// C^-1 of places that are reached.
  M inside(const M& z) const;
  /// What of places is not reached.
  M outside(const M& z) const { return z - c_ * inside(z); }
  /// A momentum with the given part C^T y along what is reached.
  M momenta(const M& along) const;
  AccessoryNode inside(const AccessoryNode& node) const {
    return {inside(node.b), node.s * c_, c_.transpose() * node.q * c_};
  }

 private:
  /// Rows made orthonormal, the one that is farthest from those before it, relative to its length, first.
  void factor(const M& rows);

  M c_;
  std::vector<int> pivots_;
  double least_ = 1;
};

/// The flow of (z, y) over a part of the motion.
M accessory_flow(const AccessoryUnits& units, const AccessoryPanel& panel);

/// A Lagrangian plane of (z, y) as the unitary symmetric matrix V V^T of V = y + i z, columns orthonormal. It meets
/// z = 0 where an eigenvalue is 1, and eigenvalues pass 1 counterclockwise only (Arnold 1985, The Sturm theorems and
/// symplectic geometry; Agrachev & Sachkov 2004, Control Theory from the Geometric Viewpoint, ch. 21).
class AccessoryPlane {
 public:
  using Complex = Eigen::MatrixXcd;

  /// z = softness y.
  AccessoryPlane(int m, double softness);

  AccessoryPlane carried(const M& flow) const;
  Complex unitary() const;

 private:
  void make_orthonormal();

  M columns_;
};

}  // namespace hamel::searching
