// The metrics with (3.11), proved again from brackets, metric and d; nothing here knows how they were found.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/algebra/rational.hpp>
#include <hamel/check/algebraic_system.hpp>

namespace hamel {

/// A combination of the basis and its signature (plus, minus).
struct ClaimedMember {
  std::pair<int, int> signature;
  DynamicVector<Rational> factors;
};

/// Symmetric forms on d, r x r, as rows g11, g21, g22, g31, ... of a matrix.
DynamicMatrix<Rational> rows_of_forms(const std::vector<DynamicMatrix<Rational>>& forms, int r);

/// The combination of such rows.
DynamicMatrix<Rational> form_of(const DynamicMatrix<Rational>& rows, int r,
                                const DynamicVector<Rational>& factors);

/// The rows are in reduced echelon form, solve G(D_i, P[D_j, b]) + G(D_j, P[D_i, b]) = 0 for all b in d_perp, P the
/// projection to d along d_perp, and these equations leave no more solutions.
bool are_all_metrics(const AlgebraicSystem<Rational>& system, const DynamicMatrix<Rational>& rows);

/// The combination has this signature and is not degenerate.
bool has_signature(const DynamicMatrix<Rational>& rows, int r, const ClaimedMember& member);

/// The forms of a plane with basis A, B: det(A + t B) keeps its sign between neighbouring roots, and with it A + t B
/// its signature; one member of each open interval and its negative, which together have all signatures there are.
std::vector<ClaimedMember> members_of_plane(const DynamicMatrix<Rational>& rows, int r);

/// One member of each signature that occurs, the larger plus first: in spaces of up to two dimensions, in that of all
/// forms, whose rows are the unit matrix, and none where one vector is in all kernels. Nothing for others.
std::optional<std::vector<ClaimedMember>> members_of_space(const DynamicMatrix<Rational>& rows,
                                                           int r);

/// These have all signatures that occur; false where `members_of_space` does not know them.
bool no_other_signatures(const DynamicMatrix<Rational>& rows, int r,
                         const std::vector<ClaimedMember>& members);

}  // namespace hamel
