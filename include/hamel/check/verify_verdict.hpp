// Re-proving a verdict from its evidence, as it was printed.
#pragma once

#include <cstdlib>
#include <string>

#include <hamel/algebra/invariants.hpp>
#include <hamel/check/q1_proof.hpp>
#include <hamel/check/verdict.hpp>
#include <hamel/check/verify.hpp>

namespace hamel {

/// Whether the reduced nonholonomic field has divergence 0: the sum over k of the D_k component of twice the
/// polarised F(D_i, D_k), for every i.
template <class S>
bool verify_divergence_free(const AlgebraicSystem<S>& system) {
  const DynamicMatrix<S> d = system.d();
  const DynamicMatrix<S> onto_u =
      inverse<S>(d.transpose() * system.metric * d).value() * d.transpose();
  for (Eigen::Index i = 0; i < d.cols(); ++i) {
    S sum(0);
    for (Eigen::Index k = 0; k < d.cols(); ++k) {
      const DynamicVector<S> force = system.algebra.ad_star(d.col(i), system.metric * d.col(k)) +
                                     system.algebra.ad_star(d.col(k), system.metric * d.col(i));
      sum += (onto_u.row(k) * force).value();
    }
    if (sum != S(0)) return false;
  }
  return true;
}

/// The proof that the evidence of `check_q1` describes.
inline Q1Proof<Rational> proof_of(const Evidence& evidence, Answer answer,
                                  const std::string& prefix = "") {
  const auto matrix = [&](const char* name) { return evidence.get_matrix<Rational>(prefix + name); };
  Q1Proof<Rational> proof;
  proof.answer = answer;
  proof.kind = evidence.get_text(prefix + "kind");
  if (proof.kind == "no") {
    proof.answer = Answer::fails;
    proof.prime = std::strtoull(evidence.get_text(prefix + "prime").c_str(), nullptr, 10);
    const DynamicMatrix<Rational> start = matrix("start");
    proof.contradiction =
        Contradiction<Rational>{start.cols() == 1 ? DynamicVector<Rational>(start.col(0))
                                                  : DynamicVector<Rational>(),
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
    const DynamicMatrix<Rational> part = evidence.get_matrix<Rational>(name + "d");
    if (part.size() == 0) break;
    const bool refuted = evidence.get_text(name + "kind") == "no";
    proof.parts.push_back(part);
    proof.factors.push_back(proof_of(evidence, refuted ? Answer::fails : Answer::holds, name));
    proof.generic = proof.generic || proof.factors.back().generic;
  }
  return proof;
}

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
  if (verdict.id == "jacobi") return jacobi_defect(system.algebra).nonzero != holds;
  if (verdict.id == "unimodular") return is_unimodular(system.algebra) == holds;
  if (verdict.id == "invariant_measure") return verify_divergence_free(system) == holds;
  if (verdict.id == "nondegenerate")
    return (rank<S>(system.metric) == system.dimension() &&
            rank<S>(d.transpose() * system.metric * d) == d.cols()) == holds;
  if (verdict.id == "ad_invariant") {
    bool skew = true;
    for (int a = 0; a < system.dimension(); ++a) {
      const DynamicMatrix<S> form =
          system.metric * system.algebra.ad(system.algebra.basis_vector(a));
      skew = skew && !((form + form.transpose()).array() != S(0)).any();
    }
    return skew == holds;
  }
  if (verdict.id == "bracket_generating") {
    if (holds) return generated_subalgebra<S>(system.algebra, d).cols() == system.dimension();
    const DynamicMatrix<S> closure = matrix("closure");  // a smaller subalgebra that contains d
    return closure.rows() == system.dimension() && rank<S>(closure) < system.dimension() &&
           contains<S>(closure, d) && is_subalgebra<S>(system.algebra, closure);
  }
  for (const auto& exception : verdict.exceptions)
    if (!verify_no<S>(system, exception.get_matrix<S>("start"),
                      exception.get_matrix<S>("combination")))
      return false;
  if (kind == "product") return verify(system, proof_of(evidence, verdict.answer));
  if (kind == "no" && verdict.id == "q1")
    return !holds && verify(system, proof_of(evidence, verdict.answer));
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
    return holds && verdict.generic == (std::atoi(evidence.get_text("degree").c_str()) > 0) &&
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
