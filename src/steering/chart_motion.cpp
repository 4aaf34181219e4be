// Position and momentum of vakonomic motion in coordinates.
#include "steering/chart_motion.hpp"

#include <cmath>
#include <limits>

#include <Eigen/LU>
#include <Eigen/QR>

#include <hamel/group/any_group.hpp>

namespace hamel::steering {

using V = ChartMotion::V;
using M = ChartMotion::M;

ChartMotion::ChartMotion(const ChartSystem& file)
    : file_(std::make_shared<const ChartSystem>(file)),
      problem_(running::any_chart(*file_)),
      group_(AnyGroup({{Euclidean<>(file.dim())}})),
      usual_(V::Zero(file.dim())) {
  if (file.start) usual_ = running::as_vector(file.start->q_dot, file.dim());
}

M ChartMotion::metric(const Point& x) const {
  return problem_.jet(V(x.data), usual_, V(V::Zero(constraints()))).vv;
}

M ChartMotion::kernel(const V& q, const V& v) const {
  if (constraints() == 0) return M::Identity(dim(), dim());
  const Eigen::MatrixXd rows = problem_.constraint(q, v).v;
  const Eigen::MatrixXd all =
      Eigen::HouseholderQR<Eigen::MatrixXd>(rows.transpose()).householderQ();
  return all.rightCols(dim() - constraints());
}

M ChartMotion::basis(const Point& x) const {
  return kernel(V(x.data), usual_);
}

M ChartMotion::hessian_on_d(const Point& x, const V& p) const {
  const Solved at = solved(V(x.data), p);
  const M d = kernel(V(x.data), at.v);
  return d.transpose() * at.jet.vv * d;
}

ChartMotion::Solved ChartMotion::solved(const V& q, const V& p) const {
  constexpr int most = 40;
  const int n = dim(), m = constraints();
  Solved at{usual_, V::Zero(m), {}};
  double before = HUGE_VAL;
  for (int k = 0; k < most; ++k) {
    at.jet = problem_.jet(q, at.v, at.lambda);
    const auto phi = problem_.constraint(q, at.v);
    Eigen::VectorXd off(n + m);
    off << p - at.jet.v, -phi.value;
    const double size = p.norm() + at.jet.v.norm() + (phi.v * at.v).norm(), now = off.norm();
    if (!std::isfinite(now)) break;
    // As near as rounding allows: it is there, or no longer comes nearer.
    if (now <= 1e-15 * size || (now <= 1e-11 * size && now > before / 2)) return at;
    before = now;
    const Eigen::MatrixXd factors = problem_.bordered(at.jet.vv, phi.v);
    const Eigen::VectorXd update = factors.partialPivLu().solve(off);
    at.v += update.head(n);
    at.lambda += update.tail(m);
  }
  at.v.setConstant(std::numeric_limits<double>::quiet_NaN());
  at.jet.q = at.v;
  return at;
}

V ChartMotion::velocity(const Point& x, const V& p) const {
  return solved(V(x.data), p).v;
}

V ChartMotion::multiplier(const Point& x, const V& p) const {
  return solved(V(x.data), p).lambda;
}

double ChartMotion::lagrangian(const Point& x, const V& a) const {
  return problem_.system().lagrangian(V(x.data), a);
}

Velocity<double, dynamic, dynamic> ChartMotion::field(const Point& x, const V& p) const {
  const Solved at = solved(V(x.data), p);
  return {at.v, at.jet.q};
}

}  // namespace hamel::steering
