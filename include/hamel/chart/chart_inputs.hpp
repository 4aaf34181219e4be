// Systems in coordinates under inputs: m numbers w that act as the force B(q) w.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/chart/chart.hpp>
#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/inputs.hpp>

namespace hamel {

namespace detail {

/// F(t,q,v) + B(q) w of a chart with inputs, which it views; w is a vector or a callable w(t).
template <class Driven, class W>
struct InputsAsForce {
  const Driven* system;
  W w;

  template <class S, int N>
  Vector<S, N> operator()(const S& t, const Vector<S, N>& q, const Vector<S, N>& v) const {
    const Element<typename Driven::Group, S> x{q};
    return system->force(t, q, v) + system->input_force(x, input_at<Driven::input_dimension>(w, t));
  }
  bool depends_on_velocity() const { return system->force_depends_on_velocity(); }
  template <class S, int N>
  Matrix<S, N> by_velocity(const S& t, const Vector<S, N>& q, const Vector<S, N>& v) const {
    return system->force_by_velocity(t, q, v);
  }
};

}  // namespace detail

/// The motion in coordinates of a chart with inputs (`with_inputs(chart, B)`, B(q) a covector for each input) while they
/// are given as w: a vector of m numbers, or a signal, a callable w(t) with such values. A view: `problem` must outlive
/// it. The number of inputs is the caller's to check.
template <Dynamics kind, int N, int M, class L, class C, class F, class B, class W>
auto under(const ChartProblem<kind, WithInputs<Chart<N, M, L, C, F>, B>>& problem, W w) {
  using Force = detail::InputsAsForce<WithInputs<Chart<N, M, L, C, F>, B>, W>;
  const auto& system = problem.system();
  return ChartProblem<kind, Chart<N, M, const L&, const C&, Force>>(
      system.under_force(Force{&system, std::move(w)}));
}
template <Dynamics kind, int N, int M, class L, class C, class F, class B, class W>
auto under(ChartProblem<kind, WithInputs<Chart<N, M, L, C, F>, B>>&&, W) = delete;

}  // namespace hamel
