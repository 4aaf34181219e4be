// What pages show of elements, in names that neither std nor Eigen has.
#include <hamel/hamel.hpp>
using namespace hamel;

inline double elements() {
  const Eigen::Vector3d a(0, 0.1, 0);
  const auto x = unit<SO3>(), y = x + a;
  const auto quarter = exp<SE2>(Eigen::Vector3d(0, 0, 1.5)), step = inverse(quarter) * quarter;
  double numbers[7];
  const ElementMap<SE3, double> map(numbers);
  map = exp<SE3>(Eigen::Matrix<double, 6, 1>::Ones());
  auto both = (SE2{} * Torus<2>{}).identity<double>();
  set_part<0>(both, step);
  const Element<SO3, double> turned = rotation(Eigen::Matrix3d(Eigen::Matrix3d::Identity())) * y;
  return (y - x)[0] + log(turned)[1] + act(map, a)[2] + residual(get<0>(both)) + Ad(x, a)[0] +
         to_isometry(map).translation()[0] + SE2{}.heading(normalized(step));
}
