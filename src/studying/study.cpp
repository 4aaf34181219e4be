// The flows of a system and what they keep.
#include "flows/study.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>
#include <hamel/io/study.hpp>

#include "claims/verify.hpp"
#include "lowering/nowhere_zero.hpp"
#include "lowering/polynomial_file.hpp"
#include "moving_study.hpp"
#include "noether_momenta.hpp"
#include "quadratures.hpp"
#include "reduced_flows.hpp"
#include "relative_equilibria.hpp"
#include "steady_varying.hpp"

namespace hamel {

namespace {

/// Exact operations for each question about a flow, and for its steady motions.
constexpr std::int64_t study_operations = 200'000'000, steady_operations = 400'000'000;
/// Exact operations that a coordinate of a listed point is charged as. Points are priced before they are listed, so
/// that the budget bounds their memory: 200 million operations are some 200 MB of them.
constexpr std::int64_t price_of_a_coordinate = 8;
/// Of what is left for the answer.
constexpr double share_of_a_search = 0.5;

/// The homogeneous polynomials of one degree on g* that are constant on coadjoint orbits: all ad*_{e_i} p annihilate
/// them.
std::vector<CoordinatePolynomial> casimirs_of_degree(const StructureConstants<Rational>& algebra,
                                                     int degree) {
  const int n = algebra.dimension();
  if (monomial_count(n, degree) > largest_ansatz) return {};
  DynamicMatrix<Rational> identity = whole(algebra);
  std::vector<std::vector<CoordinatePolynomial>> fields;
  for (int i = 0; i < n; ++i) {
    std::vector<CoordinatePolynomial> rates;
    for (int j = 0; j < n; ++j) {  // (ad*_{e_i} p)_j = <p, [e_i, e_j]>
      const DynamicVector<Rational> bracket =
          algebra.bracket(algebra.basis_vector(i), algebra.basis_vector(j));
      rates.push_back(linear_form(bracket));
    }
    fields.push_back(std::move(rates));
  }
  return detail::common_kernel(detail::monomials_of(n, degree), [&](const CoordinatePolynomial& p) {
    std::vector<CoordinatePolynomial> images;
    for (const auto& rates : fields) images.push_back(p.derivative(rates));
    return images;
  });
}

/// The dimension of generic coadjoint orbits, the largest rank of <p, [e_i, e_j]>. It is at most 2 m iff all Pfaffians
/// of order 2 m + 2 vanish, which have degree m + 1 and do so iff they vanish at the points of a simplex.
int orbit_dimension(const StructureConstants<Rational>& algebra) {
  const int n = algebra.dimension();
  int largest = 0;
  for (int found = -1; found < largest;) {
    found = largest;
    if (found >= n - 1) break;  // ranks of antisymmetric forms are even
    WorkBudget::charge(price_of_a_coordinate * n * monomial_count(n, found / 2 + 1));
    for (const auto& point : monomials(n, found / 2 + 1)) {
      DynamicMatrix<Rational> tensor = DynamicMatrix<Rational>::Constant(n, n, Rational(0));
      for (const auto& c : algebra.entries()) {
        const Rational value = c.value * Rational(point[static_cast<std::size_t>(c.k)]);
        tensor(c.i, c.j) += value;
        tensor(c.j, c.i) -= value;
      }
      largest = std::max(largest, rank<Rational>(tensor));
      if (largest > found) break;
    }
  }
  return largest;
}

std::string count(int n, const char* what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// Euler & Jacobi: with a measure, n - 2 independent integrals; without, n - 1.
std::string by_quadratures(const FlowStudy& flow, int n) {
  const int found = flow.integrals.independent;
  if (n == 0) return "not covered: whether quadratures are enough (Euler & Jacobi)";
  if (n - found <= 1)
    return count(found, "independent integral") + " in dimension " + std::to_string(n) +
           ": orbits are level sets";
  if (missing_for_quadratures(flow, n) == 0)
    return count(found, "independent integral") + " in dimension " + std::to_string(n) +
           " and an invariant measure: integrable by quadratures (Euler & Jacobi)";
  return count(found, "independent polynomial integral") + " in dimension " + std::to_string(n) +
         ": quadratures by Euler & Jacobi ask for " +
         std::to_string(asked_for_quadratures(flow, n));
}

template <class Ask>
void within_study_budget(const Ask& ask, std::string& not_covered,
                         std::int64_t operations = study_operations) {
  try {
    const AnswerBudget share(share_of_a_search * AnswerBudget::left());
    const WorkBudget budget(operations);
    ask();
  } catch (const BudgetExceeded& limit) {
    not_covered = limit.what();
  }
}

/// Along a field that is homogeneous and quadratic the logarithm of a smooth density changes quadratically near rest,
/// the divergence is linear: both are 0, or there is none. At rest anywhere the divergence of one that is preserved is
/// 0.
std::optional<bool> has_smooth_density(const FlowStudy& study, bool quadratic) {
  const InvariantMeasures& measures = study.measures;
  if (!measures.decided || measures.smooth) return measures.smooth;
  if (measures.volume() || std::ranges::any_of(measures.densities, [](const Density& density) {
        return std::ranges::all_of(density.factors, [](const PowerFactor& factor) {
          return is_nowhere_zero(factor.polynomial);
        });
      }))
    return true;
  if (quadratic) return false;
  if (study.varies || !study.steady || study.steady->names != study.field.names)
    return std::nullopt;
  for (const auto& family : study.steady->families)
    for (const auto& member : family.members)
      if (!measures.divergence.at_identity({member.at.data(), member.at.data() + member.at.size()})
               .is_zero())
        return false;
  return std::nullopt;
}

FlowStudy examined(const char* name, const char* variables, ReducedFlow flow, int velocities,
                   std::vector<FirstIntegral> known) {
  FlowStudy study{name, variables, flow.field, {}, {}, {}, {}, ""};
  std::optional<OrbitFunctions> orbits;
  if (!known.empty()) orbits = {flow.energy, {}};
  for (const auto& casimir : known) orbits->casimirs.push_back(casimir.polynomial);
  known.insert(known.end(), flow.relations.begin(), flow.relations.end());
  known.push_back({detail::degree_of(flow.energy), flow.energy, "energy", false});
  within_study_budget([&] { study.integrals = find_integrals(flow.field, known, study_degree); },
                      study.integrals.not_covered);
  within_study_budget([&] { study.measures = find_densities(flow.field, 3); },
                      study.measures.not_covered);
  study.steady.emplace();
  within_study_budget(
      [&] {
        *study.steady = velocities == flow.field.dimension()
                            ? steady_motions(flow.field, orbits)
                            : relative_equilibria(flow, velocities);
      },
      study.steady->not_covered, steady_operations);
  study.measures.smooth = has_smooth_density(study, velocities == flow.field.dimension());
  return study;
}

/// Linear in the velocities or momenta, variables 0 .. count-1, at every point.
bool is_linear(const CoordinatePolynomial& p, int count) {
  for (const auto& [monomial, factor] : p.terms()) {
    int sum = 0;
    for (const auto& [variable, power] : monomial) sum += index_of(variable) < count ? power : 0;
    if (sum != 1) return false;
  }
  return true;
}

void name_linear_ones(FlowStudy& study, int count, const char* name) {
  for (auto& integral : study.integrals.generators)
    if (integral.name.empty() && is_linear(integral.polynomial, count)) integral.name = name;
}

FlowStudy nonholonomic_study(const GroupSystem& file, const Splitting<Rational>& split) {
  FlowStudy study =
      examined("nonholonomic", "a = D u", nonholonomic_flow(file, split), split.rank_d(), {});
  name_linear_ones(study, split.rank_d(), "gauge momentum");
  study.integrability = by_quadratures(study, study.field.dimension());
  return study;
}

/// Momenta that name more functions of the coordinates, and what follows from them where it is not less than what
/// follows without: of these functions many may be cyclic.
void add_cyclic_coordinates(FlowStudy& study, const GroupSystem& file,
                            const DynamicMatrix<Rational>& k) {
  const FlowStudy reduced = study;
  add_noether_momenta(study, file, k);
  name_linear_ones(study, static_cast<int>(k.rows()), "noether momentum");
  const bool nearer = missing_for_quadratures(study, study.dimension) <=
                      missing_for_quadratures(reduced, reduced.dimension);
  std::string names;
  for (const auto& name : reduced.field.names) names += (names.empty() ? "" : ", ") + name;
  study.integrability = nearer ? by_quadratures(study, study.dimension)
                               : "of (" + names + "): " + reduced.integrability;
}

/// p' = ad*_{K p} p - dU on g* and the coordinate functions.
FlowStudy momentum_study(const char* name, const char* variables, const GroupSystem& file,
                         const DynamicMatrix<Rational>& k, bool constrained) {
  const auto& algebra = file.exact->algebra;
  const int n = algebra.dimension();
  const bool kinetic = file.potential.is_constant();
  std::vector<FirstIntegral> known;
  std::string stopped;
  for (int degree = 1; degree <= study_degree && kinetic; ++degree)
    within_study_budget(
        [&] {
          for (const auto& p : casimirs_of_degree(algebra, degree))
            known.push_back({degree, p, "casimir", false});
        },
        stopped);
  FlowStudy study = examined(name, variables, momentum_flow(file, k, constrained), n, known);
  name_linear_ones(study, n, "noether momentum");
  study.dimension = study.field.dimension();
  study.integrability = by_quadratures(study, study.dimension);
  if (!kinetic) {
    within_study_budget([&] { add_cyclic_coordinates(study, file, k); }, stopped);
    if (!stopped.empty() && study.integrals.not_covered.empty())
      study.integrals.not_covered = "momenta that name other coordinates: " + stopped;
    return study;
  }
  int orbit = n;
  std::string uncounted;
  within_study_budget(
      [&] {
        orbit = orbit_dimension(algebra);
        study.casimirs = n - orbit;
      },
      uncounted);
  if (!uncounted.empty())
    study.integrability += "; not covered: how many Casimirs of any kind there are, " + uncounted;
  if (study.casimirs && orbit <= 2)
    study.integrability = "generic coadjoint orbits have dimension " + std::to_string(orbit) +
                          ": integrable (Liouville), the energy suffices";
  return study;
}

/// Its formulas are polynomials in coordinates, cosines and sines, and in more functions, as exponentials.
bool adjoins_functions(const SystemFile& file) {
  const auto about = polynomial_file(file);
  return about && about->ring.adjoins();
}

/// The same without its constraint, where it has one.
std::optional<SystemFile> without_constraint(SystemFile file) {
  if (auto* chart = std::get_if<ChartSystem>(&file.system)) {
    if (chart->constraints.empty()) return std::nullopt;
    chart->constraints.clear();
    if (chart->start) chart->start->lambda.clear();
    return file;
  }
  auto& group = std::get<GroupSystem>(file.system);
  if (!group.constrained()) return std::nullopt;
  group.span.clear();
  group.kinematic = false;
  group.moving_span.clear();
  group.offset.clear();
  std::erase_if(group.inputs, [](const GroupInput& input) { return !input.velocity.empty(); });
  if (group.exact) {
    group.exact->distribution = {};
    group.exact->multiplier.reset();
  }
  return file;
}

Study found_in(const SystemFile& file) {
  file.refuse_uncovered("study");
  const AnswerBudget answer;
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group != nullptr && !group->exact_algebra)
    throw InputError("$", "numbers that are not rational",
                     "rational numbers, which study is about");
  const bool forced = std::visit([](const auto& system) { return system.forced(); }, file.system);
  if (forced || group == nullptr || !group->exact || !group->metric_is_constant() ||
      !group->offset.empty() || group->moves() ||
      (!group->potential.is_constant() && adjoins_functions(file))) {
    Study study = moving_study(file);
    for (auto& flow : study.flows) {
      flow.measures.smooth = has_smooth_density(flow, false);
      flow.integrability = by_quadratures(flow, flow.dimension);
    }
    if (const auto free = without_constraint(file)) {
      Study other = found_in(*free);
      study.flows.insert(study.flows.begin() + (study.flows.empty() ? 0 : 1),
                         std::make_move_iterator(other.flows.begin()),
                         std::make_move_iterator(other.flows.end()));
      study.not_covered.insert(study.not_covered.begin(), other.not_covered.begin(),
                               other.not_covered.end());
    }
    return study;
  }
  const AlgebraicSystem<Rational>& system = *group->exact;
  const Splitting<Rational> split(system);
  Study study{file.name, {}};
  if (system.constrained()) study.flows.push_back(nonholonomic_study(*group, split));
  if (const auto k = inverse<Rational>(system.metric))
    study.flows.push_back(momentum_study("free", "momenta p = M a", *group, *k, false));
  if (system.constrained())
    study.flows.push_back(momentum_study("vakonomic", "momenta p = M a + mu", *group,
                                         split.d() * split.gram_inverse() * split.d().transpose(),
                                         true));
  return study;
}

}  // namespace

std::shared_ptr<const Study> study_of(const SystemFile& file) {
  return std::make_shared<const Study>(found_in(file));
}

}  // namespace hamel
