// Linear integrals of nonholonomic motion: the momenta along vectors of d that the constraint forces keep.
#pragma once

#include <string>

#include <hamel/algebra/linear.hpp>
#include <hamel/check/verdict.hpp>

#include "claims/questions.hpp"

namespace hamel {

/// The vectors b of d for which g(a,b) is constant along every nonholonomic motion a(t); columns. On d the motion obeys
/// d/dt g(a,b) = g(a,[a,b]), which is to vanish for all a in d:
///
///     g(D_i,[D_j,b]) + g(D_j,[D_i,b]) = 0,
///
/// linear in b. As g is non-degenerate on d, every linear integral of u' = F(u) is one of these.
template <class S>
DynamicMatrix<S> gauge_momenta_space(const Splitting<S>& split) {
  const auto& d = split.d();
  const int r = split.rank_d();
  DynamicMatrix<S> equations(r * (r + 1) / 2, r);
  for (int k = 0; k < r; ++k) {
    const DynamicMatrix<S> form =  // g(D_i, [D_k, D_j])
        d.transpose() * split.metric() * split.algebra().ad(d.col(k)) * d;
    for (int i = 0, row = 0; i < r; ++i)
      for (int j = 0; j <= i; ++j, ++row) equations(row, k) = -(form(i, j) + form(j, i));
  }
  return d * kernel<S>(equations);
}

/// `gauge_momenta`: some b in d, not 0, has g(a,[a,b]) = 0 for all a in d, so that g(a,b) is an integral of the
/// nonholonomic motion (Bates, Graumann & MacDonnell 1996). Certificate: a basis of all such b.
template <class S>
Verdict gauge_momenta(const Splitting<S>& split) {
  const DynamicMatrix<S> momenta = gauge_momenta_space(split);
  const auto count = momenta.cols();
  Verdict verdict = decide<S>("gauge_momenta", count == 0, count == 0 ? 1 : 0);
  verdict.reason = verdict
                       ? "g(a,b) is constant for b in a space of dimension " + std::to_string(count)
                       : "no linear function of the velocity is constant along all motions";
  if (verdict) verdict.evidence = Evidence("gauge_momenta").add("momenta", momenta);
  return verdict;
}

template <class S>
Verdict question::GaugeMomenta::ask(const Subject<S>& about) {
  return gauge_momenta(about.split());
}

}  // namespace hamel
