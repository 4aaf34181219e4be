// Far away nothing is lost: translations of any length, measured against translations of length one.
#include <random>

#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>

#include "suite.hpp"

namespace {

using namespace hamel;

/// The matrix of the dilation of translations by `scale`, an automorphism of the algebra; they come first.
template <class G>
Tangent<G, double> dilation(int translations, double scale) {
  Tangent<G, double> d = Tangent<G, double>::Ones();
  d.head(translations).setConstant(scale);
  return d;
}

/// Equal to rounding in every entry, relative to the largest entries of the same kind (translations, rotations).
template <class A, class B>
void near(const A& found, const B& expected, int translations) {
  const int n = int(found.rows());
  const auto blocks = [&](int from, int count) {
    for (int j = 0; j < int(found.cols()); ++j) {
      const Eigen::VectorXd error = (found - expected).col(j).segment(from, count);
      CHECK(error.norm() <= 4e-14 * (1 + expected.col(j).segment(from, count).norm()));
    }
  };
  blocks(0, translations);
  blocks(translations, n - translations);
}

/// A dilation by a power of two commutes with every function of the group: what holds at length one, where the laws are
/// sharp, then holds at every length.
template <class G>
void dilated(const G& group, const Tangent<G, double>& xi, int translations) {
  using V = Tangent<G, double>;
  std::mt19937 random(11);
  const V b = suite::random_vector<G::dimension>(group.dim(), random);
  const V p = suite::random_vector<G::dimension>(group.dim(), random);
  const auto x = group.exp(xi);
  for (const double scale : {0x1p-40, 0x1p11, 0x1p40}) {
    CAPTURE(scale);
    const V d = dilation<G>(translations, scale), back = dilation<G>(translations, 1 / scale);
    const auto matrix = d.asDiagonal(), inverse = back.asDiagonal();
    const V far = matrix * xi, far_b = matrix * b, far_p = inverse * p;
    const auto y = group.exp(far);
    const auto vector = [&](const V& found, const V& expected) {
      near(V(inverse * found), expected, translations);
    };
    const auto covector = [&](const V& found, const V& expected) {
      near(V(matrix * found), expected, translations);
    };
    const auto operation = [&](const Matrix<double, G::dimension>& found,
                               const Matrix<double, G::dimension>& expected) {
      near(Matrix<double, G::dimension>(inverse * found * matrix), expected, translations);
    };
    vector(group.log(y), xi);
    vector(group.log(group.compose(y, y)), group.log(group.compose(x, x)));
    vector(group.log(group.inverse(y)), -xi);
    vector(group.Ad(y, far_b), group.Ad(x, b));
    covector(group.Ad_star(y, far_p), group.Ad_star(x, p));
    vector(group.Ad_exp(far, far_b), group.Ad_exp(xi, b));
    covector(group.Ad_exp_star(far, far_p), group.Ad_exp_star(xi, p));
    vector(group.ad(far, far_b), group.ad(xi, b));
    covector(group.ad_star(far, far_p), group.ad_star(xi, p));
    vector(group.dexp(far, far_b), group.dexp(xi, b));
    vector(group.dexp_inv(far, far_b), group.dexp_inv(xi, b));
    covector(group.dexp_star(far, far_p), group.dexp_star(xi, p));
    covector(group.dexp_inv_star(far, far_p), group.dexp_inv_star(xi, p));
    near(Matrix<double, G::dimension>(matrix * group.dexp_inv_star_derivative(far, far_p) * matrix),
         group.dexp_inv_star_derivative(xi, p), translations);
    operation(group.left_jacobian(far), group.left_jacobian(xi));
    operation(group.right_jacobian(far), group.right_jacobian(xi));
    operation(group.left_jacobian_inverse(far), group.left_jacobian_inverse(xi));
    operation(group.right_jacobian_inverse(far), group.right_jacobian_inverse(xi));
  }
}

}  // namespace

TEST_CASE("large and small translations lose nothing") {
  for (const double angle : {0.0, 1e-9, 1e-5, 0.1, 2.0, 3.1}) {
    CAPTURE(angle);
    dilated(SE2{}, Vector<double, 3>(0.4, -0.9, angle), 2);
    dilated(SE2Cover{}, Vector<double, 3>(0.4, -0.9, angle), 2);
    Vector<double, 6> b;
    b << 0.4, -0.9, 0.3, angle * 0.48, angle * 0.6, -angle * 0.64;
    dilated(SE3{}, b, 3);
  }
}
