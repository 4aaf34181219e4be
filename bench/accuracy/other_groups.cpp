// The audit of the flat groups and of a nested product.
#include <Eigen/Core>

#include <hamel/group/euclidean.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

#include "functions.hpp"
#include "runs.hpp"

template <class S>
void audit_other_groups(Audit<S>& audit, int count) {
  const auto at = [&](const char* name, const auto& group, const Eigen::VectorXd& xi,
                      double angle) {
    Functions functions(audit, name, group, xi, angle);
    functions.of_exponential(true);
    functions.of_vectors();
    functions.of_elements();
    functions.of_cayley(1.9);
  };
  const hamel::Heisenberg<1> h3;
  const hamel::Heisenberg<2> h5;
  const hamel::Torus<2> torus;
  const hamel::Euclidean<3> space;
  const auto nested = (hamel::SE2Cover{} * hamel::Torus<1>{}) * hamel::SO3{};
  for (const double size : magnitudes(nearly_pi<S>, count)) {
    at("H3", h3, Eigen::Vector3d(size, -2 * size, 1), size);
    at("T2", torus, Eigen::Vector2d(size, -20), size);
    at("R3", space, Eigen::Vector3d(size, -20, 0.3), size);
    Eigen::VectorXd xi(5);
    xi << size, -2 * size, 0.3, 0.7 * size, 1;
    at("H5", h5, xi, size);
    for (const auto& direction : directions()) {
      Eigen::VectorXd all(7);
      all << 1, -0.5, 0.8 * size, 2, size * direction;
      at("(SE2 x T1) x SO3", nested, all, size);
    }
  }
}

template void audit_other_groups(Audit<double>&, int);
template void audit_other_groups(Audit<float>&, int);
