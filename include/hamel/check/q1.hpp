// Question Q1, decided exactly: is every nonholonomic motion vakonomic?
#pragma once

#include <cstddef>
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

/// The shortest contradiction between the momentum equations at a start, when there is one up to an order (s + 1
/// when negative, enough at almost all starts).
template <class S>
std::optional<Contradiction<S>> find_contradiction(const AlgebraicSystem<S>& system,
                                                   const DynamicVector<S>& start,
                                                   int largest_order = -1) {
  const DynamicMatrix<S> d = system.d();
  const int r = static_cast<int>(d.cols()), s = system.dimension() - r;
  const int last = largest_order < 0 ? s + 1 : largest_order;
  const DynamicMatrix<S> all = momentum_equations<S>(system, start, last);
  DynamicMatrix<S> target = DynamicMatrix<S>::Constant(s + 1, 1, S(0));
  target(s, 0) = S(1);
  for (int order = 1; order <= last; ++order) {
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

/// How many random starts are tried, first and before giving up on a proof, and how far the search for a rational start m(0) = N(u)/q(u) goes: the
/// degree of q and the number of unknown coefficients.
inline constexpr int q1_random_starts = 4;
inline constexpr int q1_last_starts = 32;
inline constexpr int q1_largest_degree = 8;
inline constexpr int q1_largest_search = 160;

/// Number of unknown coefficients in the search for a start of one degree.
inline std::size_t start_unknowns(int r, int s, int degree) {
  return s * monomials(r, degree + 1).size() + monomials(r, degree).size();
}

/// An answer to Q1 with what proves it; which members are set depends on `kind`, see `check_q1`.
template <class S>
struct Q1Proof {
  Answer answer = Answer::undecided;
  std::string kind, reason;
  bool exact = true, generic = false;
  std::optional<Contradiction<S>> contradiction;  ///< of `no`, or an exception to a generic `start`
  DynamicMatrix<S> certificate;  ///< the ideal, the momentum of a section, the numerator of a start
  DynamicMatrix<S> denominator;  ///< of a start
  DynamicMatrix<S> lambda;       ///< of a section
  int degree = 0;                ///< of the denominator
};

/// Decides Q1 over an exact field, by the shortest reason.
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

  const MultiplierEquations<S> equations(split);
  const auto starts = trial_starts<S>(equations.r, q1_random_starts);
  const auto first_contradiction = [&](const auto& candidates) {
    for (const auto& u : candidates)
      if ((proof.contradiction = find_contradiction<S>(system, split.d() * u))) return true;
    return false;
  };
  const auto no = [&] {
    proof.answer = Answer::fails;
    proof.kind = "no";
    proof.reason =
        "the motion from this start is not vakonomic: the equations for a multiplier, "
        "differentiated " +
        std::to_string(proof.contradiction->combination.rows()) + " times, contradict each other";
    return proof;
  };
  bool contradicted = false;
  for (std::size_t k = starts.size() - q1_random_starts; k < starts.size() && !contradicted; ++k)
    contradicted = contradictory(equations, reduced_rows<S>(equations, starts[k]));
  if (contradicted && first_contradiction(starts)) return no();
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
  if (const auto on_leaf = section_space<S>(equations, leaf_quotient(split)))
    return by_section(on_leaf->particular,
                      "section: m = Lambda u is a multiplier on each leaf of the Lie closure of d");
  for (int degree = 0; degree <= q1_largest_degree; ++degree) {
    if (start_unknowns(equations.r, equations.s, degree) > q1_largest_search) break;
    const auto start = find_start<S>(equations, degree);
    if (!start) continue;
    proof.degree = degree;
    proof.certificate = split.perp_coordinates().transpose() * start->numerator;
    proof.denominator = start->denominator;
    if (degree == 0)
      return yes("start", "start: the multiplier with m(0) = Lambda u(0) works for every motion");
    proof.generic = true;
    std::string reason = "start: the multiplier with m(0) = N(u)/q(u) works wherever q(u) is not 0";
    if (first_contradiction(starts)) reason += "; an exceptional motion is not vakonomic";
    return yes("start", std::move(reason));
  }
  if (first_contradiction(trial_starts<S>(equations.r, q1_last_starts))) return no();
  proof.generic = true;
  proof.exact = false;
  return yes("sampled", "no contradiction at seeded starts: generically yes, not proved");
}

/// Re-proves an answer to Q1 from the system alone.
template <class S>
bool verify(const AlgebraicSystem<S>& system, const Q1Proof<S>& proof) {
  const auto& kind = proof.kind;
  if (kind == "no")
    return verify_no<S>(system, proof.contradiction->start, proof.contradiction->combination);
  if (kind == "integrable") return is_subalgebra<S>(system.algebra, system.d());
  if (kind == "eq_3_11") return verify_eq_3_11<S>(system);
  if (kind == "cor_3_9") return verify_ideal<S>(system, proof.certificate);
  if (kind == "cor_4_10") return verify_graded<S>(system);
  if (kind == "section") return verify_section<S>(system, proof.certificate);
  return kind == "start" &&
         verify_start<S>(system, system.d(), proof.certificate, proof.denominator, proof.degree) &&
         (!proof.contradiction ||
          verify_no<S>(system, proof.contradiction->start, proof.contradiction->combination));
}

/// `q1`: every nonholonomic motion of the system is vakonomic. For exact fields; the verdict is a proof and names
/// the shortest reason. Evidence kinds, each re-verified by `verify`: `integrable`, `eq_3_11`, `cor_3_9`
/// (ideal), `cor_4_10`, `section` (momentum P: p = P u), `start` (numerator, denominator; generic when the
/// denominator is not constant, with an exceptional start when a small one is known), `no` (start,
/// combination). Kind `sampled` is not a proof.
template <class S>
requires is_exact<S> Verdict check_q1(const Splitting<S>& split) {
  const Q1Proof<S> proof = prove_q1(split);
  Verdict verdict;
  verdict.id = "q1";
  verdict.answer = proof.answer;
  verdict.exact = proof.exact;
  verdict.generic = proof.generic;
  verdict.defect = proof.answer == Answer::fails ? 1 : 0;
  verdict.reason = proof.reason;
  Evidence& evidence = verdict.evidence = Evidence(proof.kind);
  if (proof.kind == "no") {
    evidence.add("start", proof.contradiction->start)
        .add("combination", proof.contradiction->combination);
    evidence.add_number("value", proof.contradiction->value);
  } else if (proof.kind == "cor_3_9") {
    evidence.add("ideal", proof.certificate);
  } else if (proof.kind == "section") {
    evidence.add("momentum", proof.certificate)
        .add("lambda", proof.lambda)
        .add("perp", split.perp());
    evidence.add("complement", section_complement<S>(split, proof.lambda));
  } else if (proof.kind == "start") {
    evidence.add("degree", std::to_string(proof.degree));
    evidence.add("numerator", proof.certificate).add("denominator", proof.denominator);
    if (proof.contradiction)
      evidence.add("exception_start", proof.contradiction->start)
          .add("exception_combination", proof.contradiction->combination);
  }
  return verdict;
}

}  // namespace hamel
