// What is given by hand beside a term is tried out where the system is built.
#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <hamel/dynamics/problem.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/system/depends_on.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/split.hpp>

using namespace hamel;

namespace {

using G = SO3;
using V = Vector<double, 3>;
using M = Matrix<double, 3>;
template <class S>
using X = Element<G, S>;

/// The third column of R, which R exp(s e_k) turns by e_k x g.
template <class S>
Vector<S, 3> below(const X<S>& x) {
  return SO3{}.matrix(x).row(2).transpose();
}
template <class S>
Vector<S, 3> cross(const Vector<S, 3>& a, const Vector<S, 3>& b) {
  return Vector<S, 3>(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                      a[0] * b[1] - a[1] * b[0]);
}

/// U = <c, g>, dU = c x ... by e_k: d_k g = g x e_k, so x^*dU = c x g up to its sign; `factor` 1 is right.
struct Weight {
  double factor = 1;
  template <class S>
  S operator()(const X<S>& x) const {
    return S(2) * below(x)[1] + S(1e6);
  }
  template <class S>
  Vector<S, 3> gradient(const X<S>& x) const {
    return Vector<S, 3>(S(factor) * cross(Vector<S, 3>(S(0), S(2), S(0)), below(x)));
  }
};
/// The same in doubles alone.
struct WeightInDoubles {
  double factor = 1;
  double operator()(const X<double>& x) const { return std::sin(below(x)[1]); }
  V gradient(const X<double>& x) const {
    return factor * std::cos(below(x)[1]) * cross(V(0, 1, 0), V(below(x)));
  }
};

/// diag(2 + g_1, 2, 2) with its slope.
struct Inertia {
  double factor = 1, skew = 0;
  template <class S>
  Matrix<S, 3> operator()(const X<S>& x) const {
    Matrix<S, 3> m = S(2) * Matrix<S, 3>::Identity();
    m(0, 0) += below(x)[0];
    m(0, 1) += S(skew) * below(x)[0];
    return m;
  }
  template <class S>
  Matrix<S, 3> slope(const X<S>& x, const Vector<S, 3>& a) const {
    const Vector<S, 3> d = cross(Vector<S, 3>(S(1), S(0), S(0)), below(x));
    Matrix<S, 3> rows = Matrix<S, 3>::Zero();
    for (int k = 0; k < 3; ++k) rows(k, 0) = S(factor) * d[k] * a[0];
    return rows;
  }
};

struct Drag {
  double factor = 1;
  template <class S>
  Vector<S, 3> operator()(const S& t, const X<S>&, const Vector<S, 3>& a) const {
    using std::tanh;
    return Vector<S, 3>(S(-a[0] * a[0] * a[0]), S(-t * tanh(S(S(100) * a[1]))), S(0));
  }
  template <class S>
  Matrix<S, 3> velocity_derivative(const S& t, const X<S>&, const Vector<S, 3>& a) const {
    using std::tanh;
    Matrix<S, 3> d = Matrix<S, 3>::Zero();
    const S slow = tanh(S(S(100) * a[1]));
    d(0, 0) = S(-3 * factor) * a[0] * a[0];
    d(1, 1) = S(-100) * t * (S(1) - slow * slow);
    return d;
  }
};

/// d = span(e1 + g_2 e2, e3).
struct Tilted {
  double factor = 1;
  template <class S>
  Matrix<S, 3, 2> operator()(const X<S>& x) const {
    Matrix<S, 3, 2> d = Matrix<S, 3, 2>::Zero();
    d(0, 0) = d(2, 1) = S(1);
    d(1, 0) = below(x)[1];
    return d;
  }
  template <class S>
  Matrix<S, 3, 2> slope(const X<S>& x, const Vector<S, 3>& a) const {
    Matrix<S, 3, 2> d = Matrix<S, 3, 2>::Zero();
    d(1, 0) = S(factor) * cross(Vector<S, 3>(S(0), S(1), S(0)), below(x)).dot(a);
    return d;
  }
};
struct Drift {
  double factor = 1;
  template <class S>
  Vector<S, 3> operator()(const X<S>& x) const {
    return Vector<S, 3>(S(0), below(x)[0], S(0));
  }
  template <class S>
  Matrix<S, 3> slope(const X<S>& x) const {
    Matrix<S, 3> rows = Matrix<S, 3>::Zero();
    const Vector<S, 3> d = cross(Vector<S, 3>(S(1), S(0), S(0)), below(x));
    for (int k = 0; k < 3; ++k) rows(k, 1) = S(factor) * d[k];
    return rows;
  }
};

const M one = M::Identity();

template <class Error = InputError, class F>
std::string refusal(const F& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}
bool names(const std::string& message, const char* what) {
  return message.find(what) != std::string::npos && message.find(": found ") != std::string::npos;
}

}  // namespace

