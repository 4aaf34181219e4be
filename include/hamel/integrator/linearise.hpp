// The linearisation of a step at the step that was solved, for controllers and optimisers.
#pragma once

#include <type_traits>
#include <utility>

#include <hamel/core/dual.hpp>
#include <hamel/core/entries.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/reaction.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/integrator/closed_derivative.hpp>
#include <hamel/integrator/composition.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/integrator/seeded.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/exponential.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel {

/// One step and its derivative in trivialised coordinates: near the start x exp(dx), m + dm and the inputs w + dw the
/// step ends at x+ exp(dx+), m+ + dm+ with
///
///     (dx+, dm+) = A (dx, dm) + B dw.
///
/// Rows and columns are ordered: the n components of dx in the basis of the algebra, then the dim W of dm (m = p for
/// free and vakonomic motion, D^T p for nonholonomic). S is the scalar, N = n, W = dim W, M the number of inputs.
template <class G, class S, int N, int W, int M>
struct Linearisation {
  StepStatus status;      ///< of the step; what follows has a meaning where it is ok
  State<G, S, W> end;     ///< x+, m+
  Matrix<S, N + W> A;     ///< (n + dim W) x (n + dim W)
  Matrix<S, N + W, M> B;  ///< (n + dim W) x M
};

/// The multiplier at the end of a step (mu of vakonomic motion, the reaction of nonholonomic motion under the inputs
/// of the step), n components, with its derivative by (dx, dm) and dw at the start.
template <class S, int N, int W, int M>
struct MultiplierRows {
  Vector<S, N> value;
  Matrix<S, N, N + W> C;
  Matrix<S, N, M> D;
};

namespace detail {

/// Rows (e, m) of the derivatives of a state, where x = value(x) exp(e).
template <int Rows, class G, class S, int Q, int W>
Matrix<S, Rows, Q> derivative_rows(const G& group, const State<G, Dual<S, Q>, W>& state) {
  constexpr int n = G::dimension;
  auto start = state.x;
  for (int i = 0; i < start.data.size(); ++i) start.data[i] = Dual<S, Q>(state.x.data[i].value());
  const auto e = group.log(group.compose(group.inverse(start), state.x));
  return entrywise<S, Rows, Q>(Rows, Q, [&](int i, int j) {
    return (i < n ? e[i] : state.m[i - n]).derivatives()[std::size_t(j)];
  });
}

/// A state with the derivatives of its rows.
template <int Q, class G, class S, int W, class Rows>
State<G, Dual<S, Q>, W> with_derivatives(const G& group, const State<G, S, W>& state,
                                         const Rows& rows) {
  constexpr int n = G::dimension;
  State<G, Dual<S, Q>, W> r{state.x.template cast<Dual<S, Q>>(), converted<Dual<S, Q>>(state.m)};
  Vector<Dual<S, Q>, n> e = Vector<Dual<S, Q>, n>::Zero();
  for (int j = 0; j < Q; ++j) {
    for (int i = 0; i < n; ++i) e[i].derivatives()[std::size_t(j)] = rows(i, j);
    for (int i = 0; i < W; ++i) r.m[i].derivatives()[std::size_t(j)] = rows(n + i, j);
  }
  r.x = group.compose(r.x, group.exp(e));
  return r;
}

/// The derivatives of the end of a step by (e, m, w) at its start, n + dim W rows.
template <class P, class S>
struct StepRows {
  static constexpr int size = P::dimension + P::variations, inputs = inputs_of<typename P::System>;
  using Rows = Matrix<S, size, size + inputs>;
};

/// A step of any method, all directions at once in dual numbers.
template <class P, class M, class S, class St, class V, class Rows>
StepStatus linearised_step(const P& problem, const M& method, const S& t, const S& h, St& state,
                           const V& w, Rows& rows) noexcept {
  constexpr int n = P::dimension, size = StepRows<P, S>::size, q = Rows::ColsAtCompileTime;
  using D = Dual<S, q>;
  typename P::template State<D> moved{seeded<q>(problem.group(), state.x), seeded<q>(state.m, n)};
  typename M::Memory memory{};
  const StepStatus status = with_inputs_at(problem, seeded<q>(w, size), [&](const auto& p) {
    return method.step(p, D(t), D(h), moved, memory);
  });
  if (!status) return status;
  for (int i = 0; i < state.x.data.size(); ++i) state.x.data[i] = moved.x.data[i].value();
  for (int i = 0; i < state.m.size(); ++i) state.m[i] = moved.m[i].value();
  rows = derivative_rows<size>(problem.group(), moved);
  return status;
}

/// The values of a vector of dual numbers.
template <class S, int Q, int N>
Vector<S, N> plain_part(const Vector<Dual<S, Q>, N>& v) {
  return entrywise<S, N, 1>(N, 1, [&](int i, int) { return v[i].value(); });
}

/// The equations of a variational step at given unknowns, over any scalar.
template <class Equations, class Retraction>
struct VariationalEquations {
  template <class P, class S>
  using At = typename Equations::template Balance<P, Retraction, S>;

