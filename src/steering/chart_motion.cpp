// Position and momentum of vakonomic motion in coordinates.
#include "steering/chart_motion.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <Eigen/Core>

#include <hamel/group/any_group.hpp>

#include "searching/factors.hpp"
#include "steering/entries.hpp"

namespace hamel::steering {

using V = ChartMotion::V;
using M = ChartMotion::M;

namespace {

/// A = L + lambda phi, in (q, v, lambda).
running::CurvatureTape tape_of(const ChartSystem& file) {
  const int n = file.dim(), m = static_cast<int>(file.constraints.size());
  std::vector<running::FormulaTerm> terms;
  if (file.lagrangian) {
    terms.push_back({1, &*file.lagrangian, {}});
  } else {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) terms.push_back({0.5, &file.metric[i * n + j], {n + i, n + j}});
    terms.push_back({-1, &file.potential, {}});
  }
  for (int k = 0; k < m; ++k) terms.push_back({1, &file.constraints[k], {2 * n + k}});
  return {terms, 2 * n + m};
}

}  // namespace

ChartMotion::ChartMotion(const ChartSystem& file)
    : file_(std::make_shared<const ChartSystem>(file)),
      chart_(running::any_chart(*file_)),
      tape_(tape_of(file)),
      group_(AnyGroup({{Euclidean<>(file.dim())}})),
      usual_(V::Zero(file.dim())) {
  if (file.start) usual_ = running::as_vector(file.start->q_dot, file.dim());
}

void ChartMotion::differentiate(Jet& at) const {
  at.gradient.resize(at.z.size());
  at.hessian.resize(at.z.size(), at.z.size());
  tape_.evaluate(entries(at.z), entries(at.gradient), entries(at.hessian));
}

ChartMotion::Jet ChartMotion::usual(const Point& x) const {
  Jet at;
  at.z.resize(2 * dim() + constraints());
  at.z << V(x.data), usual_, Eigen::VectorXd::Zero(constraints());
  differentiate(at);
  return at;
}

M ChartMotion::metric(const Point& x) const {
  return usual(x).hessian.block(dim(), dim(), dim(), dim());
}

M ChartMotion::kernel(const Jet& at) const {
  const int n = dim(), m = constraints();
  if (m == 0) return M::Identity(n, n);
  return orthogonal_factor(at.hessian.block(n, 2 * n, n, m)).rightCols(n - m);
}

M ChartMotion::basis(const Point& x) const {
  return kernel(usual(x));
}

M ChartMotion::hessian_on_d(const Point& x, const V& p) const {
  Jet at = solved(x, p);
  differentiate(at);
  const M d = kernel(at);
  return d.transpose() * at.hessian.block(dim(), dim(), dim(), dim()) * d;
}

ChartMotion::Jet ChartMotion::solved(const Point& x, const V& p) const {
  constexpr int most = 40;
  const int n = dim(), m = constraints();
  Jet at = usual(x);
  Eigen::VectorXd off(n + m);
  double before = HUGE_VAL;
  for (int k = 0; k < most; ++k) {
    off << p - at.gradient.segment(n, n), -at.gradient.tail(m);
    const double size = p.norm() + at.gradient.segment(n, n).norm() +
                        (at.hessian.block(2 * n, n, m, n) * at.z.segment(n, n)).norm();
    const double now = off.norm();
    if (!std::isfinite(now)) break;
    // As near as rounding allows: it is there, or no longer comes nearer.
    if (now <= 1e-15 * size || (now <= 1e-11 * size && now > before / 2)) return at;
    before = now;
    if (k > 0) differentiate(at);
    at.z.tail(n + m) += Elimination(at.hessian.bottomRightCorner(n + m, n + m)).solve(off);
    tape_.evaluate(entries(at.z), entries(at.gradient));
  }
  at.z.setConstant(std::numeric_limits<double>::quiet_NaN());
  at.gradient = at.z;
  return at;
}

V ChartMotion::velocity(const Point& x, const V& p) const {
  return solved(x, p).z.segment(dim(), dim());
}

V ChartMotion::multiplier(const Point& x, const V& p) const {
  return solved(x, p).z.tail(constraints());
}

V ChartMotion::momentum(const Point& x, const V& a, const V& lambda) const {
  Jet at;
  at.z.resize(2 * dim() + constraints());
  at.z << V(x.data), a, lambda;
  differentiate(at);
  return at.gradient.segment(dim(), dim());
}

double ChartMotion::lagrangian(const Point& x, const V& a) const {
  return chart_.lagrangian(V(x.data), a);
}

Velocity<double, dynamic, dynamic> ChartMotion::field(const Point& x, const V& p) const {
  const Jet at = solved(x, p);
  return {at.z.segment(dim(), dim()), at.gradient.head(dim())};
}

LinearisedField<double, dynamic> ChartMotion::linearised_field(const Point& x, const V& p) const {
  const int n = dim(), rest = n + constraints();
  Jet at = solved(x, p);
  differentiate(at);
  // With y = (v, lambda): A_yq dq + A_yy dy = (dp, 0), and dp' = A_qq dq + A_qy dy.
  const Elimination inner(at.hessian.bottomRightCorner(rest, rest));
  const Eigen::MatrixXd a_qy = at.hessian.topRightCorner(n, rest);
  const Eigen::MatrixXd y_p = inner.solve_columns(Eigen::MatrixXd::Identity(rest, n));
  const Eigen::MatrixXd y_q = -inner.solve_columns(a_qy.transpose());
  return {{at.z.segment(n, n), at.gradient.head(n)},
          y_q.topRows(n),
          y_p.topRows(n),
          at.hessian.topLeftCorner(n, n) + a_qy * y_q,
          a_qy * y_p};
}

}  // namespace hamel::steering
