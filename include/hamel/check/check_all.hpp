// Every question that applies to an invariant system, in the order a reader asks them.
#pragma once

#include <vector>

#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/conditions.hpp>
#include <hamel/check/context.hpp>
#include <hamel/check/corollaries.hpp>
#include <hamel/check/verdict.hpp>

namespace hamel {

/// All verdicts that apply, `q1` not among them (see `check_q1`). When the input is not a system
/// (the Jacobi identity fails, or the metric is degenerate on d) the list ends with the verdict
/// that says so. Throws as `require_well_formed`.
template <class S>
std::vector<Verdict> check_all(const AlgebraicSystem<S>& system) {
  std::vector<Verdict> verdicts{jacobi(system.algebra)};
  if (!verdicts.back()) return verdicts;
  verdicts.push_back(nondegenerate(system));
  const DynamicMatrix<S> d = system.d();
  if (rank<S>(d.transpose() * system.metric * d) < d.cols()) return verdicts;
  const Splitting<S> split(system);
  const Verdict holonomic = integrable(split), free = eq_3_11(split);
  verdicts.push_back(holonomic);
  verdicts.push_back(bracket_generating(split));
  verdicts.push_back(free);
  if (system.constrained()) {
    const MultiplierEquations<S> equations(split);
    const auto sections = section_space<S>(equations, whole(StructureConstants<S>(equations.s)));
    verdicts.push_back(cor_3_9(find_ideal(split, sections)));
    verdicts.push_back(cor_4_10(split));
    if (const auto verdict = prop_4_6(split.dimension(), split.rank_d(), holonomic, free))
      verdicts.push_back(*verdict);
  }
  verdicts.push_back(ad_invariant(system));
  verdicts.push_back(unimodular(system.algebra));
  verdicts.push_back(invariant_measure(split));
  return verdicts;
}

}  // namespace hamel
