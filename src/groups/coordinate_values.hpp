// Coordinates of one factor and how they change, without allocation.
#pragma once

#include <cmath>
#include <concepts>

#include <hamel/core/entire.hpp>
#include <hamel/core/inline.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/euclidean.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/torus.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/system/left_derivative.hpp>

namespace hamel::running {

/// How many coordinates a factor has.
template <class G>
int coordinate_count(const G& group) {
  if constexpr (requires { G::coordinate_count; })
    return G::coordinate_count;
  else if constexpr (requires { requires G::stores_coordinates; })
    return group.size();
  else
    return static_cast<int>(group.coordinate_names().size());
}

/// Writes the coordinates of x in the factor g, as g.coordinates(x) has them; returns the place behind.
template <class G, class S>
S* write_coordinates(const G& group, const Element<G, S>& x, S* to) {
  if constexpr (requires { G::coordinate_count; }) {
    return group.write_coordinates(x, to);
  } else if constexpr (requires { requires G::stores_coordinates; }) {
    for (int i = 0; i < x.data.size(); ++i) *to++ = x.data[i];
    return to;
  } else {
    for (const S& q : group.coordinates(x)) *to++ = q;
    return to;
  }
}

/// R' = R hat(e_k) for the entries of R, row by row.
inline void write_turns(const Matrix<double, 3>& r, SystemGroup::CoordinateSlopes& rows, int first,
                        int column) {
  for (int k = 0; k < 3; ++k) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;  // hat(e_k): column a is e_b, column b is -e_a
    for (int i = 0; i < 3; ++i) {
      rows(first + k, column + 3 * i + a) = r(i, b);
      rows(first + k, column + 3 * i + b) = -r(i, a);
    }
  }
}

/// use(k, i, d/ds q_i(x exp(s e_k)) at s = 0).
template <class G, class Use>
void each_coordinate_slope(const G& group, const Element<G, double>& x, const Use& use) {
  const auto q = [&group]<class S>(const Element<G, S>& y) {
    Eigen::Matrix<S, dynamic, 1, 0, max_storage, 1> v(coordinate_count(group));
    write_coordinates(group, y, v.data());
    return v;
  };
  for_each_left_derivative(group, x, q, use);
}

/// rows(k, i) = d/ds q_i(x exp(s e_k)) at s = 0 from row and column `first` and `column` on.
template <class G>
void write_slopes(const G& group, const Element<G, double>& x, SystemGroup::CoordinateSlopes& rows,
                  int first, int column) {
  if constexpr (std::same_as<G, SE2Cover>) {
    using std::cos, std::sin;
    const double c = cos(x.data[2]), s = sin(x.data[2]);
    rows(first, column) = c, rows(first, column + 1) = s;
    rows(first + 1, column) = -s, rows(first + 1, column + 1) = c;
    rows(first + 2, column + 2) = 1;
  } else if constexpr (std::same_as<G, SO3>) {
    write_turns(group.matrix(x), rows, first, column);
  } else if constexpr (std::same_as<G, SE3>) {
    const Matrix<double, 3> r = SO3{}.matrix(group.rotation(x));
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) rows(first + k, column + i) = r(i, k);
    write_turns(r, rows, first + 3, column + 3);
  } else if constexpr (std::same_as<G, Torus<>> || std::same_as<G, Euclidean<>>) {
    for (int k = 0; k < group.dim(); ++k) rows(first + k, column + k) = 1;
  } else {
    each_coordinate_slope(group, x,
                          [&](int k, int i, double d) { rows(first + k, column + i) = d; });
  }
}

/// Are gradients in the factor G made from its coordinates?
template <class G>
inline constexpr bool gradient_reads_coordinates = std::same_as<G, SO3> || std::same_as<G, SE3>;

/// gradient[k] = sum_i slopes_i d/ds q_i(x exp(s e_k)) at s = 0 for the coordinates q of x in the factor g.
template <class G>
void write_gradient(const G& group, const Element<G, double>& x, const double* q,
                    const double* slopes, double* gradient) {
  // of R' = R hat(e_k), rows of R and of the slopes one after the other
  const auto turns = [](const double* r, const double* w, double* to) {
    unrolled<3>(3, [&](int k) HAMEL_ALWAYS_INLINE {
      const int a = (k + 1) % 3, b = (k + 2) % 3;
      double sum = 0;
      for (int i = 0; i < 9; i += 3) sum += w[i + a] * r[i + b] - w[i + b] * r[i + a];
      to[k] = sum;
    });
  };
  if constexpr (std::same_as<G, SE2Cover>) {
    const auto [c, s] = direction(x.data[2]);
    gradient[0] = c * slopes[0] + s * slopes[1];
    gradient[1] = c * slopes[1] - s * slopes[0];
    gradient[2] = slopes[2];
  } else if constexpr (std::same_as<G, SO3>) {
    turns(q, slopes, gradient);
  } else if constexpr (std::same_as<G, SE3>) {
    for (int k = 0; k < 3; ++k)
      gradient[k] = q[3 + k] * slopes[0] + q[6 + k] * slopes[1] + q[9 + k] * slopes[2];
    turns(q + 3, slopes + 3, gradient + 3);
  } else {
    for (int k = 0; k < group.dim(); ++k) gradient[k] = 0;
    each_coordinate_slope(group, x, [&](int k, int i, double d) { gradient[k] += slopes[i] * d; });
  }
}

