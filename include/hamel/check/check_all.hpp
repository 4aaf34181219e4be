// Every question that applies to an invariant system, in the order a reader asks them.
#pragma once

#include <vector>

#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/conditions.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// All verdicts that apply. When the input is not a system (the Jacobi identity fails, or the
/// metric is degenerate on d) the list ends with the verdict that says so. Throws as
/// `require_well_formed`.
template <class S>
std::vector<Verdict> check_all(const AlgebraicSystem<S>& system) {
  std::vector<Verdict> verdicts{jacobi(system.algebra)};
  if (!verdicts.back()) return verdicts;
  verdicts.push_back(nondegenerate(system));
  const DynamicMatrix<S> d = system.d();
  if (rank<S>(d.transpose() * system.metric * d) < d.cols()) return verdicts;
  const Splitting<S> split(system);
  verdicts.push_back(integrable(split));
  verdicts.push_back(bracket_generating(split));
  verdicts.push_back(eq_3_11(split));
  return verdicts;
}

}  // namespace hamel
