// The audit of SE(3), SE_2(3) and Sim(3).
#include <hamel/group/se23.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/sim3.hpp>

#include "functions.hpp"
#include "runs.hpp"

namespace {

Eigen::VectorXd joined(const Eigen::Vector3d& v, const Eigen::Vector3d& w) {
  Eigen::VectorXd xi(6);
  xi << v, w;
  return xi;
}

}  // namespace

template <class S>
void audit_spatial_motions(Audit<S>& audit, int count) {
  const auto at = [&](const auto& group, const char* name, const Eigen::VectorXd& xi,
                      double angle) {
    Functions functions(audit, name, group, xi, angle);
    functions.of_exponential(true);
    functions.of_vectors();
    functions.of_elements();
    functions.template of_action<3>();
    functions.of_cayley(1.9);
  };
  for (const double angle : magnitudes(nearly_pi<S>, count))
    for (const auto& direction : directions()) {
      const hamel::SE3 group;
      const Eigen::Vector3d w = angle * direction;
      at(group, "SE3", joined({1, -0.5, 0.3}, w), angle);
      at(group, "SE3, translations O(1e3)", joined({1000, 400, -2000}, w), angle);
      at(group, "SE3, translations O(1e3)", joined({-0.2, 1500, 0.7}, w), angle);
    }
  // fewer: their references are powers of elements in 60 digits
  for (const double angle : magnitudes(nearly_pi<S>, count / 20))
    for (const auto& direction : {directions()[2], directions()[4]}) {
      const Eigen::Vector3d w = angle * direction;
      Eigen::VectorXd extended(9), similar(7);
      extended << 1, -0.5, 0.3, 0.2, 0.4, -0.7, w;
      at(hamel::SE23{}, "SE23", extended, angle);
      extended << 1000, 400, -2000, 3, -20, 10, w;
      at(hamel::SE23{}, "SE23, translations O(1e3)", extended, angle);
      for (const double growth : {-2.0 * angle, -1e-9, 0.0, 0.3 * angle, 1.5}) {
        similar << 1, -0.5, 0.3, w, growth;
        at(hamel::Sim3{}, "Sim3", similar, angle);
      }
      similar << 1000, 400, -2000, w, 0.5 * angle;
      at(hamel::Sim3{}, "Sim3, translations O(1e3)", similar, angle);
    }
}

template void audit_spatial_motions(Audit<double>&, int);
template void audit_spatial_motions(Audit<float>&, int);
