// Motion of a system file on a group.
#include <algorithm>
#include <span>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/core/status.hpp>
#include <hamel/diagnostics/sample.hpp>
#include <hamel/io/any_system.hpp>

#include "motion.hpp"
#include "running.hpp"
#include "stepper.hpp"

namespace hamel::running {

namespace {

using V = SystemGroup::V;

V as_vector(const std::vector<Number>& numbers) {
  V v(static_cast<int>(numbers.size()));
  for (int i = 0; i < v.size(); ++i) v[i] = numbers[i].value;
  return v;
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

  double operator()(const std::vector<double>& x, V a) const {
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

}  // namespace

RunStatus run_group(const GroupSystem& file, const RunPlan& plan, const Observer& observe) {
  const Motion motion(file, plan.dynamics);
  const V mu =
      plan.dynamics == Dynamics::vakonomic ? as_vector(file.start->mu) : V(V::Zero(file.dim()));
  const auto start = motion.start(any_start(file), as_vector(file.start->a), mu);
  const OffConstraint off_constraint(file);
  const auto sample_of = [&](double t, const Motion::State<double>& state) {
    Sample sample = hamel::sample_of(motion, t, state);
    sample.off_constraint = off_constraint(sample.x, motion.velocity(t, state.x, state.m));
    return sample;
  };
  motion.allow(plan.evaluations);
  RunStatus status =
      is_adaptive(plan.method)
          ? run_to_end(motion, start, Named<Motion, true>{plan.method}, plan, sample_of, observe)
          : run_to_end(motion, start, Named<Motion, false>{plan.method}, plan, sample_of, observe);
  if (!status && motion.spent()) status.outcome = Outcome::budget_spent;
  return status;
}

}  // namespace hamel::running
