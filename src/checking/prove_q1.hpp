// Question Q1 over any exact field: is every, or almost every, nonholonomic motion vakonomic, and what proves it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "claims/q1_proof.hpp"
#include "contradiction.hpp"
#include "corollaries.hpp"
#include "exact/real_roots.hpp"
#include "factors.hpp"
#include "leaf.hpp"
#include "probe.hpp"
#include "starts.hpp"

namespace hamel {

/// Exact operations spent on the combination of equations of a "no" before a rank modulo a prime stands for it.
inline constexpr std::int64_t combination_operations = 2'000'000;

/// How many starts are tried in the search for a "no" and for exceptional motions, and how many of these are named.
inline constexpr std::size_t q1_trial_starts = 60;
inline constexpr std::size_t q1_largest_exceptions = 3;

namespace detail {

/// Starts in the order of size and simplicity, then dense random ones.
template <class S>
std::vector<DynamicVector<S>> ordered_starts(int r) {
  auto starts = trial_starts<S>(r, 2 * q1_random_starts);
  if (starts.size() > q1_trial_starts)
    starts.erase(starts.begin() + q1_trial_starts - 2 * q1_random_starts,
                 starts.end() - 2 * q1_random_starts);
  return starts;
}

/// A contradiction at a start of the leaf as one of the system it is a leaf of.
template <class S>
Contradiction<S> lifted(const Restriction<S>& leaf, Contradiction<S> found) {
  found.start = leaf.basis * found.start;
  return found;
}

/// The degrees of vectors, polynomial in u, that may certify a generic rank.
inline constexpr int q1_largest_kernel_degree = 4;

/// Vectors that certify the generic rank at the start, when it is not the number of unknowns.
template <class S>
void certify_kernel(const Probe<S>& probe, const Restriction<S>& leaf,
                    const DynamicVector<S>& start, Q1Proof<S>& proof) {
  if constexpr (std::is_same_v<S, Rational>) {
    const Splitting<S> split(leaf.system);
    const MultiplierEquations<S> equations(split);
    const DynamicMatrix<S> onto_mu = split.perp_coordinates().transpose();
    const auto proves = [&](int degree) {
      return [&, degree](const DynamicMatrix<S>& vectors) {
        return verify_generic<S>(leaf.system, start, onto_mu * vectors, degree);
      };
    };
    const int missing = probe.unknowns() - probe.generic().linear;
    for (int degree = 1; degree <= q1_largest_kernel_degree; ++degree) {
      if (std::size_t(equations.s) * monomials(equations.r, degree).size() > q1_largest_search)
        break;
      const auto found = find_kernel(equations, degree, missing, proves(degree));
      if (!found) continue;
      proof.kernel = leaf.coordinates.transpose() * onto_mu * *found;
      proof.degree = degree;
      return;
    }
  }
}

/// "No": the equations contradict each other at a start where their rank is generic.
template <class S>
Q1Proof<S> prove_no(const Probe<S>& probe, const Restriction<S>& leaf) {
  Q1Proof<S> proof;
  for (const auto& u : ordered_starts<S>(static_cast<int>(leaf.system.d().cols()))) {
    const StartRanks ranks = probe.at(u);
    if (!ranks.contradictory() || ranks.linear < probe.generic().linear) continue;
    const DynamicVector<S> start = leaf.system.d() * u;
    const bool full = probe.generic().linear == probe.unknowns();
    if (!full) certify_kernel(probe, leaf, start, proof);
    const bool proved = full || proof.kernel.size() > 0;
    try {
      const WorkBudget budget(combination_operations);
      proof.contradiction = find_contradiction<S>(leaf.system, start);
    } catch (const BudgetExceeded&) {
      if (!std::is_same_v<S, Rational> || !full) throw;
      proof.contradiction = Contradiction<S>{start, DynamicMatrix<S>(), S(0)};
      proof.prime = probe.prime();
    }
    if (!proof.contradiction) continue;
    proof.contradiction = lifted(leaf, *proof.contradiction);
    proof.answer = Answer::fails;
    proof.kind = "no";
    proof.exact = proved;
    proof.reason =
        "the motion from this start is not vakonomic: the equations for a multiplier, "
        "differentiated " +
        std::to_string(ranks.orders) + " times, contradict each other; the start is generic, " +
        (full     ? "their rank is as large as it can be"
         : proved ? "what is left of m is a polynomial in u at every start"
                  : "as far as random starts show");
    return proof;
  }
  proof.exact = false;
  proof.reason = "random starts contradict, but none that was tried proves it";
  return proof;
}

/// Rational starts u at which the polynomial q of a start vanishes: where straight lines through trial starts meet
/// it. Every linear factor of q is met.
inline std::vector<DynamicVector<Rational>> zeros_of_denominator(const DynamicMatrix<Rational>& q,
                                                                 int degree, int r) {
  std::vector<DynamicVector<Rational>> zeros;
  const auto starts = ordered_starts<Rational>(r);
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const auto& from = starts[k];
    if ((q * monomial_values<Rational>(from, degree))(0, 0).is_zero()) {
      zeros.push_back(from);
      continue;
    }
    const auto& to = starts[starts.size() - 1 - k % 4];
    DynamicMatrix<Rational> powers(degree + 1, degree + 1), values(degree + 1, 1);
    for (int t = 0; t <= degree; ++t) {
      const DynamicVector<Rational> u = from + Rational(t) * to;
      for (int j = 0; j <= degree; ++j)
        powers(t, j) = j == 0 ? Rational(1) : Rational(powers(t, j - 1) * Rational(t));
      values(t, 0) = (q * monomial_values<Rational>(u, degree))(0, 0);
    }
    const DynamicMatrix<Rational> c = solve<Rational>(powers, values).value();
    for (const auto& root :
         real_roots(Polynomial(std::vector<Rational>(c.data(), c.data() + c.size()))))
      if (root.is_rational()) zeros.emplace_back(from + root.lower * to);
  }
  return zeros;
}

/// Motions that are not vakonomic beside a generic "yes", the simplest first.
template <class S>
std::vector<Contradiction<S>> find_exceptions(const Probe<S>& probe, const Restriction<S>& leaf,
                                              const Start<S>& start) {
  std::vector<Contradiction<S>> found;
  const int r = static_cast<int>(leaf.system.d().cols());
  std::vector<DynamicVector<S>> candidates;
  if constexpr (std::is_same_v<S, Rational>)
    candidates = zeros_of_denominator(start.denominator, start.degree, r);
  else
    candidates = ordered_starts<S>(r);
  for (const auto& u : candidates) {
    if (found.size() == q1_largest_exceptions) break;
    const StartRanks ranks = probe.at(u);
    if (!ranks.contradictory()) continue;
    const DynamicVector<S> a = leaf.system.d() * u;
    if (auto contradiction = find_contradiction<S>(leaf.system, a))
      found.push_back(lifted(leaf, std::move(*contradiction)));
  }
  return found;
}

/// "Yes" by a start m(0) = N(u)/q(u), or by the absence of contradictions at random starts.
template <class S>
Q1Proof<S> prove_start(const Probe<S>& probe, const Restriction<S>& leaf) {
  Q1Proof<S> proof;
  proof.answer = Answer::holds;
  proof.generic = true;
  const Splitting<S> split(leaf.system);
  const MultiplierEquations<S> equations(split);
  const DynamicMatrix<S> onto_mu =
      leaf.coordinates.transpose() * split.perp_coordinates().transpose();
  [[maybe_unused]] const auto proves = [&](const Start<S>& start) {
    return verify_start<S>(leaf.system, leaf.system.d(),
                           split.perp_coordinates().transpose() * start.numerator,
                           start.denominator, start.degree);
  };
  for (int degree = 0; degree <= q1_largest_degree; ++degree) {
    if (start_unknowns(equations.r, equations.s, degree) > q1_largest_search) break;
    std::optional<Start<S>> start;
    if constexpr (std::is_same_v<S, Rational>)
      start = find_start(equations, degree, proves);
    else
      start = find_start<S>(equations, degree);
    if (!start) continue;
    proof.kind = "start";
    proof.degree = degree;
    proof.certificate = onto_mu * start->numerator;
    proof.denominator = start->denominator;
    proof.generic = degree > 0;
    proof.reason = degree == 0
                       ? "start: the multiplier with m(0) = Lambda u(0) works for every motion"
                       : "start: the multiplier with m(0) = N(u)/q(u) works wherever q(u) is not 0";
    if (degree > 0) proof.exceptions = find_exceptions(probe, leaf, *start);
    if (!proof.exceptions.empty()) proof.reason += "; exceptional motions are not vakonomic";
    return proof;
  }
  proof.kind = "sampled";
  proof.exact = false;
  proof.reason = "no contradiction at random starts: generically yes, not proved";
  return proof;
}

/// A contradiction of a factor as one of the product: the other factors are at rest.
template <class S>
Contradiction<S> of_product(const AlgebraicSystem<S>& system, const Restriction<S>& factor,
                            const DynamicMatrix<S>& part, const Contradiction<S>& found) {
  Contradiction<S> result{factor.basis * found.start, {}, found.value};
  if (found.combination.size() > 0)
    result.combination = found.combination * solve<S>(system.d(), part).value().transpose();
  return result;
}

}  // namespace detail

