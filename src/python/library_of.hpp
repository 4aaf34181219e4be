// What describe() is for any group: a file that includes this instantiates it for a few.
#pragma once

#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/interpolation.hpp>
#include <hamel/group/jacobians.hpp>
#include <hamel/group/matrices.hpp>
#include <hamel/group/statistics.hpp>

#include "library.hpp"

namespace hamel::python {

/// Numbers row by row, as NumPy has them.
template <class M>
void put(const Eigen::MatrixBase<M>& value, double* to) {
  for (int i = 0; i < int(value.rows()); ++i)
    for (int j = 0; j < int(value.cols()); ++j) *to++ = value(i, j);
}
template <class G>
void put(const Element<G, double>& x, double* to) {
  put(x.data, to);
}
template <class V>
V row(const double* from, int length) {
  return Eigen::Map<const Eigen::VectorXd>(from, length);
}

template <class G>
void describe(const G& g, LibraryGroup& described) {
  using V = Tangent<G, double>;
  using X = Element<G, double>;
  using From = const double* const*;
  using To = double* const*;
  namespace jacobians = with_jacobians;
  const int n = g.dim(), size = g.size(), names = int(g.coordinate_names().size());
  described.dim = n;
  described.size = size;
  described.coordinate_names = g.coordinate_names();
  const auto define = [&](const char* name, std::vector<int> takes, std::vector<Shape> gives,
                          auto apply) {
    described.operations[name] = {std::move(takes), std::move(gives), std::move(apply)};
  };
  const auto x = [size](const double* from) { return X{row<typename X::Data>(from, size)}; };
  const auto v = [n](const double* from) { return row<V>(from, n); };

  // Operations by one and two arguments, alone and with their Jacobians.
  const auto by_one = [&](const std::string& name, int takes, int gives, auto value, auto with) {
    define(name.c_str(), {takes}, {{gives}}, [=](From from, To to) { put(value(from[0]), to[0]); });
    define((name + "'").c_str(), {takes}, {{gives}, {gives == size ? n : gives, n}},
           [=](From from, To to) {
             const auto all = with(from[0]);
             put(all.value, to[0]);
             put(all.by, to[1]);
           });
  };
  const auto by_two = [&](const std::string& name, int first, int second, int gives, int rows,
                          int columns, auto value, auto with) {
    define(name.c_str(), {first, second}, {{gives}},
           [=](From from, To to) { put(value(from[0], from[1]), to[0]); });
    define((name + "'").c_str(), {first, second}, {{gives}, {rows, n}, {rows, columns}},
           [=](From from, To to) {
             const auto all = with(from[0], from[1]);
             put(all.value, to[0]);
             put(all.by_first, to[1]);
             put(all.by_second, to[2]);
           });
  };
  using P = const double*;
  by_one(
      "inverse", size, size, [=](P p) { return g.inverse(x(p)); },
      [=](P p) { return jacobians::inverse(g, x(p)); });
  by_one(
      "exp", n, size, [=](P p) { return g.exp(v(p)); },
      [=](P p) { return jacobians::exp<G, double>(g, v(p)); });
  by_one(
      "log", size, n, [=](P p) { return g.log(x(p)); },
      [=](P p) { return jacobians::log(g, x(p)); });
  by_two(
      "compose", size, size, size, n, n, [=](P p, P q) { return g.compose(x(p), x(q)); },
      [=](P p, P q) { return jacobians::compose(g, x(p), x(q)); });
  by_two(
      "between", size, size, size, n, n, [=](P p, P q) { return g.compose(g.inverse(x(p)), x(q)); },
      [=](P p, P q) { return jacobians::between(g, x(p), x(q)); });
  by_two(
      "plus", size, n, size, n, n, [=](P p, P q) { return g.compose(x(p), g.exp(v(q))); },
      [=](P p, P q) { return jacobians::plus<G, double>(g, x(p), v(q)); });
  by_two(
      "minus", size, size, n, n, n,
      [=](P p, P q) { return V(g.log(g.compose(g.inverse(x(q)), x(p)))); },
      [=](P p, P q) { return jacobians::minus(g, x(p), x(q)); });
  if constexpr (requires { G::space; }) {
    constexpr int space = G::space;
    const auto point = [](P p) { return row<Vector<double, space>>(p, space); };
    by_two(
        "act", size, space, space, space, space, [=](P p, P q) { return g.act(x(p), point(q)); },
        [=](P p, P q) { return jacobians::act(g, x(p), point(q)); });
  }

  define("Ad", {size}, {{n, n}}, [=](From from, To to) { put(Ad_matrix(g, x(from[0])), to[0]); });
  define("bracket", {n, n}, {{n}},
         [=](From from, To to) { put(g.ad(v(from[0]), v(from[1])), to[0]); });
  define("left_jacobian", {n}, {{n, n}},
         [=](From from, To to) { put(g.left_jacobian(v(from[0])), to[0]); });
  define("right_jacobian", {n}, {{n, n}},
         [=](From from, To to) { put(g.right_jacobian(v(from[0])), to[0]); });
  define("left_jacobian_inverse", {n}, {{n, n}},
         [=](From from, To to) { put(g.left_jacobian_inverse(v(from[0])), to[0]); });
  define("right_jacobian_inverse", {n}, {{n, n}},
         [=](From from, To to) { put(g.right_jacobian_inverse(v(from[0])), to[0]); });
  define("identity", {}, {{size}}, [=](From, To to) { put(g.template identity<double>(), to[0]); });
  define("normalized", {size}, {{size}},
         [=](From from, To to) { put(g.normalized(x(from[0])), to[0]); });
  define("residual", {size}, {{}}, [=](From from, To to) { *to[0] = g.residual(x(from[0])); });
  define("coordinates", {size}, {{names}}, [=](From from, To to) {
    const auto values = g.coordinates(x(from[0]));
    for (int i = 0; i < names; ++i) to[0][i] = values[std::size_t(i)];
  });
  define("from_coordinates", {names}, {{size}}, [=](From from, To to) {
    put(g.from_coordinates(std::vector<double>(from[0], from[0] + names)), to[0]);
  });
  if constexpr (requires(const X& y) { matrix(y); }) {
    using M = std::remove_cvref_t<decltype(matrix(std::declval<X>()))>;
    constexpr int rows = M::RowsAtCompileTime;
    const auto square = [](P p) {
      return M(Eigen::Map<const Eigen::Matrix<double, rows, rows, Eigen::RowMajor>>(p));
    };
    define("matrix", {size}, {{rows, rows}},
           [=](From from, To to) { put(matrix(x(from[0])), to[0]); });
    define("hat", {n}, {{rows, rows}}, [=](From from, To to) { put(hat<G>(v(from[0])), to[0]); });
    define("vee", {rows * rows}, {{n}},
           [=](From from, To to) { put(vee<G>(square(from[0])), to[0]); });
    if constexpr (has_nearest<G>)
      define("nearest", {rows * rows}, {{size}},
             [=](From from, To to) { put(nearest<G>(square(from[0])), to[0]); });
  }

  define("geodesic", {size, size, 1}, {{size}},
         [=](From from, To to) { put(geodesic(g, x(from[0]), x(from[1]), *from[2]), to[0]); });
  const std::vector<Shape> on_curve{{size}, {n}, {n}};
  const auto put_curve = [](const OnCurve<G, double>& at, double* y, double* a, double* rate) {
    put(at.x, y);
    put(at.velocity, a);
    put(at.acceleration, rate);
  };
  define("cubic", {size, n, size, n, 1}, on_curve, [=](From from, To to) {
    const CubicCurve<G, double> curve(g, x(from[0]), v(from[1]), x(from[2]), v(from[3]));
    put_curve(curve.at(*from[4]), to[0], to[1], to[2]);
  });

  const auto elements = [=](P p, int count) {
    std::vector<X> all;
    for (int i = 0; i < count; ++i) all.push_back(x(p + i * size));
    return all;
  };
  described.spline = [=](P control, int count, double spacing, double start,
                         const std::vector<double>& times, double* y, double* a, double* rate) {
    const BSpline<G, double> spline(g, elements(control, count), spacing, start);
    for (const double t : times) {
      put_curve(spline.at(t), y, a, rate);
      y += size;
      a += n;
      rate += n;
    }
  };
  described.mean = [=](P all, const std::vector<double>& weights, int count, double* to,
                       double* covariance) {
    const auto result = mean(g, elements(all, count), weights);
    put(result.mean, to);
    put(result.covariance, covariance);
    return result.found;
  };
  described.random = [=](std::uint64_t seed, int count, double* to) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < count; ++i) put(random_element(g, random), to + i * size);
  };
  described.random_near = [=](P at, P covariance, std::uint64_t seed, int count, double* to) {
    std::mt19937_64 random(seed);
    const Eigen::MatrixXd c = Eigen::Map<const Eigen::MatrixXd>(covariance, n, n);
    for (int i = 0; i < count; ++i) put(random_near(g, x(at), c, random), to + i * size);
  };
}

}  // namespace hamel::python
