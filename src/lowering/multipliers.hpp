// Multipliers mu = C l of a constraint: D^T C = 0.
#pragma once

#include <vector>

#include "normal_form.hpp"
#include "polynomial_file.hpp"
#include "stored_system.hpp"

namespace hamel {

/// As many rows of D, from 0, as it has columns, with a minor that is not 0, as short as there is; nothing where no
/// minor is a known polynomial. D^T mu = 0 is solved for these components of mu.
std::vector<int> multiplier_rows(const StoredSystem& system);

/// Columns that annihilate D, one for each row i that is not given: minor / factors[k] on i, -adj(D_rows)^T D_i /
/// factors[k] on the given rows, where the factors are of the minor and divide all of the column.
struct Multipliers {
  using Polynomial = CoordinatePolynomial;

  Multipliers(const DynamicMatrix<Polynomial>& d, const std::vector<int>& rows,
              const NormalForm& relations);

  Polynomial minor;
  DynamicMatrix<Polynomial> columns;  ///< C
  std::vector<Polynomial> factors;
};

/// Whether all functions of a ring are numbers that are stored, so that one name is enough for both.
bool are_stored(const CoordinateRing& ring);

/// Those of a file: among its functions, as if nothing related them, where these are more than stored numbers.
Multipliers multipliers_in_functions(const PolynomialFile& about, const std::vector<int>& rows);
/// The same in stored numbers.
Multipliers multipliers_of(const PolynomialFile& about, const std::vector<int>& rows);

}  // namespace hamel
