// Derivatives of functions of a vector, and of Lagrangians and constraints, by hyper-dual numbers.
#pragma once

#include <type_traits>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// A number with its derivatives along two directions and the second derivative along both (Fike & Alonso 2011): a
/// function of x + e u + f w, e^2 = f^2 = 0, returns all of them, exact to rounding. S may itself carry derivatives.
template <class S>
using HyperDual = Dual<Dual<S, 1>, 1>;

/// Its parts, of a + b e + c f + d ef: a, b, c and d.
template <class S>
const S& plain_value(const HyperDual<S>& x) {
  return x.value().value();
}
template <class S>
S& along_first(HyperDual<S>& x) {
  return x.derivatives()[0].value();
}
template <class S>
const S& along_first(const HyperDual<S>& x) {
  return x.derivatives()[0].value();
}
template <class S>
S& along_second(HyperDual<S>& x) {
  return x.value().derivatives()[0];
}
template <class S>
const S& along_second(const HyperDual<S>& x) {
  return x.value().derivatives()[0];
}
template <class S>
const S& along_both(const HyperDual<S>& x) {
  return x.derivatives()[0].derivatives()[0];
}

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
    along_first(y[i]) = S(1);
    if (i + 1 < n) along_second(y[i + 1]) = S(1);
    use(i, f(y));
    along_first(y[i]) = S(0);
    if (i + 1 < n) along_second(y[i + 1]) = S(0);
  }
}

/// df/dx of a scalar function of a vector.
template <class S, int N, class F>
Vector<S, N> gradient(const F& f, const Vector<S, N>& x) {
  Vector<S, N> g(x.size());
  for_each_derivative(f, x, [&](int i, const HyperDual<S>& y) {
    g[i] = along_first(y);
    if (i + 1 < g.size()) g[i + 1] = along_second(y);
  });
  return g;
}

/// The derivative of a scalar function f(q,v) along (dq,dv), components dq(i) and dv(i).
template <class S, int N, class F, class Dq, class Dv>
S derivative_along(const F& f, const Vector<S, N>& q, const Vector<S, N>& v, const Dq& dq,
                   const Dv& dv) {
  using D = Dual<S, 1>;
  const auto moved = [](const Vector<S, N>& x, const auto& by) {
    return entrywise<D, N, 1>(int(x.size()), 1, [&](int i, int) { return D(x[i], {by(i)}); });
  };
  return f(moved(q, dq), moved(v, dv)).derivatives()[0];
}

/// df_i/dx_j of a vector function of a vector.
template <class S, int N, class F>
auto jacobian(const F& f, const Vector<S, N>& x) {
  using Value = std::decay_t<decltype(f(lift(x)))>;
  Matrix<S, Value::RowsAtCompileTime, N> j;
  for_each_derivative(f, x, [&](int k, const auto& y) {
    if (k == 0) j.resize(y.size(), x.size());
    for (int i = 0; i < y.size(); ++i) {
      j(i, k) = along_first(y[i]);
      if (k + 1 < x.size()) j(i, k + 1) = along_second(y[i]);
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
    along_first(y[i]) = S(1);
    for (int j = i; j < n; ++j) {
      along_second(y[j]) = S(1);
      h(i, j) = h(j, i) = along_both(f(y));
      along_second(y[j]) = S(0);
    }
    along_first(y[i]) = S(0);
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
    along_first(y[i]) = S(1);
    for (int j = i; j < n; ++j) {
      along_second(y[j]) = S(1);
      jet.vv(i, j) = jet.vv(j, i) = along_both(l(x, y));
      along_second(y[j]) = S(0);
    }
    along_first(y[i]) = S(0);
  }
  for (int i = 0; i < n; ++i) along_second(x[i]) = q_dot[i];
  for (int i = 0; i < n; ++i) {
    along_first(y[i]) = S(1);
    const HyperDual<S> along = l(x, y);
    jet.v[i] = along_first(along);
    jet.vq_v[i] = along_both(along);
    along_first(y[i]) = S(0);
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
  for (int i = 0; i < n; ++i) along_second(x[i]) = v[i];
  for (int i = 0; i < n; ++i) {
    along_first(y[i]) = S(1);
    const Vector<HyperDual<S>, M> along = phi(x, y);
    for (int k = 0; k < m; ++k) {
      jet.v(k, i) = along_first(along[k]);
      jet.q_v[k] = along_second(along[k]);
      jet.value[k] = plain_value(along[k]);
    }
    along_first(y[i]) = S(0);
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
