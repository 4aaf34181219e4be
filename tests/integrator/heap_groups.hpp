// A system with d of corank 1 on any group, for tests that run through the groups.
#pragma once

#include <tuple>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

#include "steps_without_heap.hpp"

namespace allocations {

/// Methods that use all that a group has: the retractions take exp, its differentials and their
/// derivatives, Ad* and Cayley's map; Runge-Kutta dexp_inv. The other methods use nothing more.
using AllMembers =
    std::tuple<Variational<Exponential>, Variational<Cayley>, RungeKutta<Classical4>>;

/// The three dynamics on the group with metric diag(1, 1.1, 1.2, ...) + a coupling of the first and
/// the last direction, d = all directions but the last (all where there is one).
template <class List, class G>
void check_group(List list, const G& group) {
  using V = Vector<double, G::dimension>;
  const int n = group.dim(), rank = n > 1 ? n - 1 : 1;
  Matrix<double, G::dimension> metric = Matrix<double, G::dimension>::Identity(n, n);
  for (int i = 0; i < n; ++i) metric(i, i) += 0.1 * i;
  if (n > 1) metric(0, n - 1) = metric(n - 1, 0) = 0.2;
  const auto system = mechanical(group, metric);
  constexpr int r = G::dimension == dynamic ? dynamic : (G::dimension > 1 ? G::dimension - 1 : 1);
  const Matrix<double, G::dimension, r> d = Matrix<double, G::dimension, r>::Identity(n, rank);
  const Split split(system, d);
  V a = V::Zero(n);
  for (int i = 0; i < rank; ++i) a[i] = 0.3 - 0.1 * i;
  const auto x = group.template identity<double>();
  check_methods(list, free(system), free(system).start(x, a));
  check_methods(list, nonholonomic(system, split), nonholonomic(system, split).start(x, a));
  check_methods(list, vakonomic(system, split), vakonomic(system, split).start(x, a));
}

}  // namespace allocations
