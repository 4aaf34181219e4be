// A motion together with what its start changes: the flow of a problem and the derivative of the flow.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include <hamel/core/dual.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>

namespace hamel {

/// A group that computes in dual numbers; the group of a system file knows double only.
template <class G>
concept GenericGroup = requires(const G& group, const Element<G, Dual<double, 1>>& x) {
  group.compose(x, x);
};

/// The field of a problem at (t,x,p) with its derivatives: da = a_x eta + a_p dp, dm' = m_x eta + m_p dp, where x
/// changes by x_* eta and p by dp. n x n each.
template <class S, int N>
struct LinearisedField {
  Velocity<S, N, N> rate;
  Matrix<S, N> a_x, a_p, m_x, m_p;
};

/// A problem that has its own derivatives, or may have them.
template <class P>
concept KnowsItsDerivatives = requires(const P& problem,
                                       const Element<typename P::Group, double>& x,
                                       const Vector<double, P::dimension>& p) {
  problem.linearised_field(0., x, p);
};

/// The equations of a free or vakonomic problem with its action and K solutions of its linearisation,
///
///     x' = x_* a,  p' = ad*_a p + F,  s' = L(x,a),
///     eta' = delta a - [a, eta],  (delta p)' = delta(ad*_a p + F)
///
/// where x_* eta and delta p are the changes of x and p. The momentum of this problem is (p, s, eta_1,
/// delta p_1, ..., eta_K, delta p_K). Derivatives are exact where the group is generic in its scalar: the field
/// is linear where it is the same at every x, and evaluated in dual numbers elsewhere, or the problem's own
/// (`linearised_field`), which it must have on a group that computes in double only and may have elsewhere
/// (`has_derivatives`). K may be `dynamic`.
template <class P, int K>
class LinearisedMotion {
 public:
  using Group = typename P::Group;
  static constexpr int dimension = P::dimension;
  static constexpr int variations =
      dimension == dynamic || K == dynamic ? dynamic : (2 * K + 1) * dimension + 1;

  /// Throws DimensionError where the momentum is longer than vectors of run-time size may be.
  LinearisedMotion(const P& problem, int columns) : problem_(problem), columns_(columns) {
    if (variations == dynamic && size() > max_dimension)
      refuse<DimensionError>("dimension of a group whose motions are steered",
                             {problem.dim(), ", known at run time"},
                             {"at most ", (max_dimension - 1) / (2 * columns + 1)});
  }

  const Group& group() const noexcept { return problem_.group(); }
  int dim() const noexcept { return problem_.dim(); }
  bool is_invariant() const noexcept { return problem_.is_invariant(); }
  int size() const noexcept { return (2 * columns_ + 1) * dim() + 1; }

  /// The parts of a momentum of this problem: p, and the k-th eta and delta p.
  template <class M>
  auto p(M& m) const noexcept {
    return m.template segment<dimension>(0, dim());
  }
  template <class M>
  auto eta(M& m, int k) const noexcept {
    return m.template segment<dimension>((2 * k + 1) * dim() + 1, dim());
  }
  template <class M>
  auto dp(M& m, int k) const noexcept {
    return m.template segment<dimension>((2 * k + 2) * dim() + 1, dim());
  }

  template <class S>
  Velocity<S, dimension, variations> field(const S& t, const Element<Group, S>& x,
                                           const Vector<S, variations>& m) const {
    using V = Vector<S, dimension>;
    const V momentum = p(m);
    if constexpr (K != 0 && KnowsItsDerivatives<P>) {
      if (problem_.has_derivatives()) return linearised(t, x, m);
    }
    const auto v = problem_.field(t, x, momentum);
    Velocity<S, dimension, variations> rate{v.a, Vector<S, variations>(size())};
    p(rate.m_dot) = v.m_dot;
    rate.m_dot[dim()] = lagrangian(t, x, v.a);
    if constexpr (K != 0) {
      if (is_invariant()) {
        for (int k = 0; k < columns_; ++k) {
          const V change = dp(m, k), da = problem_.velocity(t, x, change);
          eta(rate.m_dot, k) = da - group().ad(v.a, V(eta(m, k)));
          dp(rate.m_dot, k) = group().ad_star(da, momentum) + group().ad_star(v.a, change);
        }
      } else if constexpr (GenericGroup<Group>) {
        constexpr int lanes = K == dynamic ? 1 : K;
        for (int k = 0; k < columns_; k += lanes) differentiate<lanes>(t, x, m, v.a, k, rate.m_dot);
      } else {
        static_assert(KnowsItsDerivatives<P>, "a group of double only: the problem differentiates");
      }
    }
    return rate;
  }

