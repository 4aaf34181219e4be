// Derivatives of functions of a vector, and of Lagrangians and constraints, by hyper-dual numbers.
#pragma once

#include <type_traits>

#include <hamel/chart/hyper_dual.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The same numbers without derivatives, ready to be given directions.
template <class S, int N>
Vector<HyperDual<S>, N> lift(const Vector<S, N>& x) {
  Vector<HyperDual<S>, N> lifted(x.size());
  for (int i = 0; i < x.size(); ++i) lifted[i] = HyperDual<S>(x[i]);
  return lifted;
}

/// Calls use(i, f(x) with e along x_i and f along x_{i+1}) for i = 0, 2, 4, ...: two first
/// derivatives per evaluation.
template <class S, int N, class F, class Use>
void for_each_derivative(const F& f, const Vector<S, N>& x, const Use& use) {
  Vector<HyperDual<S>, N> y = lift(x);
  const int n = static_cast<int>(x.size());
  for (int i = 0; i < n; i += 2) {
    y[i].e = S(1);
    if (i + 1 < n) y[i + 1].f = S(1);
    use(i, f(y));
    y[i].e = S(0);
    if (i + 1 < n) y[i + 1].f = S(0);
  }
}

/// df/dx of a scalar function of a vector.
template <class S, int N, class F>
Vector<S, N> gradient(const F& f, const Vector<S, N>& x) {
  Vector<S, N> g(x.size());
  for_each_derivative(f, x, [&](int i, const HyperDual<S>& y) {
    g[i] = y.e;
    if (i + 1 < g.size()) g[i + 1] = y.f;
  });
  return g;
}

/// df_i/dx_j of a vector function of a vector.
template <class S, int N, class F>
auto jacobian(const F& f, const Vector<S, N>& x) {
  using Value = std::decay_t<decltype(f(lift(x)))>;
  Matrix<S, Value::RowsAtCompileTime, N> j;
  for_each_derivative(f, x, [&](int k, const auto& y) {
    if (k == 0) j.resize(y.size(), x.size());
    for (int i = 0; i < y.size(); ++i) {
      j(i, k) = y[i].e;
      if (k + 1 < x.size()) j(i, k + 1) = y[i].f;
    }
  });
  return j;
}

/// d^2 f/dx_i dx_j of a scalar function of a vector.
template <class S, int N, class F>
Matrix<S, N> hessian(const F& f, const Vector<S, N>& x) {
  const int n = static_cast<int>(x.size());
  Matrix<S, N> h(n, n);
  Vector<HyperDual<S>, N> y = lift(x);
  for (int i = 0; i < n; ++i) {
    y[i].e = S(1);
    for (int j = i; j < n; ++j) {
      y[j].f = S(1);
      h(i, j) = h(j, i) = f(y).ef;
      y[j].f = S(0);
    }
    y[i].e = S(0);
  }
  return h;
}

/// What the equations of motion need of a function L(q,v).
template <class S, int N>
struct LagrangianJet {
  Vector<S, N> q, v;  ///< L_q, L_v
  Vector<S, N> vq_v;  ///< L_vq v, or L_vq q' for another direction q'
  Matrix<S, N> vv;    ///< L_vv
};

/// The derivatives of l(q,v) at a point of TQ, with q moving along q_dot.
template <class S, int N, class F>
LagrangianJet<S, N> lagrangian_jet(const F& l, const Vector<S, N>& q, const Vector<S, N>& v,
                                   const Vector<S, N>& q_dot) {
  const int n = static_cast<int>(q.size());
  LagrangianJet<S, N> jet;
  jet.v.resize(n);
  jet.vq_v.resize(n);
  jet.vv.resize(n, n);
  Vector<HyperDual<S>, N> x = lift(q), y = lift(v);
  jet.q = gradient([&](const auto& z) { return l(z, y); }, q);
  for (int i = 0; i < n; ++i) {
    y[i].e = S(1);
    for (int j = i; j < n; ++j) {
      y[j].f = S(1);
      jet.vv(i, j) = jet.vv(j, i) = l(x, y).ef;
      y[j].f = S(0);
    }
    y[i].e = S(0);
  }
  for (int i = 0; i < n; ++i) x[i].f = q_dot[i];
  for (int i = 0; i < n; ++i) {
    y[i].e = S(1);
    const HyperDual<S> along = l(x, y);
    jet.v[i] = along.e;
    jet.vq_v[i] = along.ef;
    y[i].e = S(0);
  }
  return jet;
}

/// The same with q' = v.
template <class S, int N, class F>
LagrangianJet<S, N> lagrangian_jet(const F& l, const Vector<S, N>& q, const Vector<S, N>& v) {
  return lagrangian_jet(l, q, v, v);
}

/// What the equations of motion need of constraints phi(q,v).
template <class S, int M, int N>
struct ConstraintJet {
  Vector<S, M> value;  ///< phi
  Matrix<S, M, N> v;   ///< phi_v
  Vector<S, M> q_v;    ///< phi_q v
};

/// The derivatives of m constraints phi(q,v) at a point of TQ.
template <int M, class S, int N, class F>
ConstraintJet<S, M, N> constraint_jet(const F& phi, int m, const Vector<S, N>& q,
                                      const Vector<S, N>& v) {
  const int n = static_cast<int>(q.size());
  ConstraintJet<S, M, N> jet;
  jet.value.resize(m);
  jet.v.resize(m, n);
  jet.q_v.resize(m);
  Vector<HyperDual<S>, N> x = lift(q), y = lift(v);
  for (int i = 0; i < n; ++i) x[i].f = v[i];
  for (int i = 0; i < n; ++i) {
    y[i].e = S(1);
    const Vector<HyperDual<S>, M> along = phi(x, y);
    for (int k = 0; k < m; ++k) {
      jet.v(k, i) = along[k].e;
      jet.q_v[k] = along[k].f;
      jet.value[k] = along[k].value;
    }
    y[i].e = S(0);
  }
  return jet;
}

/// The derivatives of lambda_i phi^i at a point of TQ.
template <class S, int M, int N, class F>
LagrangianJet<S, N> weighted_constraint_jet(const F& phi, const Vector<S, N>& q,
                                            const Vector<S, N>& v, const Vector<S, M>& lambda) {
  return lagrangian_jet(
      [&](const auto& x, const auto& y) {
        using D = typename std::decay_t<decltype(x)>::Scalar;
        const auto values = phi(x, y);
        D sum(0);
        for (int i = 0; i < lambda.size(); ++i) sum += D(lambda[i]) * values[i];
        return sum;
      },
      q, v);
}

}  // namespace hamel