/// The answer to Q1 for a product from those of its factors: no if one is generically no, yes if all are.
template <class S>
Q1Proof<S> combined(const AlgebraicSystem<S>& system, Q1Proof<S> proof) {
  proof.kind = "product";
  proof.answer = Answer::holds;
  const std::string all = std::to_string(proof.factors.size());
  std::string words = "product of " + all + " factors, each of them yes";
  for (std::size_t i = 0; i < proof.factors.size(); ++i) {
    const auto& factor = proof.factors[i];
    if (factor.answer == Answer::fails) {
      const bool better = proof.answer != Answer::fails || (factor.exact && !proof.exact);
      if (better) {
        proof.contradiction = detail::of_product(system, factor_system<S>(system, proof.parts[i]),
                                                 proof.parts[i], *factor.contradiction);
        proof.exact = factor.exact;
      }
      proof.answer = Answer::fails;
      words = "product of " + all + " factors, one of them no: " + factor.reason;
    } else if (proof.answer != Answer::fails) {
      if (factor.answer == Answer::undecided) {
        proof.answer = Answer::undecided;
        words = "product of " + all + " factors, one of them undecided: " + factor.reason;
      }
      proof.exact = proof.exact && factor.exact;
      proof.generic = proof.generic || factor.generic;
    }
  }
  if (proof.answer == Answer::holds)
    for (std::size_t i = 0; i < proof.factors.size(); ++i)
      for (const auto& exception : proof.factors[i].exceptions)
        if (proof.exceptions.size() < q1_largest_exceptions)
          proof.exceptions.push_back(detail::of_product(
              system, factor_system<S>(system, proof.parts[i]), proof.parts[i], exception));
  if (proof.answer != Answer::holds) proof.generic = false;
  proof.reason = std::move(words);
  return proof;
}