  const Retraction& retraction;

  template <class P, class S, class St, class Z>
  At<P, S> at(const P& problem, const S& t, const S& h, const St& from, const Z& unknowns) const {
    return {problem, retraction, t, h, from, unknowns};
  }
};
/// Those of a midpoint rule.
template <class Equations>
struct MidpointEquations {
  template <class P, class S>
  using At = MidpointAt<Equations, P, S>;

  Exponential retraction{};

  template <class P, class S, class St, class Z>
  At<P, S> at(const P& problem, const S& t, const S& h, const St& from, const Z& unknowns) const {
    return {problem, t, h, from, unknowns};
  }
};

/// The derivative of a step from `state` whose unknowns z solve R(z; e, m, w) = 0: with its end E(z; e, m, w) it is
/// E_in - E_z R_z^{-1} R_in, of one evaluation in dual numbers and one factorisation.
template <class Equations, class P, class S, class St, int z, class V, class Rows>
void implicit_derivative(const P& problem, const Equations& equations, const S& t, const S& h,
                         const St& state, const Vector<S, z>& unknowns, const V& w, Rows& rows) {
  constexpr int n = P::dimension, size = StepRows<P, S>::size, q = Rows::ColsAtCompileTime;
  constexpr int W = P::variations;
  const auto& retraction = equations.retraction;
  using D = Dual<S, q + z>;
  const typename P::template State<D> from{seeded<q + z>(problem.group(), state.x),
                                           seeded<q + z>(state.m, n)};
  const Vector<D, z> solution = seeded<q + z>(unknowns, q);
  Matrix<S, z> r_z;
  Matrix<S, z, q> r_in;
  Matrix<S, size, q + z> end_rows;
  with_inputs_at(problem, seeded<q + z>(w, size), [&](const auto& moved) {
    auto at = equations.at(moved, D(t), D(h), from, solution);
    const auto defect = at.defect();
    for (int i = 0; i < z; ++i) {
      const auto& d = defect[i].derivatives();
      for (int j = 0; j < q; ++j) r_in(i, j) = d[std::size_t(j)];
      for (int j = 0; j < z; ++j) r_z(i, j) = d[std::size_t(q + j)];
    }
    // x+ exp(e+) = x exp(e) tau(xi): e+ = Ad_{tau(xi)}^{-1} e + dtau^L_xi dxi, and z alone moves xi.
    const auto& group = problem.group();
    const auto increment = at.increment();
    const Vector<S, n> xi = plain_part(increment);
    const auto back = retraction.tau(group, -xi);
    const auto m_end = at.end_state().m;
    end_rows.setZero();
    for (int j = 0; j < n; ++j)
      put(end_rows, 0, j, group.Ad(back, Vector<S, n>(Vector<S, n>::Unit(j))));
    for (int j = q; j < q + z; ++j) {
      const auto d_xi = entrywise<S, n, 1>(
          n, 1, [&](int i, int) { return increment[i].derivatives()[std::size_t(j)]; });
      put(end_rows, 0, j, retraction.tangent(group, -xi, d_xi));
    }
    for (int i = 0; i < W; ++i)
      for (int j = 0; j < q + z; ++j) end_rows(n + i, j) = m_end[i].derivatives()[std::size_t(j)];
  });
  const auto by_input = hamel::solve<S, z, q>(r_z, r_in);
  for (int j = 0; j < q; ++j) {
    for (int i = 0; i < size; ++i) {
      S sum = end_rows(i, j);
      for (int k = 0; k < z; ++k) sum -= end_rows(i, q + k) * by_input(k, j);
      rows(i, j) = sum;
    }
  }
}

/// A variational step, by the implicit function theorem at its solution: in closed form where D and M are constant.
template <class P, class Retraction, class Lagrangian, class S, class St, class V, class Rows>
StepStatus linearised_step(const P& problem, const Variational<Retraction, Lagrangian>& method,
                           const S& t, const S& h, St& state, const V& w, Rows& rows) noexcept {
  return with_inputs_at(problem, w, [&](const auto& held) {
    return method.with_equations(held, [&]<class Equations>(Equations) {
      using Held = std::decay_t<decltype(held)>;
      typename Equations::template Balance<Held, Retraction, S> balance(held, method.retraction, t,
                                                                        h, state);
      StepStatus status = method.converge(balance);
      if (!status) return status;
      if constexpr (ClosedDerivative<Equations, P>)
        closed_derivative(problem, method.retraction, t, h, state.x, balance, w, rows);
      else
        implicit_derivative(problem, VariationalEquations<Equations, Retraction>{method.retraction},
                            t, h, state, Vector<S, decltype(balance)::Z>(balance.unknowns()), w,
                            rows);
      state = balance.end_state();
      if (!all_finite(state.m) || !all_finite(state.x.data) || !all_finite(rows))
        status.outcome = Outcome::not_finite;
      return status;
    });
  });
}

/// A step of a midpoint rule, likewise.
template <class P, class S, class St, class V, class Rows>
StepStatus linearised_step(const P& problem, const EnergyMidpoint& method, const S& t, const S& h,
                           St& state, const V& w, Rows& rows) noexcept {
  return with_inputs_at(problem, w, [&](const auto& held) {
    using Held = std::decay_t<decltype(held)>;
    StepStatus status{Outcome::unsupported, 0, 0};
    method.with_equations(held, [&]<class Equations>(Equations, int iterations) {
      const St start = state;
      typename Equations::template Of<Held, S>::Unknowns z;
      status = EnergyMidpoint::take<Equations>(held, t, h, state, z, iterations);
      if (!status) return;
      Vector<S, P::dimension + P::variations> unknowns;
      put(unknowns, 0, 0, z.a);
      put(unknowns, P::dimension, 0, z.m);
      implicit_derivative(problem, MidpointEquations<Equations>(), t, h, start, unknowns, w, rows);
      if (!all_finite(rows)) status.outcome = Outcome::not_finite;
    });
    return status;
  });
}

/// A composition: the product of the derivatives of its stages.
template <class P, class Scheme, class Base, class S, class St, class V, class Rows>
StepStatus linearised_step(const P& problem, const Composition<Scheme, Base>& method, const S& t,
                           const S& h, St& state, const V& w, Rows& rows) noexcept {
  constexpr int size = StepRows<P, S>::size, inputs = StepRows<P, S>::inputs;
  rows.setZero();
  for (int i = 0; i < size; ++i) rows(i, i) = S(1);
  StepStatus status;
  int iterations = 0;
  S now = t;
  for (const long double gamma : Scheme::gamma) {
    const S part = S(gamma) * h;
    Rows stage;
    status = linearised_step(problem, method.base, now, part, state, w, stage);
    iterations += status.iterations;
    if (!status) break;
    const Matrix<S, size> a = stage.template leftCols<size>();
    rows = a * rows;
    if constexpr (inputs > 0)
      rows.template rightCols<inputs>() += stage.template rightCols<inputs>();
    now += part;
  }
  status.iterations = iterations;
  return status;
}

}  // namespace detail

