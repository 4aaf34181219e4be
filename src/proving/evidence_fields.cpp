// Every field of evidence: read by a proof, or computed again and compared.
#include "evidence_fields.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <hamel/check/questions.hpp>

#include "ticked_evidence.hpp"

namespace hamel {

namespace {

using System = AlgebraicSystem<Rational>;
using Matrix = DynamicMatrix<Rational>;
using Vector = DynamicVector<Rational>;

Rational product(const System& system, const Vector& a, const Vector& b) {
  return (a.transpose() * system.metric * b).value();
}

bool is_in_d(const System& system, const Vector& a) {
  return contains<Rational>(system.d(), a);
}

bool is_in_perp(const System& system, const Vector& a) {
  return all_zero(system.d().transpose() * system.metric * a);
}

bool have_size(const System& system, std::initializer_list<const Vector*> vectors) {
  return std::ranges::all_of(vectors,
                             [&](const Vector* v) { return v->size() == system.dimension(); });
}

// ---- the conditions

bool tells_signature(const System& system, TickedEvidence& fields) {
  const Matrix d = system.d(), on_d = d.transpose() * system.metric * d;
  const auto pair = [](const Signature& s) {
    return "(" + std::to_string(s.positive) + "," + std::to_string(s.negative) + ")";
  };
  if (fields.text("signature") != pair(signature<Rational>(system.metric)) ||
      fields.text("signature_on_d") != pair(signature<Rational>(on_d)))
    return false;
  if (!fields.has("null_vector")) return true;
  const Vector v = fields.vector("null_vector");
  if (!have_size(system, {&v}) || all_zero(v)) return false;
  return rank<Rational>(on_d) < d.cols() ? is_in_d(system, v) && is_in_perp(system, v)
                                         : all_zero(system.metric * v);
}

bool tells_jacobi(const System& system, TickedEvidence& fields) {
  const auto& algebra = system.algebra;
  const std::string triple = fields.text("triple");
  const Vector value = fields.vector("value");
  for (int i = 0; i < system.dimension(); ++i)
    for (int j = 0; j < system.dimension(); ++j)
      for (int k = 0; k < system.dimension(); ++k) {
        const auto name = [](int index) { return "e" + std::to_string(index + 1); };
        if (triple != name(i) + " " + name(j) + " " + name(k)) continue;
        const Vector a = algebra.basis_vector(i), b = algebra.basis_vector(j),
                     c = algebra.basis_vector(k);
        const Vector sum = algebra.bracket(algebra.bracket(a, b), c) +
                           algebra.bracket(algebra.bracket(b, c), a) +
                           algebra.bracket(algebra.bracket(c, a), b);
        return value.size() == sum.size() && value == sum && !all_zero(sum);
      }
  return false;
}

/// [a,b] = outside + a vector of d, outside in d_perp.
bool tells_outside(const System& system, TickedEvidence& fields) {
  const Vector a = fields.vector("a"), b = fields.vector("b"), outside = fields.vector("outside_d");
  return have_size(system, {&a, &b, &outside}) && is_in_perp(system, outside) &&
         is_in_d(system, system.algebra.bracket(a, b) - outside);
}

bool tells_growth(const System& system, bool holds, TickedEvidence& fields) {
  const auto grown = growth<Rational>(system.algebra, system.d());
  if (fields.has("growth") && fields.text("growth") != detail::list(grown.dimensions)) return false;
  return holds || fields.matrix("closure").cols() == grown.closure.cols();
}

bool tells_3_11(const System& system, TickedEvidence& fields) {
  const Matrix d = system.d(), perp = kernel<Rational>(d.transpose() * system.metric);
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
bool tells_grading(const System& system, TickedEvidence& fields) {
  const auto& algebra = system.algebra;
  if (fields.has("bracket")) {
    const Vector a = fields.vector("a"), b = fields.vector("b"), bracket = fields.vector("bracket");
    if (!have_size(system, {&a, &b, &bracket}) || bracket != algebra.bracket(a, b)) return false;
    return (is_in_d(system, a) && is_in_d(system, b) && !is_in_perp(system, bracket)) ||
           (is_in_d(system, a) && is_in_perp(system, b) && !is_in_d(system, bracket)) ||
           (is_in_perp(system, a) && is_in_perp(system, b) && !is_in_perp(system, bracket));
  }
  const Vector a[] = {fields.vector("a1"), fields.vector("a2"), fields.vector("a3")};
  const Vector c = fields.vector("c");
  if (!have_size(system, {&a[0], &a[1], &a[2], &c})) return false;
  Rational sum(0);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != j)
        sum += product(system, a[i], algebra.bracket(a[j], algebra.bracket(a[3 - i - j], c)));
  return std::ranges::all_of(a, [&](const Vector& v) { return is_in_d(system, v); }) &&
         is_in_d(system, c) && sum != Rational(0) && fields.is_number("T", sum);
}

bool tells_skew(const System& system, TickedEvidence& fields) {
  const Vector a = fields.vector("a"), b = fields.vector("b"), c = fields.vector("c");
  if (!have_size(system, {&a, &b, &c})) return false;
  const Rational value = product(system, system.algebra.bracket(a, b), c) +
                         product(system, b, system.algebra.bracket(a, c));
  return value != Rational(0) && fields.is_number("value", value);
}

bool tells_trace(const System& system, TickedEvidence& fields) {
  const Vector trace = fields.vector("trace");
  if (!have_size(system, {&trace})) return false;
  for (int i = 0; i < system.dimension(); ++i)
    if (trace(i) != system.algebra.ad(system.algebra.basis_vector(i)).trace()) return false;
  return true;
}

/// Twice the sum over k of the D_k component of F(D_i, D_k), polarised.
bool tells_divergence(const System& system, TickedEvidence& fields) {
  const Matrix d = system.d(), said = fields.matrix("divergence");
  if (said.rows() != 1 || said.cols() != d.cols()) return false;
  const Matrix onto_u =
      inverse<Rational>(d.transpose() * system.metric * d).value() * d.transpose();
  for (Eigen::Index i = 0; i < d.cols(); ++i) {
    Rational sum(0);
    for (Eigen::Index k = 0; k < d.cols(); ++k) {
      const Vector force = system.algebra.ad_star(d.col(i), system.metric * d.col(k)) +
                           system.algebra.ad_star(d.col(k), system.metric * d.col(i));
      sum += (onto_u.row(k) * force).value();
    }
    if (said(0, i) != sum) return false;
  }
  return true;
}

// ---- the questions

/// The right side that the combination of the equations leaves.
bool tells_contradiction(const System& system, TickedEvidence& fields) {
  const Vector start = fields.vector("start");
  const Matrix combination = fields.matrix("combination"),
               equations = momentum_equations<Rational>(system, start,
                                                        static_cast<int>(combination.rows()));
  Rational value(0);
  for (Eigen::Index k = 0; k < combination.rows(); ++k)
    for (Eigen::Index j = 0; j < combination.cols(); ++j)
      value += combination(k, j) * equations(k * combination.cols() + j, equations.cols() - 1);
  return !fields.has("value") || fields.is_number("value", value);
}

/// A section beside its momentum P: a basis E of d_perp, Lambda = E^T P, and the kernel of P^T.
bool tells_section(const System& system, TickedEvidence& fields) {
  const Matrix p = fields.matrix("momentum");
  if (!fields.has("perp")) return true;
  const Matrix perp = fields.matrix("perp"), lambda = fields.matrix("lambda"),
               complement = fields.matrix("complement");
  const Eigen::Index n = system.dimension(), s = n - system.d().cols();
  const auto is_basis = [&](const Matrix& m, Eigen::Index count) {
    return m.rows() == n && m.cols() == count && rank<Rational>(m) == count;
  };
  return is_basis(perp, s) && all_zero(system.d().transpose() * system.metric * perp) &&
         lambda.rows() == s && lambda.cols() == p.cols() && lambda == perp.transpose() * p &&
         is_basis(complement, n - rank<Rational>(p)) && all_zero(p.transpose() * complement);
}

bool tells_q1(const System& system, const Evidence& evidence, bool within);

/// Each factor of d with its own evidence, which is proved here too: a "no" needs only one of them.
bool tells_factors(const System& system, const Evidence& evidence, TickedEvidence& fields) {
  for (int i = 1;; ++i) {
    const std::string prefix = "factor_" + std::to_string(i) + "_";
    const Matrix part = fields.matrix(prefix + "d");
    if (part.size() == 0) return i > 1;
    Evidence of_factor;
    for (const auto& [name, value] : evidence.fields()) {
      if (!name.starts_with(prefix)) continue;
      fields.text(name);
      if (const auto* m = std::get_if<Matrix>(&value))
        of_factor.add(name.substr(prefix.size()), *m);
      else
        of_factor.add(name.substr(prefix.size()), std::get<std::string>(value));
    }
    const auto factor = factor_system<Rational>(system, part);
    if (!tells_q1(factor.system, of_factor, true)) return false;
  }
}

bool tells_q1(const System& system, const Evidence& evidence, bool within) {
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
  } else if (kind == "reaction_vanishes" || kind == "variations_close") {
    fields.proved({"by"});
  } else if (kind == "lambda_section") {
    fields.proved({"by", "functions", "section"});
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

bool tells_q2(const System& system, TickedEvidence& fields) {
  if (fields.text("kind") == "no") return tells_contradiction(system, fields);
  const Vector start = fields.vector("start");
  const Matrix basis = fields.matrix("subspace"), numerator = fields.matrix("numerator"),
               denominator = fields.matrix("denominator");
  const int degree = fields.count("degree");
  if (degree < 0) return false;
  const Vector v = solve<Rational>(basis, start).value().col(0);
  const Rational below = (denominator * monomial_values<Rational>(v, degree)).value();
  const Vector expected = numerator * monomial_values<Rational>(v, degree + 1) / below,
               said = fields.vector("multiplier_at_0");
  return said.size() == expected.size() && said == expected;
}

/// What the evidence of a condition tells beside what its row reads to verify it.
template <class Row>
bool tells_beside(const Row&, const System&, bool, TickedEvidence&) {
  return true;
}
bool tells_beside(const question::Nondegenerate&, const System& system, bool,
                  TickedEvidence& fields) {
  return tells_signature(system, fields);
}
bool tells_beside(const question::BracketGenerating&, const System& system, bool holds,
                  TickedEvidence& fields) {
  return tells_growth(system, holds, fields);
}
bool tells_beside(const question::Eq311&, const System& system, bool, TickedEvidence& fields) {
  return tells_3_11(system, fields);
}
bool tells_beside(const question::Prop46&, const System& system, bool, TickedEvidence& fields) {
  return tells_3_11(system, fields);
}
bool tells_beside(const question::Jacobi&, const System& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_jacobi(system, fields);
}
bool tells_beside(const question::Integrable&, const System& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_outside(system, fields);
}
bool tells_beside(const question::Cor410&, const System& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_grading(system, fields);
}
bool tells_beside(const question::AdInvariant&, const System& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_skew(system, fields);
}
bool tells_beside(const question::Unimodular&, const System& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_trace(system, fields);
}
bool tells_beside(const question::InvariantMeasure&, const System& system, bool holds,
                  TickedEvidence& fields) {
  return holds || tells_divergence(system, fields);
}

bool tells_condition(const System& system, const Verdict& verdict, TickedEvidence& fields) {
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
  } else if (kind == "no_enclosure") {
    if (verdict.id == "q2")
      fields.proved({"orders"});
    else
      fields.proved({"point", "solved", "orders"});
  } else if (kind == "multiplier_section") {
    fields.proved({"velocities", "functions", "section", "power"});
  } else if (kind == "reaction_vanishes" || kind == "variations_close") {
    fields.proved({"by"});
  } else if (kind == "lambda_section") {
    fields.proved({"by", "functions", "section"});
  } else if (kind == "closed_lambda") {
    fields.proved({"by", "pivots"});
  } else if (kind == "closed_multiplier") {
    fields.proved({"velocities", "pivots"});
  } else if (kind == "cor_3_9") {
    fields.proved({"ideal"});
  }
  const bool named = verdict.id == "q1" || verdict.id == "q2" || kind.empty() || kind == verdict.id;
  return named && (verdict.id == "q1" || !verdict.generic) && verdict.exceptions.empty() &&
         fields.all_seen();
}

}  // namespace hamel
