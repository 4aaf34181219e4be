// Questions about systems with parameters.
#include "parametric_questions.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <hamel/core/error.hpp>

#include "parametric_motion.hpp"

namespace hamel::varying {

namespace {

using P = ParameterPolynomial;
using Kind = Finding::Kind;

/// Yes where all polynomials vanish: on all of the part, or within the exceptions to a no.
Finding vanishing(const Part& part, const Vector& polynomials, const std::string& yes,
                  const std::string& no) {
  Finding finding;
  const auto exceptions = outside(part, polynomials);
  finding.kind = exceptions ? Kind::no : Kind::yes;
  finding.reason = exceptions ? no : yes;
  if (exceptions) finding.exceptions = *exceptions;
  return finding;
}

/// delta times the part of e_k in d_perp.
Matrix projected_basis(const ParameterFamily& family) {
  const Matrix gram = varying::gram(family), inverse = adjugate(gram, family.ring);
  const P delta = determinant(gram, family.ring);
  Matrix result;
  for (int k = 0; k < family.dimension; ++k) {
    Vector perp = product(delta, family.basis_vector(k));
    for (int i = 0; i < family.rank(); ++i)
      for (int j = 0; j < family.rank(); ++j)
        perp = sum(perp, product(-(inverse[i][j] * family.covector(family.distribution[j])[k]),
                                 family.distribution[i]));
    result.push_back(std::move(perp));
  }
  return result;
}

/// The part of [D_i, D_j] in d_perp vanishes.
Vector integrability(const ParameterFamily& family) {
  const Matrix perp = projected_basis(family);
  Vector result;
  for (const auto& a : family.distribution)
    for (const auto& b : family.distribution) {
      const Vector bracket = family.bracket(a, b);
      for (int k = 0; k < family.dimension; ++k) {
        P value = family.number(0);
        for (int m = 0; m < family.dimension; ++m) value = value + bracket[m] * perp[m][k];
        if (!value.is_zero()) result.push_back(std::move(value));
      }
    }
  return result;
}

/// g(D_i, [D_j, b]) + g(D_j, [D_i, b]) = 0 for b in d_perp.
Vector equation_3_11(const ParameterFamily& family) {
  Vector result;
  for (const auto& b : projected_basis(family))
    for (int i = 0; i < family.rank(); ++i)
      for (int j = i; j < family.rank(); ++j) {
        const auto& first = family.distribution[i];
        const auto& second = family.distribution[j];
        P value = dot(family.covector(first), family.bracket(second, b)) +
                  dot(family.covector(second), family.bracket(first, b));
        if (!value.is_zero()) result.push_back(std::move(value));
      }
  return result;
}

Section section_of(const Part& part, const LinearAnswer& answer, Matrix subalgebra) {
  const int n = part.family.dimension;
  Section section{{}, answer.bottom, std::move(subalgebra)};
  for (int c = 0; c < part.family.rank(); ++c)
    section.momentum.emplace_back(answer.top.begin() + n * c, answer.top.begin() + n * (c + 1));
  return section;
}

Matrix whole_algebra(const ParameterFamily& family) {
  Matrix result;
  for (int k = 0; k < family.dimension; ++k) result.push_back(family.basis_vector(k));
  return result;
}

/// A section that is linear in u on all of g, or polynomials that are 0 where there is one.
struct WholeSection {
  Matrix equations;
  LinearAnswer answer;
  Finding finding;
};
WholeSection whole_section(const Part& part) {
  const auto& family = part.family;
  const ParametricMotion motion(family);
  const int unknowns = family.dimension * family.rank();
  Matrix equations = section_equations(part, motion, whole_algebra(family));
  LinearAnswer answer = solve(equations, unknowns, part.modulus, family.ring, true);
  Finding finding;
  if (answer.solvable) {
    finding.kind = Kind::yes;
    finding.reason = because_of_section;
    finding.section = section_of(part, answer, whole_algebra(family));
    finding.exceptions = part.factors(answer.bottom).value_or(Vector{});
    if (!verify(part, *finding.section, finding.exceptions)) finding = {};
  } else {
    const Vector y = contradiction_of(equations, unknowns, answer, part.modulus, family.ring);
    Vector sums(unknowns + 1, family.number(0));
    for (std::size_t i = 0; i < equations.size(); ++i)
      if (!y[i].is_zero()) sums = sum(sums, product(y[i], equations[i]));
    const bool proved =
        std::all_of(sums.begin(), sums.end() - 1, [&](const P& p) { return part.is_zero(p); });
    if (proved) finding = vanishing(part, {sums.back()}, "", "no section is linear in u");
  }
  return {std::move(equations), std::move(answer), std::move(finding)};
}

/// That the complement of d on which Q vanishes is an ideal: det(G) Q^T ad_k = Q^T ad_k D adj(G) Q^T.
Vector ideal_equations(const Part& part, const Matrix& momentum, const P& denominator) {
  const auto& family = part.family;
  const Matrix gram = varying::gram(family), inverse = adjugate(gram, family.ring);
  const P delta = determinant(gram, family.ring);
  Vector result;
  for (int k = 0; k < family.dimension; ++k) {
    Matrix brackets, along_d;
    for (int m = 0; m < family.dimension; ++m)
      brackets.push_back(family.bracket(family.basis_vector(k), family.basis_vector(m)));
    for (const auto& d : family.distribution)
      along_d.push_back(family.bracket(family.basis_vector(k), d));
    for (int c = 0; c < family.rank(); ++c) {
      Vector image = family.zero();  // Q_c^T ad_k D adj(G) Q^T
      for (int i = 0; i < family.rank(); ++i) {
        const P value = dot(momentum[c], along_d[i]);
        for (int j = 0; j < family.rank(); ++j)
          image = sum(image, product(value * inverse[i][j], momentum[j]));
      }
      for (int m = 0; m < family.dimension; ++m)
        result.push_back(delta * denominator * dot(momentum[c], brackets[m]) - image[m]);
    }
  }
  return result;
}

/// Solves equations in the auxiliary unknowns as long as one is linear in one of them with a coefficient free of all. Where one of
/// `beyond` is 0 there may be solutions that these equations do not have.
Finding solved_for_unknowns(const Part& part, Vector equations, int unknowns, Vector exceptions,
                            const Vector& beyond) {
  const auto& family = part.family;
  const int first = family.parameters + family.dimension;
  const auto free_of = [&](const P& p) {
    for (int t = 0; t < unknowns; ++t)
      if (p.degree(first + t) > 0) return false;
    return true;
  };
  Finding finding;
  for (;;) {
    std::erase_if(equations, [&](const P& p) { return part.is_zero(p); });
    if (equations.empty()) {
      finding.kind = Kind::yes;
      finding.reason = "an ideal complementary to d works";
      finding.exceptions = exceptions;
      return finding;
    }
    Vector refuting;
    for (const auto& p : equations)
      if (free_of(p)) refuting.push_back(p);
    if (!refuting.empty()) {
      finding = vanishing(part, refuting, "",
                          "no complement of d that gives a linear section is an ideal");
      finding.exceptions.insert(finding.exceptions.end(), exceptions.begin(), exceptions.end());
      finding.exceptions.insert(finding.exceptions.end(), beyond.begin(), beyond.end());
      return finding;
    }
    bool moved = false;
    for (const auto& p : equations) {
      for (int t = 0; t < unknowns && !moved; ++t) {
        if (p.degree(first + t) != 1) continue;
        const P bottom = p.coefficient(first + t, 1), top = -p.coefficient(first + t, 0);
        const auto factors = part.factors(bottom);
        if (!free_of(bottom) || !factors) continue;
        exceptions.insert(exceptions.end(), factors->begin(), factors->end());
        for (auto& q : equations)
          q = q.with(first + t, top, bottom, std::max(q.degree(first + t), 0));
        moved = true;
      }
      if (moved) break;
    }
    if (!moved) {
      finding.reason = "quadratic equations for the ideal are left";
      return finding;
    }
  }
}

Finding corollary_3_9(const Part& part) {
  WholeSection found = whole_section(part);
  if (found.finding.kind != Kind::yes) {
    if (found.finding.kind == Kind::no)
      found.finding.reason = "no complement of d gives a linear section, so no ideal does";
    return found.finding;
  }
  const auto& family = part.family;
  const int n = family.dimension, free = static_cast<int>(found.answer.kernel.size());
  Finding undecided;
  undecided.reason = "too large a family of linear sections";
  if (free > auxiliary_unknowns) return undecided;
  Matrix momentum = found.finding.section->momentum;
  for (int t = 0; t < free; ++t)
    for (int c = 0; c < family.rank(); ++c)
      for (int k = 0; k < n; ++k)
        momentum[c][k] = momentum[c][k] + family.unknown(t) * found.answer.kernel[t][n * c + k];
  return solved_for_unknowns(part, ideal_equations(part, momentum, found.answer.bottom), free,
                             found.finding.exceptions,
                             part.factors(found.answer.divisors).value_or(Vector{}));
}

Finding question_1(const Part& part) {
  const auto& family = part.family;
  if (is_integrable(part)) {
    Finding finding;
    finding.kind = Kind::yes;
    finding.reason = because_integrable;
    return finding;
  }
  const ParametricMotion motion(family);
  const Generated generated = generated_subalgebra(part);
  const Matrix beyond(generated.vectors.begin() + family.rank(), generated.vectors.end());
  const LinearAnswer answer = solve(section_equations(part, motion, beyond),
                                    family.dimension * family.rank(), part.modulus, family.ring);
  Finding finding;
  if (answer.solvable) {
    finding.kind = Kind::yes;
    finding.reason = because_of_section;
    finding.section = section_of(part, answer, generated.vectors);
    finding.exceptions = generated.denominators;
    for (const auto& factor : part.factors(answer.bottom).value_or(Vector{}))
      finding.exceptions.push_back(factor);
    if (verify(part, *finding.section, finding.exceptions)) return finding;
    return {};
  }
  Consequences ends = consequences(part, motion);
  if (ends.refutation) {
    if (!verify(part, *ends.refutation)) return {};
    finding = vanishing(part, coefficients_in_parameters(family, ends.refutation->remainder), "",
                        because_refuted);
    finding.refutation = std::move(ends.refutation);
    return finding;
  }
  finding.kind = Kind::yes;
  finding.generic = true;
  finding.reason = "the equations of the multiplier close along generic motions";
  for (const auto& divisor : ends.divisors)
    for (const auto& factor :
         outside(part, coefficients_in_parameters(family, divisor)).value_or(Vector{}))
      finding.exceptions.push_back(factor);
  return finding;
}

struct Row {
  const char* id;
  Finding (*ask)(const Part&);
};
constexpr Row rows[] = {
    {"integrable",
     [](const Part& part) {
       return vanishing(part, integrability(part.family), "[d,d] lies in d",
                        "a bracket of d leaves d");
     }},
    {"eq_3_11",
     [](const Part& part) {
       return vanishing(part, equation_3_11(part.family), "S vanishes",
                        "S does not vanish on d x d x d_perp");
     }},
    {"linear_section", [](const Part& part) { return whole_section(part).finding; }},
    {"cor_3_9", &corollary_3_9},
    {"q1", &question_1}};

}  // namespace

bool is_integrable(const Part& part) {
  return !outside(part, integrability(part.family));
}

const std::vector<std::string>& parametric_questions() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> all;
    for (const auto& row : rows) all.emplace_back(row.id);
    return all;
  }();
  return ids;
}

Finding ask(const std::string& id, const Part& part) {
  for (const auto& row : rows)
    if (id == row.id) return row.ask(part);
  throw InputError("question", "'" + id + "'", "one that is asked with parameters left free");
}

}  // namespace hamel::varying
