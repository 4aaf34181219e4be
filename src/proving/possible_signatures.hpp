// Which signatures the non-degenerate members of a linear space of symmetric forms can have.
#pragma once

#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>

namespace hamel {

/// (plus, minus), the larger plus first. Those that are not among them are proved not to occur. Forms as rows g11, g21,
/// g22, g31, ... of a matrix, on a space of dimension r.
///
/// A form and its negative, and a plane, are known exactly; a space of degenerate forms has none. Else by operators X
/// with G X = (G X)^T, "even", or G X = -(G X)^T, "odd", for all forms G of the space:
/// - the eigenspaces of an even one are orthogonal for all G: where G -> G X leaves the space as it is, signatures are
///   sums of those on the two parts that a rational eigenvalue makes;
/// - where X^2 = 0 the image of X is isotropic and orthogonal to ker X alone, so that G has (rank X, rank X) and what
///   it has on ker X / im X;
/// - on the part of an even one with eigenvalues that are not real, and of an odd one with eigenvalues that are not
///   imaginary, G has as many plus as minus: eigenvectors of mu and nu are orthogonal but where nu = mu, nu = -mu;
/// - an odd one that is semisimple with imaginary eigenvalues, none 0, makes G Hermitian: plus and minus are even; two
///   of them that anticommute and have negative numbers as squares make it quaternionic: multiples of 4.
std::vector<std::pair<int, int>> possible_signatures(const DynamicMatrix<Rational>& rows, int r);

}  // namespace hamel
