// The vakonomic motions of any file.
#include "steering/file_motion.hpp"

#include <memory>
#include <type_traits>

#include <hamel/core/small.hpp>
#include <hamel/core/solve.hpp>

namespace hamel::steering {

using V = FileMotion::V;
using M = FileMotion::M;

namespace {

template <class Motion>
constexpr bool in_coordinates = std::is_same_v<Motion, ChartMotion>;

}  // namespace

FileMotion::Any FileMotion::motion_of(const SystemFile& file) {
  if (const auto* chart = std::get_if<ChartSystem>(&file.system)) return ChartMotion(*chart);
  const auto& system = std::get<GroupSystem>(file.system);
  if (system.moves()) return Moving(system);
  return running::Motion(system, system.constrained() ? Dynamics::vakonomic : Dynamics::free);
}

FileMotion::FileMotion(const SystemFile& file) : motion_(motion_of(file)) {
  std::visit(
      [&]<class Motion>(const Motion& m) {
        group_ = std::make_shared<const SystemGroup>(m.group());
        if constexpr (in_coordinates<Motion>)
          moves_ = m.constraints() > 0;
        else if constexpr (Motion::moves)
          moves_ = true;
        else
          invariant_ = !m.is_affine() && m.system().force_is_zero();
      },
      motion_);
  if (const auto* system = std::get_if<GroupSystem>(&file.system); system != nullptr)
    curvature_.emplace(*system);
}

M FileMotion::metric(const Point& x) const {
  return std::visit([&](const auto& m) { return M(m.metric(x)); }, motion_);
}

M FileMotion::basis(const Point& x) const {
  return std::visit([&](const auto& m) { return M(m.basis(x)); }, motion_);
}

M FileMotion::hessian_on_d(const Point& x, const V& p) const {
  if (const auto* chart = std::get_if<ChartMotion>(&motion_)) return chart->hessian_on_d(x, p);
  const M d = basis(x);
  return d.transpose() * metric(x) * d;
}

V FileMotion::velocity(double t, const Point& x, const V& p) const {
  return std::visit(
      [&]<class Motion>(const Motion& m) -> V {
        if constexpr (in_coordinates<Motion>)
          return m.velocity(x, p);
        else
          return m.velocity(t, x, p);
      },
      motion_);
}

V FileMotion::multiplier(double t, const State<double>& state) const {
  if (const auto* chart = std::get_if<ChartMotion>(&motion_))
    return chart->multiplier(state.x, state.m);
  const M m = metric(state.x), d = basis(state.x);
  const V mu = state.m - m * velocity(t, state.x, state.m);
  // Rounding leaves a part of the momentum along M d, and where mu is small nothing else: a start that would be
  // refused.
  const V along = solve(M(d.transpose() * m * d), V(d.transpose() * mu));
  return mu - m * (d * along);
}

V FileMotion::momentum(const Point& x, const V& a, const V& multiplier) const {
  if (const auto* chart = std::get_if<ChartMotion>(&motion_))
    return chart->momentum(x, a, multiplier);
  return metric(x) * a + multiplier;
}

double FileMotion::lagrangian(double t, const Point& x, const V& a) const {
  return std::visit(
      [&]<class Motion>(const Motion& m) -> double {
        if constexpr (in_coordinates<Motion>)
          return m.lagrangian(x, a);
        else
          return a.dot(m.metric(x) * a) / 2 - m.system().potential(t, x);
      },
      motion_);
}

Velocity<double, dynamic, dynamic> FileMotion::field(double t, const Point& x, const V& p) const {
  return std::visit(
      [&]<class Motion>(const Motion& m) -> Velocity<double, dynamic, dynamic> {
        if constexpr (in_coordinates<Motion>)
          return m.field(x, p);
        else
          return m.field(t, x, p);
      },
      motion_);
}

LinearisedField<double, dynamic> FileMotion::linearised_field(double t, const Point& x,
                                                              const V& p) const {
  if (curvature_) return curvature_->at(group(), t, x, p);
  return std::get<ChartMotion>(motion_).linearised_field(x, p);
}

}  // namespace hamel::steering

template class hamel::searching::MotionsOf<hamel::steering::FileMotion>;
