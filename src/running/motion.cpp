// The motions that systems of a file on a group can have.
#include "motion.hpp"

#include <memory>
#include <utility>
#include <variant>

#include <hamel/system/split.hpp>

namespace hamel::running {

namespace {

using V = Motion::V;
using M = Motion::M;

AnySplit split_of(const GroupSystem& file, const AnySystem& system, bool constrained,
                  std::shared_ptr<const InputSignals> signals) {
  if (constrained)
    return AnySplit(system, any_distribution(file), any_start(file),
                    ExpressionOffset(file.group, file.offset, file.inputs, std::move(signals)));
  return AnySplit(system, M::Identity(file.dim(), file.dim()), any_start(file),
                  ExpressionOffset(file.group, {}));
}

template <class Nonholonomic, class Vakonomic>
std::variant<Nonholonomic, Vakonomic> problem_of(const GroupSystem& file, Dynamics dynamics,
                                                 std::shared_ptr<const InputSignals> signals) {
  const AnySystem system = any_system(file, signals);
  const AnySplit split = split_of(file, system, dynamics != Dynamics::free, std::move(signals));
  if (dynamics == Dynamics::nonholonomic) return Nonholonomic(system, split);
  return Vakonomic(system, split);
}

}  // namespace

Motion::Motion(const GroupSystem& file, Dynamics dynamics, std::shared_ptr<const HeldInputs> held)
    : signals_(std::make_shared<const InputSignals>(file.inputs, std::move(held))),
      problem_(problem_of<Nonholonomic, Vakonomic>(file, dynamics, signals_)) {}

V Motion::expand(const Point& x, const V& u) const {
  return std::visit([&](const auto& p) { return p.expand(x, u); }, problem_);
}
V Motion::restrict(const Point& x, const V& c) const {
  return std::visit([&](const auto& p) { return p.restrict(x, c); }, problem_);
}
M Motion::metric(const Point& x) const {
  return std::visit([&](const auto& p) { return p.metric(x); }, problem_);
}
V Motion::offset(double t, const Point& x) const {
  return split().offset()(t, x);
}
M Motion::constraint_slope(double t, const Point& x, const V&) const {
  return split().offset().slope(t, x);
}
V Motion::coordinates(double t, const Point& x, const V& a) const {
  return std::visit([&](const auto& p) { return p.coordinates(t, x, a); }, problem_);
}
V Motion::velocity(double t, const Point& x, const V& m) const {
  return std::visit([&](const auto& p) { return p.velocity(t, x, m); }, problem_);
}
V Motion::momentum(const Point& x, const V& a, const V& m) const {
  return std::visit([&](const auto& p) { return p.momentum(x, a, m); }, problem_);
}
V Motion::force(double t, const Point& x, const V& a, const V& p) const {
  return std::visit([&](const auto& problem) { return problem.force(t, x, a, p); }, problem_);
}
Velocity<double, dynamic, dynamic> Motion::field(double t, const Point& x, const V& m) const {
  return counted(
      [&] { return std::visit([&](const auto& p) { return p.field(t, x, m); }, problem_); });
}
Velocity<double, dynamic, dynamic> Motion::field(const ProblemAt<Motion, double>& here,
                                                 const V& m) const {
  const auto add_force = [&](V& c) { c += here.potential_force(); };
  return counted([&] {
    return std::visit(
        [&](const auto& p) {
          return p.is_plain() ? p.plain_field(here.time(), here.place(), m, add_force)
                              : p.field(here.time(), here.place(), m);
        },
        problem_);
  });
}
const M& Motion::lowered_basis() const {
  return std::visit([](const auto& p) -> const M& { return p.lowered_basis(); }, problem_);
}
Motion::State<double> Motion::start(const Point& x, const V& a, const V& mu) const {
  return std::visit([&](const auto& p) { return p.start(x, a, mu); }, problem_);
}

}  // namespace hamel::running
