// Means, covariances and random elements.
#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <hamel/core/error.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se23.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/sim2.hpp>
#include <hamel/group/sim3.hpp>
#include <hamel/group/so2.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>

namespace hamel {

/// A mean of elements, with the covariance of their body displacements d_i = log(mean^-1 x_i) from it.
template <class G>
struct Mean {
  Element<G, double> mean;
  Matrix<double, G::dimension> covariance;  ///< sum of w_i d_i d_i^T, weights of sum 1
  bool found;                               ///< whether sum of w_i d_i vanishes, to rounding
  int steps;
};

/// The mean of Karcher (1977): the m with sum of w_i log(m^-1 x_i) = 0, by Newton's method from the first element. The
/// derivative of log(m^-1 x_i) by m is minus the inverse left Jacobian. On SO(3) and other groups with a metric that both
/// translations keep it has the least sum of squared distances nearby; on every other group it is the bi-invariant mean of
/// Pennec and Arsigny 2013. It is unique where all elements lie close enough: on SO(3) within half a right angle of
/// one. Throws InputError without elements, for weights that are not positive or not as many.
template <class G>
Mean<G> mean(const G& group, const std::vector<Element<G, double>>& elements,
             std::vector<double> weights = {}) {
  using V = Tangent<G, double>;
  using M = Matrix<double, G::dimension>;
  if (elements.empty()) refuse<InputError>("elements", {"none"}, "at least one");
  if (weights.empty()) weights.assign(elements.size(), 1);
  if (weights.size() != elements.size())
    refuse<InputError>("weights", {weights.size()}, {elements.size(), " of them"});
  double total = 0;
  for (const double w : weights) {
    if (!(w > 0) || !std::isfinite(w)) refuse<InputError>("weight", {w}, "a positive number");
    total += w;
  }
  const int n = group.dim();
  Mean<G> result{elements.front(), M::Zero(n, n), false, 0};
  for (; result.steps < 50; ++result.steps) {
    const auto back = group.inverse(result.mean);
    V sum = V::Zero(n);
    M slope = M::Zero(n, n);
    double size = 0;
    result.covariance.setZero();
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const double w = weights[i] / total;
      const V d = group.log(group.compose(back, elements[i]));
      sum += w * d;
      slope += w * group.left_jacobian_inverse(d);
      size += w * d.norm();
      result.covariance += w * (d * d.transpose());
    }
    result.found = sum.norm() <= 1e-13 * (1 + size);
    if (result.found || !sum.allFinite()) break;
    solve_in_place(slope, sum);
    result.mean = group.compose(result.mean, group.exp(sum));
  }
  return result;
}
template <Stateless G>
Mean<G> mean(const std::vector<Element<G, double>>& elements, std::vector<double> weights = {}) {
  return mean(G{}, elements, std::move(weights));
}

namespace detail {

template <class G, class R>
Tangent<G, double> normal_vector(const G& group, R& random) {
  std::normal_distribution<double> normal;
  Tangent<G, double> a(group.dim());
  for (int i = 0; i < group.dim(); ++i) a[i] = normal(random);
  return a;
}

/// A vector of normal numbers over its length: uniform on the sphere.
template <int N, class R>
Vector<double, N> direction_of_space(R& random) {
  std::normal_distribution<double> normal;
  Vector<double, N> a;
  do {
    for (int i = 0; i < N; ++i) a[i] = normal(random);
  } while (!(a.norm() > 1e-6));
  return a / a.norm();
}

}  // namespace detail

/// A random element. Rotations and angles are uniform (of Haar's measure), on SO2, SO3, tori and as parts of motions and
/// similarities; positions, velocities, log scales and vectors are standard normal; on any other group it is exp of a
/// standard normal vector. `random` is a generator of the standard library.
template <class G, class R>
Element<G, double> random_element(const G& group, R& random) {
  [[maybe_unused]] std::normal_distribution<double> normal;
  if constexpr (std::is_same_v<G, SO2>) {
    return {detail::direction_of_space<2>(random)};
  } else if constexpr (std::is_same_v<G, SO3>) {
    return {detail::direction_of_space<4>(random)};
  } else if constexpr (requires { group.factors(); } && G::dimension != dynamic) {
    auto x = group.template identity<double>();
    int k = 0;
    group.factors().for_each([&](const auto& g) {
      const auto part = random_element(g, random);
      for (int i = 0; i < g.size(); ++i) x.data[k + i] = part.data[i];
      k += g.size();
    });
    return x;
  } else if constexpr (std::is_same_v<G, Sim2>) {
    const Vector<double, 2> turn = std::exp(normal(random)) * detail::direction_of_space<2>(random);
    return {Vector<double, 4>(normal(random), normal(random), turn[0], turn[1])};
  } else if constexpr (std::is_same_v<G, Sim3>) {
    const Element<SO3, double> turn{detail::direction_of_space<4>(random)};
    const Vector<double, 3> position(normal(random), normal(random), normal(random));
    return group.similarity(position, turn, normal(random));
  } else if constexpr (std::is_same_v<G, SE2> || std::is_same_v<G, SE3> ||
                       std::is_same_v<G, SE23>) {
    auto x = Element<G, double>::with_room(G::storage);
    for (double& number : x.data) number = normal(random);
    if constexpr (std::is_same_v<G, SE2>)
      x.data.template segment<2>(2) = detail::direction_of_space<2>(random);
    else
      x.data.template segment<4>(std::is_same_v<G, SE23> ? 6 : 3) =
          detail::direction_of_space<4>(random);
    return x;
  } else if constexpr (std::is_same_v<G, SE2Cover>) {
    return group.lift(random_element(SE2{}, random));
  } else if constexpr (requires { []<int N>(const Torus<N>&) {}(group); }) {
    std::uniform_real_distribution<double> angle(-std::numbers::pi, std::numbers::pi);
    auto x = group.template identity<double>();
    for (double& number : x.data) number = angle(random);
    return x;
  } else {
    return group.exp(detail::normal_vector(group, random));
  }
}
template <Stateless G, class R>
Element<G, double> random_element(R& random) {
  return random_element(G{}, random);
}

/// x exp(d) with a normal d of mean 0 and the given covariance. Throws InputError where that is not positive semidefinite.
template <class G, class R, class C>
Element<G, double> random_near(const G& group, const std::type_identity_t<Element<G, double>>& x,
                               const Eigen::MatrixBase<C>& covariance, R& random) {
  const int n = group.dim();
  const auto given =
      matrix_argument<double, G::dimension, G::dimension>(covariance, n, n, "covariance");
  const Eigen::LDLT<Eigen::MatrixXd> factors(given);
  if (factors.info() != Eigen::Success || !given.allFinite() || !factors.isPositive() ||
      (given - given.transpose()).norm() > 1e-12 * given.norm())
    refuse<InputError>("covariance", {"a matrix that is not"}, "a positive semidefinite matrix");
  Eigen::VectorXd z = detail::normal_vector(group, random);
  z = z.cwiseProduct(factors.vectorD().cwiseMax(0).cwiseSqrt());
  const Tangent<G, double> d =
      factors.transpositionsP().transpose() * Eigen::VectorXd(factors.matrixL() * z);
  return group.compose(x, group.exp(d));
}

/// J C J^T: the covariance of what depends on something of covariance C by the Jacobian J.
template <class S, int N, int M>
Matrix<S, N> propagated(const Matrix<S, N, M>& jacobian, const Matrix<S, M>& covariance) {
  return jacobian * covariance * jacobian.transpose();
}

}  // namespace hamel