  /// L(x,a), by the problem's own member where it has one.
  template <class S>
  S lagrangian(const S& t, const Element<Group, S>& x, const Vector<S, dimension>& a) const {
    if constexpr (requires { problem_.lagrangian(t, x, a); }) {
      return problem_.lagrangian(t, x, a);
    } else {
      const Vector<S, dimension> p = problem_.metric(x) * a;
      return a.dot(p) / S(2) - problem_.system().potential(t, x);
    }
  }

 private:
  /// By the problem's own derivatives.
  template <class S>
  Velocity<S, dimension, variations> linearised(const S& t, const Element<Group, S>& x,
                                                const Vector<S, variations>& m) const {
    using V = Vector<S, dimension>;
    const auto field = problem_.linearised_field(t, x, V(p(m)));
    Velocity<S, dimension, variations> rate{field.rate.a, Vector<S, variations>(size())};
    p(rate.m_dot) = field.rate.m_dot;
    rate.m_dot[dim()] = lagrangian(t, x, field.rate.a);
    for (int k = 0; k < columns_; ++k) {
      const V away = eta(m, k), change = dp(m, k);
      eta(rate.m_dot, k) = field.a_x * away + field.a_p * change - group().ad(field.rate.a, away);
      dp(rate.m_dot, k) = field.m_x * away + field.m_p * change;
    }
    return rate;
  }

  /// The changes of the field where it depends on x, of `lanes` columns from `first` on.
  template <int lanes, class S>
  void differentiate(const S& t, const Element<Group, S>& x, const Vector<S, variations>& m,
                     const Vector<S, dimension>& a, int first, Vector<S, variations>& rate) const {
    using D = Dual<S, lanes>;
    Vector<D, dimension> away(dim()), momentum(dim());
    for (int i = 0; i < dim(); ++i) {
      away[i] = D(S(0));
      momentum[i] = D(m[i]);
      for (int k = 0; k < lanes; ++k) {
        away[i].derivatives()[std::size_t(k)] = eta(m, first + k)[i];
        momentum[i].derivatives()[std::size_t(k)] = dp(m, first + k)[i];
      }
    }
    const auto v = problem_.field(D(t), displaced<D>(group(), x, away), momentum);
    for (int k = 0; k < lanes; ++k) {
      const Vector<S, dimension> turned = group().ad(a, Vector<S, dimension>(eta(m, first + k)));
      for (int i = 0; i < dim(); ++i) {
        eta(rate, first + k)[i] = v.a[i].derivatives()[std::size_t(k)] - turned[i];
        dp(rate, first + k)[i] = v.m_dot[i].derivatives()[std::size_t(k)];
      }
    }
  }

