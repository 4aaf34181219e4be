// From the evidence of a verdict on Q1 back to the proof it describes.
#pragma once

#include <cstdlib>
#include <string>

#include <hamel/check/verdict.hpp>

#include "q1_proof.hpp"

namespace hamel {

/// The proof that the evidence of `check_q1` describes.
template <class S>
Q1Proof<S> proof_of(const Evidence& evidence, Answer answer, const std::string& prefix = "") {
  const auto matrix = [&](const char* name) {
    return evidence.template get_matrix<S>(prefix + name);
  };
  Q1Proof<S> proof;
  proof.answer = answer;
  proof.kind = evidence.get_text(prefix + "kind");
  if (proof.kind == "no") {
    proof.answer = Answer::fails;
    proof.prime = std::strtoull(evidence.get_text(prefix + "prime").c_str(), nullptr, 10);
    const DynamicMatrix<S> start = matrix("start");
    proof.contradiction =
        Contradiction<S>{start.cols() == 1 ? DynamicVector<S>(start.col(0)) : DynamicVector<S>(),
                         matrix("combination"), Rational(1)};
  }
  proof.degree = std::atoi(evidence.get_text(prefix + "degree").c_str());
  proof.denominator = matrix("denominator");
  proof.kernel = matrix("kernel");
  for (const char* name : {"ideal", "momentum", "numerator"})
    if (const auto found = matrix(name); found.size() > 0) proof.certificate = found;
  if (proof.kind == "start") proof.generic = proof.degree > 0;
  for (int i = 1;; ++i) {
    const std::string name = prefix + "factor_" + std::to_string(i) + "_";
    const DynamicMatrix<S> part = evidence.template get_matrix<S>(name + "d");
    if (part.size() == 0) break;
    const bool refuted = evidence.get_text(name + "kind") == "no";
    proof.parts.push_back(part);
    proof.factors.push_back(proof_of<S>(evidence, refuted ? Answer::fails : Answer::holds, name));
    proof.generic = proof.generic || proof.factors.back().generic;
  }
  return proof;
}

}  // namespace hamel
