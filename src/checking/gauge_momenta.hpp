// Linear integrals of nonholonomic motion: the momenta along vectors of d that the constraint forces keep.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hamel/algebra/linear.hpp>
#include <hamel/check/question.hpp>
#include <hamel/check/verdict.hpp>

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

namespace question {

struct GaugeMomenta : Question {
  static constexpr std::string_view id = "gauge_momenta";
  static constexpr std::string_view statement =
      "some b in d has g(a,[a,b]) = 0 for all a in d: g(a,b) is an integral of nonholonomic motion";
  static constexpr std::string_view source = "Bates, Graumann & MacDonnell 1996";
  static constexpr Needs needs = Needs::motion;
  static std::vector<const char*> read_by_verify(bool holds) {
    if (holds) return {"momenta"};
    return {};
  }

  template <class S>
  static Verdict ask(const Subject<S>& about) {
    return gauge_momenta(about.split());
  }
  /// By the field: with p = M a and a' the projection of ad*_a p on d, g(a',b) = 0 for each b of the basis; and there
  /// are as many as linear functions that annihilate all values of the polarised field.
  template <class S>
  static bool verify(const AlgebraicSystem<S>& system, const Verdict& verdict) {
    const DynamicMatrix<S> d = system.d();
    const auto r = d.cols();
    DynamicMatrix<S> forces(r * (r + 1) / 2, r);  // <ad*_a p, D_k>, polarised
    for (Eigen::Index i = 0, row = 0; i < r; ++i)
      for (Eigen::Index j = 0; j <= i; ++j, ++row)
        forces.row(row) = (system.algebra.ad_star(d.col(i), system.metric * d.col(j)) +
                           system.algebra.ad_star(d.col(j), system.metric * d.col(i)))
                              .transpose() *
                          d;
    const bool exists = rank<S>(forces) < r;
    if (verdict.answer == Answer::fails) return !exists;
    const DynamicMatrix<S> momenta = verdict.evidence.template get_matrix<S>("momenta");
    if (!exists || momenta.rows() != d.rows() || momenta.cols() != r - rank<S>(forces))
      return false;
    const auto coordinates = solve<S>(d, momenta);
    return coordinates && rank<S>(momenta) == momenta.cols() && all_zero(forces * *coordinates);
  }
};

}  // namespace question

}  // namespace hamel