/// Takes one step of size h from `state` at time t under the inputs w, held over it, and linearises it there
/// (math: the implicit function theorem at the solution, one factorisation; exact to rounding). For problems of
/// fixed size; never throws or allocates. A status that is not ok says why there is no step, as `step` does.
template <class P, class M, class G, class S, int W, class V>
auto linearise(const P& problem, const M& method, const std::type_identity_t<S>& t,
               const std::type_identity_t<S>& h, const State<G, S, W>& state,
               const Eigen::MatrixBase<V>& w) noexcept {
  static_assert(P::dimension != dynamic && P::variations != dynamic,
                "linearise: the problem needs a fixed size; step_derivative serves the others");
  constexpr int size = P::dimension + W, m = inputs_of<typename P::System>;
  static_assert(V::SizeAtCompileTime == m || V::SizeAtCompileTime == dynamic,
                "linearise: the inputs are not as many as the system has");
  Linearisation<G, S, P::dimension, W, m> result{{}, state, {}, {}};
  if (w.size() != m) {
    result.status.outcome = Outcome::wrong_inputs;
    return result;
  }
  const Vector<S, m> held = w.template cast<S>();
  if (!all_finite(held)) {
    result.status.outcome = Outcome::not_finite;
    return result;
  }
  typename detail::StepRows<P, S>::Rows rows = detail::StepRows<P, S>::Rows::Zero();
  result.status = watching_rank(problem, t, h, result.end, [&] {
    return detail::linearised_step(problem, method, t, h, result.end, held, rows);
  });
  result.A = rows.template leftCols<size>();
  if constexpr (m > 0) result.B = rows.template rightCols<m>();
  return result;
}

