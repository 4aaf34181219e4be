// Symmetries that keep both ends of a motion.
#include "searching/fixed_ends.hpp"

#include <hamel/core/finite.hpp>

#include "searching/factors.hpp"

namespace hamel::searching {

namespace {

/// The derivations delta of the algebra that keep d and the metric on d, as columns of their entries,
///
///     delta [x,y] = [delta x, y] + [x, delta y],  delta d in d,  g(delta u, v) + g(u, delta v) = 0 on d:
///
/// the automorphisms exp(s delta) carry motions of a problem that is the same at every x to motions, and keep the unit.
M symmetries_of(const Motions& motions) {
  constexpr double rounding = 1e-10;
  const Group& group = motions.group();
  const Point e = group.unit();
  const int n = motions.dim();
  const M d = motions.basis(e), momenta = motions.metric(e) * d;
  const int r = static_cast<int>(d.cols());
  const M off = orthogonal_factor(d).rightCols(n - r);
  M equations(n * n * (n - 1) / 2 + (n - r) * r + r * (r + 1) / 2, n * n);
  for (int k = 0; k < n * n; ++k) {
    M delta = M::Zero(n, n);
    delta(k % n, k / n) = 1;
    int row = 0;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        const V x = V::Unit(n, i), y = V::Unit(n, j);
        const V broken =
            V(delta * group.ad(x, y)) - group.ad(delta.col(i), y) - group.ad(x, delta.col(j));
        equations.col(k).segment(row, n) = broken;
        row += n;
      }
    const M out = off.transpose() * delta * d, turn = momenta.transpose() * delta * d;
    for (int j = 0; j < r; ++j) {
      equations.col(k).segment(row, n - r) = out.col(j);
      row += n - r;
      for (int i = 0; i <= j; ++i) equations(row++, k) = turn(i, j) + turn(j, i);
    }
  }
  const Ranked independent(equations.transpose(), rounding);
  return independent.q().rightCols(n * n - independent.rank());
}

}  // namespace

M moved_between(const Motions& motions, const Point& from, const V& p, const Point& to) {
  constexpr double rounding = 1e-8;  // of a motion's end
  const int n = motions.dim();
  M none(n, 0);
  if (!motions.is_invariant()) return none;
  const V way = motions.group().between(from, to);
  if (!all_finite(way)) return none;
  const M all = symmetries_of(motions);
  M ends(n, all.cols()), starts(n, all.cols());
  for (int k = 0; k < all.cols(); ++k) {
    const M delta = M::Map(all.col(k).data(), n, n);
    ends.col(k) = delta * way;
    starts.col(k) = delta.transpose() * p;
  }
  if (all.cols() == 0 || ends.norm() <= rounding * way.norm()) return starts;
  const Ranked moving(ends.transpose(), rounding);
  return starts * moving.q().rightCols(all.cols() - moving.rank());
}

}  // namespace hamel::searching
