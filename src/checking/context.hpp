// What a reader wants to know besides: bi-invariance, unimodularity, an invariant measure.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "conditions.hpp"
#include "exact/invariants.hpp"
#include "multiplier_equations.hpp"

namespace hamel {

/// `ad_invariant`: g(a,[b,c]) is totally skew, so that the metric is bi-invariant. Witness: a, b, c
/// with g([a,b],c) + g(b,[a,c]) not 0.
template <class S>
Verdict ad_invariant(const AlgebraicSystem<S>& system) {
  double worst = 0;
  bool nonzero = false;
  Evidence witness("ad_invariant");
  for (int a = 0; a < system.dimension(); ++a) {
    DynamicMatrix<S> form = system.metric * system.algebra.ad(system.algebra.basis_vector(a));
    form = (form + form.transpose()).eval();
    for (int b = 0; b < system.dimension(); ++b)
      for (int c = 0; c <= b; ++c) {
        const double size = std::abs(to_double(form(b, c)));
        if (form(b, c) == S(0) || (nonzero && size <= worst)) continue;
        nonzero = true;
        worst = size;
        witness = Evidence("ad_invariant");
        witness.add("a", system.algebra.basis_vector(a)).add("b", system.algebra.basis_vector(b));
        witness.add("c", system.algebra.basis_vector(c)).add_number("value", form(b, c));
      }
  }
  Verdict verdict = decide<S>("ad_invariant", nonzero,
                              worst / detail::trilinear_scale<S>(system.algebra, system.metric));
  verdict.reason = verdict ? "g(a,[b,c]) is totally skew" : "g([a,b],c) + g(b,[a,c]) is not 0";
  if (!verdict) verdict.evidence = std::move(witness);
  return verdict;
}

/// `unimodular`: tr ad_a = 0 for all a. Evidence: the covector a -> tr ad_a.
template <class S>
Verdict unimodular(const StructureConstants<S>& algebra) {
  const DynamicMatrix<S> trace = trace_form(algebra);
  const double scale = detail::trilinear_scale<S>(algebra, DynamicMatrix<S>::Constant(1, 1, S(1)));
  Verdict verdict = decide<S>("unimodular", !all_zero(trace), max_abs<S>(trace) / scale);
  verdict.reason = verdict ? "tr ad = 0" : "tr ad is not 0";
  if (!verdict) verdict.evidence = Evidence("unimodular").add("trace", trace);
  return verdict;
}

/// `invariant_measure`: the reduced nonholonomic field u' = F(u) preserves a measure of smooth
/// positive density. F is quadratic, so the lowest order of div(density F) = 0 at u = 0 forces div
/// F = 0, and then du itself is preserved (Kozlov 1988). Evidence: the linear form div F.
template <class S>
Verdict invariant_measure(const Splitting<S>& split) {
  const MultiplierEquations<S> equations(split);
  DynamicMatrix<S> divergence = DynamicMatrix<S>::Constant(1, equations.r, S(0));
  for (int k = 0; k < equations.r; ++k) divergence += S(2) * equations.field[std::size_t(k)].row(k);
  double scale = 1;
  if (!is_exact<S>)
    for (const auto& form : equations.field) scale = std::max(scale, max_abs<S>(form));
  Verdict verdict =
      decide<S>("invariant_measure", !all_zero(divergence), max_abs<S>(divergence) / scale);
  verdict.reason = verdict
                       ? "the reduced field has divergence 0: it preserves du"
                       : "the reduced field has divergence not 0: no smooth measure is preserved";
  if (!verdict) verdict.evidence = Evidence("invariant_measure").add("divergence", divergence);
  return verdict;
}

}  // namespace hamel
