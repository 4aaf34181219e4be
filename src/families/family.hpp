// One-parameter families: for which real values of the parameter each condition and Q1 hold, exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checking/prove_q1.hpp"
#include "claims/questions.hpp"
#include "exact/algebraic_number.hpp"
#include "exact/factorisation.hpp"
#include "exact/rational_function.hpp"

namespace hamel {

/// One answer on an open interval of parameter values, or at one value (lower = upper).
struct ParameterRange {
  std::optional<RealRoot> lower, upper;  ///< nothing: unbounded
  bool is_point = false;
  Answer answer =
      Answer::undecided;  ///< undecided where the numbers do not form a system, see reason
  std::string reason;
  bool generic = false;  ///< of `q1`: for almost all motions
};

/// The answers of one question over the whole real line, in order.
struct ParameterVerdict {
  std::string id;
  std::vector<ParameterRange> ranges;
};

/// The range as text: `l = 2`, `l < 0`, `1 < l < 3`.
inline std::string text(const ParameterRange& range, const std::string& name = "l") {
  if (range.is_point) return name + " = " + text(*range.lower);
  if (!range.lower && !range.upper) return "all " + name;
  return (range.lower ? text(*range.lower) + " < " : "") + name +
         (range.upper ? " < " + text(*range.upper) : "");
}

namespace detail {

/// The answer to one question, over any exact field. Throws InputError where the numbers are no system.
template <class S>
Verdict ask(const std::string& id, const AlgebraicSystem<S>& system) {
  Verdict verdict;
  const Subject<S> about(system);
  with_question(id, [&]<class Row>(const Row& row) {
    if constexpr (Row::in_families) {
      if constexpr (Row::needs > Needs::constants) require_lie_algebra(system.algebra);
      if constexpr (requires { row.over_field(about); }) {
        verdict = row.over_field(about);
      } else {
        verdict = row.ask(about);
      }
    }
  });
  return verdict;
}

/// The system at one parameter value; nothing when a number has a pole there.
template <class S, class At>
std::optional<AlgebraicSystem<S>> specialised(const AlgebraicSystem<RationalFunction>& family,
                                              const At& at) {
  bool regular = true;
  const auto value = [&](const RationalFunction& f) {
    const S bottom = at(f.denominator());
    if (bottom == S(0)) regular = false;
    return regular ? S(at(f.numerator()) / bottom) : S(0);
  };
  const auto matrix = [&](const DynamicMatrix<RationalFunction>& m) {
    DynamicMatrix<S> result(m.rows(), m.cols());
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.cols(); ++j) result(i, j) = value(m(i, j));
    return result;
  };
  AlgebraicSystem<S> system{StructureConstants<S>(family.dimension()), matrix(family.metric),
                            matrix(family.distribution)};
  for (const auto& c : family.algebra.entries()) system.algebra.set(c.i, c.j, c.k, value(c.value));
  if (!regular) return std::nullopt;
  return system;
}

/// Polynomials without common roots whose roots are those of all the given ones.
inline std::vector<Polynomial> coprime_basis(const std::vector<Polynomial>& polynomials) {
  std::vector<Polynomial> basis, waiting;
  for (const auto& p : polynomials) waiting.push_back(square_free(p));
  while (!waiting.empty()) {
    Polynomial p = std::move(waiting.back());
    waiting.pop_back();
    for (std::size_t i = 0; i < basis.size() && p.degree() > 0; ++i) {
      const Polynomial common = gcd(p, basis[i]);
      if (common.degree() < 1) continue;
      const Polynomial rest = basis[i].divided_by(common).first;
      p = p.divided_by(common).first;
      basis[i] = common;
      if (rest.degree() > 0) waiting.push_back(rest);
    }
    if (p.degree() > 0) basis.push_back(std::move(p));
  }
  return basis;
}

/// All real roots of the polynomials, each once, with its minimal polynomial, in order, their intervals disjoint.
inline std::vector<RealRoot> all_roots(const std::vector<Polynomial>& polynomials) {
  std::vector<RealRoot> roots;
  std::vector<Polynomial> irreducible;
  for (const auto& p : coprime_basis(polynomials))
    for (auto& factor : irreducible_factors(p)) irreducible.push_back(std::move(factor));
  for (const auto& p : irreducible)
    for (auto& root : real_roots(p)) {
      auto place = roots.begin();
      for (; place != roots.end(); ++place) {
        while (root.lower <= place->upper && place->lower <= root.upper) {
          root.refine();
          place->refine();
        }
        if (root.upper < place->lower) break;
      }
      roots.insert(place, std::move(root));
    }
  return roots;
}

}  // namespace detail

/// The questions `check_family` answers, in order.
inline std::vector<std::string> family_questions() {
  std::vector<std::string> ids;
  for_each_question([&](const auto& row) {
    if (row.in_families) ids.emplace_back(row.id);
  });
  return ids;
}

/// Throws InputError unless the question is one of those.
inline void require_family_question(const std::string& id) {
  with_question(id, [&](const auto& row) {
    if (!row.in_families)
      throw InputError("question", "'" + id + "'", "one that is asked with a parameter left free");
  });
}

