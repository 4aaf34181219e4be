// The steps that compiled_step.hpp declares: `template Step<M, P> compiled_step;` compiles one.
#pragma once

#include "compiled_step.hpp"

namespace hamel::running {

template <class M, class P>
StepStatus compiled_step(const M& method, const P& problem, double t, double h,
                         typename P::template State<double>& state,
                         typename M::Memory& memory) noexcept {
  return method.step(problem, t, h, state, memory);
}

template <class M, class P>
using Step = StepStatus(const M&, const P&, double, double, typename P::template State<double>&,
                        typename M::Memory&) noexcept;

}  // namespace hamel::running
