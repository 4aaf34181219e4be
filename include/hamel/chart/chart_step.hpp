// The equations of a variational step in coordinates (see ChartVariational), over any scalar.
#pragma once

#include <type_traits>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/step_unknowns.hpp>

namespace hamel::detail {

/// 1/2 (l_v(q0,w) + l_v(q1,w)) + slope l_q(at,w).
template <class P, class S>
Vector<S, P::dimension> chart_momentum(const P& problem, const Vector<S, P::dimension>& q0,
                                       const Vector<S, P::dimension>& q1,
                                       const Vector<S, P::extended>& y,
                                       const Vector<S, P::dimension>& at, const S& slope) {
  using Point = Vector<S, P::dimension>;
  const Point w = y.head(problem.dim());
  const Vector<S, P::constraints> lambda = y.tail(problem.number_of_constraints());
  const auto along_v = [&](const Point& q) {
    const auto fixed = lift(q);
    return gradient([&](const auto& u) { return problem.extended_lagrangian(fixed, u, lambda); },
                    w);
  };
  const auto moving = lift(w);
  const Point l_q =
      gradient([&](const auto& x) { return problem.extended_lagrangian(x, moving, lambda); }, at);
  return S(0.5) * (along_v(q0) + along_v(q1)) + slope * l_q;
}

/// The balance at the start of a step and the discrete constraint.
template <class P, class T, class S>
Vector<S, P::extended> chart_balance(const P& problem, const Vector<T, P::dimension>& q,
                                     const Vector<T, P::dimension>& p,
                                     const Matrix<T, P::constraints, P::dimension>& normals,
                                     const T& h, const Vector<S, P::extended>& y) {
  using Point = Vector<S, P::dimension>;
  const int n = problem.dim(), m = problem.number_of_constraints();
  const Point q0 = q.template cast<S>(), w = y.head(n), q1 = q0 + S(h) * w;
  Vector<S, P::extended> r(n + m);
  r.head(n) = chart_momentum(problem, q0, q1, y, q0, S(T(-0.5) * h)) - p.template cast<S>();
  if constexpr (P::constraints != 0) {
    if constexpr (P::kind == Dynamics::nonholonomic) {
      r.head(n) += normals.transpose().template cast<S>() * y.tail(m);
    }
    r.tail(m) =
        S(0.5) * (problem.system().constraints(q0, w) + problem.system().constraints(q1, w));
  }
  return r;
}

/// L_v + kappa phi_v - p and phi, in y = (v, kappa).
template <class P, class T, class S>
Vector<S, P::extended> chart_legendre(const P& problem, const Vector<T, P::dimension>& q,
                                      const Vector<T, P::dimension>& p,
                                      const Vector<S, P::extended>& y) {
  using Point = Vector<S, P::dimension>;
  const int n = problem.dim(), m = problem.number_of_constraints();
  const Point here = q.template cast<S>(), v = y.head(n);
  const auto fixed = lift(here);
  Vector<S, P::extended> r(n + m);
  if constexpr (P::constraints != 0) {
    const Vector<S, P::constraints> kappa = y.tail(m);
    r.head(n) = gradient(
        [&](const auto& u) { return problem.system().extended_lagrangian(fixed, u, kappa); }, v);
    r.tail(m) = problem.system().constraints(here, v);
  } else {
    r = gradient([&](const auto& u) { return problem.system().lagrangian(fixed, u); }, v);
  }
  r.head(n) -= p.template cast<S>();
  return r;
}

/// The equations of a step at given unknowns, those of the balance and then those of the velocity at the end, over any
/// scalar.
template <class P, class S>
class ChartStep {
  using Point = typename P::template Tangent<S>;
  using Unknowns = Vector<S, P::extended>;

 public:
  using State = typename P::template State<S>;

  template <class V>
  ChartStep(const P& problem, const S& t, const S& h, const State& start, const V& unknowns)
      : problem_(problem),
        t_(t),
        h_(h),
        start_(start),
        y_(entries<P::extended>(unknowns, 0, int(unknowns.size()) / 2)),
        end_(entries<P::extended>(unknowns, int(y_.size()), int(y_.size()))) {}

