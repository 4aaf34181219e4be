// Three-index symbols: connections, torsion, objects of anholonomity.
#pragma once

#include <array>
#include <cstddef>

#include <hamel/core/types.hpp>

namespace hamel {

/// t[s](m, n) for t^s_mn (or t_smn) on an R-dimensional space.
template <class S, int R>
using Symbols = std::array<Matrix<S, R>, static_cast<std::size_t>(R)>;

}  // namespace hamel
