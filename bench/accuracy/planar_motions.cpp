// The audit of SE(2).
#include <cmath>
#include <string>

#include <hamel/group/se2.hpp>

#include "functions.hpp"
#include "runs.hpp"

template <class S>
void audit_planar_motions(Audit<S>& audit, int count) {
  const hamel::SE2 group;
  const auto at = [&](const std::string& name, double x, double y, double phi, bool all) {
    Functions functions(audit, name, group, Eigen::Vector3d(x, y, phi), std::abs(phi));
    functions.of_exponential(true);
    if (!all) return;
    functions.of_vectors();
    functions.of_elements();
    functions.template of_action<2>();
    functions.of_cayley(1.9);
  };
  for (const double angle : magnitudes(nearly_pi<S>, count))
    for (const double phi : {angle, -angle}) {
      at("SE2", 1, -0.5, phi, true);
      at("SE2, translations O(1e3)", 1000, 400, phi, true);
      at("SE2, translations O(1e3)", -0.2, 1500, phi, true);
    }
  for (int i = 0; i < count; ++i) {
    const double angle = 3.1 * std::pow(1000 / 3.1, double(i) / (count - 1));
    at("SE2, up to 160 turns", 1, -0.5, angle, false);
    at("SE2, up to 160 turns", 1, -0.5, -angle, false);
  }
}

template void audit_planar_motions(Audit<double>&, int);
template void audit_planar_motions(Audit<float>&, int);