/// The answer to the question `id` at one parameter value, rational or irrational, by exact arithmetic there. Throws
/// InputError when it is none of `family_questions`.
inline ParameterRange answer_at(const std::string& id,
                                const AlgebraicSystem<RationalFunction>& family,
                                const RealRoot& root) {
  require_family_question(id);
  ParameterRange range{root, root, true, Answer::undecided, "not a system: a number has a pole"};
  const auto ask = [&](const auto& system) {
    if (!system) return;
    try {
      const Verdict verdict = detail::ask(id, *system);
      range.answer = verdict.exact ? verdict.answer : Answer::undecided;
      range.reason = verdict.reason;
      range.generic = verdict.generic;
    } catch (const InputError& error) {
      range.reason = std::string("not a system: ") + error.what();
    } catch (const BudgetExceeded& limit) {
      range.reason = limit.what();
    }
  };
  if (root.is_rational()) {
    ask(detail::specialised<Rational>(family, [&](const Polynomial& p) { return p(root.lower); }));
  } else {
    const auto shared = std::make_shared<const RealRoot>(root);
    ask(detail::specialised<AlgebraicNumber>(
        family, [&](const Polynomial& p) { return AlgebraicNumber(p, shared); }));
  }
  return range;
}

/// Exact operations that one question may spend on a family.
inline constexpr std::int64_t family_operations = 25'000'000;

namespace detail {

/// The same answer everywhere but at real roots of the exceptional polynomials, where at(root) gives it.
template <class At>
ParameterVerdict around_roots(const std::string& id, const ParameterRange& generic,
                              const std::vector<Polynomial>& exceptional, const At& at) {
  ParameterVerdict result{id, {generic}};
  for (const auto& root : all_roots(exceptional)) {
    ParameterRange at_root = at(root);
    if (at_root.answer == generic.answer && at_root.generic == generic.generic &&
        at_root.answer != Answer::undecided)
      continue;
    ParameterRange after = result.ranges.back();
    result.ranges.back().upper = root;
    after.lower = root;
    result.ranges.push_back(std::move(at_root));
    result.ranges.push_back(std::move(after));
  }
  return result;
}

/// See `check_family`; throws BudgetExceeded.
inline ParameterVerdict ask_family(const std::string& id,
                                   const AlgebraicSystem<RationalFunction>& family) {
  std::vector<Polynomial> exceptional;
  const auto poles = [&](const DynamicMatrix<RationalFunction>& m) {
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.cols(); ++j) exceptional.push_back(m(i, j).denominator());
  };
  poles(family.metric);
  poles(family.distribution);
  for (const auto& c : family.algebra.entries()) exceptional.push_back(c.value.denominator());
  ParameterRange generic;
  const auto log_decisions = [&](const auto& run) {
    DecisionLog log;
    try {
      run();
    } catch (const InputError& error) {
      generic.reason = std::string("not a system: ") + error.what();
    }
    exceptional.insert(exceptional.end(), log.polynomials().begin(), log.polynomials().end());
  };
  if (id != "q1") {
    log_decisions([&] {
      const Verdict verdict = detail::ask(id, family);
      generic.answer = verdict.exact ? verdict.answer : Answer::undecided;
      generic.reason = verdict.reason;
    });
  } else {
    std::optional<Splitting<RationalFunction>> split;
    log_decisions([&] {
      require_lie_algebra(family.algebra);
      split.emplace(family);
    });
    if (split) {
      const auto proof = prove_q1(*split);
      const auto numbers = [&](const auto& self, const Q1Proof<RationalFunction>& part) -> void {
        poles(part.certificate);
        poles(part.denominator);
        if (part.contradiction) {
          poles(part.contradiction->start);
          poles(part.contradiction->combination);
        }
        for (const auto& columns : part.parts) poles(columns);
        for (const auto& factor : part.factors) self(self, factor);
      };
      numbers(numbers, proof);
      Q1Proof<RationalFunction> claim = proof;
      claim.exceptions.clear();  // they are exceptions of this family, not of its members
      log_decisions([&] {
        if (proof.exact && verify(family, claim)) generic.answer = proof.answer;
      });
      generic.generic = proof.generic;
      generic.reason = proof.reason;
    }
  }
  return around_roots(id, generic, exceptional,
                      [&](const RealRoot& root) { return answer_at(id, family, root); });
}

}  // namespace detail

/// Answers one question over all real parameter values. It is answered over Q(l) first; every decision on the way
/// (for `q1`: of the verification of its certificate) is a polynomial that is not 0, and away from the real roots
/// of these polynomials the same answer holds with the specialised proof. At each root it is answered again, in
/// Q or in Q(root). Throws InputError when the question is none of `family_questions`.
inline ParameterVerdict check_family(const std::string& id,
                                     const AlgebraicSystem<RationalFunction>& family) {
  require_family_question(id);
  try {
    const AnswerBudget share(AnswerBudget::left() / 2);
    const WorkBudget budget(family_operations);
    return detail::ask_family(id, family);
  } catch (const BudgetExceeded& limit) {
    return {id, {ParameterRange{{}, {}, false, Answer::undecided, limit.what()}}};
  }
}

/// All questions over all real parameter values.
inline std::vector<ParameterVerdict> check_family(const AlgebraicSystem<RationalFunction>& family) {
  std::vector<ParameterVerdict> verdicts;
  for (const auto& id : family_questions()) verdicts.push_back(check_family(id, family));
  return verdicts;
}

}  // namespace hamel
