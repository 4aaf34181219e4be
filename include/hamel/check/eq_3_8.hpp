// Condition (3.8) along a motion: is a nonholonomic motion an unconstrained one?
#pragma once

#include <algorithm>

#include <Eigen/Core>
#include <Eigen/LU>

#include <hamel/check/verdict.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// `eq_3_8` at given points (x, a) of a trajectory, a in d: g(x)(a,[a,b]) + 1/2 <d_x g(a,a), x_* b> - <dU, x_* b>
/// for b in d_perp(x); where it vanishes along a nonholonomic motion, that motion is an unconstrained one
/// (Jozwikowski & Respondek, Thm 3.2). The defect is relative to |M a| |a|; numerical, hence never exact.
template <class System, class Points>
Verdict eq_3_8(const System& system, const Eigen::MatrixXd& distribution, const Points& points) {
  constexpr int n = System::dimension;
  double worst = 0;
  for (const auto& [x, a] : points) {
    const Matrix<double, n> m = system.metric(x);
    const Vector<double, n> p = m * a;
    const Vector<double, n> force = system.group().ad_star(Vector<double, n>(a), p) +
                                    system.force(0.0, x, Vector<double, n>(a));
    const Eigen::MatrixXd complement = (distribution.transpose() * m).fullPivLu().kernel();
    if (distribution.cols() == m.rows()) break;
    const Eigen::MatrixXd unit = complement.colwise().normalized();
    worst = std::max(worst, (unit.transpose() * force).cwiseAbs().maxCoeff() /
                                std::max(p.norm() * a.norm(), 1e-300));
  }
  Verdict verdict = decide<double>("eq_3_8", worst > 0, worst);
  verdict.reason = verdict ? "it vanishes along the motion: an unconstrained motion"
                           : "it does not vanish along the motion";
  return verdict;
}

}  // namespace hamel
