// Re-proving a verdict from its evidence, as it was printed.
#pragma once

#include <cstdlib>
#include <string>

#include <hamel/check/verdict.hpp>
#include <hamel/check/verify.hpp>

namespace hamel {

/// Re-proves a verdict of `check_q1` or `check_q2`, or a verdict of `check_all` that carries a proof or a witness, from the
/// system alone. False when the evidence does not prove the answer, or the verdict does not claim a proof.
inline bool verify(const AlgebraicSystem<Rational>& system, const Verdict& verdict) {
  using S = Rational;
  const Evidence& evidence = verdict.evidence;
  const std::string kind = evidence.kind();
  const auto matrix = [&](const char* name) { return evidence.get_matrix<S>(name); };
  const auto vector = [&](const char* name) -> DynamicVector<S> {
    const DynamicMatrix<S> m = matrix(name);
    return m.cols() == 1 ? DynamicVector<S>(m.col(0)) : DynamicVector<S>();
  };
  const DynamicMatrix<S> d = system.d();
  if (!verdict.exact || verdict.answer == Answer::undecided) return false;
  const bool holds = verdict.answer == Answer::holds;
  if (kind == "no") return !holds && verify_no<S>(system, vector("start"), matrix("combination"));
  if (kind == "integrable" && holds) return is_subalgebra<S>(system.algebra, d);
  if (kind == "integrable") {
    const auto a = vector("a"), b = vector("b");
    return a.size() == system.dimension() && b.size() == a.size() &&
           contains<S>(d, join<S>(a, b)) && !contains<S>(d, system.algebra.bracket(a, b));
  }
  if (kind == "eq_3_11" && holds) return verify_eq_3_11<S>(system);
  if (kind == "eq_3_11") {
    const auto a1 = vector("a1"), a2 = vector("a2"), b = vector("b");
    if (a1.size() != system.dimension() || a2.size() != a1.size() || b.size() != a1.size())
      return false;
    const DynamicVector<S> value = system.algebra.bracket(a2, b).transpose() * system.metric * a1 +
                                   system.algebra.bracket(a1, b).transpose() * system.metric * a2;
    return contains<S>(d, join<S>(a1, a2)) && (d.transpose() * system.metric * b).isZero(S(0)) &&
           value(0) != S(0) && matrix("S") == DynamicMatrix<S>(value);
  }
  if (kind == "cor_3_9") return holds && verify_ideal<S>(system, matrix("ideal"));
  if (kind == "cor_4_10") return holds == verify_graded<S>(system);
  if (kind == "section") return holds && verify_section<S>(system, matrix("momentum"));
  if (kind == "start") {
    const DynamicMatrix<S> exception = matrix("exception_combination");
    return holds &&
           (exception.size() == 0 || verify_no<S>(system, vector("exception_start"), exception)) &&
           verify_start<S>(system, d, matrix("numerator"), matrix("denominator"),
                           std::atoi(evidence.get_text("degree").c_str()));
  }
  if (kind == "motion") {
    const DynamicMatrix<S> basis = matrix("subspace"), q = matrix("denominator");
    const int degree = std::atoi(evidence.get_text("degree").c_str());
    const auto v = solve<S>(basis, matrix("start"));
    return holds && v && verify_start<S>(system, basis, matrix("numerator"), q, degree) &&
           (q * monomial_values<S>(v->col(0), degree))(0, 0) != S(0);
  }
  return false;
}

}  // namespace hamel
