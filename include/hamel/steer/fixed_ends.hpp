// Symmetries that keep both ends of a motion.
#pragma once

#include <Eigen/Core>

#include <hamel/core/factors.hpp>
#include <hamel/core/finite.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace hamel {

/// The derivations delta of the algebra that keep d and the metric on d, as columns of their entries,
///
///     delta [x,y] = [delta x, y] + [x, delta y],  delta d in d,  g(delta u, v) + g(u, delta v) = 0 on d:
///
/// the automorphisms exp(s delta) carry motions of a problem that is the same at every x to motions, and keep the unit.
template <class P>
Eigen::MatrixXd symmetries_of(const P& problem) {
  using V = Vector<double, P::dimension>;
  constexpr double rounding = 1e-10;
  const auto& group = problem.group();
  const auto e = group.template identity<double>();
  const int n = problem.dim();
  const Eigen::MatrixXd d = problem.basis(e), momenta = Eigen::MatrixXd(problem.metric(e)) * d;
  const int r = static_cast<int>(d.cols());
  const Eigen::MatrixXd off = orthogonal_factor(d).rightCols(n - r);
  Eigen::MatrixXd equations(n * n * (n - 1) / 2 + (n - r) * r + r * (r + 1) / 2, n * n);
  for (int k = 0; k < n * n; ++k) {
    Eigen::MatrixXd delta = Eigen::MatrixXd::Zero(n, n);
    delta(k % n, k / n) = 1;
    int row = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        const V x = V::Unit(n, i), y = V::Unit(n, j);
        const V broken =
            delta * group.ad(x, y) - group.ad(V(delta.col(i)), y) - group.ad(x, V(delta.col(j)));
        equations.col(k).segment(row, n) = broken;
        row += n;
      }
    const Eigen::MatrixXd out = off.transpose() * delta * d, turn = momenta.transpose() * delta * d;
    for (int j = 0; j < r; ++j) {
      equations.col(k).segment(row, n - r) = out.col(j);
      row += n - r;
      for (int i = 0; i <= j; ++i) equations(row++, k) = turn(i, j) + turn(j, i);
    }
  }
  const Ranked independent(equations.transpose(), rounding);
  return independent.q().rightCols(n * n - independent.rank());
}

/// Changes of the momentum p at `from` by symmetries that keep `from` and `to`: columns. A motion between them is one of
/// a family, along which it changes so; where the motion feels that, its end is conjugate.
template <class P>
Eigen::MatrixXd moved_between(const P& problem, const Element<typename P::Group, double>& from,
                              const Vector<double, P::dimension>& p,
                              const Element<typename P::Group, double>& to) {
  using V = Vector<double, P::dimension>;
  constexpr double rounding = 1e-8;  // of a motion's end
  const int n = problem.dim();
  Eigen::MatrixXd none(n, 0);
  if (!problem.is_invariant()) return none;
  const auto& group = problem.group();
  const V way = group.log(group.compose(group.inverse(from), to));
  if (!all_finite(way)) return none;
  const Eigen::MatrixXd all = symmetries_of(problem);
  Eigen::MatrixXd ends(n, all.cols()), starts(n, all.cols());
  for (int k = 0; k < all.cols(); ++k) {
    const Eigen::MatrixXd delta = Eigen::Map<const Eigen::MatrixXd>(all.col(k).data(), n, n);
    ends.col(k) = delta * way;
    starts.col(k) = delta.transpose() * p;
  }
  if (all.cols() == 0 || ends.norm() <= rounding * way.norm()) return starts;
  const Ranked moving(ends.transpose(), rounding);
  return starts * moving.q().rightCols(all.cols() - moving.rank());
}

}  // namespace hamel
