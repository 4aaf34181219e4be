// A step together with its derivative, at the step that was taken in values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <Eigen/Core>

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
#include <hamel/integrator/seeded.hpp>
#include <hamel/integrator/step_unknowns.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel {

/// A matrix of derivatives. n + dim W may be more than matrices of run-time size have room for: such ones are on the
/// heap.
template <class S, int rows, int cols = rows>
using Slopes = std::conditional_t<rows == dynamic || cols == dynamic, Eigen::Matrix<S, rows, cols>,
                                  Matrix<S, rows, cols>>;

namespace detail {

// The directions in which a step is differentiated are e and m of its start x exp(e), m, and then what `by` names: by(
// seeds, f) is f of the problem whose numbers have the derivatives that `seeds` give. Q directions are taken at once, all
// where Q is 0; `closed` are those by which a derivative may be known in closed form.
// Time and size of a step carry their rates along the size of the step that it is part of.

/// By inputs that are held over the step.
template <class P, class V>
struct ByInputs {
  static constexpr bool of_step = false, closed = true;
  const P& problem;
  const V& w;

  const V& inputs() const noexcept { return w; }

  template <class Numbers, class F>
  auto operator()(const Numbers& numbers, const F& f) const {
    return with_inputs_at(problem, numbers(w, problem.dim() + problem.state_dim()), f);
  }
};
template <class P, class V>
ByInputs(const P&, const V&) -> ByInputs<P, V>;

/// By the size of the step, and then by the parameters theta of family(theta), which is `problem`.
template <class Family, class P, class V>
struct ByParameters {
  static constexpr bool of_step = true, of_parameters = V::RowsAtCompileTime != 0;
  static constexpr bool closed = !of_parameters && inputs_of<typename P::System> == 0;
  const Family& family;
  const P& problem;
  const V& theta;

  auto inputs() const noexcept { return Vector<typename V::Scalar, 0>(); }

