// The system on a subalgebra: the leaf a motion stays on, or a factor of a product.
#pragma once

#include <hamel/check/algebraic_system.hpp>

#include "exact/subspaces.hpp"

namespace hamel {

/// A system on the subalgebra with the given basis (columns in g). Its metric may be degenerate; on d it is not.
template <class S>
struct Restriction {
  DynamicMatrix<S> basis;
  DynamicMatrix<S> coordinates;  ///< a left inverse of the basis: extends covectors by 0
  AlgebraicSystem<S> system;
};

/// The restriction to a subalgebra that contains `d`, the constraint of the new system. Motions in `d` and their
/// multipliers, as covectors on the subalgebra, are those of the system itself: p' = ad*_a p restricts to it.
template <class S>
Restriction<S> restricted_to(const AlgebraicSystem<S>& system, const DynamicMatrix<S>& basis,
                             const DynamicMatrix<S>& d) {
  const int n = system.dimension(), k = static_cast<int>(basis.cols());
  const auto echelon = row_echelon<S>(join<S>(basis, whole(system.algebra)), k);
  Restriction<S> result{basis,
                        echelon.rows.topRows(k).rightCols(n),
                        {StructureConstants<S>(k), basis.transpose() * system.metric * basis, {}}};
  result.system.distribution = result.coordinates * d;
  for (int i = 0; i < k; ++i)
    for (int j = i + 1; j < k; ++j) {
      const DynamicVector<S> bracket =
          result.coordinates * system.algebra.bracket(basis.col(i), basis.col(j));
      for (int l = 0; l < k; ++l) result.system.algebra.set(i, j, l, bracket(l));
    }
  return result;
}

/// The leaf through the identity: the restriction to the Lie closure of d. Q1 is a question about it alone.
template <class S>
Restriction<S> leaf(const AlgebraicSystem<S>& system) {
  const DynamicMatrix<S> d = system.d();
  DynamicMatrix<S> closure = generated_subalgebra<S>(system.algebra, d);
  if (closure.cols() == system.dimension()) {
    const DynamicMatrix<S> identity = whole(system.algebra);
    Restriction<S> result{identity, identity, system};
    result.system.distribution = d;
    return result;
  }
  return restricted_to<S>(system, closure, d);
}

}  // namespace hamel
