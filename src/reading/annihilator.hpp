// A constraint given by covectors, A(x) a = drift: the vectors that span d, and a particular velocity.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::reading {

/// The velocities v0 + d that rows allow.
struct Annihilated {
  std::vector<Expression> span;    ///< n - k vectors of n components, one after another
  std::vector<Expression> offset;  ///< v0, n components; none where it is 0
};

/// Solves A a = drift for the components of a at k columns: d_j = e_j - P^-1 A_j with the minor P of these columns.
///
/// Columns are taken where an entry of A is a rational constant first, so that constant rows are solved over Q. Of what
/// is left P is chosen by complete pivoting at the start, and d_j is multiplied by det P: polynomial in the entries
/// (Cramer's rule). Only v0 divides by det P, and only where the drift is not 0.
///
/// `rows`: k rows of n formulas in coordinates, independent at `point`; `drift`: k formulas in coordinates and t, or
/// none. Throws InputError naming `path` where formulas become too long.
Annihilated annihilated(const std::vector<Expression>& rows, const std::vector<Expression>& drift,
                        int n, const std::vector<Number>& point, const std::string& path);

/// A v of rows of as many formulas as v has; none where v has none.
std::vector<Expression> paired(const std::vector<Expression>& rows,
                               const std::vector<Expression>& v, const std::string& path);

}  // namespace hamel::reading
