// The audit of SE(2) and of its universal cover.
#include <cmath>
#include <string>
#include <type_traits>

#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>

#include "functions.hpp"
#include "runs.hpp"

/// Of a group of plane motions.
template <class S, class G>
void audit_plane(Audit<S>& audit, int count, const G& group, const std::string& called) {
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
      at(called, 1, -0.5, phi, true);
      at(called + ", translations O(1e3)", 1000, 400, phi, true);
      at(called + ", translations O(1e3)", -0.2, 1500, phi, true);
    }
  if constexpr (std::is_same_v<G, hamel::SE2>) return;
  for (int i = 0; i < count; ++i) {
    const double angle = 3.1 * std::pow(1000 / 3.1, double(i) / (count - 1));
    at(called + ", up to 160 turns", 1, -0.5, angle, false);
    at(called + ", up to 160 turns", 1, -0.5, -angle, false);
  }
}

template <class S>
void audit_planar_motions(Audit<S>& audit, int count) {
  audit_plane(audit, count, hamel::SE2{}, "SE2");
  audit_plane(audit, count, hamel::SE2Cover{}, "SE2Cover");
}

template void audit_planar_motions(Audit<double>&, int);
template void audit_planar_motions(Audit<float>&, int);
