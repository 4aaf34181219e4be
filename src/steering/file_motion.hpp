// The vakonomic motions of any file, as the problem that steering solves.
#pragma once

#include <optional>
#include <variant>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/steer/motions_of.hpp>

#include "running/motion.hpp"
#include "steering/chart_motion.hpp"
#include "steering/group_curvature.hpp"

namespace hamel::steering {

/// One type for constraints that are constant, that move, and systems in coordinates (on R^n), so that what steers is
/// compiled once.
class FileMotion {
 public:
  using Group = SystemGroup;
  using Number = double;
  using Point = SystemGroup::Point;
  using V = SystemGroup::V;
  using M = SystemGroup::M;
  static constexpr Dynamics kind = Dynamics::vakonomic;
  static constexpr int dimension = dynamic, velocities = dynamic, variations = dynamic;
  template <class S>
  using State = hamel::State<SystemGroup, S, dynamic>;

  /// Throws as the problems do.
  explicit FileMotion(const SystemFile& file);

  const SystemGroup& group() const noexcept { return *group_; }
  int dim() const noexcept { return group_->dim(); }
  int state_dim() const noexcept { return dim(); }
  bool is_invariant() const noexcept { return invariant_; }
  bool constraint_moves() const noexcept { return moves_; }

  M metric(const Point& x) const;
  M basis(const Point& x) const;
  M hessian_on_d(const Point& x, const V& p) const;
  V velocity(double t, const Point& x, const V& p) const;
  /// mu in g* on a group, lambda in coordinates.
  V multiplier(double t, const State<double>& state) const;
  /// The momentum of a velocity and a multiplier.
  V momentum(const Point& x, const V& a, const V& multiplier) const;
  double lagrangian(double t, const Point& x, const V& a) const;
  Velocity<double, dynamic, dynamic> field(double t, const Point& x, const V& p) const;
  /// Where it is not the same at every x.
  bool has_derivatives() const noexcept { return !invariant_; }
  LinearisedField<double, dynamic> linearised_field(double t, const Point& x, const V& p) const;

 private:
  using Moving = running::MovingMotion<Dynamics::vakonomic>;
  using Any = std::variant<running::Motion, Moving, ChartMotion>;
  static Any motion_of(const SystemFile& file);

  Any motion_;
  std::optional<GroupCurvature> curvature_;  // on groups
  std::shared_ptr<const SystemGroup> group_;
  bool invariant_ = false, moves_ = false;
};

}  // namespace hamel::steering

extern template class hamel::searching::MotionsOf<hamel::steering::FileMotion>;
