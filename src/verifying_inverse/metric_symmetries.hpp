// Changes of a left-invariant metric, d kept, that leave the answer to Q1 what it is, and normal forms under them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/algebra/structure_constants.hpp>

#include "adapted_basis.hpp"

namespace hamel {

/// The entries h_ij of a metric in an adapted basis that Q1 depends on, by rows: i of d, j >= i of d or what [d, d]
/// adds.
std::vector<std::pair<int, int>> metric_entries(const AdaptedBasis& basis);

/// Derivations X of g with X d in d and X^T Q + Q X = 0, in the adapted basis: their exponentials are automorphisms
/// that form a compact group, Q being positive definite. It is minus the Killing form where that is, else the unit
/// form.
std::vector<DynamicMatrix<Rational>> rotations_of(const StructureConstants<Rational>& algebra,
                                                  const AdaptedBasis& basis);

/// A basis, as columns in the order of `metric_entries`, of what added to a metric changes neither g on d nor
/// g(u, [u, b]), b in d: nonholonomic motions, A u' = g(u, [u, .]) on d, and vakonomic ones, which know g on d alone,
/// do not feel it.
DynamicMatrix<Rational> unfelt_changes(const StructureConstants<Rational>& algebra,
                                       const AdaptedBasis& basis);

/// The basis with other vectors in the place of those that [d, d] adds, where one unfelt change is a square matrix that
/// is not degenerate: it is the unit matrix then, and rotations act on g of d with these vectors as on g of d with d.
AdaptedBasis paired_basis(const StructureConstants<Rational>& algebra, AdaptedBasis basis);

/// Each metric has the answer of one with
/// - f(X h) = 0 for all rotations X, where f(h) = sum of c_i h_ii: on the orbit of h under the group, which is compact,
///   f is largest somewhere;
/// - some entries 0 that unfelt changes take away.
struct MetricNormalForm {
  std::vector<std::pair<int, int>> entries;
  DynamicMatrix<Rational> by_rotations;  ///< rows of equations for the entries, in echelon form
  std::vector<int> taken_away;           ///< entries that are 0 since others are not felt
  std::vector<int> free;                 ///< entries that are left
  DynamicMatrix<Rational> all;           ///< all entries = this times those that are free
  int called_k_from;                     ///< g(b_i, b_j) is called h_ij, from this j on k_ij
  std::string name(int entry) const;
};

MetricNormalForm normal_form_of_metrics(const StructureConstants<Rational>& algebra,
                                        const AdaptedBasis& basis);
/// All entries free.
MetricNormalForm without_symmetries(const AdaptedBasis& basis);

/// `h12 = 0, h13 = 0 by automorphisms of g and d; h14 = 0 by changes that no motion feels`; empty where all are free.
std::string in_words(const MetricNormalForm& form);

}  // namespace hamel
