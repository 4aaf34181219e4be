// How the questions are asked: the search of each row.
#pragma once

#include <hamel/check/question.hpp>

#include "claims/questions.hpp"
#include "conditions.hpp"
#include "context.hpp"
#include "corollaries.hpp"
#include "gauge_momenta.hpp"
#include "q1.hpp"
#include "q2.hpp"

namespace hamel::question {

template <class S>
Verdict Jacobi::ask(const Subject<S>& about) {
  return jacobi(about.system().algebra);
}

template <class S>
Verdict Nondegenerate::ask(const Subject<S>& about) {
  const Verdict verdict = nondegenerate(about.system());
  if (regular_on_d(about.system())) about.split();
  return verdict;
}

template <class S>
Verdict BracketGenerating::ask(const Subject<S>& about) {
  return bracket_generating(about.split());
}

template <class S>
Verdict AdInvariant::ask(const Subject<S>& about) {
  return ad_invariant(about.system());
}

template <class S>
Verdict Unimodular::ask(const Subject<S>& about) {
  return unimodular(about.system().algebra);
}

template <class S>
Verdict InvariantMeasure::ask(const Subject<S>& about) {
  return invariant_measure(about.split());
}

template <class S>
Verdict Integrable::ask(const Subject<S>& about) {
  return integrable(about.split());
}

template <class S>
Verdict Eq311::ask(const Subject<S>& about) {
  return eq_3_11(about.split());
}

template <class S>
Verdict Cor39::ask(const Subject<S>& about) {
  const MultiplierEquations<S> equations(about.split());
  return cor_3_9(find_ideal(
      about.split(), section_space<S>(equations, whole(StructureConstants<S>(equations.s)))));
}

template <class S>
Verdict Cor410::ask(const Subject<S>& about) {
  return cor_4_10(about.split());
}

template <class S>
Verdict Prop46::ask(const Subject<S>& about) {
  const auto& split = about.split();
  return prop_4_6(split.dimension(), split.rank_d(), integrable(split), eq_3_11(split)).value();
}

template <class S>
bool Prop46::applies(const Subject<S>& about) {
  const auto& split = about.split();
  return split.dimension() == 3 && split.rank_d() == 2 && integrable(split).answer == Answer::fails;
}

template <class S>
Verdict Q1::ask(const Subject<S>& about) {
  return check_q1(about.split());
}

template <class S>
Verdict Q2::ask(const Subject<S>& about) {
  const auto& start = about.system().velocity;
  if (!start) throw DimensionError("velocity", "none", "a start in d");
  return check_q2<S>(about.split(), *start);
}

}  // namespace hamel::question
