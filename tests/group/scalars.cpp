// Other scalars: float, long double, 50 digits, exact rationals, and differentiated numbers at every edge.
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Core>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <doctest/doctest.h>
#include <unsupported/Eigen/AutoDiff>

#include <hamel/core/types.hpp>
#include <hamel/group/algebra_group.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/library.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>

namespace {

using namespace hamel;
namespace mp = boost::multiprecision;
using Fifty = mp::number<mp::cpp_bin_float<50>, mp::et_off>;
using Rational = mp::cpp_rational;

/// The relative violations of the main laws in scalar S, at the vector xi.
template <class S, class G>
double violation(const G& group, const Tangent<G, double>& at) {
  const Tangent<G, S> xi = at.template cast<S>();
  Tangent<G, S> b(group.dim());
  for (int i = 0; i < group.dim(); ++i) b[i] = S(i + 1) / S(3);
  const auto x = group.exp(xi);
  const Tangent<G, S> logarithm = group.log(x), adjoint = group.Ad(x, b),
                      adjoint_exp = group.Ad_exp(xi, b);
  const Tangent<G, S> back = group.dexp_inv(xi, group.dexp(xi, b));
  const Tangent<G, S> star = group.dexp_star(xi, group.dexp_inv_star(xi, b));
  const S scale = S(1) + xi.norm() + adjoint.norm();
  const S worst = (logarithm - xi).norm() + (adjoint - adjoint_exp).norm() + (back - b).norm() +
                  (star - b).norm() + group.residual(x);
  return double(S(worst / scale));
}

template <class G>
void check_scalars(const G& group) {
  for (const double size : {0.0, 1e-12, 1e-6, 1e-3, 0.5, 1.0, 2.0, 3.1}) {
    CAPTURE(size);
    Tangent<G, double> xi(group.dim());
    for (int i = 0; i < group.dim(); ++i) xi[i] = std::cos(2.0 * i + 1);
    xi *= size / xi.norm();
    CHECK(violation<float>(group, xi) < 5e-6);
    CHECK(violation<double>(group, xi) < 1e-14);
    CHECK(violation<long double>(group, xi) < 5e-18);
    CHECK(violation<Fifty>(group, xi) < 1e-48);
  }
}

TEST_CASE("the laws hold to the resolution of the scalar") {
  check_scalars(Heisenberg<2>{});
  check_scalars(SE2{});
  for_each_library_group([](const auto& row) {
    CAPTURE(row.shown());
    check_scalars(row.make(row.first));
  });
}

TEST_CASE("brackets and coadjoint actions are exact over the rationals") {
  const auto check = [](const auto& group) {
    constexpr int n = std::remove_cvref_t<decltype(group)>::dimension;
    Vector<Rational, n> a(n), b(n), p(n);
    for (int i = 0; i < n; ++i) {
      a[i] = Rational(i + 1, 3);
      b[i] = Rational(2 * i - 1, 7);
      p[i] = Rational(5, i + 2);
    }
    const Vector<Rational, n> bracket = group.ad(a, b), star = group.ad_star(a, p);
    Rational left = 0, right = 0;
    for (int i = 0; i < n; ++i) {
      left += star[i] * b[i];
      right += p[i] * bracket[i];
    }
    CHECK(left == right);
    CHECK(left != 0);
  };
  check(SO3{});
  check(SO21{});
  check(SE2{});
  check(SE3{});
  check(Heisenberg<2>{});
}

/// d/ds of f(s) at s = 0 by a differentiated scalar, against central differences in 50 digits.
template <int N, class F>
void expect_derivative(F&& f) {
  using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, 1, 1>>;
  const Fifty h("1e-16");
  const auto dual = f(Dual(0, 1, 0));
  const Vector<Fifty, N> ahead = f(h), behind = f(Fifty(-h));
  Fifty error = 0, size = 0;
  for (int i = 0; i < N; ++i) {
    const Fifty exact = (ahead[i] - behind[i]) / (2 * h);
    error += abs(exact - dual[i].derivatives()[0]);
    size += abs(exact);
  }
  CHECK(double(error / size) < 5e-15);
}

TEST_CASE("derivatives are right at the identity, near it, near pi and beyond") {
  for (const double angle :
       {0.0, 1e-12, 1e-8, 1e-5, 4e-3, 0.2, 0.999, 1.001, 2.0, std::numbers::pi - 1e-9, 5.0}) {
    CAPTURE(angle);
    const auto along = [&](const auto& s) {
      using S = std::remove_cvref_t<decltype(s)>;
      return Vector<S, 3>(S(angle * 0.6) + s, S(angle * 0.64) - S(2) * s,
                          S(-angle * 0.48) + s * S(0.5));
    };
    const auto screw = [&](const auto& s) {
      using S = std::remove_cvref_t<decltype(s)>;
      const Vector<S, 3> w = along(s);
      return SE3::screw(Vector<S, 3>(S(1) + s, S(-2), S(3) - s), w);
    };
    const auto constant = []<class S, int N>(const S&, const Vector<double, N>& v) {
      Vector<S, N> c;
      for (int i = 0; i < N; ++i) c[i] = S(v[i]);
      return c;
    };
    const Vector<double, 3> b(0.25, -1, 2);
    Vector<double, 6> b6;
    b6 << 0.25, -1, 2, 0.5, 1, -0.75;
    const auto all = [&](const auto& group, const auto& xi, const auto& p) {
      constexpr int n = std::remove_cvref_t<decltype(group)>::dimension;
      expect_derivative<n>([&](const auto& s) { return group.dexp(xi(s), constant(s, p)); });
      expect_derivative<n>([&](const auto& s) { return group.dexp_inv(xi(s), constant(s, p)); });
      expect_derivative<n>(
          [&](const auto& s) { return group.dexp_inv_star(xi(s), constant(s, p)); });
      expect_derivative<n>([&](const auto& s) { return group.Ad_exp_star(xi(s), constant(s, p)); });
      expect_derivative<n>(
          [&](const auto& s) { return group.Ad(group.exp(xi(s)), constant(s, p)); });
      if (angle < 3.2)
        expect_derivative<n>([&](const auto& s) { return group.log(group.exp(xi(s))); });
    };
    all(SO3{}, along, b);
    all(SO21{}, along, b);
    all(SE2{}, along, b);
    all(SE2Cover{}, along, b);
    all(SE3{}, screw, b6);
  }
}

TEST_CASE("the Jacobian of dexp_inv_star is its derivative, for second derivatives too") {
  using Dual = Eigen::AutoDiffScalar<Eigen::Matrix<double, 6, 1>>;
  const SE3 group;
  for (const double angle : {0.0, 1e-9, 1e-3, 0.9, 1.1, 2.5, 3.1415}) {
    CAPTURE(angle);
    Vector<double, 6> xi, p;
    xi << 1, -2, 3, angle * 0.6, angle * 0.64, -angle * 0.48;
    p << 0.25, -1, 2, 0.5, 1, -0.75;
    Vector<Dual, 6> x, q;
    for (int i = 0; i < 6; ++i) {
      x[i] = Dual(xi[i], 6, i);
      q[i] = Dual(p[i]);
      q[i].derivatives().setZero();
    }
    const Vector<Dual, 6> value = group.dexp_inv_star(x, q);
    const Matrix<double, 6> matrix = group.dexp_inv_star_derivative(xi, p);
    for (int i = 0; i < 6; ++i)
      CHECK((matrix.row(i).transpose() - value[i].derivatives()).norm() <
            2e-14 * (1 + matrix.norm()));
  }
}

}  // namespace
