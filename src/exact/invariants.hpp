// What does not depend on a basis: Killing form, trace form, centralisers, series, radical.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "subspaces.hpp"

namespace hamel {

/// The Killing form: entry (i, j) is tr(ad_i ad_j).
template <class S>
DynamicMatrix<S> killing_form(const StructureConstants<S>& algebra) {
  const int n = algebra.dimension();
  std::vector<DynamicMatrix<S>> ad;
  for (int i = 0; i < n; ++i) ad.push_back(algebra.ad(algebra.basis_vector(i)));
  DynamicMatrix<S> form(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      S trace(0);
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l)
          if (ad[std::size_t(i)](k, l) != S(0) && ad[std::size_t(j)](l, k) != S(0))
            trace += ad[std::size_t(i)](k, l) * ad[std::size_t(j)](l, k);
      form(i, j) = form(j, i) = trace;
    }
  return form;
}

/// The covector a -> tr ad_a; the algebra is unimodular iff it is 0.
template <class S>
DynamicVector<S> trace_form(const StructureConstants<S>& algebra) {
  DynamicVector<S> result = DynamicVector<S>::Constant(algebra.dimension(), S(0));
  for (const auto& c : algebra.entries()) {
    if (c.k == c.j) result(c.i) += c.value;
    if (c.k == c.i) result(c.j) -= c.value;
  }
  return result;
}

/// Whether tr ad_a = 0 for all a.
template <class S>
bool is_unimodular(const StructureConstants<S>& algebra) {
  return all_zero(trace_form(algebra));
}

/// The transporter {a : [a, from] in into}.
template <class S>
DynamicMatrix<S> transporter(const StructureConstants<S>& algebra, const DynamicMatrix<S>& from,
                             const DynamicMatrix<S>& into) {
  const DynamicMatrix<S> outside =
      kernel<S>(into.transpose()).transpose();  // covectors that vanish on `into`
  DynamicMatrix<S> conditions(outside.rows() * from.cols(), algebra.dimension());
  for (Eigen::Index i = 0; i < from.cols(); ++i)
    conditions.middleRows(i * outside.rows(), outside.rows()) = outside * algebra.ad(from.col(i));
  return span<S>(kernel<S>(conditions));
}

/// Everything that commutes with a subspace.
template <class S>
DynamicMatrix<S> centralizer(const StructureConstants<S>& algebra, const DynamicMatrix<S>& h) {
  return transporter<S>(algebra, h, DynamicMatrix<S>(algebra.dimension(), 0));
}

/// The derived series g, [g,g], [[g,g],[g,g]], ... until it stays, or no longer shrinks where ranks are
/// rounded; its last term is 0 iff g is solvable.
template <class S>
std::vector<DynamicMatrix<S>> derived_series(const StructureConstants<S>& algebra) {
  std::vector<DynamicMatrix<S>> series{whole(algebra)};
  for (;;) {
    DynamicMatrix<S> next = bracket_span<S>(algebra, series.back(), series.back());
    if (next.cols() >= series.back().cols()) return series;
    series.push_back(std::move(next));
  }
}

/// The lower central series g, [g,g], [g,[g,g]], ... until it stays; its last term is 0 iff g is
/// nilpotent.
template <class S>
std::vector<DynamicMatrix<S>> lower_central_series(const StructureConstants<S>& algebra) {
  std::vector<DynamicMatrix<S>> series{whole(algebra)};
  for (;;) {
    DynamicMatrix<S> next = bracket_span<S>(algebra, whole(algebra), series.back());
    if (next.cols() >= series.back().cols()) return series;
    series.push_back(std::move(next));
  }
}

/// The upper central series 0, centre, {a : [a,g] in centre}, ... until it stays.
template <class S>
std::vector<DynamicMatrix<S>> upper_central_series(const StructureConstants<S>& algebra) {
  std::vector<DynamicMatrix<S>> series{DynamicMatrix<S>(algebra.dimension(), 0)};
  for (;;) {
    DynamicMatrix<S> next = transporter<S>(algebra, whole(algebra), series.back());
    if (next.cols() <= series.back().cols()) return series;
    series.push_back(std::move(next));
  }
}

/// The largest solvable ideal: the complement of [g,g] for the Killing form (characteristic 0).
template <class S>
DynamicMatrix<S> radical(const StructureConstants<S>& algebra) {
  const DynamicMatrix<S> derived = bracket_span<S>(algebra, whole(algebra), whole(algebra));
  return span<S>(kernel<S>(derived.transpose() * killing_form(algebra)));
}

}  // namespace hamel