/// rates[i] = d/ds q_i(x exp(s a)) at s = 0 for the coordinates q of x in the factor g.
template <class G>
void write_rates(const G& group, const Element<G, double>& x, const double* q, const double* a,
                 double* rates) {
  const auto turns = [](const double* r, const double* w, double* to) {  // R' = R hat(w)
    unrolled<9>(9, [&](int k) HAMEL_ALWAYS_INLINE {
      const int row = k - k % 3, b = row + (k + 1) % 3, c = row + (k + 2) % 3;
      to[k] = w[(k + 2) % 3] * r[b] - w[(k + 1) % 3] * r[c];
    });
  };
  if constexpr (std::same_as<G, SE2Cover>) {
    const auto [c, s] = direction(x.data[2]);
    rates[0] = c * a[0] - s * a[1];
    rates[1] = s * a[0] + c * a[1];
    rates[2] = a[2];
  } else if constexpr (std::same_as<G, SO3>) {
    turns(q, a, rates);
  } else if constexpr (std::same_as<G, SE3>) {
    for (int i = 0; i < 3; ++i)
      rates[i] = q[3 + 3 * i] * a[0] + q[4 + 3 * i] * a[1] + q[5 + 3 * i] * a[2];
    turns(q + 3, a + 3, rates + 3);
  } else {
    for (int i = 0; i < coordinate_count(group); ++i) rates[i] = 0;
    each_coordinate_slope(group, x, [&](int k, int i, double d) { rates[i] += a[k] * d; });
  }
}

/// curvature(first + k, first + l) += sum_i weights_i e_l[e_k[q_i]], the second derivative of q_i(x exp(s e_l) exp(t
/// e_k)).
template <class G>
void add_curvature(const G& group, const Element<G, double>& x, const double* weights,
                   SystemGroup::M& curvature, int first) {
  if constexpr (std::same_as<G, SE2Cover>) {
    const double c = std::cos(x.data[2]), s = std::sin(x.data[2]);
    curvature(first, first + 2) += weights[1] * c - weights[0] * s;
    curvature(first + 1, first + 2) -= weights[0] * c + weights[1] * s;
  } else if constexpr (std::same_as<G, SO3> || std::same_as<G, SE3>) {
    Matrix<double, 3> r;
    constexpr int turns = std::same_as<G, SE3> ? 3 : 0;  // where the rotations begin
    if constexpr (std::same_as<G, SE3>)
      r = SO3{}.matrix(group.rotation(x));
    else
      r = group.matrix(x);
    Matrix<double, 3> by_entry;  // R^T W: of v in R' = R v
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) by_entry(i, j) = weights[turns + 3 * i + j];
    by_entry = (r.transpose() * by_entry).eval();
    const auto hat = [](int k) {
      Matrix<double, 3> m = Matrix<double, 3>::Zero();
      m((k + 2) % 3, (k + 1) % 3) = 1;
      m((k + 1) % 3, (k + 2) % 3) = -1;
      return m;
    };
    for (int l = 0; l < 3; ++l)
      for (int k = 0; k < 3; ++k)
        curvature(first + turns + k, first + turns + l) +=
            by_entry.cwiseProduct(hat(l) * hat(k)).sum();
    if constexpr (std::same_as<G, SE3>) {
      const Vector<double, 3> by_place =
          r.transpose() * Vector<double, 3>(weights[0], weights[1], weights[2]);
      for (int l = 0; l < 3; ++l)
        for (int k = 0; k < 3; ++k)
          curvature(first + k, first + 3 + l) += by_place.dot(hat(l).col(k));
    }
  } else if constexpr (!std::same_as<G, Torus<>> && !std::same_as<G, Euclidean<>>) {
    using V = Vector<double, G::dimension>;
    for (int l = 0; l < group.dim(); ++l) {
      const V e = V::Unit(group.dim(), l);
      const auto near = displaced<Dual<double, 1>>(group, x, infinitesimal_along(e));
      const auto slope = left_gradient(group, near, [&]<class S>(const Element<G, S>& y) {
        Eigen::Matrix<S, dynamic, 1, 0, max_storage, 1> q(coordinate_count(group));
        write_coordinates(group, y, q.data());
        S sum(0);
        for (int i = 0; i < q.size(); ++i) sum += q[i] * S(weights[i]);
        return sum;
      });
      for (int k = 0; k < group.dim(); ++k)
        curvature(first + k, first + l) += slope[k].derivatives()[0];
    }
  }
}

}  // namespace hamel::running
