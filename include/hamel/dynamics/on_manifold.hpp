// Motion under holonomic constraints: on the manifold where they hold, with the momentum in g*.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/consistent.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/magnitude.hpp>
#include <hamel/core/scalar.hpp>
#include <hamel/core/shape.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/start.hpp>
#include <hamel/dynamics/state.hpp>
#include <hamel/dynamics/under_inputs.hpp>
#include <hamel/group/element.hpp>
#include <hamel/system/holonomic.hpp>
#include <hamel/system/on_constraint.hpp>

namespace hamel {

/// Motion of a free problem under g(t,x) = 0, with the reaction A^T lambda of d'Alembert,
///
///     x' = x_* a,   p' = ad*_a p + F + A^T lambda,   p = M a,   A a = b,
///     lambda = (A M^{-1} A^T)^{-1} (c - A M^{-1} (ad*_a p + F - M'(x;a) a)),
///
/// which is free motion on the manifold, and vakonomic motion too: the constraint is integrable (Hairer, Lubich & Wanner
/// 2006, VII.1.2; A, b, c are normals, rate and bend of the constraint). The state holds p in g*, so that no basis
/// of d(x) = ker A(x) is chosen; a part of p along A^T is not seen. Rows of A that depend on others, as in closed chains,
/// are no others: a number of them that stays is left out, at each place those that depend most.
template <class Free_, class Constraint_>
class OnManifold {
 public:
  using Free = Free_;
  using Constraint = std::remove_cvref_t<Constraint_>;
  using Group = typename Free::Group;
  using System = typename Free::System;
  static constexpr int dimension = Free::dimension, variations = dimension, rows = Constraint::rows;
  template <class S>
  using State = hamel::State<Group, S, variations>;

  /// `x`: a place on the manifold at time t. Throws ConstraintViolation where dg has another rank near x than there.
  template <class S>
  OnManifold(Free free, Constraint constraint, const Element<Group, S>& x, const S& t = S(0))
      : free_(std::move(free)), constraint_(std::move(constraint)) {
    require_size(free_, x);
    // parameters of the system may carry derivatives
    using T =
        std::conditional_t<Differentiated<typename System::Number>, typename System::Number, S>;
    const Element<Group, T> place = x.template cast<T>();
    std::vector<int> dependent;
    ranks_ = found(T(t), place, &dependent);
    dependent_ = std::make_shared<const std::vector<int>>(std::move(dependent));
    require_constant_rank(T(t), place);
  }
  /// Another free motion on the manifold of a problem, a view of it where Constraint_ is a reference.
  template <class Other, class C>
  OnManifold(Free free, const OnManifold<Other, C>& manifold)
      : free_(std::move(free)),
        constraint_(manifold.constraint()),
        ranks_(manifold.ranks()),
        dependent_(manifold.shared_dependent()) {}

  const Free& unconstrained() const noexcept { return free_; }
  const Constraint& constraint() const noexcept { return constraint_; }
  const System& system() const noexcept { return free_.system(); }
  const Group& group() const noexcept { return free_.group(); }
  int dim() const noexcept { return free_.dim(); }
  int state_dim() const noexcept { return dim(); }
  /// Equations that follow from those before them.
  const std::vector<int>& dependent() const noexcept { return *dependent_; }
  const auto& shared_dependent() const noexcept { return dependent_; }
  const EquationRanks& ranks() const noexcept { return ranks_; }

  /// A at a place, and what its reactions do.
  template <class S>
  struct Normal {
    Matrix<S, dimension, rows> a;       ///< A^T
    Matrix<S, dimension, rows> lifted;  ///< M^{-1} A^T
    Consistent<S, rows> gram;           ///< A M^{-1} A^T
  };
  template <class S>
  Normal<S> normal(const S& t, const Element<Group, S>& x) const {
    const Matrix<S, dimension, rows> a = constraint_.normals(t, x);
    const Matrix<S, dimension, rows> up = lifted(t, x, a);
    return {a, up, Consistent<S, rows>(a.transpose() * up, ranks_)};
  }

  /// The velocity of a momentum, M-orthogonally on A a = b.
  template <class S>
  Vector<S, dimension> velocity(const S& t, const Element<Group, S>& x,
                                const Vector<S, dimension>& p) const {
    return onto(normal(t, x), t, x, free_.velocity(t, x, p));
  }
  template <class S>
  Vector<S, dimension> momentum(const Element<Group, S>& x, const Vector<S, dimension>& a,
                                const Vector<S, dimension>&) const {
    return free_.metric(x) * a;
  }