  template <class Numbers, class F>
  auto operator()(const Numbers& numbers, const F& f) const {
    if constexpr (!of_parameters || std::is_same_v<Numbers, Unseeded>)
      return f(problem);
    else
      return f(family(numbers(theta, problem.dim() + problem.state_dim() + 1)));
  }
};
template <class Family, class P, class V>
ByParameters(const Family&, const P&, const V&) -> ByParameters<Family, P, V>;

/// The direction of the size of a step; none where it is held.
template <class By, class P>
int step_direction(const P& problem) {
  return By::of_step ? problem.dim() + problem.state_dim() : -1;
}

/// Derivatives of the entries of v, from the k-th on, into the rows of a matrix from (i, j) on.
template <class S, int Q, class V, class Rows>
void put_derivatives(Rows& rows, int i, int j, const V& v) {
  const int count = std::min(Q, int(rows.cols()) - j);
  for (int r = 0; r < int(v.size()); ++r)
    for (int k = 0; k < count; ++k) rows(i + r, j + k) = v[r].derivatives()[std::size_t(k)];
}

/// The derivatives of a state, (e, m) of value(x) exp(e), into columns j, j + 1, ...
template <class G, class S, int Q, int W, class Rows>
void put_derivatives(const G& group, const State<G, Dual<S, Q>, W>& state, Rows& rows, int j) {
  auto start = state.x;
  for (int i = 0; i < start.data.size(); ++i) start.data[i] = Dual<S, Q>(state.x.data[i].value());
  const auto e = group.log(group.compose(group.inverse(start), state.x));
  put_derivatives<S, Q>(rows, 0, j, e);
  put_derivatives<S, Q>(rows, int(e.size()), j, state.m);
}

/// A state with the derivatives that columns j, j + 1, ... of its rows hold.
template <int Q, class G, class S, int W, class Rows>
State<G, Dual<S, Q>, W> with_derivatives(const G& group, const State<G, S, W>& state,
                                         const Rows& rows, int j = 0) {
  using D = Dual<S, Q>;
  State<G, D, W> r{state.x.template cast<D>(), converted<D>(state.m)};
  const int n = int(rows.rows() - r.m.size()), count = std::min(Q, int(rows.cols()) - j);
  Vector<D, G::dimension> e = zeros<D, G::dimension>(n);
  for (int k = 0; k < count; ++k) {
    for (int i = 0; i < n; ++i) e[i].derivatives()[std::size_t(k)] = rows(i, j + k);
    for (int i = 0; i < r.m.size(); ++i) r.m[i].derivatives()[std::size_t(k)] = rows(n + i, j + k);
  }
  r.x = group.compose(r.x, group.exp(e));
  return r;
}

/// The values of a vector of dual numbers.
template <class S, int N, int Q>
Vector<S, N> plain_part(const Vector<Dual<S, Q>, N>& v) {
  return entrywise<S, N, 1>(int(v.size()), 1, [&](int i, int) { return v[i].value(); });
}

/// The derivative of a step from `state` whose unknowns z solve R(z; in) = 0: with its end E(z; in) it is
///
///     E_in - E_z R_z^{-1} R_in.
template <int at_once, class P, class Equations, class S, class St, class Z, class By, class Rows>
void implicit_derivative(const P& problem, const Equations& equations, const Dual<S, 1>& t,
                         const Dual<S, 1>& h, const St& state, const Z& unknowns, const By& by,
                         Rows& rows) {
  constexpr int N = P::dimension, z = Z::RowsAtCompileTime;
  constexpr int columns = Rows::ColsAtCompileTime, every = sum_of_sizes<columns, z>;
  constexpr int Q = at_once == 0 ? every : at_once;
  const auto& group = problem.group();
  const int n = problem.dim(), w = problem.state_dim(), time = step_direction<By>(problem);
  const int in = int(rows.cols()), count = int(unknowns.size()), all = in + count;
  const int moving = By::of_step ? n + w : in;  // xi does not move with what is before
  Slopes<S, z, every> r(count, all);
  Slopes<S, Rows::RowsAtCompileTime, every> end(n + w, all);
  for (int first = 0; first < all; first += Q) {
    const Seeds<S, Q> seeds{first};
    const State<typename P::Group, Dual<S, Q>, P::variations> from{seeds(group, state.x),
                                                                   seeds(state.m, n)};
    by(seeds, [&](const auto& moved) {
      auto at = equations.at(moved, seeds(t, time), seeds(h, time), from, seeds(unknowns, in));
      put_derivatives<S, Q>(r, 0, first, at.defect());
      put_derivatives<S, Q>(end, n, first, at.end_state().m);
      // x+ exp(e+) = x exp(e) tau(xi): e+ = Ad_{tau(xi)}^{-1} e + dtau^L_xi dxi.
      const auto increment = at.increment();
      const Vector<S, N> back = -plain_part<S, N>(increment);
      const auto to_start = equations.retraction.tau(group, back);
      for (int j = first; j < std::min(first + Q, all); ++j) {
        Vector<S, N> e = zeros<S, N>(n);
        if (j < n) {
          e = group.Ad(to_start, unit_vector<S, N>(n, j));
        } else if (j >= moving) {
          const auto d_xi = entrywise<S, N, 1>(
              n, 1, [&](int i, int) { return increment[i].derivatives()[std::size_t(j - first)]; });
          e = equations.retraction.tangent(group, back, d_xi);
        }
        put(end, 0, j, e);
      }
    });
  }
  Slopes<S, z> by_unknowns = r.rightCols(count);
  Slopes<S, z, columns> change = r.leftCols(in);
  solve_in_place(by_unknowns, change);
  for (int j = 0; j < in; ++j) {
    for (int i = 0; i < n + w; ++i) {
      S sum = end(i, j);
      for (int k = 0; k < count; ++k) sum -= end(i, in + k) * change(k, j);
      rows(i, j) = sum;
    }
  }
}

/// A step with its derivative: of any method, in dual numbers.
template <int at_once, class P, class M, class S, class St, class By, class Rows>
StepStatus differentiated_step(const P& problem, const M& method, const Dual<S, 1>& t,
                               const Dual<S, 1>& h, St& state, const By& by, Rows& rows) {
  constexpr int Q = at_once == 0 ? Rows::ColsAtCompileTime : at_once;
  const auto& group = problem.group();
  const int time = step_direction<By>(problem);
  const St start = state;
  StepStatus status;
  for (int first = 0; first < int(rows.cols()); first += Q) {
    const Seeds<S, Q> seeds{first};
    State<typename P::Group, Dual<S, Q>, P::variations> moved{seeds(group, start.x),
                                                              seeds(start.m, problem.dim())};
    typename M::Memory memory{};
    status = by(seeds, [&](const auto& p) {
      return method.step(p, seeds(t, time), seeds(h, time), moved, memory);
    });
    if (!status) return status;
    put_derivatives(group, moved, rows, first);
    for (int i = 0; i < state.x.data.size(); ++i) state.x.data[i] = moved.x.data[i].value();
    for (int i = 0; i < state.m.size(); ++i) state.m[i] = moved.m[i].value();
  }
  return status;
}

/// Of a method whose steps solve equations, by the implicit function theorem at their solution.
template <int Q, class P, class M, class S, class St, class By, class Rows>
requires(M::solves) StepStatus
    differentiated_step(const P& problem, const M& method, const Dual<S, 1>& t, const Dual<S, 1>& h,
                        St& state, const By& by, Rows& rows) {
  return by(Unseeded{}, [&](const auto& held) {
    StepStatus status = method.solved_step(
        held, t.value(), h.value(), state, [&](const auto& equations, const auto& solved) {
          using Equations = std::decay_t<decltype(equations)>;
          if constexpr (ClosedDerivative<Equations, P> && By::closed)
            closed_derivative(problem, equations.retraction, t, h, state.x, solved, by.inputs(),
                              rows);
          else
            implicit_derivative<Q>(problem, equations, t, h, state, solved.unknowns(), by, rows);
        });
    if (status && !all_finite(rows)) status.outcome = Outcome::not_finite;
    return status;
  });
}

/// Of a composition: the product of the derivatives of its stages.
template <int Q, class P, class Scheme, class Base, class S, class St, class By, class Rows>
StepStatus differentiated_step(const P& problem, const Composition<Scheme, Base>& method,
                               const Dual<S, 1>& t, const Dual<S, 1>& h, St& state, const By& by,
                               Rows& rows) {
  const int size = int(rows.rows()), others = int(rows.cols()) - size;
  rows.setIdentity();
  StepStatus status;
  int iterations = 0;
  Dual<S, 1> now = t;
  Rows stage = rows;
  for (const long double gamma : Scheme::gamma) {
    const Dual<S, 1> part = S(gamma) * h;
    status = differentiated_step<Q>(problem, method.base, now, part, state, by, stage);
    iterations += status.iterations;
    if (!status) break;
    rows = (stage.leftCols(size) * rows).eval();
    rows.rightCols(others) += stage.rightCols(others);
    now += part;
  }
  status.iterations = iterations;
  return status;
}

/// The multiplier at the end of a step, at time t, with its derivative from the rows of the step.
template <int at_once, class P, class S, class St, class By, class Rows, class Value, class Result>
void differentiate_multiplier(const P& problem, const Dual<S, 1>& t, const St& end, const By& by,
                              const Rows& rows, Value& value, Result& result) {
  if constexpr (Still<P> && By::closed) {
    value = by(Unseeded{}, [&](const auto& p) { return multiplier(p, t.value(), end); });
    result = multiplier_derivative<By::of_step>(problem, t.value(), end, by.inputs(), rows);
    return;
  }
  constexpr int Q = at_once == 0 ? Rows::ColsAtCompileTime : at_once;
  const int time = step_direction<By>(problem);
  for (int first = 0; first < int(rows.cols()); first += Q) {
    const Seeds<S, Q> seeds{first};
    by(seeds, [&](const auto& moved) {
      const auto mu =
          multiplier(moved, seeds(t, time), with_derivatives<Q>(problem.group(), end, rows, first));
      put_derivatives<S, Q>(result, 0, first, mu);
      for (int i = 0; i < int(mu.size()); ++i) value[i] = mu[i].value();
    });
  }
}

}  // namespace detail
}  // namespace hamel
