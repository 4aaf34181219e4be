// The first questions about a system: is it one, is it holonomic, where does it reach, condition
// (3.11).
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include <hamel/check/algebraic_system.hpp>
#include <hamel/check/verdict.hpp>

#include "exact/jacobi_modular.hpp"
#include "exact/subspaces.hpp"

namespace hamel {

namespace detail {

/// A natural size of trilinear expressions g(.,[.,.]) in floating point; 1 where arithmetic is
/// exact.
template <class S>
double trilinear_scale(const StructureConstants<S>& algebra, const DynamicMatrix<S>& metric,
                       double vectors = 1) {
  if (is_exact<S>) return 1;
  double constants = 0;
  for (const auto& c : algebra.entries())
    constants = std::max(constants, std::abs(to_double(c.value)));
  const double scale = constants * max_abs<S>(metric) * vectors;
  return scale > 0 ? scale : 1;
}

}  // namespace detail

/// `jacobi`: the structure constants satisfy the Jacobi identity. Witness: the triple and the value
/// of
/// [[e_i,e_j],e_k] + cyclic.
template <class S>
Verdict jacobi(const StructureConstants<S>& algebra) {
  const auto worst = jacobi_defect(algebra);
  Verdict verdict = decide<S>("jacobi", worst.nonzero, worst.part);
  if (verdict) {
    verdict.reason = "[[a,b],c] + [[b,c],a] + [[c,a],b] = 0 on all basis triples";
    return verdict;
  }
  const auto name = [](int i) { return "e" + std::to_string(i + 1); };
  verdict.reason = "the Jacobi sum of " + name(worst.i) + ", " + name(worst.j) + ", " +
                   name(worst.k) + " is not 0";
  verdict.evidence = Evidence("jacobi");
  verdict.evidence.add("triple", name(worst.i) + " " + name(worst.j) + " " + name(worst.k))
      .add("value", DynamicVector<S>(DynamicVector<S>::Map(worst.value.data(),
                                                           Eigen::Index(worst.value.size()))));
  return verdict;
}

/// `nondegenerate`: g is non-degenerate on the algebra and on d; the signature (p, q) is reported.
/// The second is what every other question needs. Throws as `require_well_formed`.
template <class S>
Verdict nondegenerate(const AlgebraicSystem<S>& system) {
  require_well_formed(system);
  const DynamicMatrix<S> d = system.d();
  Signature whole, on_d;
  if constexpr (is_exact<S>) {
    whole = signature<S>(system.metric);
    on_d = signature<S>(d.transpose() * system.metric * d);
  } else {
    const long double limit = few_roundings * resolution<S>();
    const SummedMatrix metric = summed(system.metric);
    whole = signature(metric, limit);
    on_d = signature(congruent(metric, summed(d)), limit);
  }
  Verdict verdict = decide<S>("nondegenerate", whole.zero + on_d.zero > 0, whole.zero + on_d.zero);
  const auto pair = [](const Signature& s) {
    return "(" + std::to_string(s.positive) + "," + std::to_string(s.negative) + ")";
  };
  verdict.reason = on_d.zero    ? "the metric is degenerate on d"
                   : whole.zero ? "the metric is degenerate on the algebra (not on d)"
                                : "signature " + pair(whole) + ", on d " + pair(on_d);
  verdict.evidence = Evidence("signature");
  verdict.evidence.add("signature", pair(whole)).add("signature_on_d", pair(on_d));
  if (on_d.zero)
    verdict.evidence.add("null_vector", d * kernel<S>(d.transpose() * system.metric * d).col(0));
  else if (whole.zero)
    verdict.evidence.add("null_vector", kernel<S>(system.metric).col(0));
  return verdict;
}

/// `integrable`: [d,d] is in d; then the constraint is holonomic and the nonholonomic and vakonomic
/// problems coincide (Jozwikowski & Respondek, Prop. 2.6). Witness: two vectors of d and the part
/// of their bracket outside d.
template <class S>
Verdict integrable(const Splitting<S>& split) {
  double worst = 0;
  bool nonzero = false;
  int first = 0, second = 0;
  DynamicVector<S> outside;
  for (int i = 0; i < split.rank_d(); ++i)
    for (int j = i + 1; j < split.rank_d() && !(is_exact<S> && nonzero); ++j) {
      const DynamicMatrix<S> part =
          split.perp_coordinates() * split.bracket(split.d().col(i), split.d().col(j));
      if (all_zero(part) || (nonzero && max_abs<S>(part) <= worst)) continue;
      worst = max_abs<S>(part);
      nonzero = true;
      first = i, second = j, outside = split.perp() * part;
    }
  if (!is_exact<S>)
    worst /= detail::trilinear_scale<S>(split.algebra(), DynamicMatrix<S>::Constant(1, 1, S(1)),
                                        std::pow(max_abs<S>(split.d()), 2));
  Verdict verdict = decide<S>("integrable", nonzero, worst);
  verdict.evidence = Evidence("integrable");
  if (verdict) {
    verdict.reason = "[d,d] is in d: the constraint is holonomic, both problems coincide";
    return verdict;
  }
  verdict.reason = "a bracket of two vectors of d leaves d";
  verdict.evidence.add("a", split.d().col(first))
      .add("b", split.d().col(second))
      .add("outside_d", outside);
  return verdict;
}

/// `bracket_generating`: brackets of d fill the algebra. Evidence: the growth vector, and the Lie
/// closure of d on whose leaf the motion stays when it fails.
template <class S>
Verdict bracket_generating(const Splitting<S>& split) {
  const auto grown = growth<S>(split.algebra(), split.d());
  const int reached = grown.dimensions.back();
  Verdict verdict =
      decide<S>("bracket_generating", reached < split.dimension(), split.dimension() - reached);
  verdict.reason = "growth vector (" + detail::list(grown.dimensions) + ")" +
                   (verdict ? ", step " + std::to_string(grown.dimensions.size())
                            : ": motion stays on a leaf of dimension " + std::to_string(reached) +
                                  " of " + std::to_string(split.dimension()));
  verdict.evidence = Evidence("bracket_generating");
  verdict.evidence.add("growth", detail::list(grown.dimensions));
  if (!verdict) verdict.evidence.add("closure", grown.closure);
  return verdict;
}

/// `eq_3_11`: S(a1,a2,b) = g(a1,[a2,b]) + g(a2,[a1,b]) = 0 for all a1, a2 in d and b in d_perp;
/// holds iff unconstrained geodesics that start in d stay in d, and then every nonholonomic
/// geodesic is one of them (Jozwikowski & Respondek, Cor. 3.5, eq. (3.11), polarised). Evidence:
/// whether the unpolarised condition holds on the spanning vectors of d (which proves nothing), and
/// a witness a1, a2, b with the value of S.
template <class S>
Verdict eq_3_11(const Splitting<S>& split) {
  double worst = 0, diagonal = 0;
  bool nonzero = false, diagonal_nonzero = false;
  DynamicVector<S> a1, a2, b;
  S value(0);
  for (int k = 0; k < split.rank_perp(); ++k)
    for (int i = 0; i < split.rank_d(); ++i)
      for (int j = 0; j <= i; ++j) {
        const DynamicVector<S> x = split.d().col(i), y = split.d().col(j), z = split.perp().col(k);
        const S found =
            split.product(x, split.bracket(y, z)) + split.product(y, split.bracket(x, z));
        if (found == S(0)) continue;
        const double size = std::abs(to_double(found));
        if (i == j) diagonal_nonzero = true, diagonal = std::max(diagonal, size);
        if (nonzero && size <= worst) continue;
        nonzero = true;
        worst = size;
        a1 = x, a2 = y, b = z, value = found;
      }
  const double scale = detail::trilinear_scale<S>(
      split.algebra(), split.metric(),
      is_exact<S> ? 1 : std::pow(max_abs<S>(split.d()), 2) * max_abs<S>(split.perp()));
  Verdict verdict = decide<S>("eq_3_11", nonzero, worst / scale);
  const bool on_basis = is_exact<S> ? !diagonal_nonzero : diagonal / scale <= verdict_tolerance;
  verdict.evidence = Evidence("eq_3_11");
  verdict.evidence.add("on_spanning_vectors", on_basis ? "holds" : "fails");
  if (verdict) {
    verdict.reason = "S = 0 on d x d x d_perp: every nonholonomic geodesic is an unconstrained one";
    return verdict;
  }
  verdict.reason = on_basis ? "it holds on the spanning vectors of d but fails polarised"
                            : "it fails on the spanning vectors of d already";
  verdict.evidence.add("a1", a1).add("a2", a2).add("b", b).add_number("S", value);
  return verdict;
}

}  // namespace hamel
