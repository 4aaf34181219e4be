// What proves an answer to Q1, and its verification from the system alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <hamel/check/verdict.hpp>

#include "exact/residue.hpp"
#include "exact/subspaces.hpp"
#include "restriction.hpp"
#include "verify.hpp"

namespace hamel {

/// Exact operations that `check_q1` may spend.
inline constexpr std::int64_t q1_operations = 60'000'000;

/// The contradiction a start leads to: `combination` as in `verify_no`.
template <class S>
struct Contradiction {
  DynamicVector<S> start;        ///< a(0) in d
  DynamicMatrix<S> combination;  ///< orders x r
  S value;                       ///< the combination reads 0 = value
};

/// An answer to Q1 with what proves it; which members are set depends on `kind`, see `check_q1`.
template <class S>
struct Q1Proof {
  Answer answer = Answer::undecided;
  std::string kind, reason;
  bool exact = true, generic = false;
  std::optional<Contradiction<S>>
      contradiction;  ///< of `no`; without combination: a rank modulo `prime`
  std::vector<Contradiction<S>> exceptions;  ///< motions not vakonomic beside a generic "yes"
  DynamicMatrix<S> certificate;  ///< the ideal, the momentum of a section, the numerator of a start
  DynamicMatrix<S> denominator;  ///< of a start
  DynamicMatrix<S> lambda;       ///< of a section
  int degree = 0;                ///< of the denominator, or of the kernel
  DynamicMatrix<S> kernel;  ///< of `no`: what shows that the start is generic, see `verify_generic`
  Residue::Word prime = 0;
  std::vector<DynamicMatrix<S>> parts;  ///< of d, one for each factor of a product
  std::vector<Q1Proof> factors;         ///< their proofs, each in the basis of its `factor_system`
};

/// The factor of a product that belongs to a part of d, on the Lie closure of it.
template <class S>
Restriction<S> factor_system(const AlgebraicSystem<S>& system, const DynamicMatrix<S>& part) {
  return restricted_to<S>(system, generated_subalgebra<S>(system.algebra, part), part);
}

/// Whether the system on the Lie closure of d is the product of those on the Lie closures of the given parts of d
/// (columns in g): they commute, their sum is direct, the parts span d and are orthogonal to the other closures.
/// Then motions and multipliers are those of the factors, independently.
template <class S>
bool is_product(const AlgebraicSystem<S>& system, const std::vector<DynamicMatrix<S>>& parts) {
  std::vector<DynamicMatrix<S>> closures;
  DynamicMatrix<S> joined_parts(system.dimension(), 0), joined(system.dimension(), 0);
  for (const auto& part : parts) {
    closures.push_back(generated_subalgebra<S>(system.algebra, part));
    joined_parts = join<S>(joined_parts, part);
    joined = join<S>(joined, closures.back());
  }
  const DynamicMatrix<S> d = system.d();
  if (joined_parts.cols() != d.cols() || !contains<S>(d, joined_parts) ||
      rank<S>(joined) != joined.cols())
    return false;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = 0; j < parts.size(); ++j)
      if (i != j && (bracket_span<S>(system.algebra, parts[i], parts[j]).cols() > 0 ||
                     !all_zero(parts[i].transpose() * system.metric * closures[j])))
        return false;
  return true;
}

/// Re-proves an answer to Q1 from the system alone.
template <class S>
bool verify(const AlgebraicSystem<S>& system, const Q1Proof<S>& proof) {
  const auto& kind = proof.kind;
  const bool exceptions =
      std::all_of(proof.exceptions.begin(), proof.exceptions.end(), [&](const auto& exception) {
        return verify_no<S>(system, exception.start, exception.combination);
      });
  if (!exceptions || !proof.exact) return false;
  if (kind == "no") {
    if constexpr (std::is_same_v<S, Rational>)
      if (proof.prime != 0)
        return verify_no_modulo(system, proof.contradiction->start, proof.prime);
    return verify_no<S>(system, proof.contradiction->start, proof.contradiction->combination) &&
           verify_generic<S>(system, proof.contradiction->start, proof.kernel, proof.degree);
  }
  if (kind == "product") {
    const auto fits = [&](const auto& part) { return part.rows() == system.dimension(); };
    if (proof.factors.size() != proof.parts.size() ||
        !std::all_of(proof.parts.begin(), proof.parts.end(), fits) ||
        !is_product<S>(system, proof.parts))
      return false;
    const auto verified = [&](std::size_t i) {
      return verify(factor_system<S>(system, proof.parts[i]).system, proof.factors[i]);
    };
    bool all = true, refuted = false, generic = false;
    for (std::size_t i = 0; i < proof.parts.size(); ++i) {
      const bool holds = proof.factors[i].answer == Answer::holds;
      generic = generic || proof.factors[i].generic;
      if (proof.answer == Answer::holds) all = all && holds && verified(i);
      if (proof.answer == Answer::fails)
        refuted = refuted || (proof.factors[i].answer == Answer::fails && verified(i));
    }
    return proof.answer == Answer::holds ? all && generic == proof.generic : refuted;
  }
  if (kind == "integrable") return is_subalgebra<S>(system.algebra, system.d());
  if (kind == "eq_3_11") return verify_eq_3_11<S>(system);
  if (kind == "cor_3_9") return verify_ideal<S>(system, proof.certificate);
  if (kind == "cor_4_10") return verify_graded<S>(system);
  if (kind == "section") return verify_section<S>(system, proof.certificate);
  return kind == "start" && proof.generic == (proof.degree > 0) &&
         verify_start<S>(system, system.d(), proof.certificate, proof.denominator, proof.degree);
}

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
