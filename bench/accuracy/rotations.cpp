// The audit of SO(3) and SO(2,1).
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

#include "functions.hpp"
#include "runs.hpp"

template <class S>
void audit_rotations(Audit<S>& audit, int count) {
  const auto at = [&](const char* name, const auto& group, const Eigen::Vector3d& xi,
                      bool principal) {
    Functions functions(audit, name, group, xi, xi.norm());
    functions.of_exponential(principal);
    functions.of_vectors();
    functions.of_elements();
    functions.template of_action<3>();
    functions.of_cayley(1.9);
  };
  for (const double angle : magnitudes(nearly_pi<S>, count))
    for (const auto& direction : directions()) at("SO3", hamel::SO3{}, angle * direction, true);
  // |z| <= 25
  for (const double size : magnitudes(5, count))
    for (const auto& direction : lorentz_directions()) {
      const Eigen::Vector3d xi = lorentz_vector(size, direction);
      at("SO21", hamel::SO21{}, xi, hamel::SO21{}.square(hamel::Vector<double, 3>(xi)) < 9.86);
    }
}

template void audit_rotations(Audit<double>&, int);
template void audit_rotations(Audit<float>&, int);