  const P& problem_;
  int columns_;
};

/// The field with its derivatives by place and momentum, exact.
template <class P>
LinearisedField<double, P::dimension> linearised_field(const P& problem, double t,
                                                       const Element<typename P::Group, double>& x,
                                                       const Vector<double, P::dimension>& p) {
  using V = Vector<double, P::dimension>;
  if constexpr (KnowsItsDerivatives<P>) {
    if (problem.has_derivatives()) return problem.linearised_field(t, x, p);
  }
  using M = Matrix<double, P::dimension>;
  const int n = problem.dim();
  const auto& group = problem.group();
  const M none = M::Zero(n, n);
  LinearisedField<double, P::dimension> here{{V(n), V(n)}, none, none, none, none};
  const auto v = problem.field(t, x, p);
  here.rate = {v.a, v.m_dot};
  for (int k = 0; k < n; ++k) {
    const V e = V::Unit(n, k);
    if (problem.is_invariant()) {
      here.a_p.col(k) = problem.velocity(t, x, e);
      here.m_p.col(k) = group.ad_star(V(here.a_p.col(k)), p) + group.ad_star(here.rate.a, e);
    } else if constexpr (GenericGroup<typename P::Group>) {
      using D = Dual<double, 1>;
      const auto along = [&](const auto& y, const Vector<D, P::dimension>& q, M& a, M& m) {
        const auto change = problem.field(D(t), y, q);
        for (int i = 0; i < n; ++i) {
          a(i, k) = change.a[i].derivatives()[0];
          m(i, k) = change.m_dot[i].derivatives()[0];
        }
      };
      Vector<D, P::dimension> q(n);
      for (int i = 0; i < n; ++i) q[i] = D(p[i]);
      along(displaced<D>(group, x, infinitesimal_along(e)), q, here.a_x, here.m_x);
      q[k].derivatives()[0] = 1;
      along(displaced<D>(group, x, infinitesimal_along(V(V::Zero(n)))), q, here.a_p, here.m_p);
    }
  }
  return here;
}

/// Where a motion has led, and how that depends on its start.
template <class P, int K>
struct Shot {
  using V = Vector<double, P::dimension>;
  using Columns = Matrix<double, P::dimension, K>;

  Element<typename P::Group, double> x;
  V p;
  double action = 0;    ///< the integral of L
  Columns eta, dp;      ///< changes of x (left trivialised) and p
  double error = 0;     ///< estimate of the error, relative
  bool finite = false;  ///< no number left the range of numbers
};

/// The motion from (x, p) at time t0 over the time `length`, in `steps` equal steps of order 8. K columns of
/// (eta, dp) at the start are carried along; `observe(t, shot)` sees the end of every step.
template <int K, class P, class Observe>
void carry(const P& problem, Shot<P, K>& shot, double t0, double length, int steps,
           const Observe& observe) {
  using Motion = LinearisedMotion<P, K>;
  using Momentum = Vector<double, Motion::variations>;
  struct At {
    Element<typename P::Group, double> x;
    Momentum m;
  };
  const Motion motion(problem, static_cast<int>(shot.eta.cols()));
  const RungeKutta<DormandPrince8> method;
  At at{shot.x, Momentum(motion.size())};
  motion.p(at.m) = shot.p;
  at.m[problem.dim()] = shot.action;
  if constexpr (K != 0) {
    for (int k = 0; k < shot.eta.cols(); ++k) {
      motion.eta(at.m, k) = shot.eta.col(k);
      motion.dp(at.m, k) = shot.dp.col(k);
    }
  }
  double way = 0, off = 0, size = 0, off_p = 0;
  const double h = length / steps;
  for (int i = 1; i <= steps; ++i) {
    const auto sum = method.increment(motion, t0 + (i - 1) * h, h, at);
    at.x = problem.group().compose(at.x, problem.group().exp(sum.s));
    at.m += sum.m;
    way += sum.s.norm();
    off += sum.s_error.norm();
    off_p += motion.p(sum.m_error).norm();
    size = std::max(size, motion.p(at.m).norm());
    shot.x = at.x;
    shot.p = motion.p(at.m);
    shot.action = at.m[problem.dim()];
    if constexpr (K != 0) {
      for (int k = 0; k < shot.eta.cols(); ++k) {
        shot.eta.col(k) = motion.eta(at.m, k);
        shot.dp.col(k) = motion.dp(at.m, k);
      }
    }
    observe(t0 + i * h, shot);
  }
  // The embedded estimate has order 5, the result order 8: its error is about the power 3/2.
  const double tiny = std::numeric_limits<double>::min();
  const double embedded = std::max(off / (way + tiny), off_p / (size + tiny));
  shot.error = std::sqrt(embedded) * embedded;
  shot.finite = all_finite(at.m) && all_finite(at.x.data);
}

/// The same without an observer.
template <int K, class P>
void carry(const P& problem, Shot<P, K>& shot, double t0, double length, int steps) {
  carry<K>(problem, shot, t0, length, steps, [](double, const Shot<P, K>&) {});
}

}  // namespace hamel
