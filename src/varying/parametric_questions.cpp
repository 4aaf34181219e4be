// Questions about systems with parameters.
#include "parametric_questions.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <hamel/algebra/work_budget.hpp>
#include <hamel/core/error.hpp>

#include "affine_sections.hpp"
#include "linear_sections.hpp"
#include "parameters/common_zeros.hpp"
#include "parameters/null_velocities.hpp"
#include "parametric_motion.hpp"
#include "random_place.hpp"
#include "verifying_families/pieces.hpp"
#include "verifying_families/proof_parts.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;
using Kind = Finding::Kind;

/// Of what may be left without proof.
constexpr long operations_on_a_proof = 2'000'000;
constexpr long operations_on_a_minor = 100'000'000;
/// Of what is asked for beside a generic answer.
constexpr long operations_on_a_section = 20'000'000;

/// What is 0 at the points of the group that were chosen tells nothing.
Finding not_seen() {
  Finding finding;
  finding.reason = "equations that vanish on the group";
  return finding;
}

/// Where the equations of the multiplier close along generic motions.
Finding closed(const Part& part, const Consequences& ends) {
  Finding finding;
  finding.kind = Kind::yes;
  finding.generic = true;
  finding.reason = "the equations of the multiplier close along generic motions";
  for (const auto& divisor : ends.divisors) {
    const auto zeros = outside(part, coefficients_in_parameters(part.family, divisor));
    if (!zeros && !part.family.points.empty()) return not_seen();
    for (const auto& factor : zeros.value_or(Vector{})) finding.exceptions.push_back(factor);
  }
  return finding;
}

/// Not a factor that minors at few places have by chance.
bool is_short(const P& p) {
  return std::ranges::all_of(
      p.all_terms(), [](const auto& term) { return abs(term.coefficient) < Integer(1'000'000); });
}

/// A no is looked for before sections that name numbers of a point.
Finding question_1_of_varying(const Part& part) {
  const auto& family = part.family;
  const Generated generated = generated_subalgebra(part);
  const bool constant = part.family.point_numbers() == 0;
  const auto section = [&](int degree) -> std::optional<Finding> {
    try {
      const WorkBudget budget(operations_on_a_section);
      auto found = affine_section(part, generated.vectors, degree);
      if (found)
        found->exceptions.insert(found->exceptions.end(), generated.denominators.begin(),
                                 generated.denominators.end());
      return found;
    } catch (const BudgetExceeded&) {
      return std::nullopt;
    }
  };
  if (auto found = section(0)) return *std::move(found);
  const ParametricMotion motion(family);
  try {
    const WorkBudget budget(operations_on_a_minor);
    if (auto refutation = minor_that_refutes(part, motion, generated.vectors)) {
      Finding finding = vanishing(part, determinants_of(family, *refutation));
      finding.refutation = std::move(refutation);
      if (finding.kind == Kind::no && std::ranges::all_of(finding.exceptions, is_short))
        return finding;
    }
  } catch (const BudgetExceeded&) {
  }
  Consequences ends = consequences(part, motion);
  if (ends.refutation) {
    Finding finding =
        vanishing(part, coefficients_in_parameters(family, ends.refutation->remainder));
    if (finding.kind == Kind::yes) return not_seen();
    finding.refutation = std::move(ends.refutation);
    return finding;
  }
  for (int degree = 1; degree <= (constant ? 0 : 2); ++degree)
    if (auto found = section(degree)) return *std::move(found);
  return closed(part, ends);
}

/// The multiplier 0, where all of these equations hold, which are those of free motions on a subalgebra around d.
std::optional<Finding> free_motions(const Part& part, const Generated& on,
                                    const Vector& equations) {
  const auto& family = part.family;
  if (!std::ranges::all_of(equations, [&](const P& p) { return part.is_zero(p); }))
    return std::nullopt;
  Finding finding;
  finding.kind = Kind::yes;
  Matrix momentum;
  for (const auto& d : family.distribution) momentum.push_back(family.covector(d));
  finding.section = Section{std::move(momentum), family.number(1), on.vectors, {family.number(1)}};
  finding.exceptions = on.denominators;
  return finding;
}

/// Where no multiplier but 0 is possible.
std::optional<Finding> without_multiplier(const Part& part, const Generated& generated,
                                          const Vector& equations) {
  const auto bound = outside(part, multiplier_minors(part.family, generated.vectors));
  if (!bound) return std::nullopt;
  Finding finding = vanishing(part, equations);
  finding.exceptions.insert(finding.exceptions.end(), bound->begin(), bound->end());
  finding.no_multiplier = NoMultiplier{generated.vectors};
  return finding;
}

/// Rows [A | b]: for almost all parameters, if chance is not against it.
bool has_no_solution_at_a_place(const Matrix& equations) {
  Matrix left = equations;
  for (auto& row : left) row.pop_back();
  return rank_at_a_place(equations) > rank_at_a_place(left);
}

