// Audits every group function against 60-digit references and writes the table of docs/accuracy.md.
#include <cmath>
#include <fstream>
#include <iostream>
#include <numbers>
#include <string>
#include <type_traits>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/retraction/cayley.hpp>

#include "audit.hpp"
#include "reference.hpp"

namespace {

using hamel::Cayley, hamel::Element, hamel::Heisenberg, hamel::Vector;
using hamel::SE2, hamel::SE3, hamel::SO21, hamel::SO3;
using reference::Exact;
using reference::ExactMatrix;
using reference::ExactVector;

template <class S>
using Flat = Eigen::Matrix<S, Eigen::Dynamic, 1>;

/// The entries of a matrix as one column.
template <class M>
auto flat(const M& m) {
  return Flat<typename M::Scalar>(m.reshaped());
}

/// The defining parts of a group's exponential and logarithm in Exact: rotation vector and its square.
ExactVector rotation_part(const SO3&, const ExactVector& a) {
  return a;
}
ExactVector rotation_part(const SO21&, const ExactVector& a) {
  return a;
}
ExactVector rotation_part(const SE3&, const ExactVector& a) {
  return a.tail(3);
}
Exact square(const SO21&, const ExactVector& w) {
  return w[2] * w[2] - w[0] * w[0] - w[1] * w[1];
}
template <class G>
Exact square(const G&, const ExactVector& w) {
  return w.squaredNorm();
}

/// The upper left 3 x 3 part of a series in ad of the rotations.
template <int First>
ExactMatrix rotation_series(const ExactVector& w) {
  return reference::series(SO3{}.ad_matrix(Vector<Exact, 3>(w)), First);
}
ExactMatrix planar_series(const Exact& angle) {
  ExactMatrix a = ExactMatrix::Zero(2, 2);
  a(0, 1) = -angle;
  a(1, 0) = angle;
  return reference::series(a, 1);
}

/// The exact stored numbers of exp(a).
template <class G>
ExactVector exact_exp(const G& group, const ExactVector& a) {
  if constexpr (std::is_same_v<G, Heisenberg<1>>) {
    return a;
  } else if constexpr (std::is_same_v<G, SE2>) {
    ExactVector x(3);
    x << planar_series(a[2]) * ExactVector(a.head(2)), a[2];
    return x;
  } else {
    const ExactVector w = rotation_part(group, a), q = reference::quaternion(w, square(group, w));
    if constexpr (!std::is_same_v<G, SE3>) return q;
    ExactVector x(7);
    x << rotation_series<1>(w) * ExactVector(a.head(3)), q;
    return x;
  }
}

/// The exact principal logarithm of stored numbers.
template <class G>
ExactVector exact_log(const G& group, const ExactVector& x) {
  if constexpr (std::is_same_v<G, Heisenberg<1>>) {
    return x;
  } else if constexpr (std::is_same_v<G, SE2>) {
    ExactVector a(3);
    a << planar_series(x[2]).partialPivLu().solve(ExactVector(x.head(2))), x[2];
    return a;
  } else {
    const ExactVector q = x.tail(4), u = q.tail(3);
    const ExactVector w = reference::quaternion_log(q, square(group, u));
    if constexpr (!std::is_same_v<G, SE3>) return w;
    ExactVector a(6);
    a << rotation_series<1>(w).partialPivLu().solve(ExactVector(x.head(3))), w;
    return a;
  }
}

/// All functions of a group at one vector xi, given as doubles.
template <class S, class G>
void audit(Audit<S>& audit, const std::string& name, const G& group, const Eigen::VectorXd& at,
           bool principal) {
  constexpr int n = G::dimension, stored = G::storage;
  const Flat<S> xi = at.template cast<S>();
  const double angle = std::is_same_v<G, SE2> ? std::abs(at[2]) : at.tail(3).norm();
  const auto vector = [](const auto& inputs, int start) {
    return Vector<typename std::remove_cvref_t<decltype(inputs)>::Scalar, n>(
        inputs.segment(start, n));
  };
  const auto element = [](const auto& inputs, int start) {
    return Element<G, typename std::remove_cvref_t<decltype(inputs)>::Scalar>{
        inputs.segment(start, stored)};
  };
  const auto measure = [&](const std::string& function, const Flat<S>& inputs, const auto& f,
                           const ExactVector& exact) {
    audit.measure(name, function, angle, inputs, f, exact);
  };
  /// f at selected results only: from `start`, `count` of them.
  const auto part = [&](const std::string& function, const Flat<S>& inputs, const auto& f,
                        const ExactVector& exact, int start, int count) {
    measure(
        function, inputs,
        [&](const auto& in) {
          return Flat<typename std::remove_cvref_t<decltype(in)>::Scalar>(
              f(in).segment(start, count));
        },
        exact.segment(start, count));
  };

  const ExactVector exact_xi = xi.template cast<Exact>();
  const auto exp = [&](const auto& in) { return flat(group.exp(vector(in, 0)).data); };
  const auto log = [&](const auto& in) { return flat(group.log(element(in, 0))); };
  const ExactVector exact = exact_exp(group, exact_xi);
  const Flat<S> x = exp(xi);
  const ExactVector exact_x = x.template cast<Exact>();
  if constexpr (stored == 7) {
    part("exp, position", xi, exp, exact, 0, 3);
    part("exp, rotation", xi, exp, exact, 3, 4);
  } else {
    measure("exp", xi, exp, exact);
  }
  if (principal) {
    const Element<G, Exact> nearest = group.normalized(Element<G, Exact>{exact_x});
    const ExactVector exact_a = exact_log(group, nearest.data);
    if constexpr (stored == 7) {
      part("log, linear", x, log, exact_a, 0, 3);
      part("log, angular", x, log, exact_a, 3, 3);
    } else {
      measure("log", x, log, exact_a);
    }
    // log(exp(v)) against v: the rounding of exp goes through log, whose condition number it sees
    measure("log(exp(v)) = v", x, log, exact_xi);
  }

  Flat<S> b(n), p(n);
  for (int i = 0; i < n; ++i) {
    b[i] = S(std::sin(1.0 + 2 * i));
    p[i] = S(std::cos(3.0 - i));
  }
  const ExactVector exact_b = b.template cast<Exact>(), exact_p = p.template cast<Exact>();
  Flat<S> xi_b(2 * n), xi_p(2 * n), x_b(stored + n), x_p(stored + n), x_x(2 * stored);
  xi_b << xi, b;
  xi_p << xi, p;
  x_b << x, b;
  x_p << x, p;
  x_x << x, x;

  const ExactMatrix ad = group.ad_matrix(Vector<Exact, n>(exact_xi)), minus = -ad;
  const ExactMatrix left = reference::series(ad, 1), right = reference::series(minus, 1);
  const ExactMatrix left_inverse = left.inverse(), right_inverse = right.inverse();
  const ExactMatrix adjoint = reference::series(ad, 0);
  measure(
      "left_jacobian", xi, [&](const auto& in) { return flat(group.left_jacobian(vector(in, 0))); },
      flat(left));
  measure(
      "right_jacobian", xi,
      [&](const auto& in) { return flat(group.right_jacobian(vector(in, 0))); }, flat(right));
  measure(
      "left_jacobian_inverse", xi,
      [&](const auto& in) { return flat(group.left_jacobian_inverse(vector(in, 0))); },
      flat(left_inverse));
  measure(
      "right_jacobian_inverse", xi,
      [&](const auto& in) { return flat(group.right_jacobian_inverse(vector(in, 0))); },
      flat(right_inverse));
  measure(
      "dexp", xi_b, [&](const auto& in) { return flat(group.dexp(vector(in, 0), vector(in, n))); },
      left * exact_b);
  measure(
      "dexp_inv", xi_b,
      [&](const auto& in) { return flat(group.dexp_inv(vector(in, 0), vector(in, n))); },
      left_inverse * exact_b);
  measure(
      "dexp_star", xi_p,
      [&](const auto& in) { return flat(group.dexp_star(vector(in, 0), vector(in, n))); },
      left.transpose() * exact_p);
  measure(
      "dexp_inv_star", xi_p,
      [&](const auto& in) { return flat(group.dexp_inv_star(vector(in, 0), vector(in, n))); },
      left_inverse.transpose() * exact_p);
  measure(
      "Ad_exp", xi_b,
      [&](const auto& in) { return flat(group.Ad_exp(vector(in, 0), vector(in, n))); },
      adjoint * exact_b);
  measure(
      "Ad_exp_star", xi_p,
      [&](const auto& in) { return flat(group.Ad_exp_star(vector(in, 0), vector(in, n))); },
      adjoint.transpose() * exact_p);
  measure(
      "ad", xi_b, [&](const auto& in) { return flat(group.ad(vector(in, 0), vector(in, n))); },
      ad * exact_b);
  measure(
      "ad_star", xi_p,
      [&](const auto& in) { return flat(group.ad_star(vector(in, 0), vector(in, n))); },
      ad.transpose() * exact_p);

  // The functions that are polynomial in the stored numbers, against themselves in 60 digits.
  const Element<G, Exact> precise{exact_x};
  const Element<G, Exact> product = group.compose(precise, precise),
                          inverse = group.inverse(precise);
  measure(
      "compose", x_x,
      [&](const auto& in) { return flat(group.compose(element(in, 0), element(in, stored)).data); },
      product.data);
  measure(
      "inverse", x, [&](const auto& in) { return flat(group.inverse(element(in, 0)).data); },
      inverse.data);
  measure(
      "Ad", x_b, [&](const auto& in) { return flat(group.Ad(element(in, 0), vector(in, stored))); },
      group.Ad(precise, Vector<Exact, n>(exact_b)));
  measure(
      "Ad_star", x_p,
      [&](const auto& in) { return flat(group.Ad_star(element(in, 0), vector(in, stored))); },
      group.Ad_star(precise, Vector<Exact, n>(exact_p)));

  if constexpr (stored != n || n == 3) {
    const Cayley cayley;
    const Vector<Exact, n> v(exact_xi);
    if (angle < 1.9) {
      measure(
          "Cayley tau", xi,
          [&](const auto& in) { return flat(cayley.tau(group, vector(in, 0)).data); },
          cayley.tau(group, v).data);
      measure(
          "Cayley tangent", xi_b,
          [&](const auto& in) { return flat(cayley.tangent(group, vector(in, 0), vector(in, n))); },
          cayley.tangent(group, v, Vector<Exact, n>(exact_b)));
    }
    measure(
        "Cayley inverse_tangent", xi_b,
        [&](const auto& in) {
          return flat(cayley.inverse_tangent(group, vector(in, 0), vector(in, n)));
        },
        cayley.inverse_tangent(group, v, Vector<Exact, n>(exact_b)));
    measure(
        "Cayley inverse_tangent_star", xi_p,
        [&](const auto& in) {
          return flat(cayley.inverse_tangent_star(group, vector(in, 0), vector(in, n)));
        },
        cayley.inverse_tangent_star(group, v, Vector<Exact, n>(exact_p)));
  }
}

/// Magnitudes from 1e-12 to `largest`, evenly in the logarithm up to 0.1 and evenly beyond, then towards largest.
std::vector<double> magnitudes(double largest, int count) {
  std::vector<double> all;
  for (int i = 0; i < count / 2; ++i) all.push_back(std::pow(10.0, -12 + 11.0 * i / (count / 2)));
  for (int i = 0; i < count / 2; ++i) all.push_back(0.1 + (largest - 0.1) * i / (count / 2));
  for (double gap = 0.1; gap > 1e-10; gap /= 10) all.push_back(largest - gap);
  all.push_back(largest);
  return all;
}

template <class S>
Audit<S> run(int count) {
  using V = Eigen::Vector3d;
  Audit<S> all;
  const double nearly_pi = std::numbers::pi - (std::is_same_v<S, float> ? 1e-6 : 1e-9);
  const std::vector<V> directions{{1, 0, 0},
                                  {0, 0, 1},
                                  V(1, 2, 3).normalized(),
                                  V(-3, 0.1, 0.7).normalized(),
                                  V(0.2, -0.9, 1e-3).normalized()};
  const std::vector<V> translations{{1, -0.5, 0.3}, {1000, 400, -2000}, {-0.2, 1500, 0.7}};
  for (const double angle : magnitudes(nearly_pi, count)) {
    for (const V& direction : directions) audit(all, "SO3", SO3{}, V(angle * direction), true);
    for (const V& translation : translations) {
      for (const double sign : {1.0, -1.0})
        audit(all, translation.norm() > 10 ? "SE2, translations O(1e3)" : "SE2", SE2{},
              V(translation[0], translation[1], sign * angle), true);
      for (const V& direction : directions) {
        Eigen::VectorXd screw(6);
        screw << translation, angle * direction;
        audit(all, translation.norm() > 10 ? "SE3, translations O(1e3)" : "SE3", SE3{}, screw,
              true);
      }
    }
    audit(all, "H3", Heisenberg<1>{}, V(angle, -2 * angle, 1), true);
  }
  // rotations, boosts, both kinds mixed, exactly and nearly parabolic; |z| <= 25
  const std::vector<V> lorentz{{0, 0, 1},     {0.6, 0.8, 0},    {0.3, -0.2, 1},  {1, 0.5, -0.4},
                               {0.6, 0.8, 1}, {1, 0, 1 + 1e-9}, {1, 0, 1 - 1e-4}};
  for (const double size : magnitudes(5, count))
    for (const V& direction : lorentz) {
      const double z = direction[2] * direction[2] - direction.head(2).squaredNorm();
      const V a = size * direction / std::sqrt(std::max(1.0, std::abs(z)));
      const bool principal = z * a.squaredNorm() / direction.squaredNorm() < 9.86;
      audit(all, "SO21", SO21{}, a, principal);
    }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  const auto in_double = run<double>(400);
  const auto in_float = run<float>(100);
  std::ofstream file;
  if (argc > 1) file.open(argv[1]);
  std::ostream& out = argc > 1 ? file : std::cout;
  out << "# Accuracy\n\n"
         "Written by `bench_accuracy docs/accuracy.md`; do not edit. Every function of every group "
         "against "
         "60-digit references\n(power series of matrices, `bench/accuracy/reference.hpp`), at "
         "angles from 1e-12 to "
         "pi - 1e-9 (float: pi - 1e-6) in several\ndirections, with translations O(1) and O(1e3); "
         "SO21 over |z| <= "
         "25 of either sign, parabolic and nearly parabolic vectors\nincluded. Errors are relative "
         "in the norm of the "
         "result. The condition number is componentwise: how much relative errors\nof the inputs "
         "are magnified in "
         "the norm of the result.\n\n## double (limit 2e-15)\n\n";
  in_double.print(out);
  out << "\n## float (limit 1e-6)\n\n";
  in_float.print(out);
  std::cout << "largest error / max(1, condition): double " << in_double.worst() << ", float "
            << in_float.worst() << "\n";
  return in_double.worst() <= 2e-15 && in_float.worst() <= 1e-6 ? 0 : 1;
}
