// Question Q1, decided exactly: is every nonholonomic motion vakonomic?
#pragma once

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <hamel/check/corollaries.hpp>
#include <hamel/check/sections.hpp>
#include <hamel/check/verify.hpp>

namespace hamel {

/// The contradiction a start leads to: `combination` as in `verify_no`.
template <class S>
struct Contradiction {
  DynamicVector<S> start;        ///< a(0) in d
  DynamicMatrix<S> combination;  ///< orders x r
  S value;                       ///< the combination reads 0 = value
};

/// The shortest contradiction between the momentum equations at a start, when there is one up to
/// order s + 1.
template <class S>
std::optional<Contradiction<S>> find_contradiction(const AlgebraicSystem<S>& system,
                                                   const DynamicVector<S>& start) {
  const DynamicMatrix<S> d = system.d();
  const int r = static_cast<int>(d.cols()), s = system.dimension() - r;
  const DynamicMatrix<S> all = momentum_equations<S>(system, start, s + 1);
  DynamicMatrix<S> target = DynamicMatrix<S>::Constant(s + 1, 1, S(0));
  target(s, 0) = S(1);
  for (int order = 1; order <= s + 1; ++order) {
    const DynamicMatrix<S> equations = all.topRows(order * r).transpose();
    const auto found = solve<S>(equations, target);
    if (!found) continue;
    Contradiction<S> result{start, DynamicMatrix<S>(order, r), S(1)};
    for (int k = 0; k < order; ++k)
      result.combination.row(k) = found->col(0).segment(k * r, r).transpose();
    return result;
  }
  return std::nullopt;
}

/// Small integer starts u(0) in the order a reader would try them, then `random` seeded ones.
template <class S>
std::vector<DynamicVector<S>> trial_starts(int r, int random) {
  std::vector<DynamicVector<S>> starts;
  const auto unit = [&](int i) {
    DynamicVector<S> u = DynamicVector<S>::Constant(r, S(0));
    u(i) = S(1);
    return u;
  };
  for (int i = 0; i < r; ++i) starts.push_back(unit(i));
  for (int i = 0; i < r; ++i)
    for (int j = i + 1; j < r; ++j) starts.push_back(unit(i) + unit(j));
  std::mt19937 generator(20130717);
  std::uniform_int_distribution<int> digit(-9, 9);
  for (int k = 0; k < random; ++k) {
    DynamicVector<S> u(r);
    for (int i = 0; i < r; ++i) u(i) = S(digit(generator));
    starts.push_back(std::move(u));
  }
  return starts;
}

/// How many random starts are tried, and how far the search for a rational start m(0) = N(u)/q(u) goes: the
/// degree of q and the number of unknown coefficients.
inline constexpr int q1_random_starts = 4;
inline constexpr int q1_largest_degree = 8;
inline constexpr int q1_largest_search = 160;

/// Number of unknown coefficients in the search for a start of one degree.
inline std::size_t start_unknowns(int r, int s, int degree) {
  return s * monomials(r, degree + 1).size() + monomials(r, degree).size();
}

/// `q1`: every nonholonomic motion of the system is vakonomic. Exact fields only; the verdict is a
/// proof and names the shortest reason. Evidence kinds, each re-verified by `verify`: `integrable`,
/// `eq_3_11`, `cor_3_9` (ideal), `cor_4_10`, `section` (momentum P), `start` (numerator,
/// denominator; generic when the denominator is not constant), `no` (start, combination). Kind
/// `sampled` is not a proof.
template <class S>
Verdict check_q1(const Splitting<S>& split) {
  const auto& system = split.system();
  Verdict verdict;
  verdict.id = "q1";
  verdict.exact = true;
  const auto yes = [&](std::string reason, Evidence evidence) {
    verdict.answer = Answer::holds;
    verdict.reason = std::move(reason);
    verdict.evidence = std::move(evidence);
    return verdict;
  };
  if (split.rank_perp() == 0) return yes("there is no constraint: d = g", Evidence("integrable"));
  if (split.rank_d() == 0) return yes("d = 0: rest is the only motion", Evidence("integrable"));
  if (integrable(split))
    return yes("integrable: [d,d] is in d, both problems coincide", Evidence("integrable"));
  if (eq_3_11(split))
    return yes("eq_3_11: nonholonomic motions are unconstrained ones", Evidence("eq_3_11"));

  const MultiplierEquations<S> equations(split);
  const auto starts = trial_starts<S>(equations.r, q1_random_starts);
  const auto no = [&](const DynamicVector<S>& u) {
    const auto contradiction = find_contradiction<S>(system, split.d() * u);
    if (!contradiction) return false;
    verdict.answer = Answer::fails;
    verdict.defect = 1;
    verdict.reason =
        "the motion from this start is not vakonomic: the equations for a multiplier, "
        "differentiated " +
        std::to_string(contradiction->combination.rows()) + " times, contradict each other";
    verdict.evidence = Evidence("no");
    verdict.evidence.add("start", contradiction->start)
        .add("combination", contradiction->combination);
    verdict.evidence.add_number("value", contradiction->value);
    return true;
  };
  bool contradicted = false;
  for (std::size_t k = starts.size() - q1_random_starts; k < starts.size() && !contradicted; ++k)
    contradicted = contradictory(equations, reduced_rows<S>(equations, starts[k]));
  if (contradicted)
    for (const auto& u : starts)
      if (no(u)) return verdict;

  DynamicMatrix<S> identity = whole(StructureConstants<S>(equations.s));
  const auto sections = section_space<S>(equations, identity);
  const auto search = find_ideal(split, sections);
  if (search.ideal)
    return yes("cor_3_9: an ideal complementary to d",
               Evidence("cor_3_9").add("ideal", *search.ideal));
  if (cor_4_10(split))
    return yes("cor_4_10: graded, and the cubic condition holds", Evidence("cor_4_10"));
  const auto by_section = [&](const DynamicMatrix<S>& lambda, const char* reason) {
    Evidence evidence("section");
    evidence.add("momentum", section_momentum<S>(split, lambda))
        .add("lambda", lambda)
        .add("perp", split.perp());
    evidence.add("complement", section_complement<S>(split, lambda));
    return yes(reason, std::move(evidence));
  };
  if (sections)
    return by_section(sections->particular,
                      "section: m = Lambda u is a multiplier for every motion");
  if (const auto on_leaf = section_space<S>(equations, leaf_quotient(split)))
    return by_section(on_leaf->particular,
                      "section: m = Lambda u is a multiplier on each leaf of the Lie closure of d");
  for (int degree = 0; degree <= q1_largest_degree; ++degree) {
    if (start_unknowns(equations.r, equations.s, degree) > q1_largest_search) break;
    const auto start = find_start<S>(equations, degree);
    if (!start) continue;
    Evidence evidence("start");
    evidence.add("degree", std::to_string(degree));
    evidence.add("numerator", split.perp_coordinates().transpose() * start->numerator);
    evidence.add("denominator", start->denominator);
    if (degree == 0)
      return yes("start: the multiplier with m(0) = Lambda u(0) works for every motion", evidence);
    verdict.generic = true;
    std::string reason = "start: the multiplier with m(0) = N(u)/q(u) works wherever q(u) is not 0";
    for (const auto& u : starts)
      if (const auto exception = find_contradiction<S>(system, split.d() * u)) {
        evidence.add("exception_start", exception->start)
            .add("exception_combination", exception->combination);
        reason += "; an exceptional motion is not vakonomic";
        break;
      }
    return yes(std::move(reason), std::move(evidence));
  }
  verdict.generic = true;
  verdict.exact = false;
  return yes("no contradiction at seeded starts: generically yes, not proved", Evidence("sampled"));
}

}  // namespace hamel
