// Steps of methods, compiled apart from the runs that take them.
#pragma once

#include <hamel/core/status.hpp>

namespace hamel::running {

/// One step, in place; see instantiate_step.hpp for where these are compiled.
template <class M, class P>
StepStatus compiled_step(const M& method, const P& problem, double t, double h,
                         typename P::template State<double>& state,
                         typename M::Memory& memory) noexcept;

/// The method, with its steps compiled elsewhere.
template <class M>
struct Compiled {
  static constexpr int order = M::order;
  static constexpr bool adaptive = M::adaptive;
  using Memory = typename M::Memory;

  M method{};

  template <class P>
  StepStatus step(const P& problem, double t, double h, typename P::template State<double>& state,
                  Memory& memory) const noexcept {
    return compiled_step(method, problem, t, h, state, memory);
  }
};

}  // namespace hamel::running
