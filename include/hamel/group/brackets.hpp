// The structure constants of a group, read from its ad.
#pragma once

#include <cmath>

#include <hamel/algebra/field.hpp>
#include <hamel/algebra/structure_constants.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// [e_i, e_j] of a group. Those of the library's groups are whole numbers, hence exact. Throws InputError for another
/// constant where the scalar is exact: such an algebra is given by its numbers.
template <class S, class G>
StructureConstants<S> constants_of(const G& group) {
  const int n = group.dim();
  using Basis = Vector<double, G::dimension>;
  StructureConstants<S> result(n);
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      const Basis c = group.ad(Basis(Basis::Unit(n, i)), Basis(Basis::Unit(n, j)));
      for (int k = 0; k < n; ++k) {
        if (is_exact<S> && c[k] != std::floor(c[k]))
          refuse<InputError>("structure constant", {c[k]}, "a whole number");
        result.set(i, j, k, S(c[k]));
      }
    }
  }
  return result;
}

}  // namespace hamel