TEST_CASE("derivatives by hand that are right are taken") {
  CHECK_NOTHROW(mechanical(G{}, Inertia{}, Weight{}, Drag{}));
  CHECK_NOTHROW(mechanical(G{}, one, WeightInDoubles{}));
  const auto system = mechanical(G{}, one);
  CHECK_NOTHROW(MovingSplit(system, Tilted{}, G{}.identity<double>()));
  CHECK_NOTHROW(Split(system, Matrix<double, 3, 1>(V(1, 0, 0)), Drift{}));
}

TEST_CASE("those that are wrong, also by a ten-thousandth, are refused by name") {
  const auto system = mechanical(G{}, one);
  for (const double factor : {0., -1., 1.0001, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(factor);
    CHECK(names(refusal([&] { mechanical(G{}, one, Weight{factor}); }), "gradient"));
    CHECK(names(refusal([&] { mechanical(G{}, one, WeightInDoubles{factor}); }), "gradient"));
    CHECK(names(refusal([&] { mechanical(G{}, Inertia{factor}); }), "slope of the metric"));
    CHECK(names(refusal([&] { mechanical(G{}, one, NoPotential{}, Drag{factor}); }),
                "velocity_derivative"));
    CHECK(names(refusal([&] { MovingSplit(system, Tilted{factor}, G{}.identity<double>()); }),
                "slope of the distribution"));
    CHECK(names(refusal([&] { Split(system, Matrix<double, 3, 1>(V(1, 0, 0)), Drift{factor}); }),
                "slope of the offset"));
  }
}

TEST_CASE("a metric that varies is symmetric, and finite where a motion starts") {
  CHECK(names(refusal<DegenerateMetric>([] { mechanical(G{}, Inertia{1, 0.1}); }), "metric"));
  const auto ends = [](const auto& x) {
    using S = typename std::remove_cvref_t<decltype(x)>::Scalar;
    using std::sqrt;
    return Matrix<S, 1>(S(sqrt(S(S(4) - x.data[0]))));
  };
  const auto line = free(mechanical(Torus<1>{}, ends));
  const auto at = [](double x) { return Torus<1>{}.from_coordinates(std::vector<double>{x}); };
  const Vector<double, 1> a(1.);
  CHECK_NOTHROW(line.start(at(3), a));
  CHECK(names(refusal<DegenerateMetric>([&] { line.start(at(5), a); }), "metric at the start"));
}

TEST_CASE("directions that depends_on leaves out are found at any place, of D(x) too") {
  using Plane = Product<SE2, Torus<1>>;
  const auto d = [](const auto& x) {
    using S = typename std::remove_cvref_t<decltype(x)>::Scalar;
    using std::cos;
    Matrix<S, 4, 1> column = Matrix<S, 4, 1>::Zero();
    column(0, 0) = S(2) + cos(Plane{}.coordinates(x)[3]);
    return column;
  };
  const auto system = mechanical(Plane{}, Matrix<double, 4>(Matrix<double, 4>::Identity()));
  const auto x = Plane{}.identity<double>();
  CHECK_NOTHROW(MovingSplit(system, depends_on<3>(d), x));
  CHECK(names(refusal([&] { MovingSplit(system, depends_on<0>(d), x); }), "distribution"));
}

TEST_CASE("a split of a system on another group is refused") {
  const Matrix<double, 4> m = Matrix<double, 4>::Identity();
  const auto plane = mechanical(SE2{} * Torus<1>{}, m);
  const auto torus = mechanical(Torus<4>{}, m);
  const Matrix<double, 4, 1> d = Vector<double, 4>(1, 0, 0, 0);
  CHECK_NOTHROW(nonholonomic(plane, Split(plane, d)));
  CHECK(names(refusal([&] { nonholonomic(plane, Split(torus, d)); }), "constraint"));
  CHECK(names(refusal([&] { vakonomic(torus, Split(plane, d)); }), "constraint"));
}