/// Decides Q1 over an exact field, by the shortest reason. Under a WorkBudget it may throw BudgetExceeded.
template <class S>
Q1Proof<S> prove_q1(const Splitting<S>& split) {
  const auto& system = split.system();
  Q1Proof<S> proof;
  const auto yes = [&](const char* kind, std::string reason) {
    proof.answer = Answer::holds;
    proof.kind = kind;
    proof.reason = std::move(reason);
    return proof;
  };
  if (split.rank_perp() == 0) return yes("integrable", "there is no constraint: d = g");
  if (split.rank_d() == 0) return yes("integrable", "d = 0: rest is the only motion");
  if (integrable(split))
    return yes("integrable", "integrable: [d,d] is in d, both problems coincide");
  if (eq_3_11(split)) return yes("eq_3_11", "eq_3_11: nonholonomic motions are unconstrained ones");

  const Restriction<S> on_leaf = leaf(system);
  auto parts = factor_parts<S>(on_leaf.system);
  if (parts.size() > 1) {
    for (auto& part : parts) {
      part = on_leaf.basis * part;
      const Restriction<S> factor = factor_system<S>(system, part);
      proof.factors.push_back(prove_q1(Splitting<S>(factor.system)));
      proof.parts.push_back(part);
    }
    return combined(system, std::move(proof));
  }
  const Probe<S> probe(on_leaf.system);
  if (probe && probe.generic().contradictory()) return detail::prove_no(probe, on_leaf);

  const MultiplierEquations<S> equations(split);
  const auto sections = section_space<S>(equations, whole(StructureConstants<S>(equations.s)));
  if (auto search = find_ideal(split, sections); search.ideal) {
    proof.certificate = std::move(*search.ideal);
    return yes("cor_3_9", "cor_3_9: an ideal complementary to d");
  }
  if (cor_4_10(split)) return yes("cor_4_10", "cor_4_10: graded, and the cubic condition holds");
  const auto by_section = [&](const DynamicMatrix<S>& lambda, const char* reason) {
    proof.lambda = lambda;
    proof.certificate = section_momentum<S>(split, lambda);
    return yes("section", reason);
  };
  if (sections)
    return by_section(sections->particular,
                      "section: m = Lambda u is a multiplier for every motion");
  if (const auto on_closure = section_space<S>(equations, leaf_quotient(split)))
    return by_section(on_closure->particular,
                      "section: m = Lambda u is a multiplier on each leaf of the Lie closure of d");
  return detail::prove_start(probe, on_leaf);
}

}  // namespace hamel
