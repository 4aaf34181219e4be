// The accessory problem of a motion, sampled along it.
#include "searching/sampled_motion.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>

#include "searching/factors.hpp"

namespace hamel::searching {

namespace {

/// b with b b^T = h, by elimination with pivots; nothing where h has a negative direction.
std::optional<M> half_of(M h) {
  constexpr double rounding = 1e-12;
  const Eigen::Index n = h.rows();
  const double largest = h.cwiseAbs().maxCoeff();
  M b(n, n);
  int rank = 0;
  for (; rank < n; ++rank) {
    Eigen::Index i = 0;
    if (!(h.diagonal().maxCoeff(&i) > rounding * largest)) break;
    b.col(rank) = h.col(i) / std::sqrt(h(i, i));
    h -= b.col(rank) * b.col(rank).transpose();
    h.row(i).setZero();
    h.col(i).setZero();
  }
  if (!(h.cwiseAbs().maxCoeff() <= 10 * rounding * largest)) return {};
  return b.leftCols(rank);
}

/// The second derivatives of the Hamiltonian at a place of a motion, in z and xi = delta p - ad*_z p/2, left trivialised:
/// these are canonical.
struct SecondDerivatives {
  V a, m_dot;
  M h_px, h_xx;
  std::optional<M> b;  ///< b b^T = H_pp
  M s;                 ///< of H_px, the part that b reaches: b s

  SecondDerivatives(const Motions& motions, double t, const Point& x, const V& p) {
    const Group& group = motions.group();
    const int n = motions.dim();
    const FieldWithSlopes here = motions.field(t, x, p);
    a = here.a;
    m_dot = here.m_dot;
    M half(n, n), half_rate(n, n), turn(n, n);  // z -> ad*_z p/2, ad*_z p'/2, ad_a z
    for (int k = 0; k < n; ++k) {
      const V e = V::Unit(n, k);
      half.col(k) = 0.5 * group.ad_star(e, p);
      half_rate.col(k) = 0.5 * group.ad_star(e, m_dot);
      turn.col(k) = group.ad(a, e);
    }
    h_px = here.a_x - turn + here.a_p * half;
    h_xx = half * h_px + half_rate - here.m_x - here.m_p * half;
    b = half_of((here.a_p + here.a_p.transpose()) / 2);
    if (b) s = Cholesky(b->transpose() * *b).solve_columns(b->transpose() * h_px);
  }
};

/// The motion beside columns z that are carried along z' = (H_px - b s) z.
class TransportedMotion {
 public:
  using Group = searching::Group;
  static constexpr int dimension = dynamic, variations = dynamic;

  TransportedMotion(const Motions& motions, int columns) : motions_(motions), columns_(columns) {}

  const Group& group() const noexcept { return motions_.group(); }
  int dim() const noexcept { return motions_.dim(); }
  bool is_invariant() const noexcept { return motions_.is_invariant(); }
  int size() const noexcept { return (columns_ + 1) * dim(); }

  /// The parts of a momentum of this problem: p, and the k-th column.
  template <class Whole>
  auto p(Whole& m) const noexcept {
    return m.segment(0, dim());
  }
  template <class Whole>
  auto column(Whole& m, int k) const noexcept {
    return m.segment((k + 1) * dim(), dim());
  }

  Velocity<double, dynamic, dynamic> field(double t, const Point& x, const V& m) const {
    const SecondDerivatives here(motions_, t, x, p(m));
    Velocity<double, dynamic, dynamic> rate{here.a, V(size())};
    p(rate.m_dot) = here.m_dot;
    M drift = here.h_px;
    if (here.b) drift -= *here.b * here.s;
    for (int k = 0; k < columns_; ++k) column(rate.m_dot, k) = drift * column(m, k);
    return rate;
  }

 private:
  const Motions& motions_;
  int columns_;
};

}  // namespace

SampledMotion::SampledMotion(const Motions& motions) : motions_(motions) {
  if (2 * motions.dim() > max_dimension)
    throw DimensionError("dimension of a group whose motions are judged",
                         std::to_string(motions.dim()),
                         "at most " + std::to_string(max_dimension / 2));
}

SampledMotion::Sample SampledMotion::advance(At& at, double length, AccessoryPanel& panel,
                                             double& error) const {
  static const GaussFour gauss;
  panel.length = length;
  const double start = at.t;
  for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
    step(at, start + gauss.at[i] * length - at.t, error);
    if (!all_finite(at.p) || !all_finite(at.x.data) || !at.transport.allFinite())
      return Sample::not_finite;
    auto node = node_at(at);
    if (!node) return Sample::not_positive;
    panel.nodes[i] = std::move(*node);
    if (!panel.nodes[i].b.allFinite() || !panel.nodes[i].q.allFinite()) return Sample::not_finite;
  }
  step(at, start + length - at.t, error);
  at.t = start + length;
  return all_finite(at.p) && all_finite(at.x.data) ? Sample::good : Sample::not_finite;
}

void SampledMotion::step(At& at, double h, double& error) const {
  struct {
    Point x;
    V m;
  } state;
  const RungeKutta<DormandPrince8> method;
  // As many columns at once as a vector of run-time size holds.
  const int n = motions_.dim(), together = std::clamp(max_dimension / std::max(n, 1) - 1, 1, n);
  At next = at;
  for (int k = 0; k < n; k += together) {
    const int count = std::min(together, n - k);
    const TransportedMotion motion(motions_, count);
    state.x = at.x;
    state.m.resize(motion.size());
    motion.p(state.m) = at.p;
    for (int j = 0; j < count; ++j) motion.column(state.m, j) = at.transport.col(k + j);
    const auto sum = method.increment(motion, at.t, h, state);
    const V m = state.m + sum.m;
    for (int j = 0; j < count; ++j) next.transport.col(k + j) = motion.column(m, j);
    const double embedded =
        std::max(sum.s_error.norm(), sum.m_error.norm() / std::max(m.norm(), 1e-300));
    error = std::max(error, std::sqrt(embedded) * embedded);
    if (k > 0) continue;
    next.x = motions_.group().moved(at.x, sum.s);
    next.p = motion.p(m);
  }
  next.t = at.t + h;
  at = next;
}

std::optional<AccessoryNode> SampledMotion::node_at(const At& at) const {
  const SecondDerivatives here(motions_, at.t, at.x, at.p);
  if (!here.b) return {};
  const M& transport = at.transport;
  const M h_xx = (here.h_xx + here.h_xx.transpose()) / 2;
  return AccessoryNode{Elimination(transport).solve_columns(*here.b), here.s * transport,
                       transport.transpose() * h_xx * transport};
}

}  // namespace hamel::searching