  /// (a, p') at time t.
  template <class S>
  Velocity<S, dimension, variations> field(const S& t, const Element<Group, S>& x,
                                           const Vector<S, dimension>& p) const {
    const auto [a, m_dot, force] = with_reaction(t, x, p);
    return {a, m_dot + force};
  }
  /// A^T lambda, the force of the constraint.
  template <class S>
  Vector<S, dimension> reaction(const S& t, const Element<Group, S>& x,
                                const Vector<S, dimension>& p) const {
    return with_reaction(t, x, p).force;
  }

  /// Moves a state onto the manifold along d_perp, x exp(M^{-1} A^T lambda) with g = 0 (Newton's method), and its
  /// velocity M-orthogonally onto A a = b. The residual is the length of the way.
  template <class S>
  StepStatus restore(const S& t, State<S>& state) const noexcept {
    constexpr double near = 1e-9;  // Newton's method squares what is left
    Element<Group, S> x = state.x;
    double first = 0;
    for (int i = 1; i <= 20; ++i) {
      const Normal<S> here = normal(t, x);
      if (!here.gram.is_regular()) return {Outcome::rank_lost, i, here.gram.least_pivot()};
      const Vector<S, dimension> way = here.lifted * here.gram.solve(-constraint_.value(t, x));
      if (!all_finite(way)) return {Outcome::not_finite, i, first};
      if (i == 1) first = length(way);
      const double size = Magnitude().add(way).largest();
      x = group().compose(x, group().exp(way));
      if (size > near) continue;
      const auto p = momentum(x, velocity(t, x, state.m), state.m);
      if (!all_finite(p)) return {Outcome::not_finite, i, first};
      state = {x, p};
      return {Outcome::ok, i, first};
    }
    return {Outcome::not_converged, 20, first};
  }

  /// The largest component.
  template <class V>
  static double length(const V& v) {
    double most = 0;
    for (int i = 0; i < v.size(); ++i)
      most = std::max(most, std::abs(static_cast<double>(plain(v[i]))));
    return most;
  }

  /// The state at x with velocity a. Throws ConstraintViolation where g(t,x) = 0 is further away than rounding, or a is
  /// off A a = b.
  template <class S, class A>
  State<S> start(const Element<Group, S>& x, const Eigen::MatrixBase<A>& a,
                 const std::type_identity_t<S>& t = S(0)) const {
    require_size(*this, x);
    const auto velocity = vector_argument<S, dimension>(a, dim(), "initial velocity");
    const long double limit = start_tolerance<S>();
    const Normal<S> here = normal(t, x);
    const auto g = constraint_.value(t, x);
    const Vector<S, dimension> way = here.lifted * here.gram.solve(-g);
    if (!(length(way) <= limit * std::max(1., length(x.data)))) {
      const int i = largest(g);
      refuse<ConstraintViolation>("initial element", {"constraint ", i + 1, " = ", wide(g[i])},
                                  "0");
    }
    const auto admissible = onto(here, t, x, velocity);
    const Vector<S, dimension> off = velocity - admissible;
    if (!(length(off) <= limit * std::max(1., length(velocity)))) {
      refuse<ConstraintViolation>("initial velocity",
                                  {"part ", length(off), " of it off the constraint"},
                                  {"a velocity along the constraint, to ", limit});
    }
    return {x, momentum(x, admissible, velocity)};
  }

 private:
  /// The velocity, the rate of p without the reaction, and that.
  template <class S>
  struct Forced {
    Vector<S, dimension> a, m_dot, force;
  };
  template <class S>
  Forced<S> with_reaction(const S& t, const Element<Group, S>& x,
                          const Vector<S, dimension>& p) const {
    const Normal<S> here = normal(t, x);
    const auto a = onto(here, t, x, free_.velocity(t, x, p));
    auto v = free_.field(t, x, momentum(x, a, p));
    Vector<S, dimension> inertial = v.m_dot;
    if constexpr (System::metric_may_vary)
      if (!system().metric_is_constant()) inertial -= system().metric_slope(x, a).transpose() * a;
    const Vector<S, dimension> free_rate = free_.velocity(t, x, inertial);
    const auto lambda = here.gram.solve(constraint_.bend(t, x, a) - here.a.transpose() * free_rate);
    return {a, v.m_dot, here.a * lambda};
  }
  template <class V>
  static int largest(const V& v) {
    int i = 0;
    for (int j = 1; j < v.size(); ++j)
      if (std::abs(plain(v[j])) > std::abs(plain(v[i]))) i = j;
    return i;
  }
  template <class S>
  Matrix<S, dimension, rows> lifted(const S& t, const Element<Group, S>& x,
                                    const Matrix<S, dimension, rows>& a) const {
    Matrix<S, dimension, rows> up(a.rows(), a.cols());
    for (int j = 0; j < a.cols(); ++j) {
      const Vector<S, dimension> column = a.col(j);
      up.col(j) = free_.velocity(t, x, column);
    }
    return up;
  }
  template <class S>
  Vector<S, dimension> onto(const Normal<S>& here, const S& t, const Element<Group, S>& x,
                            const Vector<S, dimension>& a) const {
    const Vector<S, rows> miss = constraint_.rate(t, x) - here.a.transpose() * a;
    return a + here.lifted * here.gram.solve(miss);
  }

