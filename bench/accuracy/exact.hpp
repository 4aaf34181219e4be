// Exponential and logarithm of every audited group in 60 digits, from power series of matrices.
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

#include <Eigen/Core>
#include <Eigen/LU>

#include <hamel/core/types.hpp>
#include <hamel/group/abelian.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/heisenberg.hpp>
#include <hamel/group/matrix_group.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/se3.hpp>
#include <hamel/group/so21.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/group/surface_cayley.hpp>

#include "reference.hpp"

namespace reference {

/// Groups whose stored numbers are the logarithm.
template <class G>
inline constexpr bool is_flat = false;
template <int K>
inline constexpr bool is_flat<hamel::Heisenberg<K>> = true;
template <int N, class Names>
inline constexpr bool is_flat<hamel::AbelianGroup<N, Names>> = true;

template <class G>
concept Composite = requires(const G& group) {
  group.factors();
};

inline Exact square(const hamel::SO21&, const ExactVector& w) {
  return w[2] * w[2] - w[0] * w[0] - w[1] * w[1];
}
template <class G>
Exact square(const G&, const ExactVector& w) {
  return w.squaredNorm();
}

/// Groups whose stored numbers are a unit quaternion.
template <class G>
concept Quaternionic = requires(const G& group) {
  { group.cayley() } -> std::same_as<hamel::QuaternionCayley>;
};

/// exp(a) as the 2^100-th power of exp(a/2^100), of which nothing beyond its first order is used: it is right to
/// 30 digits when the product is, whatever closed form the group has.
template <class G>
ExactVector power_exp(const G& group, const ExactVector& a) {
  constexpr int doublings = 100;
  hamel::Vector<Exact, G::dimension> part = a;
  for (int i = 0; i < doublings; ++i) part /= 2;
  auto x = group.exp(part);
  for (int i = 0; i < doublings; ++i) x = group.compose(x, x);
  return x.data;
}
/// The a with power_exp(a) = x near `near`, by Newton's method; of the group's logarithm only the first order at
/// the identity matters.
template <class G>
ExactVector power_log(const G& group, const ExactVector& x, const ExactVector& near) {
  using V = hamel::Vector<Exact, G::dimension>;
  using X = hamel::Element<G, Exact>;
  const X target = group.normalized(X{x});
  V sum = near;
  for (int step = 0; step < 5; ++step) {
    const V minus = -sum;
    const V rest = group.log(group.compose(X{power_exp(group, ExactVector(minus))}, target));
    sum += V(series(group.ad_matrix(minus), 1).partialPivLu().solve(ExactVector(rest)));
  }
  return sum;
}

/// (e^a - 1)/a for the rotation vector w.
inline ExactMatrix rotation_mean(const ExactVector& w) {
  return series(hamel::SO3{}.ad_matrix(hamel::Vector<Exact, 3>(w)), 1);
}
/// The mean of the plane rotations by 0 .. angle.
inline ExactMatrix planar_mean(const Exact& angle) {
  ExactMatrix a(2, 2);
  a << 0, -angle, angle, 0;
  if (abs(angle) < 4) return series(a, 1);
  const Exact s = sin(angle) / angle, c = (1 - cos(angle)) / angle;
  a << s, -c, c, s;
  return a;
}
inline Exact two_pi() {
  return 2 * acos(Exact(-1));
}

/// The exact stored numbers of exp(a).
template <class G>
ExactVector exp(const G& group, const ExactVector& a) {
  ExactVector x(group.size());
  if constexpr (is_flat<G>) {
    x = a;
  } else if constexpr (Composite<G>) {
    int i = 0, k = 0;
    group.factors().for_each([&](const auto& g) {
      x.segment(k, g.size()) = reference::exp(g, ExactVector(a.segment(i, g.dim())));
      i += g.dim();
      k += g.size();
    });
  } else if constexpr (std::is_same_v<G, hamel::SE2>) {
    x << planar_mean(a[2]) * ExactVector(a.head(2)), Exact(cos(a[2])), Exact(sin(a[2]));
  } else if constexpr (std::is_same_v<G, hamel::SE2Cover>) {
    const Exact turns = abs(a[2]) > Exact(3.1416) ? Exact(round(Exact(a[2] / two_pi()))) : Exact(0);
    x << planar_mean(a[2]) * ExactVector(a.head(2)), a[2] - turns * two_pi(), turns;
  } else if constexpr (std::is_same_v<G, hamel::MatrixGroup>) {
    const hamel::SmallMatrix<Exact> m =
        series(group.hat(hamel::Vector<Exact, hamel::dynamic>(a)), 0);
    x = group.element(m).data;
  } else if constexpr (std::is_same_v<G, hamel::SE3>) {
    const ExactVector w = a.tail(3);
    x << rotation_mean(w) * ExactVector(a.head(3)), quaternion(w, square(group, w));
  } else if constexpr (Quaternionic<G>) {
    x = quaternion(a, square(group, a));
  } else {
    x = power_exp(group, a);
  }
  return x;
}

/// The exact principal logarithm of stored numbers, which may be off the group by rounding. `near` is the
/// logarithm to a few digits.
template <class G>
ExactVector log(const G& group, const ExactVector& x, const ExactVector& near) {
  ExactVector a(group.dim());
  if constexpr (is_flat<G>) {
    a = x;
  } else if constexpr (Composite<G>) {
    int i = 0, k = 0;
    group.factors().for_each([&](const auto& g) {
      a.segment(i, g.dim()) = reference::log(g, ExactVector(x.segment(k, g.size())),
                                             ExactVector(near.segment(i, g.dim())));
      i += g.dim();
      k += g.size();
    });
  } else if constexpr (std::is_same_v<G, hamel::SE2>) {
    const Exact phi = atan2(x[3], x[2]);
    a << planar_mean(phi).partialPivLu().solve(ExactVector(x.head(2))), phi;
  } else if constexpr (std::is_same_v<G, hamel::SE2Cover>) {
    const Exact phi = x[2] + x[3] * two_pi();
    a << planar_mean(phi).partialPivLu().solve(ExactVector(x.head(2))), phi;
  } else if constexpr (std::is_same_v<G, hamel::MatrixGroup>) {
    using V = hamel::Vector<Exact, hamel::dynamic>;
    const ExactMatrix m = group.matrix(hamel::Element<G, Exact>{x});
    V sum = near;
    for (int step = 0; step < 5; ++step) {
      const V minus = -sum;
      const hamel::SmallMatrix<Exact> rest = log_near_one(series(group.hat(minus), 0) * m);
      const ExactMatrix mean = series(group.ad_matrix(minus), 1);
      sum += mean.partialPivLu().solve(ExactVector(group.vee(rest)));
    }
    a = sum;
  } else if constexpr (Quaternionic<G> || std::is_same_v<G, hamel::SE3>) {
    const ExactVector q = group.normalized(hamel::Element<G, Exact>{x}).data.tail(4), u = q.tail(3);
    const ExactVector w = quaternion_log(q, square(group, u));
    if constexpr (std::is_same_v<G, hamel::SE3>) {
      a << rotation_mean(w).partialPivLu().solve(ExactVector(x.head(3))), w;
    } else {
      a = w;
    }
  } else {
    a = power_log(group, x, near);
  }
  return a;
}

}  // namespace reference