  /// Zero at the solution.
  auto defect() const {
    const Point q = start_.x.data, v = start_.m.head(problem_.dim()), w = velocity();
    Point p = problem_.momentum(start_.x, v, start_.m);
    Point p_end = chart_momentum(problem_, q, end(), y_, end(), S(S(0.5) * h_));
    if constexpr (P::System::has_force) {
      p += S(0.5) * h_ * problem_.system().force(t_, q, w);
      p_end += S(0.5) * h_ * problem_.system().force(S(t_ + h_), end(), w);
    }
    return stacked(chart_balance(problem_, q, p, problem_.constraint(q, v).v, h_, y_),
                   chart_legendre(problem_, end(), p_end, end_));
  }
  /// <y, defect>, for which L is asked in one direction at each end of the step and of its momenta, whatever n.
  template <class Y>
  S paired(const Y& y) const {
    const int n = problem_.dim(), m = problem_.number_of_constraints();
    const Point q = start_.x.data, v = start_.m.head(n), w = velocity(), q1 = end();
    const auto& l = problem_.system();
    const auto between = [&](int i) { return S(y[i] - y[n + m + i]) * S(0.5); };
    const auto at_start = [&](int i) { return S(-0.5) * h_ * y[i]; };
    const auto at_end = [&](int i) { return S(-0.5) * h_ * y[n + m + i]; };
    const auto none = [](int) { return S(0); };
    Multiplier lambda = y_.tail(m), kappa = end_.tail(m);
    const auto minus = [&](int i) { return S(-y[i]); };
    const auto legendre = [&](int i) { return S(y[n + m + i]); };
    S sum = slope(q, w, lambda, at_start, between) + slope(q1, w, lambda, at_end, between) +
            slope(q, v, problem_.lambda(start_.m), none, minus);
    if constexpr (P::System::has_force) {
      const Point f = l.force(t_, q, w), f1 = l.force(S(t_ + h_), q1, w);
      for (int i = 0; i < n; ++i) sum += at_start(i) * f[i] + at_end(i) * f1[i];
    }
    if constexpr (P::constraints == 0) {
      sum += slope(q1, Point(end_), lambda, none, legendre);
    } else {
      sum += derivative_along(
          [&](const auto& x, const auto& u) { return l.extended_lagrangian(x, u, kappa); }, q1,
          Point(end_.head(n)), none, legendre);
      const Vector<S, P::constraints> first = l.constraints(q, w), second = l.constraints(q1, w),
                                      last = l.constraints(q1, Point(end_.head(n)));
      for (int i = 0; i < m; ++i)
        sum += S(y[n + i]) * S(0.5) * (first[i] + second[i]) + S(y[2 * n + m + i]) * last[i];
      if constexpr (P::kind == Dynamics::nonholonomic)
        sum += derivative_along(
            [&](const auto& x, const auto& u) {
              using D = typename std::decay_t<decltype(u)>::Scalar;
              const auto phi = l.constraints(x, u);
              D weighed(0);
              for (int i = 0; i < m; ++i) weighed += D(lambda[i]) * phi[i];
              return weighed;
            },
            q, v, none, [&](int i) { return S(y[i]); });
    }
    return sum;
  }
  Point increment() const { return h_ * velocity(); }
  State end_state() const { return {{end()}, end_.head(problem_.state_dim())}; }

 private:
  using Multiplier = Vector<S, P::constraints>;

  /// The derivative of L, or of L + lambda phi for vakonomic motion, along (dq,dv).
  template <class Dq, class Dv>
  S slope(const Point& q, const Point& v, const Multiplier& lambda, const Dq& dq,
          const Dv& dv) const {
    return derivative_along(
        [&](const auto& x, const auto& u) { return problem_.extended_lagrangian(x, u, lambda); }, q,
        v, dq, dv);
  }

  Point velocity() const { return y_.head(problem_.dim()); }
  Point end() const { return start_.x.data + increment(); }

  const P& problem_;
  S t_, h_;
  const State& start_;
  Unknowns y_, end_;
};

}  // namespace hamel::detail
