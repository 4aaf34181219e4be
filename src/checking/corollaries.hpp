// Sufficient conditions with a name: the ideal of Corollary 3.9, the grading of Corollary 4.10,
// Prop. 4.6.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "conditions.hpp"
#include "ideal_search.hpp"

namespace hamel {

/// `cor_3_9`: an ideal h complementary to d exists with g(a, p_h [a,b]) = 0 polarised in a
/// (Jozwikowski & Respondek, Cor. 3.9, stated for h = d_perp where the last condition is
/// automatic). Certificate: h.
template <class S>
Verdict cor_3_9(const IdealSearch<S>& search) {
  Verdict verdict = decide<S>("cor_3_9", !search.ideal, search.ideal ? 0 : 1);
  verdict.evidence = Evidence("cor_3_9");
  if (search.ideal) {
    verdict.reason = "an ideal complementary to d: multipliers with p = 0 on it work";
    verdict.evidence.add("ideal", *search.ideal);
  } else {
    verdict.reason = search.reason;
    if (!search.exhaustive) verdict.answer = Answer::undecided;
    verdict.exact = search.exhaustive && is_exact<S>;
  }
  return verdict;
}

/// `cor_4_10`: [d,d] in d_perp, [d,d_perp] in d, d_perp a subalgebra, and T(a1,a2,a3;c) =
/// g(a1,[a2,[a3,c]]) summed over the orders of a1, a2, a3 is 0 on d (Jozwikowski & Respondek,
/// Cor. 4.10, polarised); for graded systems Q1 holds iff the last condition does. Witness: which
/// condition fails, and where.
template <class S>
Verdict cor_4_10(const Splitting<S>& split) {
  const auto& d = split.d();
  const auto& e = split.perp();
  double worst = 0;
  bool nonzero = false;
  std::string what;
  Evidence witness("cor_4_10");
  const auto examine = [&](const DynamicMatrix<S>& left, const DynamicMatrix<S>& right,
                           const DynamicMatrix<S>& coordinates, const char* statement) {
    for (Eigen::Index i = 0; i < left.cols(); ++i)
      for (Eigen::Index j = 0; j < right.cols(); ++j) {
        const DynamicVector<S> bracket = split.bracket(left.col(i), right.col(j));
        const DynamicMatrix<S> forbidden = coordinates * bracket;
        if (all_zero(forbidden) || (nonzero && max_abs<S>(forbidden) <= worst)) continue;
        worst = max_abs<S>(forbidden);
        nonzero = true;
        what = statement;
        witness = Evidence("cor_4_10");
        witness.add("a", left.col(i)).add("b", right.col(j)).add("bracket", bracket);
        if (is_exact<S>) return;
      }
  };
  examine(d, d, split.d_coordinates(), "[d,d] is not in d_perp");
  if (!nonzero || !is_exact<S>) examine(d, e, split.perp_coordinates(), "[d,d_perp] is not in d");
  if (!nonzero || !is_exact<S>) examine(e, e, split.d_coordinates(), "d_perp is not a subalgebra");
  if (!is_exact<S>)
    worst /= detail::trilinear_scale<S>(split.algebra(), DynamicMatrix<S>::Constant(1, 1, S(1)));
  if (is_exact<S> ? nonzero : worst > verdict_tolerance) {
    Verdict verdict = decide<S>("cor_4_10", true, worst);
    verdict.reason = what + ": the system is not graded";
    verdict.evidence = std::move(witness);
    return verdict;
  }
  double cubic = 0;
  bool cubic_nonzero = false;
  for (Eigen::Index c = 0; c < d.cols(); ++c)
    for (Eigen::Index i = 0; i < d.cols(); ++i)
      for (Eigen::Index j = 0; j <= i; ++j)
        for (Eigen::Index k = 0; k <= j; ++k) {
          const auto term = [&](Eigen::Index x, Eigen::Index y, Eigen::Index z) {
            return split.product(d.col(x),
                                 split.bracket(d.col(y), split.bracket(d.col(z), d.col(c))));
          };
          const S sum = term(i, j, k) + term(i, k, j) + term(j, i, k) + term(j, k, i) +
                        term(k, i, j) + term(k, j, i);
          if (sum == S(0) || (cubic_nonzero && std::abs(to_double(sum)) <= cubic)) continue;
          cubic = std::abs(to_double(sum));
          cubic_nonzero = true;
          witness = Evidence("cor_4_10");
          witness.add("a1", d.col(i)).add("a2", d.col(j)).add("a3", d.col(k)).add("c", d.col(c));
          witness.add_number("T", sum);
        }
  if (!is_exact<S>) {
    const double constants =
        detail::trilinear_scale<S>(split.algebra(), DynamicMatrix<S>::Constant(1, 1, S(1)));
    cubic /= detail::trilinear_scale<S>(split.algebra(), split.metric()) * constants;
  }
  Verdict verdict = decide<S>("cor_4_10", cubic_nonzero, std::max(worst, cubic));
  verdict.reason = verdict ? "graded, and g(a,[a,[a,c]]) = 0 polarised: m = t r(u) is a multiplier"
                           : "graded, but g(a,[a,[a,c]]) is not 0 polarised";
  verdict.evidence = verdict ? Evidence("cor_4_10") : std::move(witness);
  return verdict;
}

/// `prop_4_6`: for a non-integrable d of rank 2 in dimension 3, Q1 holds iff every nonholonomic
/// extremal is an unconstrained one, that is iff `eq_3_11` holds (Jozwikowski & Respondek,
/// Prop. 4.6). Nothing when the hypotheses fail.
inline std::optional<Verdict> prop_4_6(int dimension, int rank_d, const Verdict& integrable,
                                       const Verdict& eq_3_11) {
  if (dimension != 3 || rank_d != 2 || integrable.answer != Answer::fails) return std::nullopt;
  Verdict verdict = eq_3_11;
  verdict.id = "prop_4_6";
  verdict.reason = std::string("rank 2 in dimension 3, not integrable: Q1 iff eq_3_11, which ") +
                   text(eq_3_11.answer);
  return verdict;
}

}  // namespace hamel
