// Every field of evidence: read by a proof, or computed again and compared.
#include "evidence_fields.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "claims/questions.hpp"
#include "ticked_evidence.hpp"

namespace hamel {

namespace {

using ExactSystem = AlgebraicSystem<Rational>;
using Exact = DynamicMatrix<Rational>;
using ExactVector = DynamicVector<Rational>;

Rational product(const ExactSystem& system, const ExactVector& a, const ExactVector& b) {
  return (a.transpose() * system.metric * b).value();
}

bool is_in_d(const ExactSystem& system, const ExactVector& a) {
  return contains<Rational>(system.d(), a);
}

bool is_in_perp(const ExactSystem& system, const ExactVector& a) {
  return all_zero(system.d().transpose() * system.metric * a);
}

bool have_size(const ExactSystem& system, std::initializer_list<const ExactVector*> vectors) {
  return std::ranges::all_of(vectors,
                             [&](const ExactVector* v) { return v->size() == system.dimension(); });
}

// ---- the conditions

bool tells_signature(const ExactSystem& system, TickedEvidence& fields) {
  const Exact d = system.d(), on_d = d.transpose() * system.metric * d;
  const auto pair = [](const Signature& s) {
    return "(" + std::to_string(s.positive) + "," + std::to_string(s.negative) + ")";
  };
  if (fields.text("signature") != pair(signature<Rational>(system.metric)) ||
      fields.text("signature_on_d") != pair(signature<Rational>(on_d)))
    return false;
  if (!fields.has("null_vector")) return true;
  const ExactVector v = fields.vector("null_vector");
  if (!have_size(system, {&v}) || all_zero(v)) return false;
  return rank<Rational>(on_d) < d.cols() ? is_in_d(system, v) && is_in_perp(system, v)
                                         : all_zero(system.metric * v);
}

bool tells_jacobi(const ExactSystem& system, TickedEvidence& fields) {
  const auto& algebra = system.algebra;
  const std::string triple = fields.text("triple");
  const ExactVector value = fields.vector("value");
  for (int i = 0; i < system.dimension(); ++i)
    for (int j = 0; j < system.dimension(); ++j)
      for (int k = 0; k < system.dimension(); ++k) {
        const auto name = [](int index) { return "e" + std::to_string(index + 1); };
        if (triple != name(i) + " " + name(j) + " " + name(k)) continue;
        const ExactVector a = algebra.basis_vector(i), b = algebra.basis_vector(j),
                          c = algebra.basis_vector(k);
        const ExactVector sum = algebra.bracket(algebra.bracket(a, b), c) +
                                algebra.bracket(algebra.bracket(b, c), a) +
                                algebra.bracket(algebra.bracket(c, a), b);
        return value.size() == sum.size() && value == sum && !all_zero(sum);
      }
  return false;
}

/// [a,b] = outside + a vector of d, outside in d_perp.
bool tells_outside(const ExactSystem& system, TickedEvidence& fields) {
  const ExactVector a = fields.vector("a"), b = fields.vector("b"),
                    outside = fields.vector("outside_d");
  return have_size(system, {&a, &b, &outside}) && is_in_perp(system, outside) &&
         is_in_d(system, system.algebra.bracket(a, b) - outside);
}

bool tells_growth(const ExactSystem& system, bool holds, TickedEvidence& fields) {
  const auto grown = growth<Rational>(system.algebra, system.d());
  if (fields.has("growth") && fields.text("growth") != detail::list(grown.dimensions)) return false;
  return holds || fields.matrix("closure").cols() == grown.closure.cols();
}

bool tells_3_11(const ExactSystem& system, TickedEvidence& fields) {
  const Exact d = system.d(), perp = kernel<Rational>(d.transpose() * system.metric);
  bool on_spanning_vectors = true;
  for (Eigen::Index b = 0; b < perp.cols(); ++b)
    for (Eigen::Index i = 0; i < d.cols(); ++i)
      if (product(system, d.col(i), system.algebra.bracket(d.col(i), perp.col(b))) != Rational(0))
        on_spanning_vectors = false;
  if (fields.has("on_spanning_vectors") &&
      fields.text("on_spanning_vectors") != (on_spanning_vectors ? "holds" : "fails"))
    return false;
  return true;
}

/// A bracket that a grading forbids, or a1, a2, a3, c in d with T not 0.
bool tells_grading(const ExactSystem& system, TickedEvidence& fields) {
  const auto& algebra = system.algebra;
  if (fields.has("bracket")) {
    const ExactVector a = fields.vector("a"), b = fields.vector("b"),
                      bracket = fields.vector("bracket");
    if (!have_size(system, {&a, &b, &bracket}) || bracket != algebra.bracket(a, b)) return false;
    return (is_in_d(system, a) && is_in_d(system, b) && !is_in_perp(system, bracket)) ||
           (is_in_d(system, a) && is_in_perp(system, b) && !is_in_d(system, bracket)) ||
           (is_in_perp(system, a) && is_in_perp(system, b) && !is_in_perp(system, bracket));
  }
  const ExactVector a[] = {fields.vector("a1"), fields.vector("a2"), fields.vector("a3")};
  const ExactVector c = fields.vector("c");
  if (!have_size(system, {&a[0], &a[1], &a[2], &c})) return false;
  Rational sum(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != j)
        sum += product(system, a[i], algebra.bracket(a[j], algebra.bracket(a[3 - i - j], c)));
  return std::ranges::all_of(a, [&](const ExactVector& v) { return is_in_d(system, v); }) &&
         is_in_d(system, c) && sum != Rational(0) && fields.is_number("T", sum);
}

bool tells_skew(const ExactSystem& system, TickedEvidence& fields) {
  const ExactVector a = fields.vector("a"), b = fields.vector("b"), c = fields.vector("c");
  if (!have_size(system, {&a, &b, &c})) return false;
  const Rational value = product(system, system.algebra.bracket(a, b), c) +
                         product(system, b, system.algebra.bracket(a, c));
  return value != Rational(0) && fields.is_number("value", value);
}

bool tells_trace(const ExactSystem& system, TickedEvidence& fields) {
  const ExactVector trace = fields.vector("trace");
  if (!have_size(system, {&trace})) return false;
  for (int i = 0; i < system.dimension(); ++i)
    if (trace(i) != system.algebra.ad(system.algebra.basis_vector(i)).trace()) return false;
  return true;
}

bool tells_divergence(const ExactSystem& system, TickedEvidence& fields) {
  const Exact said = fields.matrix("divergence");
  return said.rows() == 1 && said.cols() == system.d().cols() &&
         said == reduced_divergence<Rational>(system);
}

// ---- the questions

/// The right side that the combination of the equations leaves.
bool tells_contradiction(const ExactSystem& system, TickedEvidence& fields) {
  const ExactVector start = fields.vector("start");
  const Exact combination = fields.matrix("combination"),
              equations =
                  momentum_equations<Rational>(system, start, static_cast<int>(combination.rows()));
  return !fields.has("value") ||
         fields.is_number("value", combined<Rational>(equations, combination).rightCols(1).value());
}

/// A section beside its momentum P: a basis E of d_perp, Lambda = E^T P, and the kernel of P^T.
bool tells_section(const ExactSystem& system, TickedEvidence& fields) {
  const Exact p = fields.matrix("momentum");
  if (!fields.has("perp")) return true;
  const Exact perp = fields.matrix("perp"), lambda = fields.matrix("lambda"),
              complement = fields.matrix("complement");
  const Eigen::Index n = system.dimension(), s = n - system.d().cols();
  const auto is_basis = [&](const Exact& m, Eigen::Index count) {
    return m.rows() == n && m.cols() == count && rank<Rational>(m) == count;
  };
  return is_basis(perp, s) && all_zero(system.d().transpose() * system.metric * perp) &&
         lambda.rows() == s && lambda.cols() == p.cols() && lambda == perp.transpose() * p &&
         is_basis(complement, n - rank<Rational>(p)) && all_zero(p.transpose() * complement);
}

bool tells_q1(const ExactSystem& system, const Evidence& evidence, bool within);

/// Each factor of d with its own evidence, which is proved here too: a "no" needs only one of them.
bool tells_factors(const ExactSystem& system, const Evidence& evidence, TickedEvidence& fields) {
  for (int i = 1;; ++i) {
    const std::string prefix = "factor_" + std::to_string(i) + "_";
    const Exact part = fields.matrix(prefix + "d");
    if (part.size() == 0) return i > 1;
    Evidence of_factor;
    for (const auto& [name, value] : evidence.fields()) {
      if (!name.starts_with(prefix)) continue;
      fields.text(name);
      if (const auto* m = std::get_if<Exact>(&value))
        of_factor.add(name.substr(prefix.size()), *m);
      else
        of_factor.add(name.substr(prefix.size()), std::get<std::string>(value));
    }
    const auto factor = factor_system<Rational>(system, part);
    if (!tells_q1(factor.system, of_factor, true)) return false;
  }
}

bool tells_q1(const ExactSystem& system, const Evidence& evidence, bool within) {
  TickedEvidence fields(evidence);
  const std::string kind = fields.text("kind");
  if (within) {
    fields.proved({"d"});
    const auto answer = kind == "no" ? Answer::fails : Answer::holds;
    if (kind == "sampled") return fields.all_seen();  // it says that nothing is proved
    if (kind != "product" && !verify<Rational>(system, proof_of<Rational>(evidence, answer)))
      return false;
  }
  bool so = true;
  if (kind == "no" && fields.has("prime"))
    fields.proved({"start", "prime"});
  else if (kind == "no") {
    so = tells_contradiction(system, fields);
    if (fields.has("kernel")) {
      fields.proved({"kernel"});
      so = so && fields.count("degree") >= 0;
    }
  } else if (kind == "cor_3_9") {
    fields.proved({"ideal"});
  } else if (kind == "section") {
    so = tells_section(system, fields);
  } else if (kind == "start") {
    fields.proved({"numerator", "denominator"});
    so = fields.count("degree") >= 0;
  } else if (kind == "product") {
    so = tells_factors(system, evidence, fields);
  }
  return so && fields.all_seen();
}

bool tells_q2(const ExactSystem& system, TickedEvidence& fields) {
  if (fields.text("kind") == "no") return tells_contradiction(system, fields);
  const ExactVector start = fields.vector("start");
  const Exact basis = fields.matrix("subspace"), numerator = fields.matrix("numerator"),
              denominator = fields.matrix("denominator");
  const int degree = fields.count("degree");
  if (degree < 0) return false;
  const ExactVector v = solve<Rational>(basis, start).value().col(0);
  const Rational below = (denominator * monomial_values<Rational>(v, degree)).value();
  const ExactVector expected = numerator * monomial_values<Rational>(v, degree + 1) / below,
                    said = fields.vector("multiplier_at_0");
  return said.size() == expected.size() && said == expected;
}

/// What the evidence of a condition tells beside what its row reads to verify it.
template <class Row>
bool tells_beside(const Row&, const ExactSystem&, bool, TickedEvidence&) {
  return true;
}
bool tells_beside(const question::Nondegenerate&, const ExactSystem& system, bool,
                  TickedEvidence& fields) {
  return tells_signature(system, fields);
}
bool tells_beside(const question::BracketGenerating&, const ExactSystem& system, bool holds,
                  TickedEvidence& fields) {
  return tells_growth(system, holds, fields);
}
bool tells_beside(const question::Eq311&, const ExactSystem& system, bool, TickedEvidence& fields) {
  return tells_3_11(system, fields);
}
bool tells_beside(const question::Prop46&, const ExactSystem& system, bool,
                  TickedEvidence& fields) {
  return tells_3_11(system, fields);
}
bool tells_beside(const question::Jacobi&, const ExactSystem& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_jacobi(system, fields);
}
bool tells_beside(const question::Integrable&, const ExactSystem& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_outside(system, fields);
}
bool tells_beside(const question::Cor410&, const ExactSystem& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_grading(system, fields);
}
bool tells_beside(const question::AdInvariant&, const ExactSystem& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_skew(system, fields);
}
bool tells_beside(const question::Unimodular&, const ExactSystem& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_trace(system, fields);
}
bool tells_beside(const question::InvariantMeasure&, const ExactSystem& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_divergence(system, fields);
}

bool tells_condition(const ExactSystem& system, const Verdict& verdict, TickedEvidence& fields) {
  bool so = false;
  for_each_condition([&]<class Row>(const Row& row) {
    if (row.id != verdict.id) return;
    std::string_view kind = row.id;
    if constexpr (requires { Row::kind; }) kind = Row::kind;
    const bool holds = bool(verdict);
    if (!fields.of_kind(kind)) return;
    fields.proved(row.read_by_verify(holds));
    so = verdict.evidence.empty() || tells_beside(row, system, holds, fields);
  });
  return so;
}

}  // namespace

bool tells_what_is_so(const AlgebraicSystem<Rational>& system, const Verdict& verdict) {
  if (verdict.id == "q1") {
    const auto proof = proof_of<Rational>(verdict.evidence, verdict.answer);
    return verdict.generic == (verdict && proof.generic) &&
           tells_q1(system, verdict.evidence, false) &&
           std::ranges::all_of(verdict.exceptions, [&](const Evidence& exception) {
             TickedEvidence fields(exception);
             return verdict.generic && fields.text("kind") == "no" &&
                    tells_contradiction(system, fields) && fields.all_seen();
           });
  }
  TickedEvidence fields(verdict.evidence);
  const bool so =
      verdict.id == "q2" ? tells_q2(system, fields) : tells_condition(system, verdict, fields);
  return so && !verdict.generic && verdict.exceptions.empty() && fields.all_seen();
}

bool tells_what_formulas_prove(const Verdict& verdict) {
  TickedEvidence fields(verdict.evidence);
  const std::string kind = fields.text("kind");
  if (kind == "no_series") {
    if (verdict.id == "q2")
      fields.proved({"tangent", "orders"});
    else
      fields.proved({"point", "u", "combination"});
  } else if (kind == "no_in_tangent") {
    fields.proved({"orders"});
  } else if (kind == "free_start") {
    fields.proved({"stay"});
  } else if (kind == "steady_start") {
    fields.proved({"multiplier_at_0"});
  } else if (kind == "multiplier_section") {
    fields.proved({"velocities", "functions", "section", "power"});
  } else if (kind == "reaction_vanishes" || kind == "variations_close") {
    fields.proved({"by"});
  } else if (kind == "cor_3_9") {
    fields.proved({"ideal"});
  }
  const bool named = verdict.id == "q1" || verdict.id == "q2" || kind.empty() || kind == verdict.id;
  return named && (verdict.id == "q1" || !verdict.generic) && verdict.exceptions.empty() &&
         fields.all_seen();
}

}  // namespace hamel
