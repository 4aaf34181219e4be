// The exact derivative of a step with respect to the state it starts from and to its size.
#pragma once

#include <hamel/core/dual.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// The derivative of the map (x, m, h) -> (x+, m+) of one step, in the left trivialisation of both ends:
/// x exp(e) goes to x+ exp(e+), so rows and columns are (e in g, m in W*).
template <class S, int N, int W>
struct StepDerivative {
  static constexpr int size = (N == dynamic || W == dynamic) ? dynamic : N + W;

  StepStatus status;
  Matrix<S, size> by_state;  ///< d(e+, m+)/d(e, m)
  Vector<S, size> by_step;   ///< d(e+, m+)/dh
};

/// Takes one step of size h from `state` at time t in dual numbers, one direction after the other.
/// Implicit methods solve their equations in dual numbers: at the solution Newton's method then solves
/// the linearised equations too (implicit differentiation), so the result is exact to rounding.
template <class P, class M, class S>
StepDerivative<S, P::dimension, P::variations> step_derivative(
    const P& problem, const M& method, const S& t, const S& h,
    const typename P::template State<S>& state) {
  using D = Dual<S, 1>;
  using Group = typename P::Group;
  const auto& group = problem.group();
  const int n = problem.dim(), w = problem.state_dim();
  StepDerivative<S, P::dimension, P::variations> result;
  result.by_state.resize(n + w, n + w);
  result.by_step.resize(n + w);
  for (int column = 0; column <= n + w; ++column) {
    Vector<S, P::dimension> e = Vector<S, P::dimension>::Zero(n);
    typename P::template State<D> moved;
    moved.m = state.m.template cast<D>();
    D step(h);
    if (column < n)
      e[column] = S(1);
    else if (column < n + w)
      moved.m[column - n].derivatives()[0] = S(1);
    else
      step.derivatives()[0] = S(1);
    Element<Group, D> x = state.x.template cast<D>();
    for (int i = 0; i < x.data.size(); ++i) x.data[i].derivatives()[0] = S(0);
    moved.x = group.compose(x, group.exp(infinitesimal_along<S, P::dimension>(e)));

    typename M::Memory memory{};
    result.status = method.step(problem, D(t), step, moved, memory);
    if (!result.status) return result;
    Element<Group, S> end;
    end.data.resize(moved.x.data.size());
    for (int i = 0; i < end.data.size(); ++i) end.data[i] = moved.x.data[i].value();
    const auto apart = group.log(group.compose(group.inverse(end).template cast<D>(), moved.x));
    auto target = [&](int row) -> S& {
      return column < n + w ? result.by_state(row, column) : result.by_step[row];
    };
    for (int i = 0; i < n; ++i) target(i) = apart[i].derivatives()[0];
    for (int i = 0; i < w; ++i) target(n + i) = moved.m[i].derivatives()[0];
  }
  return result;
}

}  // namespace hamel
