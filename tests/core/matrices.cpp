// Sums, products, determinants and singular values of matrices computed entry by entry, against Eigen's.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

#include <Eigen/LU>
#include <Eigen/SVD>
#include <doctest/doctest.h>

#include <hamel/algebra/rational.hpp>
#include <hamel/core/dual.hpp>
#include <hamel/core/known_zeros.hpp>
#include <hamel/core/pack.hpp>
#include <hamel/core/singular_values.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>

using hamel::dynamic;
using Bounded = hamel::Matrix<double, dynamic>;

namespace {

Eigen::MatrixXd random_matrix(int rows, int cols, std::mt19937& generator) {
  std::uniform_real_distribution<double> number(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return number(generator); });
}

}  // namespace

TEST_CASE(
    "sums, products and multiples of bounded matrices, transposed and in parts, are those of "
    "Eigen") {
  std::mt19937 generator(1);
  const Eigen::MatrixXd a = random_matrix(5, 3, generator), b = random_matrix(5, 3, generator);
  const Bounded x = a, y = b;
  using hamel::operator*, hamel::operator+, hamel::operator-;
  CHECK((Eigen::MatrixXd(x.transpose() * y) - a.transpose().lazyProduct(b)).norm() < 1e-14);
  CHECK((Eigen::MatrixXd(x * y.transpose()) - a.lazyProduct(b.transpose())).norm() < 1e-14);
  CHECK((Eigen::MatrixXd(x.topRows(3) * y.row(1).transpose()) -
         a.topRows(3).lazyProduct(b.row(1).transpose()))
            .norm() < 1e-14);
  const Eigen::MatrixXd sum = a.binaryExpr(b, [](double p, double q) { return 2 * p - q; });
  CHECK(Eigen::MatrixXd(2 * x - y) == sum);
  CHECK(Eigen::MatrixXd(-(y - x * 2.)) == sum);
  CHECK(hamel::all_zero(x - x));
  CHECK_FALSE(hamel::all_zero(x));
}

TEST_CASE_TEMPLATE("matrices written out have the sums and products of Eigen", S, float, double) {
  using hamel::operator*, hamel::operator+, hamel::operator-, hamel::operator+=, hamel::operator-=;
  using Tall = hamel::Matrix<S, 4, 2>;
  std::mt19937 generator(2);
  const auto random = [&]<class T>(T) {
    return T(
        random_matrix(T::RowsAtCompileTime, T::ColsAtCompileTime, generator).template cast<S>());
  };
  const auto near = [](const auto& x, const auto& y) {
    double apart = 0;
    for (int i = 0; i < x.rows(); ++i)
      for (int j = 0; j < x.cols(); ++j)
        apart = std::max(apart, std::abs(double(x(i, j) - y(i, j))));
    return apart < 1e-6 * (std::is_same_v<S, float> ? 1 : 1e-9);
  };
  const Tall a = random(Tall()), b = random(Tall());
  const hamel::Matrix<S, 2, 3> c = random(hamel::Matrix<S, 2, 3>());
  const hamel::Vector<S, 2> v = random(hamel::Vector<S, 2>());
  CHECK(near(a * c, a.lazyProduct(c)));
  CHECK(near(a * v, a.lazyProduct(v)));
  CHECK(near(a.transpose() * b, a.transpose().lazyProduct(b)));
  CHECK(near(a * b.transpose(), a.lazyProduct(b.transpose())));
  CHECK(near(c.transpose() * a.transpose(), c.transpose().lazyProduct(a.transpose())));
  CHECK(near(v * v.transpose(), v.lazyProduct(v.transpose())));
  CHECK(near(a + S(2) * b - b * S(3) / S(2), a + b.cwiseProduct(Tall::Constant(S(0.5)))));
  Tall sum = a;
  sum += b;
  sum -= a;
  CHECK(near(sum, b));
  CHECK(near(-a, Tall::Zero() - a));
  CHECK(near(hamel::Matrix<S, 3, 0>() * hamel::Matrix<S, 0, 2>(),
             hamel::Matrix<S, 3, 2>::Zero().eval()));
}

TEST_CASE("products have the numbers of their right factor, and the room of both") {
  using hamel::operator*, hamel::operator+;
  using D = hamel::Dual<double, 2>;
  const Eigen::Matrix2d a{{1, 2}, {3, 4}};
  const hamel::Vector<D, 2> v(D::variable(1, 0), D::variable(1, 1));
  const hamel::Vector<D, 2> product = a * v;
  CHECK(product[1].value() == 7);
  CHECK(product[1].derivatives()[0] == 3);
  CHECK(product[1].derivatives()[1] == 4);
  using Long = Eigen::Matrix<double, dynamic, 1, 0, 100, 1>;
  const Long x = Long::Ones(100);
  CHECK((x + 2 * x).sum() == 300);
}

TEST_CASE("exact products are exact") {
  using hamel::Rational;
  Eigen::Matrix<Rational, 2, 2> a;
  a << Rational(1) / Rational(3), Rational(2), Rational(-1), Rational(1) / Rational(7);
  const Eigen::Matrix<Rational, 2, 2> square = a * a;
  CHECK(square(0, 0) == Rational(-17) / Rational(9));
  CHECK(square(1, 0) == Rational(-10) / Rational(21));
}

