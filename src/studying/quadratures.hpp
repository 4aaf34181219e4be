// How far a flow is from quadratures.
#pragma once

#include <algorithm>

#include "flows/study.hpp"

namespace hamel {

/// Independent integrals that Euler & Jacobi ask for in dimension n: with a measure n - 2, without n - 1.
inline int asked_for_quadratures(const FlowStudy& flow, int n) {
  return n - (flow.measures.volume() || !flow.measures.densities.empty() ? 2 : 1);
}

/// How many of them are not found.
inline int missing_for_quadratures(const FlowStudy& flow, int n) {
  return std::max(0, asked_for_quadratures(flow, n) - flow.integrals.independent);
}

}  // namespace hamel
