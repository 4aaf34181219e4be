// Answers that are proofs.
#pragma once

#include <string>
#include <utility>

#include <hamel/check/verdict.hpp>

namespace hamel {

/// An exact answer to a question, with what proves it.
inline Verdict exact_verdict(const char* id, Answer answer, std::string reason, Evidence evidence) {
  Verdict verdict;
  verdict.id = id;
  verdict.answer = answer;
  verdict.exact = true;
  verdict.defect = answer == Answer::fails ? 1 : 0;
  verdict.reason = std::move(reason);
  verdict.evidence = std::move(evidence);
  return verdict;
}

}  // namespace hamel
