// The flows of a file that varies: integrals, densities and how they are named.
#include "moving_study.hpp"

#include <optional>
#include <random>
#include <string>
#include <utility>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>

#include "integral_search.hpp"
#include "momentum_flow.hpp"
#include "moving_flow.hpp"
#include "moving_measures.hpp"
#include "steady_varying.hpp"

namespace hamel {

namespace {

constexpr std::int64_t proof_operations = 100'000'000;

/// tr ad_a = 0 for all admissible a: there both volumes of the group are the same.
bool keeps_both_volumes(const StoredSystem& stored) {
  StoredSystem::Table trace(1, stored.dim());
  for (int k = 0; k < stored.dim(); ++k)
    trace(0, k) = CoordinatePolynomial(stored.algebra.ad(stored.algebra.basis_vector(k)).trace());
  for (const auto* fields : {&stored.d, &stored.offset}) {
    const StoredSystem::Table sum = stored.reduced(trace * *fields);
    for (const auto& p : sum.reshaped())
      if (!stored.relations.vanishes(p)) return false;
  }
  return true;
}

FlowStudy named(const char* flow, std::string variables, const CoordinateRing& ring) {
  FlowStudy study{flow, std::move(variables), {}, {}, {}, {}, {}, ""};
  study.varies = true;
  study.field.names = ring.names();
  return study;
}

void add_names(FlowStudy& study, const char* letter, int count) {
  for (int j = 1; j <= count; ++j) study.field.names.push_back(letter + std::to_string(j));
}

/// Integrals and the dimension of a flow; the reason when the search ends early. `monomials` are found once for all flows of a file.
template <class Then>
void search_within_budget(FlowStudy& study, const StudiedFlow& flow, const CoordinateRing& ring,
                          std::optional<FunctionMonomials>& monomials, const char* linear,
                          const Then& then) {
  if (!monomials) {
    std::mt19937 generator(20260519);
    monomials.emplace(flow.system(), ring, study_degree, generator);
  }
  IntegralSearch search(flow, ring, *monomials, study_degree);
  study.dimension = search.dimension();
  try {
    study.integrals = search.integrals(linear);
  } catch (const BudgetExceeded& limit) {
    study.integrals.not_covered = limit.what();
  }
  then(search);
}

FlowStudy velocity_study(const PolynomialFile& about, const StoredSystem& stored,
                         std::optional<FunctionMonomials>& monomials) {
  const bool free = stored.rank() == stored.dim();
  FlowStudy study =
      named(free ? "free" : "nonholonomic", "a = " + velocities_in_words(about), about.ring);
  add_names(study, "u", stored.rank());
  try {
    const WorkBudget budget(proof_operations);
    const MovingFlow flow(about, stored);
    search_within_budget(study, flow, about.ring, monomials,
                         free ? "noether momentum" : "gauge momentum", [&](IntegralSearch& search) {
                           study.measures = measures_of(flow, search);
                           study.steady.emplace();
                           study.steady->not_covered =
                               "rates that are no polynomials of low degree in few functions";
                           if (about.timed) study.steady->not_covered = "a field that names time";
                           if (const auto reduced = about.timed
                                                        ? std::nullopt
                                                        : reduced_field(about.ring, flow, search))
                             study.steady = steady_motions(*reduced);
                         });
  } catch (const BudgetExceeded& limit) {
    study.measures.not_covered = limit.what();
  }
  return study;
}

/// The volume of T*G, left-invariant times dp, is preserved (Liouville): for the right-invariant one the divergence is tr ad_a.
FlowStudy momentum_study(const PolynomialFile& about, const StoredSystem& stored,
                         std::optional<FunctionMonomials>& monomials) {
  FlowStudy study =
      named("vakonomic", "momenta p = M a + mu, a = " + velocities_in_words(about), about.ring);
  add_names(study, "p", stored.dim());
  add_names(study, "u", stored.rank());
  study.measures.decided = keeps_both_volumes(stored);
  if (!study.measures.decided) study.measures.not_covered = "a group that is not unimodular";
  try {
    const WorkBudget budget(proof_operations);
    const MomentumFlow flow(about, stored);
    search_within_budget(study, flow, about.ring, monomials, "noether momentum",
                         [](IntegralSearch&) {});
  } catch (const BudgetExceeded& limit) {
    study.integrals.not_covered = limit.what();
  }
  return study;
}

}  // namespace

std::vector<FlowStudy> moving_study(const SystemFile& file) {
  const auto about = polynomial_file(file);
  const auto stored = about ? stored_system(file, *about) : std::nullopt;
  if (!stored)
    throw InputError("$",
                     "formulas that are no polynomials in coordinates, their cosines and sines",
                     "such polynomials, which study covers");
  std::optional<FunctionMonomials> monomials;
  std::vector<FlowStudy> flows{velocity_study(*about, *stored, monomials)};
  if (stored->rank() < stored->dim() && !about->timed)
    flows.push_back(momentum_study(*about, *stored, monomials));
  return flows;
}

}  // namespace hamel
