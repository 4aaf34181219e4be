// The motions that systems of a file on a group can have: one type, so that a method is compiled once.
#pragma once

#include <memory>
#include <optional>
#include <variant>

#include <hamel/dynamics/problem.hpp>

#include "allowance.hpp"
#include "cases/any_system.hpp"
#include "moving_equations.hpp"

namespace hamel::running {

/// A nonholonomic or vakonomic problem of a file where d is constant, with the interface of Problem. A
/// constraint without offset is affine with offset zero; free motion is vakonomic motion with d = g, which
/// leaves no multiplier.
class Motion : public Allowance {
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
  Motion(const GroupSystem& file, Dynamics dynamics,
         std::shared_ptr<const HeldInputs> held = nullptr);

  static constexpr bool may_be(Dynamics kind) noexcept { return kind != Dynamics::free; }
  bool is(Dynamics kind) const noexcept {
    return kind == (nonholonomic() != nullptr ? Dynamics::nonholonomic : Dynamics::vakonomic);
  }

  const System& system() const noexcept {
    const auto* const first = nonholonomic();
    return first != nullptr ? first->system() : std::get_if<Vakonomic>(&problem_)->system();
  }
  const Group& group() const noexcept { return system().group(); }
  const AnySplit& split() const noexcept {
    const auto* const first = nonholonomic();
    return first != nullptr ? first->split() : std::get_if<Vakonomic>(&problem_)->split();
  }
  int dim() const noexcept { return system().dim(); }
  int rank() const noexcept { return split().columns(); }
  int state_dim() const noexcept { return nonholonomic() != nullptr ? rank() : dim(); }
  bool is_affine() const noexcept { return !split().offset().is_zero(); }
  const InputSignals& signals() const noexcept { return *signals_; }
  const std::shared_ptr<const InputSignals>& shared_signals() const noexcept { return signals_; }

  const M& basis(const Point&) const { return split().distribution(); }
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
  /// The same where what the problem is at (t,x) is at hand.
  Velocity<double, dynamic, dynamic> field(const ProblemAt<Motion, double>& here, const V& m) const;
  State<double> start(const Point& x, const V& a, const V& mu) const;
  /// M D, where M is constant.
  const M& lowered_basis() const;

 private:
  using Nonholonomic = Problem<Dynamics::nonholonomic, AnySystem, AnySplit>;
  using Vakonomic = Problem<Dynamics::vakonomic, AnySystem, AnySplit>;

  /// Null where the motion is vakonomic.
  const Nonholonomic* nonholonomic() const noexcept { return std::get_if<Nonholonomic>(&problem_); }

  std::shared_ptr<const InputSignals> signals_;
  std::variant<Nonholonomic, Vakonomic> problem_;
};

/// A problem of a file where d moves with the configuration.
template <Dynamics kind>
class MovingMotion : public Problem<kind, AnySystem, AnyMovingSplit>, public Allowance {
 public:
  using Base = Problem<kind, AnySystem, AnyMovingSplit>;
  using Point = SystemGroup::Point;
  using V = SystemGroup::V;
  using M = SystemGroup::M;

  /// Throws as MovingSplit does.
  explicit MovingMotion(const GroupSystem& file, std::shared_ptr<const HeldInputs> held = nullptr);

  const InputSignals& signals() const noexcept { return *signals_; }
  const std::shared_ptr<const InputSignals>& shared_signals() const noexcept { return signals_; }
  using Base::velocity;
  V velocity(const Point& x, const V& m) const { return velocity(0., x, m); }
  Velocity<double, dynamic, dynamic> field(double t, const Point& x, const V& m) const;
  /// Rows d_k a(x,p) with p held (vakonomic motion), by mu = p - M a and w_k = (d_k D) u + d_k v0:
  /// d_k a = w_k + D (D^T M D)^{-1} ((d_k D)^T mu - D^T ((d_k M) a + M w_k)).
  M velocity_slope(double t, const Point& x, const V& p) const;

 private:
  MovingMotion(const GroupSystem& file, std::shared_ptr<const InputSignals> signals);

  std::shared_ptr<const InputSignals> signals_;
  std::optional<MovingEquations> equations_;
};

extern template class MovingMotion<Dynamics::nonholonomic>;
extern template class MovingMotion<Dynamics::vakonomic>;

}  // namespace hamel::running
