// Multipliers mu = C l of a constraint: D^T C = 0.
#pragma once

#include <vector>

#include "normal_form.hpp"
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

}  // namespace hamel
