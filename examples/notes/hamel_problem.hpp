// Motion in a frame: Hamel's equations for the three dynamics.
#pragma once

#include <utility>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/group/euclidean.hpp>

#include "frame.hpp"

namespace hamel {

/// The equations of motion of L in a frame whose first R fields span the constraint distribution, in
/// coordinates q and quasi-velocities w, l(q,w) = L(q, w^i X_i) (Crampin & Mestdag 2010). With
///
///     E_i = d/dt (dl/dw^i) + gamma^k_ij w^j dl/dw^k - X_i(l)                    (Hamel)
///
/// - free (R = N): E_i = 0;
/// - nonholonomic: E_alpha = 0 for alpha <= R, w^a = 0 for a > R (the fundamental equations, prop. 2);
/// - vakonomic: E_alpha + mu_a gamma^a_{alpha beta} w^beta = 0 and
///   mu_a' = -E_a - mu_b gamma^b_{a beta} w^beta, the equations of L + mu_a w^a (section 4).
///
/// A problem for the integrators: a point is q, the extra state w^1..w^R, then mu_{R+1}..mu_N.
template <Dynamics kind_, int R, class Frame_, class Lagrangian>
class HamelProblem {
 public:
  static constexpr Dynamics kind = kind_;
  static constexpr int dimension = Frame_::dimension;  ///< N
  static constexpr int rank = kind == Dynamics::free ? dimension : R;
  static constexpr int corank = dimension - rank;
  static constexpr int variations = kind == Dynamics::vakonomic ? dimension : rank;
  using Group = Euclidean<dimension>;
  template <class S>
  using State = hamel::State<Group, S, variations>;
  template <class S>
  using Point = Vector<S, dimension>;

  HamelProblem(Frame_ frame, Lagrangian lagrangian)
      : frame_(std::move(frame)), lagrangian_(std::move(lagrangian)) {}

  Group group() const noexcept { return {}; }
  int dim() const noexcept { return dimension; }
  int state_dim() const noexcept { return variations; }
  const Frame_& frame() const noexcept { return frame_; }

  /// L(q,v).
  template <class S>
  S lagrangian(const Point<S>& q, const Point<S>& v) const {
    return lagrangian_(q, v);
  }
  /// All quasi-velocities of a state: those beyond the constraint are zero.
  template <class S>
  Point<S> quasi_velocities(const Vector<S, variations>& m) const {
    Point<S> w = Point<S>::Zero();
    w.template head<rank>() = m.template head<rank>();
    return w;
  }
  /// dl/dw^i.
  template <class S>
  Point<S> momenta(const Point<S>& q, const Point<S>& w) const {
    const Vector<HyperDual<S>, dimension> x = lift(q);
    return gradient([&](const auto& y) { return in_frame(x, y); }, w);
  }

  /// E_i without its terms in w', and the matrix of those terms.
  template <class S>
  std::pair<Point<S>, Matrix<S, dimension>> hamel(const Point<S>& q, const Point<S>& w) const {
    const Matrix<S, dimension> x = frame_.at(q);
    const auto jet =
        lagrangian_jet([this](const auto& y, const auto& z) { return this->in_frame(y, z); }, q, w,
                       Point<S>(x * w));
    const auto gamma = frame_.anholonomity(q);
    Point<S> rest = jet.vq_v - x.transpose() * jet.q;
    for (int k = 0; k < dimension; ++k) rest += jet.v[k] * (gamma[k] * w);
    return {rest, jet.vv};
  }

  template <class S>
  Velocity<S, dimension, variations> field(const S&, const Element<Group, S>& x,
                                           const Vector<S, variations>& m) const {
    const Point<S> q = x.data, w = quasi_velocities(m);
    const auto [rest, mass] = hamel(q, w);
    Point<S> force = -rest;
    if constexpr (kind == Dynamics::vakonomic) {
      const auto gamma = frame_.anholonomity(q);
      for (int a = rank; a < dimension; ++a) force -= m[a] * (gamma[a] * w);
    }
    Velocity<S, dimension, variations> rate;
    rate.a = frame_.velocity(q, w);
    const Matrix<S, rank> on_d = mass.template topLeftCorner<rank, rank>();
    const Vector<S, rank> w_dot = solve<S, rank, 1>(on_d, force.template head<rank>());
    rate.m_dot.template head<rank>() = w_dot;
    if constexpr (kind == Dynamics::vakonomic) {
      rate.m_dot.template tail<corank>() =
          force.template tail<corank>() - mass.template bottomLeftCorner<corank, rank>() * w_dot;
    }
    return rate;
  }

  /// The multipliers lambda_a = E_a of a nonholonomic state, a > R: the components of the reaction.
  template <class S>
  Vector<S, corank> reaction(const State<S>& state) const {
    static_assert(kind == Dynamics::nonholonomic);
    const Point<S> q = state.x.data, w = quasi_velocities(state.m);
    const auto [rest, mass] = hamel(q, w);
    const auto rate = field(S(0), state.x, state.m);
    return rest.template tail<corank>() +
           mass.template bottomLeftCorner<corank, rank>() * rate.m_dot;
  }

 private:
  template <class S>
  S in_frame(const Point<S>& q, const Point<S>& w) const {
    return lagrangian_(q, frame_.velocity(q, w));
  }

  Frame_ frame_;
  Lagrangian lagrangian_;
};

/// The motion of L in a frame; its first R fields span the constraint distribution.
template <Dynamics kind, int R, class Frame_, class Lagrangian>
auto hamel_problem(Frame_ frame, Lagrangian lagrangian) {
  return HamelProblem<kind, R, Frame_, Lagrangian>(std::move(frame), std::move(lagrangian));
}

}  // namespace hamel
