// What need not be found again at every step.
#pragma once

#include <utility>

#include <hamel/core/entries.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/admissible.hpp>
#include <hamel/dynamics/velocity.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// M and the matrix that takes momenta to velocities, where M and D are constant:
///
///     a = D (D^T M D)^{-1} p_d
///
template <Dynamics kind_, class System_, class Split_>
class Constants : public Admissible<kind_, System_, Split_> {
  using Base = Admissible<kind_, System_, Split_>;

 public:
  using Base::group, Base::basis, Base::is_affine;
  using Base::kind, Base::dimension, Base::velocities, Base::variations, Base::affine, Base::moves;
  using typename Base::System, typename Base::Group, typename Base::Number;
  /// Is M D kept? At run time where M is constant.
  static constexpr bool has_lowered_basis =
      kind != Dynamics::free && !moves &&
      (dimension == dynamic || (velocities != dynamic && !System::metric_may_vary));

  Constants(System system, Split_ split) : Base(std::move(system), std::move(split)) {
    keep_constants();
  }

  /// Those of `base`, beside views of its system and its split in their place.
  template <class OtherSystem, class OtherSplit>
  Constants(const Constants<kind_, OtherSystem, OtherSplit>& base, System system, Split_ split)
      : Base(std::move(system), std::move(split)),
        inertia_(base.inertia_),
        gain_(base.gain_),
        reach_(base.reach_),
        lowered_basis_(base.lowered_basis_) {}

  const auto& inertia() const noexcept { return inertia_; }  ///< M, where constant
  const auto& gain() const noexcept { return gain_; }        ///< D (D^T M D)^{-1}, where constant
  /// M D, where M and D are constant
  const auto& lowered_basis() const noexcept requires has_lowered_basis { return lowered_basis_; }

 protected:
  using Base::system_, Base::split_, Base::offset_at;

  /// D and M are constant by type; nothing else is compiled then.
  static constexpr bool always_gained = !moves && !System::metric_may_vary;

  /// The velocity where D and M are constant.
  template <class S>
  Vector<S, dimension> gained(const S& t, const Element<Group, S>& x,
                              const Vector<S, variations>& m) const {
    if constexpr (kind == Dynamics::free || (kind == Dynamics::nonholonomic && !affine)) {
      return gain_ * m;
    } else {
      if constexpr (kind == Dynamics::nonholonomic) {
        if (!is_affine()) return gain_ * m;
      }
      if constexpr (has_reach) {
        if (!is_affine()) return reach_ * m;
      }
      return velocity_of<kind, velocities>(
          split_.distribution(), m,
          [&] { return inertia_ * converted<Number>(split_.distribution()); },
          [&](const auto& p_d) -> Vector<S, dimension> { return gain_ * p_d; }, offset_at(t, x));
    }
  }

  Matrix<Number, dimension> inertia_;           // M, where constant
  Matrix<Number, dimension, velocities> gain_;  // D (D^T M D)^{-1}, where constant

 private:
  template <Dynamics, class, class>
  friend class Constants;

  /// No part of the constructor, of which unoptimised code has two copies.
  void keep_constants() {
    if (!system_.metric_is_constant()) return;
    inertia_ = system_.metric(group().template identity<Number>());
    if constexpr (!moves) {
      const auto d = basis(group().template identity<Number>());
      gain_ = transposed(solve(inertia_on<kind>(d, inertia_), transposed(d)));
      if constexpr (has_reach) reach_ = gain_ * d.transpose();
      if constexpr (has_lowered_basis) lowered_basis_ = inertia_ * d;
    }
  }

  // Where sizes are known at run time one product is less work than two.
  static constexpr bool has_reach = kind == Dynamics::vakonomic && dimension == dynamic && !moves;
  Matrix<Number, has_reach ? dimension : 0> reach_;  // D (D^T M D)^{-1} D^T, where constant
  Matrix<Number, has_lowered_basis ? dimension : 0, has_lowered_basis ? velocities : 0>
      lowered_basis_;  // M D
};

}  // namespace hamel