  /// The k-th of a few short ways in no special direction.
  template <class S>
  Vector<S, dimension> some_way(int k) const {
    Vector<S, dimension> way(dim());
    for (int i = 0; i < dim(); ++i) way[i] = S(0.02 * std::sin(1. + 2.3 * k + 0.7 * i));
    return way;
  }
  /// The ranks of A at a place, row by row; a row depends where what the rows before it leave of it is rounding, of
  /// what it is there and near there.
  template <class S>
  EquationRanks found(const S& t, const Element<Group, S>& x, std::vector<int>* dependent) const {
    Matrix<S, dimension, rows> a = constraint_.normals(t, x);
    const Matrix<S, dimension, rows> near =
        constraint_.normals(t, group().compose(x, group().exp(some_way<S>(0))));
    EquationRanks ranks{constraint_.held(), 0, 0};
    for (int j = 0; j < a.cols(); ++j) {
      const auto size = std::max(plain(a.col(j).norm()), plain(near.col(j).norm()));
      for (int pass = 0; pass < 2; ++pass)
        for (int i = 0; i < j; ++i) a.col(j) -= a.col(i) * a.col(i).dot(a.col(j));
      const S left = a.col(j).norm();
      const bool independent = plain(left) > start_tolerance<S>() * size;
      a.col(j) *= independent ? S(1) / left : S(0);
      ranks.of_all += independent;
      ranks.of_first += independent && j < constraint_.held();
      if (!independent && dependent != nullptr) dependent->push_back(j);
    }
    return ranks;
  }
  /// Equations that depend at x alone, as those of a chain that is stretched out, hold nothing near it.
  template <class S>
  void require_constant_rank(const S& t, const Element<Group, S>& x) const {
    if (dependent_->empty()) return;
    for (int k = 1; k <= 3; ++k) {
      auto way = some_way<S>(k);
      const Normal<S> here = normal(t, x);
      way -= here.lifted * here.gram.solve(here.a.transpose() * way);
      State<S> near{group().compose(x, group().exp(way)), zeros<S, dimension>(dim())};
      const bool reached = static_cast<bool>(restore(t, near));
      if (!reached || found(t, near.x, nullptr).of_all != ranks_.of_all ||
          length(constraint_.value(t, near.x)) > 1e-9)
        refuse<ConstraintViolation>(
            "constraint", {"rank ", ranks_.of_all, " at the start, more near it"},
            "equations whose derivatives have one rank, or a start where they have it");
    }
  }

  Free free_;
  Constraint_ constraint_;
  EquationRanks ranks_;
  std::shared_ptr<const std::vector<int>> dependent_;
};

/// The motion under inputs w (with_inputs), a vector of numbers or a callable w(t). A view: `problem` must outlive it.
template <class Free, class Constraint, class W>
auto under(const OnManifold<Free, Constraint>& problem, W w) {
  auto driven = under(problem.unconstrained(), std::move(w));
  return OnManifold<decltype(driven), const Constraint&>(std::move(driven), problem);
}
template <class Free, class Constraint, class W>
auto under(OnManifold<Free, Constraint>&&, W) = delete;

/// The covector that belongs to the constraint at a state, as on a group: its reaction A^T lambda at time t.
template <class Free, class Constraint, class S>
Vector<S, Free::dimension> multiplier(const OnManifold<Free, Constraint>& problem, const S& t,
                                      const State<typename Free::Group, S, Free::dimension>& at) {
  return problem.reaction(t, at.x, at.m);
}

/// Motion of a free problem under the holonomic constraint g, a callable g(x) or g(t,x), near a place x where it
/// holds.
template <class Free, class F, class G, class S>
auto on_manifold(Free free, F g, const Element<G, S>& x, const S& t = S(0)) {
  Holonomic<G, F> constraint(free.group(), std::move(g));
  return OnManifold<Free, Holonomic<G, F>>(std::move(free), std::move(constraint), x, t);
}

}  // namespace hamel
