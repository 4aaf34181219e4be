// Steps that clang, told as docs/how-to/real-time.md says, compiles in few pieces: a metric that varies and its
// derivatives along the joints are in one with what solves with it, so that the zeros of both are known there.
#include "arm.hpp"

#include <hamel/core/status.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/system/depends_on.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

template <class Metric>
using ArmWith = decltype(free(mechanical(ArmGroup{}, Metric{})));
using Told = ArmWith<DependsOn<ArmMetric, 6, 7>>;
using Seen = ArmWith<ArmMetric>;

template <class P>
StepStatus step(const P& problem, typename P::template State<double>& state) {
  RungeKutta<Classical4>::Memory memory;
  return RungeKutta<Classical4>{}.step(problem, 0., 0.01, state, memory);
}

StepStatus move(const Told& problem, Told::State<double>& state) {
  return step(problem, state);
}
StepStatus swing(const Seen& problem, Seen::State<double>& state) {
  return step(problem, state);
}
