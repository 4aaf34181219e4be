// The motions that systems of a file on a group can have: one type, so that a method is compiled once.
#pragma once

#include <limits>
#include <variant>

#include <hamel/dynamics/problem.hpp>
#include <hamel/io/any_system.hpp>

namespace hamel::running {

/// A nonholonomic or vakonomic problem of a file, with the interface of Problem. A constraint without
/// offset is affine with offset zero; free motion is vakonomic motion with d = g, which leaves no
/// multiplier.
class Motion {
 public:
  using System = AnySystem;
  using Group = SystemGroup;
  using Number = double;
  static constexpr int dimension = dynamic, velocities = dynamic, variations = dynamic,
                       multipliers = dynamic;
  static constexpr bool affine = true, moves = false;
  template <class S>
  static constexpr bool offset_moves = false;
  template <class S>
  using State = hamel::State<SystemGroup, S, dynamic>;
  using Point = SystemGroup::Point;
  using V = SystemGroup::V;
  using M = SystemGroup::M;

  /// Throws as Split and Problem do.
  Motion(const GroupSystem& file, Dynamics dynamics);

  /// From now on the field may be asked so often: then it is not a number, which ends a run.
  void allow(long evaluations) const noexcept { left_ = evaluations; }
  bool spent() const noexcept { return left_ < 0; }

  static constexpr bool may_be(Dynamics kind) noexcept { return kind != Dynamics::free; }
  bool is(Dynamics kind) const noexcept;

  const System& system() const noexcept;
  const Group& group() const noexcept { return system().group(); }
  const AnySplit& split() const noexcept;
  int dim() const noexcept { return system().dim(); }
  int rank() const noexcept;
  int state_dim() const noexcept;
  bool is_affine() const noexcept;

  M basis(const Point&) const { return split().distribution(); }
  V expand(const Point& x, const V& u) const;
  V restrict(const Point& x, const V& c) const;
  M metric(const Point& x) const;
  V offset(double t, const Point& x) const;
  M constraint_slope(double t, const Point& x, const V& u) const;
  V coordinates(double t, const Point& x, const V& a) const;
  V velocity(double t, const Point& x, const V& m) const;
  V velocity(const Point& x, const V& m) const { return velocity(0, x, m); }
  V momentum(const Point& x, const V& a, const V& m) const;
  V force(double t, const Point& x, const V& a, const V& p) const;
  Velocity<double, dynamic, dynamic> field(double t, const Point& x, const V& m) const;
  State<double> start(const Point& x, const V& a, const V& mu) const;

 private:
  using Nonholonomic = Problem<Dynamics::nonholonomic, AnySystem, AnySplit>;
  using Vakonomic = Problem<Dynamics::vakonomic, AnySystem, AnySplit>;

  std::variant<Nonholonomic, Vakonomic> problem_;
  mutable long left_ = std::numeric_limits<long>::max();
};

}  // namespace hamel::running