/// A number in place of the inputs: refused with what to write.
template <class P, class M, class G, class S, int W, class Number>
requires std::is_arithmetic_v<Number>
void linearise(const P&, const M&, const std::type_identity_t<S>&, const std::type_identity_t<S>&,
               const State<G, S, W>&, Number) {
  static_assert(!std::is_arithmetic_v<Number>,
                "linearise: the inputs are a vector of Eigen's, of one input too: "
                "Vector<double, 1>(w)");
}

/// The same for a system without inputs.
template <class P, class M, class G, class S, int W>
auto linearise(const P& problem, const M& method, const std::type_identity_t<S>& t,
               const std::type_identity_t<S>& h, const State<G, S, W>& state) noexcept {
  return linearise(problem, method, t, h, state, Vector<S, 0>());
}

/// The multiplier at the time t at which the linearised step ended, with its derivative by what the step started from.
template <class P, class G, class S, int N, int W, int M, class V>
auto multiplier_rows(const P& problem, const std::type_identity_t<S>& t,
                     const Linearisation<G, S, N, W, M>& step,
                     const Eigen::MatrixBase<V>& w) noexcept {
  constexpr int size = N + W, q = size + M;
  Matrix<S, size, q> rows;
  put(rows, 0, 0, step.A);
  if constexpr (M > 0) put(rows, 0, size, step.B);
  const Vector<S, M> held = w.template cast<S>();
  MultiplierRows<S, N, W, M> result;
  if constexpr (detail::ClosedDerivative<Trapezoidal, P>) {
    result.value = detail::with_inputs_at(
        problem, held, [&](const auto& p) { return multiplier(p, t, step.end); });
    const auto by = detail::multiplier_derivative<false>(problem, t, step.end, held, rows);
    result.C = part_of<N, size>(by, 0, 0);
    if constexpr (M > 0) result.D = part_of<N, M>(by, 0, size);
  } else {
    using D = Dual<S, q>;
    const auto end = detail::with_derivatives<q>(problem.group(), step.end, rows);
    const Vector<D, N> mu =
        detail::with_inputs_at(problem, detail::seeded<q>(held, size),
                               [&](const auto& p) { return multiplier(p, D(t), end); });
    for (int i = 0; i < N; ++i) {
      result.value[i] = mu[i].value();
      const auto& d = mu[i].derivatives();
      for (int j = 0; j < size; ++j) result.C(i, j) = d[std::size_t(j)];
      for (int j = 0; j < M; ++j) result.D(i, j) = d[std::size_t(size + j)];
    }
  }
  return result;
}

/// The same for a system without inputs.
template <class P, class G, class S, int N, int W>
auto multiplier_rows(const P& problem, const std::type_identity_t<S>& t,
                     const Linearisation<G, S, N, W, 0>& step) noexcept {
  return multiplier_rows(problem, t, step, Vector<S, 0>());
}

}  // namespace hamel
