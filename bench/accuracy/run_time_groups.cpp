// The audit of matrix groups and of algebras known by structure constants.
#include <vector>

#include <Eigen/Core>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/group/matrix_group.hpp>

#include "functions.hpp"
#include "runs.hpp"

namespace {

using hamel::Rational;
using RationalMatrix = hamel::DynamicMatrix<Rational>;

RationalMatrix matrix(int n, const std::vector<int>& entries) {
  RationalMatrix m(n, n);
  for (int i = 0; i < n * n; ++i) m(i / n, i % n) = Rational(entries[std::size_t(i)]);
  return m;
}

hamel::MatrixGroup rotations() {
  return hamel::MatrixGroup(std::vector<RationalMatrix>{matrix(3, {0, 0, 0, 0, 0, -1, 0, 1, 0}),
                                                        matrix(3, {0, 0, 1, 0, 0, 0, -1, 0, 0}),
                                                        matrix(3, {0, -1, 0, 1, 0, 0, 0, 0, 0})});
}
hamel::MatrixGroup unimodular() {
  return hamel::MatrixGroup(std::vector<RationalMatrix>{
      matrix(2, {0, 1, 0, 0}), matrix(2, {0, 0, 1, 0}), matrix(2, {1, 0, 0, -1})});
}

/// The algebra [e1,e2] = k e3, [e2,e3] = e1, [e3,e1] = e2.
hamel::AlgebraGroup<> surface_algebra(int k) {
  hamel::StructureConstants<Rational> c(3);
  c.set(0, 1, 2, Rational(k));
  c.set(1, 2, 0, Rational(1));
  c.set(2, 0, 1, Rational(1));
  return hamel::AlgebraGroup<>(c);
}

}  // namespace

template <class S>
void audit_run_time_groups(Audit<S>& audit, int count) {
  const auto at = [&](const char* name, const hamel::MatrixGroup& group, const Eigen::VectorXd& xi,
                      double angle, bool principal) {
    Functions functions(audit, name, group, xi, angle);
    functions.of_exponential(principal);
    functions.of_vectors();
    functions.of_elements();
    functions.template of_action<hamel::dynamic>(group.rows());
  };
  const auto so3 = rotations(), sl2 = unimodular();
  const auto se2 = surface_algebra(0), so21 = surface_algebra(-1);
  for (const double angle : magnitudes(nearly_pi<S>, count)) {
    for (const auto& direction : directions())
      at("so(3) by matrices", so3, angle * direction, angle, true);
    for (const double phi : {angle, -angle})
      Functions(audit, "se(2) by constants", se2, Eigen::Vector3d(1, -0.5, phi), angle)
          .of_vectors();
  }
  // elliptic, hyperbolic and mixed: (x E12 + y E21 + z H)^2 = xy + z^2
  for (const double size : magnitudes(3, count))
    for (const Eigen::Vector3d& direction :
         {Eigen::Vector3d(1, -1, 0), Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0.7, 0.5, -0.6),
          Eigen::Vector3d(-1, 0.6, 0.3)})
      at("sl(2) by matrices", sl2, size * direction, size, true);
  for (const double size : magnitudes(5, count))
    for (const auto& direction : lorentz_directions())
      Functions(audit, "so(2,1) by constants", so21, lorentz_vector(size, direction), size)
          .of_vectors();
}

template void audit_run_time_groups(Audit<double>&, int);
template void audit_run_time_groups(Audit<float>&, int);
