// Groups over NumPy arrays: every operation acts along the last axis and broadcasts over the others.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <pybind11/stl.h>
#include <string>
#include <type_traits>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>

#include "arrays.hpp"
#include "bindings.hpp"

namespace hamel::python {

namespace {

using Point = SystemGroup::Point;
using V = SystemGroup::V;
template <class T>
T taken(const double* from, int n) {
  const Eigen::Map<const Eigen::VectorXd> numbers(from, n);
  if constexpr (std::is_same_v<T, Point>)
    return {numbers};
  else
    return T(numbers);
}
template <class T>
void put(const T& value, double* to) {
  std::copy(value.data(), value.data() + value.size(), to);
}
void put(const Point& value, double* to) {
  put(value.data, to);
}

/// f along the last axis of one array.
template <class A, class F>
py::array_t<double> over(const Numbers& a, int in, Shape out, const char* name, const F& f) {
  Shape shape = leading(a, in, name);
  const auto n = count(shape);
  shape.insert(shape.end(), out.begin(), out.end());
  py::array_t<double> result(shape);
  const auto width = count(out);
  const double* from = a.data();
  double* to = result.mutable_data();
  const py::gil_scoped_release others;
  for (py::ssize_t k = 0; k < n; ++k) put(f(taken<A>(from + k * in, in)), to + k * width);
  return result;
}

/// f along the last axes of two arrays.
template <class A, class B, class F>
py::array_t<double> over(const Numbers& a, int in_a, const Numbers& b, int in_b, int out,
                         const char* name_a, const char* name_b, const F& f) {
  const Shape of_a = leading(a, in_a, name_a), of_b = leading(b, in_b, name_b);
  const Shape whole = broadcast(of_a, of_b);
  Shape shape = whole;
  shape.push_back(out);
  py::array_t<double> result(shape);
  const double *from_a = a.data(), *from_b = b.data();
  double* to = result.mutable_data();
  const auto n = count(whole);
  const py::gil_scoped_release others;
  for (py::ssize_t k = 0; k < n; ++k) {
    put(f(taken<A>(from_a + place(k, whole, of_a) * in_a, in_a),
          taken<B>(from_b + place(k, whole, of_b) * in_b, in_b)),
        to + k * out);
  }
  return result;
}

/// Matrices in the order of NumPy.
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The matrix of Ad_x.
RowMajor adjoint(const SystemGroup& g, const Point& x) {
  RowMajor matrix(g.dim(), g.dim());
  for (int i = 0; i < g.dim(); ++i)
    matrix.row(i) = g.Ad_star(x, V(V::Unit(g.dim(), i))).transpose();
  return matrix;
}

/// The logarithm, in motions of the plane along the nearest turn: elements count turns, as runs do.
V nearest_log(const SystemGroup& g, Point x) {
  g.product().factors().for_each_part([&]<class G>(const G&, int, int k) {
    if constexpr (std::is_same_v<G, SE2Cover>) {
      x.data[k + 2] = std::remainder(x.data[k + 2], 2 * std::numbers::pi);
      x.data[k + 3] = 0;
    }
  });
  return g.log(x);
}

}  // namespace

void bind_groups(py::module_& module) {
  using py::arg;
  py::class_<SystemGroup>(
      module, "Group",
      "A Lie group. Elements are arrays (..., size), vectors and covectors arrays (..., dim).")
      .def(py::init([](const std::string& json) { return parse_group(json); }), arg("json"))
      .def_property_readonly("dim", &SystemGroup::dim, "Dimension of the algebra.")
      .def_property_readonly("size", &SystemGroup::size, "Numbers stored for an element.")
      .def_property_readonly("coordinate_names", &SystemGroup::coordinate_names,
                             "Names of the coordinates.")
      .def(
          "identity",
          [](const SystemGroup& g) {
            const Point x = g.identity<double>();
            py::array_t<double> result(g.size());
            put(x, result.mutable_data());
            return result;
          },
          "The unit element.")
      .def(
          "exp",
          [](const SystemGroup& g, const Numbers& a) {
            return over<V>(a, g.dim(), {g.size()}, "a", [&](const V& v) { return g.exp(v); });
          },
          arg("a"), "The elements exp(a), shape (..., size), of vectors a (..., dim).")
      .def(
          "log",
          [](const SystemGroup& g, const Numbers& x) {
            return over<Point>(x, g.size(), {g.dim()}, "x",
                               [&](const Point& p) { return nearest_log(g, p); });
          },
          arg("x"), "The principal logarithms (..., dim) of elements x (..., size).")
      .def(
          "inverse",
          [](const SystemGroup& g, const Numbers& x) {
            return over<Point>(x, g.size(), {g.size()}, "x",
                               [&](const Point& p) { return g.inverse(p); });
          },
          arg("x"), "The inverses of elements x (..., size).")
      .def(
          "compose",
          [](const SystemGroup& g, const Numbers& x, const Numbers& y) {
            return over<Point, Point>(
                x, g.size(), y, g.size(), g.size(), "x", "y",
                [&](const Point& p, const Point& q) { return g.compose(p, q); });
          },
          arg("x"), arg("y"), "The products x y of elements (..., size).")
      .def(
          "Ad",
          [](const SystemGroup& g, const Numbers& x) {
            return over<Point>(x, g.size(), {g.dim(), g.dim()}, "x",
                               [&](const Point& p) { return adjoint(g, p); });
          },
          arg("x"), "The matrices of Ad_x, shape (..., dim, dim).")
      .def(
          "bracket",
          [](const SystemGroup& g, const Numbers& a, const Numbers& b) {
            return over<V, V>(a, g.dim(), b, g.dim(), g.dim(), "a", "b",
                              [&](const V& u, const V& v) { return g.ad(u, v); });
          },
          arg("a"), arg("b"), "The brackets [a,b] of vectors (..., dim).")
      .def(
          "Ad_star",
          [](const SystemGroup& g, const Numbers& x, const Numbers& p) {
            return over<Point, V>(x, g.size(), p, g.dim(), g.dim(), "x", "p",
                                  [&](const Point& at, const V& v) { return g.Ad_star(at, v); });
          },
          arg("x"), arg("p"), "The covectors b -> <p, Ad_x b>, shape (..., dim).")
      .def(
          "dexp",
          [](const SystemGroup& g, const Numbers& xi, const Numbers& eta) {
            return over<V, V>(xi, g.dim(), eta, g.dim(), g.dim(), "xi", "eta",
                              [&](const V& u, const V& v) { return g.dexp(u, v); });
          },
          arg("xi"), arg("eta"), "The right-trivialised differential of exp at xi, on eta.")
      .def(
          "right_jacobian",
          [](const SystemGroup& g, const Numbers& xi) {
            return over<V>(xi, g.dim(), {g.dim(), g.dim()}, "xi",
                           [&](const V& v) { return RowMajor(g.right_jacobian(v)); });
          },
          arg("xi"),
          "The derivatives J of exp at xi, shape (..., dim, dim): exp(xi + d) = exp(xi) exp(J d) "
          "to "
          "first order in d.")
      .def(
          "right_jacobian_inverse",
          [](const SystemGroup& g, const Numbers& xi) {
            return over<V>(xi, g.dim(), {g.dim(), g.dim()}, "xi",
                           [&](const V& v) { return RowMajor(g.right_jacobian_inverse(v)); });
          },
          arg("xi"),
          "Their inverses, the derivatives of log at x = exp(xi): log(x exp(d)) = xi + J^-1 d.")
      .def(
          "coordinates_jacobian",
          [](const SystemGroup& g, const Numbers& x) {
            const auto n = static_cast<py::ssize_t>(g.coordinate_names().size());
            return over<Point>(x, g.size(), {n, g.dim()}, "x", [&](const Point& p) {
              return RowMajor(g.coordinate_slopes(p).transpose());
            });
          },
          arg("x"),
          "The derivatives of the coordinates of x exp(d) by d at 0, shape (..., coordinates, "
          "dim).")
      .def(
          "coordinates",
          [](const SystemGroup& g, const Numbers& x) {
            const auto n = static_cast<py::ssize_t>(g.coordinate_names().size());
            return over<Point>(x, g.size(), {n}, "x",
                               [&](const Point& p) { return g.coordinates(p); });
          },
          arg("x"), "The coordinates of elements x, in the order of coordinate_names.")
      .def(
          "from_coordinates",
          [](const SystemGroup& g, const Numbers& c) {
            const int n = static_cast<int>(g.coordinate_names().size());
            return over<Eigen::VectorXd>(
                c, n, {g.size()}, "coordinates", [&](const Eigen::VectorXd& q) {
                  return g.from_coordinates(std::vector<double>(q.data(), q.data() + q.size()));
                });
          },
          arg("c"),
          "The elements with these coordinates; InputError when they are not on the group.");
}

}  // namespace hamel::python
