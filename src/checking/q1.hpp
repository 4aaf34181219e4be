// Question Q1 as a verdict: is every nonholonomic motion vakonomic?
#pragma once

#include <cstddef>
#include <string>

#include "prove_q1.hpp"

namespace hamel {

namespace detail {

/// Adds what re-proves an answer, every name with a prefix.
template <class S>
void add_evidence(Evidence& evidence, const Q1Proof<S>& proof, const std::string& prefix) {
  const auto contradiction = [&](const Contradiction<S>& found, const std::string& name) {
    evidence.add(name + "start", found.start).add(name + "combination", found.combination);
  };
  if (proof.kind == "no" && proof.prime != 0) {
    evidence.add(prefix + "start", proof.contradiction->start)
        .add(prefix + "prime", std::to_string(proof.prime));
  } else if (proof.kind == "no") {
    contradiction(*proof.contradiction, prefix);
    evidence.add_number(prefix + "value", proof.contradiction->value);
    if (proof.kernel.size() > 0)
      evidence.add(prefix + "degree", std::to_string(proof.degree))
          .add(prefix + "kernel", proof.kernel);
  } else if (proof.kind == "cor_3_9") {
    evidence.add(prefix + "ideal", proof.certificate);
  } else if (proof.kind == "section") {
    evidence.add(prefix + "momentum", proof.certificate);
  } else if (proof.kind == "start") {
    evidence.add(prefix + "degree", std::to_string(proof.degree))
        .add(prefix + "numerator", proof.certificate)
        .add(prefix + "denominator", proof.denominator);
  } else if (proof.kind == "product") {
    for (std::size_t i = 0; i < proof.parts.size(); ++i) {
      const std::string name = prefix + "factor_" + std::to_string(i + 1) + "_";
      evidence.add(name + "d", proof.parts[i]).add(name + "kind", proof.factors[i].kind);
      add_evidence(evidence, proof.factors[i], name);
    }
  }
}

}  // namespace detail

/// `q1`: every nonholonomic motion of the system is vakonomic. For exact fields; the verdict is a proof and names
/// the shortest reason. Holds, not generic: every motion is; holds, generic: every motion outside a proper algebraic
/// subset of starts is, and `exceptions` are motions in it that are not; fails: generic motions are not. Evidence
/// kinds, each re-verified by `verify`: `integrable`, `eq_3_11`, `cor_3_9` (ideal), `cor_4_10`, `section`
/// (momentum P: p = P u), `start` (numerator, denominator; generic when the denominator is not constant), `no`
/// (start, combination, and the kernel that shows the start generic where there is one; or start, prime: the rank
/// modulo the prime shows it), `product` (for each factor the part of
/// d it belongs to, and its own evidence in the basis of `factor_system`). Kind `sampled`, and `no` that is not
/// exact, are what random starts show. Undecided when the budget is used up.
template <class S>
requires is_exact<S> Verdict check_q1(const Splitting<S>& split) {
  Verdict verdict;
  verdict.id = "q1";
  try {
    const WorkBudget budget(q1_operations);
    const Q1Proof<S> proof = prove_q1(split);
    verdict.answer = proof.answer;
    verdict.exact = proof.exact && proof.answer != Answer::undecided;
    verdict.generic = proof.generic;
    verdict.defect = proof.answer == Answer::fails ? 1 : 0;
    verdict.reason = proof.reason;
    Evidence& evidence = verdict.evidence = Evidence(proof.kind);
    detail::add_evidence(evidence, proof, "");
    if (proof.kind == "section")
      evidence.add("lambda", proof.lambda)
          .add("perp", split.perp())
          .add("complement", section_complement<S>(split, proof.lambda));
    for (const auto& exception : proof.exceptions)
      verdict.exceptions.push_back(Evidence("no")
                                       .add("start", exception.start)
                                       .add("combination", exception.combination)
                                       .add_number("value", exception.value));
  } catch (const BudgetExceeded& limit) {
    verdict.reason = limit.what();
  }
  return verdict;
}

}  // namespace hamel
