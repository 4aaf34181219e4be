// One run of a system on a group; instantiated once per dynamics.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>
#include <hamel/diagnostics/observables.hpp>
#include <hamel/integrator/energy_midpoint.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/io/any_system.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/retraction/exponential.hpp>

#include "compiled_step.hpp"
#include "compositions.hpp"
#include "field_methods.hpp"
#include "running.hpp"

namespace hamel::running {

inline Vector<double, dynamic> as_vector(const std::vector<Number>& numbers) {
  Vector<double, dynamic> v(static_cast<int>(numbers.size()));
  for (int i = 0; i < v.size(); ++i) v[i] = numbers[i].value;
  return v;
}

template <class V>
std::vector<double> as_list(const V& v) {
  return {v.data(), v.data() + v.size()};
}

/// How far the velocity is off the constraint of the file, whichever dynamics produced it.
class OffConstraint {
 public:
  explicit OffConstraint(const GroupSystem& file) : file_(file) {
    if (!file.constrained()) return;
    const DynamicMatrix<double> d = any_distribution(file);
    annihilator_ = kernel<double>(d.transpose());
    for (int j = 0; j < annihilator_.cols(); ++j) annihilator_.col(j).normalize();
  }

  double operator()(const std::vector<double>& x, Vector<double, dynamic> a) const {
    if (annihilator_.cols() == 0) return 0;
    const double size = std::max(1., a.norm());
    for (std::size_t i = 0; i < file_.offset.size(); ++i) {
      a[static_cast<int>(i)] -= file_.offset[i].evaluate(std::span<const double>(x));
    }
    return (annihilator_.transpose() * a).cwiseAbs().maxCoeff() / size;
  }

 private:
  const GroupSystem& file_;
  DynamicMatrix<double> annihilator_;
};

/// Refuses systems whose energy the method does not conserve.
template <class P, class Run>
RunStatus run_energy_midpoint(const GroupSystem& file, const Run& run) {
  const std::string found = "'energy-midpoint' for ";
  if (!file.metric_is_constant()) {
    throw InputError("method", found + "a metric that varies", "this method for a constant metric");
  }
  if constexpr (P::affine) {
    throw InputError("method", found + "a constraint with an offset",
                     "this method for a linear constraint");
  } else {
    return run(Compiled<EnergyMidpoint>{});
  }
}

template <class P>
RunStatus run_problem(const P& problem, const GroupSystem& file, const RunPlan& plan,
                      const Observer& observe) {
  const auto mu = plan.dynamics == Dynamics::vakonomic
                      ? as_vector(file.start->mu)
                      : Vector<double, dynamic>(Vector<double, dynamic>::Zero(file.dim()));
  const auto start = problem.start(any_start(file), as_vector(file.start->a), mu);
  const OffConstraint off_constraint(file);
  const bool has_elements = !file.coordinates.empty();
  const auto sample_of = [&](double t, const auto& state) {
    const Vector<double, dynamic> a = problem.velocity(state.x, state.m);
    Sample sample;
    sample.t = t;
    sample.x = file.group.coordinates(state.x);
    sample.a = as_list(a);
    sample.p = as_list(problem.momentum(state.x, a, state.m));
    sample.energy = energy(problem, state);
    sample.off_constraint = off_constraint(sample.x, a);
    if (has_elements) sample.spatial = as_list(spatial_momentum(problem, state));
    return sample;
  };
  const auto run = [&](const auto& method) {
    return run_to_end(problem, start, method, plan, sample_of, observe);
  };
  if (const auto status = run_by_field(plan.method, run)) return *status;
  if (const auto status = run_compositions(plan.method, Compiled<Variational<Exponential>>{}, run))
    return *status;
  if (plan.method == "variational-cayley") return run(Compiled<Variational<Cayley>>{});
  if (plan.method == "variational-midpoint")
    return run(Compiled<Variational<Exponential, Midpoint>>{});
  return run_energy_midpoint<P>(file, run);
}

}  // namespace hamel::running
