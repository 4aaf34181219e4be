// The flows of a file that varies: integrals, densities and how they are named.
#include "moving_study.hpp"

#include <cstddef>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>

#include "integral_search.hpp"
#include "momentum_flow.hpp"
#include "moving_flow.hpp"
#include "steady_varying.hpp"

namespace hamel {

namespace {

using Unknown = IntegralSearch::Unknown;

constexpr std::int64_t proof_operations = 100'000'000;

std::vector<Rational> powers() {
  std::vector<Rational> all;
  for (const int top : {1, -1, 2, -2, 3, -3, 4, -4})
    for (const int bottom : {1, 2, 3, 4})
      if (std::gcd(top, bottom) == 1) all.emplace_back(Rational(top) / Rational(bottom));
  return all;
}

InvariantMeasures measures_of(const MovingFlow& flow, IntegralSearch& search, int functions) {
  InvariantMeasures result;
  result.decided = true;
  if (flow.vanishes(flow.divergence())) return result;
  result.divergence = CoordinatePolynomial(1);
  const CoordinatePolynomial change = flow.along(flow.det()),
                             weight = flow.det() * flow.divergence();
  for (const auto& power : powers()) {
    if (!flow.vanishes(flow.reduced(CoordinatePolynomial(power) * change + weight))) continue;
    auto unknowns = search.unknowns_of({0}, study_degree);
    unknowns.insert(unknowns.begin(),
                    {std::vector<int>(static_cast<std::size_t>(functions), 0),
                     std::vector<int>(static_cast<std::size_t>(flow.variables()), 0)});
    const CoordinatePolynomial det = search.fitted(
        unknowns, [&](const FlowSample& at) { return MovingFlow::value(flow.det(), at); },
        [&](const CoordinatePolynomial& p) { return flow.vanishes(flow.stored(p) - flow.det()); });
    if (det.terms().empty())
      result.not_covered = "a density that is no polynomial of low degree in the functions";
    else
      result.densities.push_back({detail::primitive(det), power});
    return result;
  }
  const auto unknowns = search.unknowns_of({0}, 2);
  CoordinatePolynomial last;
  for (const auto& power : powers()) {
    const auto found = search.kernel_at_points(
        unknowns,
        [&](const FlowSample& at, const Unknown& unknown) {
          return Residue(power) * search.rate(at, unknown) * MovingFlow::value(flow.det(), at) +
                 MovingFlow::value(flow.divergence(), at) * search.value(at, unknown);
        },
        [&](const CoordinatePolynomial& q) {
          last = q;
          const CoordinatePolynomial p = flow.stored(q);
          return flow.vanishes(CoordinatePolynomial(power) * flow.along(p) + flow.divergence() * p);
        });
    if (!found) continue;
    result.densities.push_back({detail::primitive(last), power});
    return result;
  }
  return result;
}

bool is_unimodular(const StructureConstants<Rational>& algebra) {
  for (int k = 0; k < algebra.dimension(); ++k)
    if (!algebra.ad(algebra.basis_vector(k)).trace().is_zero()) return false;
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
                           if (is_unimodular(stored.algebra))
                             study.measures = measures_of(flow, search, about.ring.size());
                           else
                             study.measures.not_covered = "a group that is not unimodular";
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

/// The volume of T*G, left-invariant times dp, is preserved (Liouville); on a group that is not unimodular its quotient may not be.
FlowStudy momentum_study(const PolynomialFile& about, const StoredSystem& stored,
                         std::optional<FunctionMonomials>& monomials) {
  FlowStudy study =
      named("vakonomic", "momenta p = M a + mu, a = " + velocities_in_words(about), about.ring);
  add_names(study, "p", stored.dim());
  add_names(study, "u", stored.rank());
  study.measures.decided = is_unimodular(stored.algebra);
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
