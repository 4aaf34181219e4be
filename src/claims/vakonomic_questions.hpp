// Questions about nonholonomic motions that are vakonomic, or unconstrained ones.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <hamel/check/question.hpp>

#include "exact/monomials.hpp"
#include "exact/subspaces.hpp"
#include "q1_proof.hpp"
#include "verify.hpp"

namespace hamel::question {

/// A vector of evidence; of no components when there is none of that name.
template <class S>
DynamicVector<S> evidence_vector(const Evidence& evidence, const char* name) {
  const DynamicMatrix<S> m = evidence.template get_matrix<S>(name);
  return m.cols() == 1 ? DynamicVector<S>(m.col(0)) : DynamicVector<S>();
}
template <class S>
DynamicVector<S> evidence_vector(const Verdict& verdict, const char* name) {
  return evidence_vector<S>(verdict.evidence, name);
}

struct Integrable : Question {
  static constexpr std::string_view id = "integrable";
  static constexpr std::string_view statement = "[d,d] is in d: the constraint is holonomic";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, prop. 2.6";
  static constexpr Needs needs = Needs::algebra;
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    const DynamicMatrix<S> d = system.d();
    if (verdict) return is_subalgebra<S>(system.algebra, d);
    const auto a = evidence_vector<S>(verdict, "a"), b = evidence_vector<S>(verdict, "b");
    return a.size() == system.dimension() && b.size() == a.size() &&
           contains<S>(d, join<S>(a, b)) && !contains<S>(d, system.algebra.bracket(a, b));
  }
};

struct Eq311 : Question {
  static constexpr std::string_view id = "eq_3_11";
  static constexpr std::string_view statement =
      "g(a1,[a2,b]) + g(a2,[a1,b]) = 0 on d x d x d_perp: geodesics that start in d stay there";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, cor. 3.5, polarised";
  static constexpr Needs needs = Needs::metric;
  static std::vector<const char*> read_by_verify(bool holds) {
    if (holds) return {};
    return {"a1", "a2", "b", "S"};
  }
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    if (verdict) return verify_eq_3_11<S>(system);
    const DynamicMatrix<S> d = system.d();
    const auto a1 = evidence_vector<S>(verdict, "a1"), a2 = evidence_vector<S>(verdict, "a2"),
               b = evidence_vector<S>(verdict, "b");
    if (a1.size() != system.dimension() || a2.size() != a1.size() || b.size() != a1.size())
      return false;
    const DynamicMatrix<S> value = system.algebra.bracket(a2, b).transpose() * system.metric * a1 +
                                   system.algebra.bracket(a1, b).transpose() * system.metric * a2;
    const DynamicMatrix<S> said = verdict.evidence.template get_matrix<S>("S");
    return contains<S>(d, join<S>(a1, a2)) && (d.transpose() * system.metric * b).isZero(S(0)) &&
           value(0, 0) != S(0) && said.size() == 1 && said(0, 0) == value(0, 0);
  }
};

struct Cor39 : Question {
  static constexpr std::string_view id = "cor_3_9";
  static constexpr std::string_view statement =
      "an ideal complementary to d gives every nonholonomic motion a multiplier";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, cor. 3.9";
  static constexpr Needs needs = Needs::motion;
  static std::vector<const char*> read_by_verify(bool) { return {"ideal"}; }
  template <class S>
  static bool applies(const Subject<S>& about) {
    return about.system().constrained();
  }
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    return verdict && verify_ideal<S>(system, verdict.evidence.template get_matrix<S>("ideal"));
  }
};

struct Cor410 : Question {
  static constexpr std::string_view id = "cor_4_10";
  static constexpr std::string_view statement = "the system is graded and g(a,[a,[a,c]]) = 0 on d";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, cor. 4.10, polarised";
  static constexpr Needs needs = Needs::motion;
  template <class S>
  static bool applies(const Subject<S>& about) {
    return about.system().constrained();
  }
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    return verify_graded<S>(system) == bool(verdict);
  }
};

struct Prop46 : Question {
  static constexpr std::string_view id = "prop_4_6";
  static constexpr std::string_view statement = "rank 2 in dimension 3: Q1 holds iff eq_3_11 does";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, prop. 4.6";
  static constexpr std::string_view kind = Eq311::id;
  static constexpr Needs needs = Needs::motion;
  static std::vector<const char*> read_by_verify(bool holds) {
    return Eq311::read_by_verify(holds);
  }
  static constexpr bool in_families = false;  // where it applies depends on the parameter
  template <class S>
  static bool applies(const Subject<S>& about);
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    const DynamicMatrix<S> d = system.d();
    return system.dimension() == 3 && d.cols() == 2 && !is_subalgebra<S>(system.algebra, d) &&
           Eq311::verify(system, verdict);
  }
};

struct Q1 : Question {
  static constexpr std::string_view id = "q1";
  static constexpr std::string_view statement = "every nonholonomic motion is vakonomic";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, question Q1";
  static constexpr Needs needs = Needs::motion;
  template <class S>
  static Verdict ask(const Subject<S>& about);
  /// By the proof that the evidence describes, and by a contradiction for each exception.
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    for (const auto& exception : verdict.exceptions)
      if (!verify_no<S>(system, evidence_vector<S>(exception, "start"),
                        exception.template get_matrix<S>("combination")))
        return false;
    const Q1Proof<S> proof = proof_of<S>(verdict.evidence, verdict.answer);
    const bool refutes = proof.kind == "no", divides = proof.kind == "product";
    const bool says_so =
        verdict ? !refutes && verdict.generic == proof.generic : refutes || divides;
    return says_so && hamel::verify<S>(system, proof);
  }
};

struct Q2 : Question {
  static constexpr std::string_view id = "q2";
  static constexpr std::string_view statement =
      "the nonholonomic motion from this start is vakonomic";
  static constexpr std::string_view source = "Jozwikowski & Respondek 2013, question Q2";
  static constexpr Needs needs = Needs::start;
  static constexpr bool in_families = false;
  template <class S>
  static Verdict ask(const Subject<S>& about);
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    const auto matrix = [&](const char* name) {
      return verdict.evidence.template get_matrix<S>(name);
    };
    const std::string kind = verdict.evidence.kind();
    if (!verdict)
      return kind == "no" &&
             verify_no<S>(system, evidence_vector<S>(verdict, "start"), matrix("combination"));
    const DynamicMatrix<S> basis = matrix("subspace"), q = matrix("denominator");
    const int degree = std::atoi(verdict.evidence.get_text("degree").c_str());
    const auto start = evidence_vector<S>(verdict, "start");
    if (start.size() != system.dimension() || basis.rows() != start.size()) return false;
    const auto v = solve<S>(basis, start);
    return kind == "motion" && v && v->cols() == 1 &&
           verify_start<S>(system, basis, matrix("numerator"), q, degree) &&
           (q * monomial_values<S>(v->col(0), degree))(0, 0) != S(0);
  }
};

}  // namespace hamel::question
