// A basis of an algebra that suits a subspace, for questions about all metrics.
#pragma once

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>

namespace hamel {

/// d, then what [d, d] adds to it, then the rest of g. The nonholonomic motions u' = F(u) pair M a with d and [d, d]
/// alone, and vakonomic ones know the metric on d: of the entries of a metric in this basis those of d with the first
/// `rank` + `added` vectors are all that Q1 depends on.
struct AdaptedBasis {
  DynamicMatrix<Rational> vectors;  ///< columns
  int rank = 0, added = 0;
};

/// Along ideals that meet d and what brackets with d leave in it, orthogonal for the Killing form where that allows
/// it, of whole numbers without common divisor: structure constants are few and short in whatever basis they were
/// given.
AdaptedBasis adapted_basis(const StructureConstants<Rational>& algebra,
                           const DynamicMatrix<Rational>& d);

}  // namespace hamel
