// The audit of SE(3).
#include <hamel/group/se3.hpp>

#include "functions.hpp"
#include "runs.hpp"

template <class S>
void audit_spatial_motions(Audit<S>& audit, int count) {
  const hamel::SE3 group;
  const auto at = [&](const char* name, const Eigen::Vector3d& v, const Eigen::Vector3d& w) {
    Eigen::VectorXd xi(6);
    xi << v, w;
    Functions functions(audit, name, group, xi, w.norm());
    functions.of_exponential(true);
    functions.of_vectors();
    functions.of_elements();
    functions.template of_action<3>();
    functions.of_cayley(1.9);
  };
  for (const double angle : magnitudes(nearly_pi<S>, count))
    for (const auto& direction : directions()) {
      at("SE3", {1, -0.5, 0.3}, angle * direction);
      at("SE3, translations O(1e3)", {1000, 400, -2000}, angle * direction);
      at("SE3, translations O(1e3)", {-0.2, 1500, 0.7}, angle * direction);
    }
}

template void audit_spatial_motions(Audit<double>&, int);
template void audit_spatial_motions(Audit<float>&, int);