Finding question_1(const Part& part) {
  const auto& family = part.family;
  if (!family.has_quadratic_field()) return question_1_of_varying(part);
  if (is_integrable(part)) {
    Finding finding;
    finding.kind = Kind::yes;
    return finding;
  }
  const Generated all{whole_algebra(family), {}};
  if (auto found = free_motions(part, all, free_equations(family, all.vectors)))
    return *std::move(found);
  Generated generated = generated_subalgebra(part);
  const Vector equations = free_equations(family, generated.vectors);
  if (auto found = free_motions(part, generated, equations)) return *std::move(found);
  if (auto found = without_multiplier(part, generated, equations)) return *std::move(found);
  const ParametricMotion motion(family);
  const Matrix beyond(generated.vectors.begin() + family.rank(), generated.vectors.end());
  const Matrix rows = section_equations(part, motion, beyond);
  const auto refuted = [&](Consequences& ends) -> std::optional<Finding> {
    if (!ends.refutation) return std::nullopt;
    auto zeros = outside_zeros(part, family, ends.refutation->remainder);
    if (!zeros) return not_seen();
    Finding finding;
    finding.kind = Kind::no;
    finding.exceptions = *std::move(zeros);
    finding.refutation = std::move(ends.refutation);
    return finding;
  };
  std::optional<Consequences> ends;
  if (part.modulus.basis().empty() && has_no_solution_at_a_place(rows)) {
    ends = consequences(part, motion);
    if (auto finding = refuted(*ends)) return *std::move(finding);
  }
  const LinearAnswer answer =
      solve(rows, family.dimension * family.rank(), part.modulus, family.ring);
  Finding finding;
  if (answer.solvable) {
    finding.kind = Kind::yes;
    finding.section = Section{columns_of(family, answer.top),
                              answer.bottom,
                              std::move(generated.vectors),
                              {family.number(1)}};
    finding.exceptions = std::move(generated.denominators);
    for (const auto& factor : part.factors(answer.bottom).value_or(Vector{}))
      finding.exceptions.push_back(factor);
    return finding;
  }
  if (ends) return closed(part, *ends);
  ends = consequences(part, motion);
  if (auto refutation = refuted(*ends)) return *std::move(refutation);
  return closed(part, *ends);
}

/// False too where that takes too long.
bool proved(const std::string& id, const Part& part, const Finding& finding, Vector& left_out) {
  if (!finding.no_ideal) return proves(id, part, finding, left_out);
  try {
    const WorkBudget budget(operations_on_a_proof);
    return proves(id, part, finding, left_out);
  } catch (const BudgetExceeded&) {
    return false;
  }
}

struct Search {
  const char* id;
  Finding (*ask)(const Part&);
};
constexpr Search searches[] = {
    {"integrable",
     [](const Part& part) {
       return vanishing(part, condition_equations("integrable", part.family));
     }},
    {"eq_3_11",
     [](const Part& part) { return vanishing(part, condition_equations("eq_3_11", part.family)); }},
    {"linear_section", [](const Part& part) { return whole_section(part).finding; }},
    {"cor_3_9", &complementary_ideal},
    {"q1", &question_1}};

}  // namespace

Finding ask(const std::string& id, const Part& part) {
  for (const auto& search : searches) {
    if (id != search.id) continue;
    Finding finding = search.ask(part);
    if (finding.kind == Kind::undecided || finding.generic) return finding;
    finding.reason = reason_of(id, finding);
    Vector left_out;
    finding.proved = proved(id, part, finding, left_out);
    if (finding.no_ideal) {  // what its proof divides by would only lead to smaller parts
      finding.proved =
          finding.proved && std::ranges::all_of(left_out, [&](const P& p) {
            return std::ranges::find(finding.exceptions, p) != finding.exceptions.end();
          });
      return finding;
    }
    for (auto& p : left_out)
      if (std::ranges::find(finding.exceptions, p) == finding.exceptions.end())
        finding.exceptions.push_back(std::move(p));
    if (finding.proved) return finding;
    Finding unproved;
    unproved.reason = "what was found was not proved again";
    return unproved;
  }
  throw InputError("question", "'" + id + "'", "one that is asked with parameters left free");
}

namespace {

/// Of a refutation that leaves out least.
std::optional<Finding> refuted(const std::string& id, const Part& part,
                               const std::vector<Larger>& larger) {
  std::optional<Finding> best;
  int least = 0;
  for (const auto& candidate : larger) {
    Finding finding;
    if (!is_refuted_by(candidate, part, finding.exceptions)) continue;
    int degree = 0;
    for (const auto& p : finding.exceptions) degree += p.total_degree();
    if (best && degree >= least) continue;
    finding.kind = Kind::no;
    finding.proved = true;
    finding.refuted_on = key_of(candidate.part);
    finding.reason = reason_of(id, finding);
    best = std::move(finding);
    least = degree;
  }
  return best;
}

}  // namespace

Finding ask(const std::string& id, const Part& part, const std::vector<Larger>& larger) {
  auto known = refuted(id, part, larger);
  if (known && known->exceptions.empty()) return *std::move(known);
  try {
    Finding finding = ask(id, part);
    if (finding.kind != Kind::undecided || !known) return finding;
  } catch (const BudgetExceeded&) {
    if (!known) throw;
  }
  return *std::move(known);
}

}  // namespace hamel::varying
