// Is every number finite? For plain and differentiated scalars alike.
#pragma once

#include <cmath>

#include <hamel/core/scalar.hpp>

namespace hamel {

/// True when no entry of m is NaN or infinite.
template <class Matrix>
bool all_finite(const Matrix& m) noexcept {
  using std::isfinite;
  for (int j = 0; j < m.cols(); ++j) {
    for (int i = 0; i < m.rows(); ++i) {
      if (!isfinite(plain(m(i, j)))) return false;
    }
  }
  return true;
}

}  // namespace hamel
