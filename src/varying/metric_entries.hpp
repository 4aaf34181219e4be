// Q1 of every metric: in the entries h_ij = g(b_i, b_j) of an adapted basis b, and in those of the given one.
#pragma once

#include <optional>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/io/parameter_pieces.hpp>

#include "reading/family_reader.hpp"

namespace hamel::varying {

/// An answer in the h_ij = g(b_i, b_j), b the columns of `basis` of which the first r span d, without the number w that
/// other squares have; and the same in the entries g11, g12, ... of the metric.
struct InEntries {
  SeveralParameters adapted, given;
};
/// The vectors of the basis have whole numbers. Throws BudgetExceeded where the polynomials in the g become too long.
InEntries in_entries(const SeveralParameters& found, const DynamicMatrix<Rational>& basis, int r);

}  // namespace hamel::varying
