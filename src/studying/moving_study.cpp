// The flows of a file that varies: integrals, densities and how they are named.
#include "moving_study.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>

#include "cases/input_signals.hpp"
#include "integral_search.hpp"
#include "lowering/nowhere_zero.hpp"
#include "momentum_flow.hpp"
#include "moving_flow.hpp"
#include "moving_measures.hpp"
#include "quadratures.hpp"
#include "renamed_measures.hpp"
#include "steady_varying.hpp"

namespace hamel {

namespace {

constexpr std::int64_t proof_operations = 100'000'000;
constexpr int most_monomials = 800;  ///< of functions, before relations, where all coordinates are

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

/// What the work ended before is not covered, which is said of each question.
void leave_open(FlowStudy& study, const std::string& reason) {
  if (study.integrals.degree == 0 && study.integrals.not_covered.empty())
    study.integrals.not_covered = reason;
  if (!study.measures.decided && study.measures.not_covered.empty())
    study.measures.not_covered = reason;
  if (!study.steady) study.steady.emplace().not_covered = reason;
}

const char* linear_name(bool free) {
  return free ? "noether momentum" : "gauge momentum";
}

void add_names(FlowStudy& study, const char* letter, int count) {
  for (int j = 1; j <= count; ++j) study.field.names.push_back(letter + std::to_string(j));
}

/// Of one of the searches: counted work, and a share of what is left for the answer.
struct SearchBudget {
  AnswerBudget share{AnswerBudget::left() / 2};
  WorkBudget work{proof_operations};
};

/// Integrals and the dimension of a flow; the reason when the search ends early. `monomials` are found once for all
/// flows of a file.
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

/// The flow on a closed set of functions, one that the file names or, as the vertical seen from a ball of which the
/// formulas name the horizontal, of all coordinates; else on all that the file names.
std::optional<ReducedField> reduced(const SystemFile& file, const PolynomialFile& about,
                                    const MovingFlow& flow, IntegralSearch& search) {
  if (auto found = reduced_field(about.ring, flow, search, FunctionSets::closed)) return found;
  try {
    const SearchBudget budget;
    const auto all = polynomial_file(file, Coordinates::all);
    const auto stored = all ? stored_system(file, *all) : std::nullopt;
    if (stored && all->ring.size() > about.ring.size()) {
      std::mt19937 generator(20260519);
      const FunctionMonomials monomials(*stored, all->ring, 1, generator);
      const MovingFlow on_all(*all, *stored);
      IntegralSearch on_samples(on_all, all->ring, monomials, 1);
      if (auto found = reduced_field(all->ring, on_all, on_samples, FunctionSets::closed))
        return found;
    }
  } catch (const BudgetExceeded&) {  // those that the file names then
  }
  return reduced_field(about.ring, flow, search, FunctionSets::whole);
}

/// Time is among the functions, not only one more dimension.
bool names_time(const PolynomialFile& about) {
  return about.timed && std::ranges::any_of(about.ring.along().back(),
                                            [](const auto& rate) { return !rate.terms().empty(); });
}

SteadyMotions steady_of(const SystemFile& file, const PolynomialFile& about, const MovingFlow& flow,
                        IntegralSearch& search) {
  SteadyMotions steady;
  const bool timed = names_time(about);
  steady.not_covered = timed ? "a field that names time"
                             : "rates that are no polynomials of low degree in few functions";
  if (timed) return steady;
  try {
    const SearchBudget budget;
    if (const auto field = reduced(file, about, flow, search)) {
      steady = steady_motions(*field);
      if (!about.everywhere && !is_nowhere_zero(field->det) && steady.not_covered.empty())
        steady.not_covered = "motions where the vectors of D depend on each other";
    }
  } catch (const BudgetExceeded& limit) {
    steady.not_covered = limit.what();
  }
  return steady;
}

/// Has d all velocities? Time is one more dimension of the group, along which all go on.
bool is_free(const PolynomialFile& about, const StoredSystem& stored) {
  return stored.rank() + int(about.timed) == stored.dim();
}

FlowStudy velocity_study(const SystemFile& file, const PolynomialFile& about,
                         const StoredSystem& stored, std::optional<FunctionMonomials>& monomials) {
  const bool free = is_free(about, stored);
  FlowStudy study =
      named(free ? "free" : "nonholonomic", "a = " + velocities_in_words(about), about.ring);
  add_names(study, "u", stored.rank());
  try {
    const SearchBudget budget;
    const MovingFlow flow(about, stored);
    search_within_budget(study, flow, about.ring, monomials, linear_name(free),
                         [&](IntegralSearch& search) {
                           study.measures = measures_of(flow, search);
                           study.steady = steady_of(file, about, flow, search);
                         });
  } catch (const BudgetExceeded& limit) {
    leave_open(study, limit.what());
  }
  return study;
}

/// Densities in the functions of another study of the same flow.
InvariantMeasures in_names_of(const FlowStudy& other, const FlowStudy& study) {
  std::map<int, int> places;
  for (std::size_t i = 0; i < study.field.names.size(); ++i)
    places[variable_of(static_cast<int>(i))] = static_cast<int>(
        std::ranges::find(other.field.names, study.field.names[i]) - other.field.names.begin());
  return renamed(study.measures, places);
}

/// Integrals that name coordinates which no formula of the file names, as the momenta of a ball about fixed axes, in
/// place of those found where they bring quadratures nearer.
/// What ended the search for them; empty where nothing did.
std::string search_all_coordinates(FlowStudy& study, const SystemFile& file,
                                   const PolynomialFile& about) try {
  if (about.timed || missing_for_quadratures(study, study.dimension) == 0) return "";
  const SearchBudget budget;
  const auto all = polynomial_file(file, Coordinates::all);
  if (!all || all->ring.size() <= about.ring.size()) return "";
  const auto stored = stored_system(file, *all);
  if (!stored) return "";
  const bool free = is_free(*all, *stored);
  FlowStudy whole = named(free ? "free" : "nonholonomic", study.variables, all->ring);
  add_names(whole, "u", stored->rank());
  whole.on_all_coordinates = true;
  whole.measures = in_names_of(whole, study);
  whole.steady = study.steady;
  int degree = study_degree;
  while (degree > 1 && monomial_count(all->ring.size() + 1, degree) > most_monomials) --degree;
  std::mt19937 generator(20260519);
  std::optional<FunctionMonomials> monomials(std::in_place, *stored, all->ring, degree, generator);
  const MovingFlow flow(*all, *stored);
  search_within_budget(whole, flow, all->ring, monomials, linear_name(free),
                       [](IntegralSearch&) {});
  const std::string why = whole.integrals.not_covered;
  if (degree < study_degree && whole.integrals.not_covered.empty())
    whole.integrals.not_covered =
        "degree " + std::to_string(degree + 1) + " in the coordinates, which are many";
  if (missing_for_quadratures(whole, whole.dimension) >=
      missing_for_quadratures(study, study.dimension))
    return why;
  study = std::move(whole);
  return "";
} catch (const BudgetExceeded& limit) {
  return limit.what();
}

/// A product of roots, and of 1 over them: C has the rank n - r wherever they are defined.
bool is_positive(const CoordinateRing& ring, const CoordinatePolynomial& p) {
  const std::vector<int> roots = ring.positive();
  return p.terms().size() == 1 && std::ranges::all_of(p.variables(), [&](int i) {
           return std::ranges::count(roots, i) > 0;
         });
}

/// Steady motions in u and l, p = M a + C l, and C l in words.
SteadyMotions steady_of(const PolynomialFile& about, const MomentumFlow& flow,
                        const std::vector<int>& rows, IntegralSearch& search,
                        std::string& variables) {
  SteadyMotions steady;
  steady.not_covered = "rates that are no polynomials of low degree in the functions";
  try {
    const SearchBudget budget;
    const auto field = reduced_field(about, flow, rows, search);
    if (!field) return steady;
    steady = steady_motions(*field);
    const bool reached =
        about.everywhere && (flow.reaches_all_momenta() ||
                             is_positive(about.ring, multipliers_in_functions(about, rows).minor));
    if (!reached && !is_nowhere_zero(field->det) && steady.not_covered.empty())
      steady.not_covered = "motions where momenta do not determine u and l";
    variables += ", mu = " + multiplier_in_words(about, flow, rows);
  } catch (const BudgetExceeded& limit) {
    steady.not_covered = limit.what();
  }
  return steady;
}

/// The volume of T*G, left-invariant times dp, is preserved (Liouville): for the right-invariant one the divergence is
/// tr ad_a.
FlowStudy momentum_study(const PolynomialFile& about, const StoredSystem& stored,
                         std::optional<FunctionMonomials>& monomials) {
  FlowStudy study =
      named("vakonomic", "momenta p = M a + mu, a = " + velocities_in_words(about), about.ring);
  add_names(study, "p", stored.dim());
  add_names(study, "u", stored.rank());
  study.measures.decided = keeps_both_volumes(stored);
  if (!study.measures.decided) study.measures.not_covered = "a group that is not unimodular";
  try {
    const SearchBudget budget;
    const std::vector<int> rows = multiplier_rows(stored);
    if (rows.empty()) {
      leave_open(study, "vectors of D without a known minor");
      return study;
    }
    const MomentumFlow flow(about, stored, multipliers_of(about, rows));
    search_within_budget(study, flow, about.ring, monomials, "noether momentum",
                         [&](IntegralSearch& search) {
                           study.steady = steady_of(about, flow, rows, search, study.variables);
                         });
  } catch (const BudgetExceeded& limit) {
    leave_open(study, limit.what());
  }
  return study;
}

/// The flow of the motion of a file.
const char* flow_of(const SystemFile& file) {
  const auto* chart = std::get_if<ChartSystem>(&file.system);
  const bool constrained =
      chart ? !chart->constraints.empty() : std::get<GroupSystem>(file.system).constrained();
  return constrained ? "nonholonomic" : "free";
}

}  // namespace

Study moving_study(const SystemFile& file) try {
  if (std::visit([](const auto& system) { return follow_tables(system.inputs); }, file.system))
    return {file.name, {}, {{flow_of(file), "an input that follows a table"}}};
  std::optional<PolynomialFile> about;
  std::optional<StoredSystem> stored;
  {
    const WorkBudget counted(
        std::numeric_limits<std::int64_t>::max());  // looks at that of the answer
    about = polynomial_file(file);
    if (about) stored = stored_system(file, *about);
  }
  if (!stored)
    throw InputError("$",
                     "formulas that are no polynomials in coordinates, their cosines and sines",
                     "such polynomials, which study covers");
  std::optional<FunctionMonomials> monomials;
  Study study{file.name, {velocity_study(file, *about, *stored, monomials)}, {}};
  if (const std::string why = search_all_coordinates(study.flows[0], file, *about); !why.empty())
    if (std::string& open = study.flows[0].integrals.not_covered; open.empty())
      open = "integrals that name other coordinates: " + why;
  if (is_free(*about, *stored)) return study;
  if (about->timed)
    study.not_covered.push_back({"vakonomic", "formulas that name time"});
  else if (!stored->force.empty())
    study.not_covered.push_back({"vakonomic", "a force that acts"});
  else
    study.flows.push_back(momentum_study(*about, *stored, monomials));
  return study;
} catch (const BudgetExceeded& limit) {
  return {file.name, {}, {{flow_of(file), limit.what()}}};
}

}  // namespace hamel