TEST_CASE_TEMPLATE("a symmetric system of any signature is solved as with pivots", S, double,
                   long double) {
  using hamel::Matrix, hamel::Vector, hamel::solve, hamel::solve_symmetric;
  constexpr int n = 8;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const S resolution = 1000 * std::numeric_limits<S>::epsilon();
  for (const bool definite : {true, false}) {
    Matrix<S, n> root, signs = Matrix<S, n>::Identity();
    Vector<S, n> b;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) root(i, j) = S(uniform(random)) + S(2 * (i == j));
      b[i] = S(uniform(random));
    }
    if (!definite) signs(0, 0) = signs(5, 5) = -1;
    const Matrix<S, n> a = root.transpose() * signs * root;
    const Vector<S, n> x = solve_symmetric<S, n>(a, b);
    CHECK((a * x - b).norm() < resolution);
    CHECK((x - solve<S, n, 1>(a, b)).norm() < resolution * x.norm());
  }
  // pivots of D that vanish, of a matrix that does not degenerate; and one that does
  Matrix<S, n> exchange = Matrix<S, n>::Zero();
  for (int i = 0; i < n; ++i) exchange(i, n - 1 - i) = S(i < n / 2 ? i + 1 : n - i);
  Vector<S, n> b = Vector<S, n>::Ones();
  CHECK((exchange * solve_symmetric<S, n>(exchange, b) - b).norm() < resolution);
  CHECK_FALSE(solve_symmetric<S, n>(Matrix<S, n>::Zero(), b).allFinite());
}

TEST_CASE("the determinant keeps its sign under exchanges of rows, and is 0 for dependent ones") {
  std::mt19937 generator(2);
  for (int n = 1; n <= 6; ++n) {
    Eigen::MatrixXd a = random_matrix(n, n, generator);
    a(0, 0) = 0;  // a pivot has to be found
    CHECK(hamel::determinant(Bounded(a)) == doctest::Approx(a.determinant()).epsilon(1e-12));
    if (n > 1) {
      a.row(n - 1) = a.row(0);
      CHECK(std::abs(hamel::determinant(Bounded(a))) < 1e-14);
    }
  }
}

TEST_CASE("smallest singular values and complements, of any size of the entries") {
  std::mt19937 generator(3);
  for (const double size : {1e-150, 1., 1e150})
    for (int m = 1; m <= 5; ++m) {
      Eigen::MatrixXd a = size * random_matrix(6, m, generator);
      if (m > 2) a.col(m - 1) = a.col(0) + 1e-7 * a.col(1);
      Bounded columns = a;
      const double smallest = hamel::orthogonalise(columns);
      const double expected = Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues()[m - 1];
      CHECK(std::abs(smallest - expected) <= 1e-14 * size);
      const Bounded normal = hamel::complement(columns);
      CHECK(normal.cols() == 6 - m);
      const Eigen::MatrixXd unit = normal, across = a.transpose() / size;
      CHECK((unit.transpose().lazyProduct(unit) - Eigen::MatrixXd::Identity(6 - m, 6 - m)).norm() <
            1e-13);
      CHECK(across.lazyProduct(unit).norm() < 1e-13);
    }
}

namespace {

/// Entries that the compiler knows to be zero, and others.
template <class S>
hamel::Matrix<S, 4, 3> steered(const S& angle) {
  using std::cos, std::sin;
  hamel::Matrix<S, 4, 3> d = hamel::Matrix<S, 4, 3>::Zero();
  d(0, 0) = cos(angle);
  d(2, 0) = sin(angle);
  d(3, 1) = S(1);
  d(2, 2) = angle;
  return d;
}

template <class S>
struct Products {
  hamel::Matrix<S, 4, 3> m_d;
  hamel::Matrix<S, 3> d_m_d, symmetric;
};

/// In one piece, as in a step: there the compiler sees the zeros, if it optimises.
template <class S>
[[gnu::noinline]] Products<S> products(const hamel::Matrix<S, 4>& m, const S& angle) {
  return hamel::in_one_piece<true>([&]() -> Products<S> {
    const auto d = steered(angle);
    using hamel::operator*;
    const hamel::Matrix<S, 4, 3> m_d = m * d;
    return {m_d, d.transpose() * m_d, hamel::symmetric_transposed_times(d, m_d)};
  });
}

template <class S>
void check_products_without_zeros() {
  std::mt19937 generator(7);
  const hamel::Matrix<S, 4> root = random_matrix(4, 4, generator).template cast<S>();
  const hamel::Matrix<S, 4> m = root * root.transpose();
  const auto found = products(m, S(0.4));
  const auto d = steered(S(0.4));
  const S limit = 16 * std::numeric_limits<S>::epsilon();
  CHECK((found.m_d - m * d).norm() <= limit);
  CHECK((found.d_m_d - d.transpose() * m * d).norm() <= limit);
  CHECK((found.symmetric - d.transpose() * m * d).norm() <= limit);
  CHECK(found.symmetric == found.symmetric.transpose());
}

}  // namespace

TEST_CASE(
    "products that leave out known zeros are those of Eigen, and no zero is left where all are") {
  check_products_without_zeros<double>();
  check_products_without_zeros<float>();
  check_products_without_zeros<long double>();
  const hamel::Matrix<double, 4, 3> nothing = hamel::Matrix<double, 4, 3>::Zero();
  using hamel::operator*;
  CHECK(nothing.transpose() * steered(0.4) == hamel::Matrix<double, 3>::Zero());
}

TEST_CASE("a pack as one number is its largest, NaN where one is") {
  using Pack = hamel::Pack<double, 2 * hamel::register_bytes / int(sizeof(double))>;
  for (int at = 0; at < Pack::size; ++at) {
    Pack pack;
    for (int i = 0; i < Pack::size; ++i) pack.set(i, i == at ? 7. : -1. - i);
    CHECK(static_cast<double>(pack) == 7);
    pack.set(at, std::numeric_limits<double>::quiet_NaN());
    CHECK(std::isnan(static_cast<double>(pack)));
  }
}
