// Motion with a given velocity: x' = x f(t,x) on a group, without mass or force.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/start.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/group/coordinates.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/concept.hpp>

namespace hamel {

/// The equation x' = x f(t,x), or x' = x f(t,x,w) under m inputs w, as a problem for the methods that use a vector field
/// alone: RungeKutta, Adaptive, Collocation, CommutatorFree4, CrouchGrossman3. Its states have no momentum. Build one
/// with kinematic().
template <class Group_, class F, int m = 0>
class Kinematic {
 public:
  using Group = Group_;
  using System = Kinematic;
  static constexpr int dimension = Group::dimension, variations = 0, input_dimension = m;
  static constexpr bool affine = false, moves = false, metric_may_vary = false;
  template <class S>
  using State = hamel::State<Group, S, variations>;

  Kinematic(const Group& group, F f) : group_(group), f_(std::move(f)) {}

  const Group& group() const noexcept { return group_; }
  const System& system() const noexcept { return *this; }
  int dim() const noexcept { return group_.dim(); }
  static constexpr int inputs() noexcept { return m; }

  /// f(t,x), or f(t,x,w).
  template <class S, class... W>
  Vector<S, dimension> velocity(const S& t, const Element<Group, S>& x, const W&... w) const {
    constexpr bool fits = std::invocable<const F&, const S&, const Element<Group, S>&, const W&...>;
    static_assert(fits,
                  "kinematic: the velocity is not a callable f(t, x), under inputs f(t, x, w), of "
                  "the numbers of the run: [](const auto& t, const auto& x) { ... }");
    if constexpr (fits)
      return f_(t, x, w...);
    else
      return {};
  }
  /// The velocity, and no rate of momentum.
  template <class S>
  Velocity<S, dimension, 0> field(const S& t, const Element<Group, S>& x,
                                  const Vector<S, 0>&) const {
    static_assert(m == 0, "a problem with inputs: run under(problem, w), or give a signal");
    if constexpr (m == 0) return {velocity(t, x), {}};
  }

  /// The state at x. Throws DimensionError, OffGroup.
  template <class S>
  State<S> start(const Element<Group, S>& x) const {
    require_size(*this, x);
    expect_on_group("initial", group_.residual(x));
    return {x, {}};
  }

 private:
  Group group_;
  F f_;
};

/// The problem x' = x f(t,x), f a callable of the time and the element that returns the body velocity:
/// `kinematic(SO3{}, [](auto t, const auto&) { return Eigen::Vector3d(0, 0, t); })`. With m inputs, `kinematic<m>(group,
/// f)`, f is a callable of t, x and the vector w of inputs.
template <int m = 0, class G, class F>
Kinematic<G, F, m> kinematic(const G& group, F f) {
  return {group, std::move(f)};
}

/// The motion while the inputs are given as w, a vector of m numbers or a callable w(t). A view: `problem` must outlive it.
template <class G, class F, int m, class W>
auto under(const Kinematic<G, F, m>& problem, W w) {
  return kinematic(problem.group(), [&problem, w = std::move(w)](const auto& t, const auto& x) {
    if constexpr (MatrixLike<W>)
      return problem.velocity(t, x, w);
    else
      return problem.velocity(t, x, w(t));
  });
}
template <class G, class F, int m, class W>
auto under(Kinematic<G, F, m>&&, W) = delete;

}  // namespace hamel
