// The ideals of Corollary 3.9: complements of d that come from linear sections.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "claims/verify.hpp"
#include "exact/ideals.hpp"
#include "exact/quadric_zeros.hpp"
#include "sections.hpp"

namespace hamel {

/// The result of a search for the ideal of Corollary 3.9.
template <class S>
struct IdealSearch {
  std::optional<DynamicMatrix<S>> ideal;
  bool exhaustive = false;  ///< when nothing was found: there is none
  std::string reason;
};

/// Sections of more directions than this are not searched by elimination.
inline constexpr std::size_t largest_section_family = 40;

namespace detail {

/// The momenta P = P_0 + sum_i t_i P_i of a family of sections, n x r each.
template <class S>
using MomentumFamily = std::vector<DynamicMatrix<S>>;

/// When the kernel of P^T is an ideal: with K P = 1 on d,
///
///     ad_x^T P = P K ad_x^T P,   K = (D^T M D)^{-1} D^T,
///
/// for every x, which is quadratic in t. In echelon form over the monomials t_i t_j (i <= j), then t_i, then 1: what is
/// linear in t comes last.
template <class S>
Echelon<S> ideal_equations(const Splitting<S>& split, const MomentumFamily<S>& family) {
  const DynamicMatrix<S> d = split.d();
  const DynamicMatrix<S> onto_d =
      inverse<S>(d.transpose() * split.metric() * d).value() * d.transpose();
  const std::size_t k = family.size() - 1;
  const auto products = static_cast<Eigen::Index>(k * (k + 1) / 2);
  const Eigen::Index entries = d.rows() * d.cols();
  DynamicMatrix<S> known(0, products + static_cast<Eigen::Index>(k) + 1);
  Echelon<S> echelon = row_echelon<S>(known);
  for (int x = 0; x < split.dimension(); ++x) {
    const DynamicMatrix<S> transport =
        split.algebra().ad(split.algebra().basis_vector(x)).transpose();
    std::vector<DynamicMatrix<S>> moved, along;
    for (const auto& p : family) {
      moved.push_back(transport * p);
      along.push_back(onto_d * moved.back());
    }
    DynamicMatrix<S> rows = DynamicMatrix<S>::Constant(entries, known.cols(), S(0));
    const auto put = [&](Eigen::Index column, const DynamicMatrix<S>& coefficient) {
      rows.col(column) += DynamicVector<S>::Map(coefficient.data(), entries);
    };
    Eigen::Index column = 0;
    for (std::size_t i = 1; i <= k; ++i)
      for (std::size_t j = i; j <= k; ++j, ++column) {
        put(column, -family[i] * along[j]);
        if (i != j) put(column, -family[j] * along[i]);
      }
    for (std::size_t i = 1; i <= k; ++i, ++column)
      put(column, moved[i] - family[i] * along[0] - family[0] * along[i]);
    put(column, moved[0] - family[0] * along[0]);
    DynamicMatrix<S> stacked(known.rows() + entries, known.cols());
    stacked << known, rows;
    echelon = row_echelon<S>(std::move(stacked));
    known = echelon.rows;
  }
  return echelon;
}

/// The members t = t_0 + N tau of a family.
template <class S>
MomentumFamily<S> members(const MomentumFamily<S>& family, const DynamicMatrix<S>& t0,
                          const DynamicMatrix<S>& directions) {
  const auto combined = [&](const DynamicMatrix<S>& t, DynamicMatrix<S> sum) {
    for (Eigen::Index i = 0; i < t.rows(); ++i)
      sum += family[static_cast<std::size_t>(i) + 1] * t(i, 0);
    return sum;
  };
  MomentumFamily<S> result{combined(t0, family[0])};
  const DynamicMatrix<S> zero =
      DynamicMatrix<S>::Constant(family[0].rows(), family[0].cols(), S(0));
  for (Eigen::Index j = 0; j < directions.cols(); ++j)
    result.push_back(combined(directions.col(j), zero));
  return result;
}

/// Rows over the monomials t_i t_j (i <= j), t_i, 1 as symmetric forms in (1, t).
template <class S>
std::vector<DynamicMatrix<S>> homogeneous_forms(const DynamicMatrix<S>& rows, Eigen::Index k) {
  std::vector<DynamicMatrix<S>> forms;
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    DynamicMatrix<S> form = DynamicMatrix<S>::Constant(k + 1, k + 1, S(0));
    Eigen::Index column = 0;
    const auto add = [&](Eigen::Index i, Eigen::Index j) {
      form(i, j) += rows(row, column) / S(2);
      form(j, i) += rows(row, column) / S(2);
      ++column;
    };
    for (Eigen::Index i = 1; i <= k; ++i)
      for (Eigen::Index j = i; j <= k; ++j) add(i, j);
    for (Eigen::Index i = 1; i <= k; ++i) add(0, i);
    add(0, 0);
    forms.push_back(std::move(form));
  }
  return forms;
}

/// The complement of d on which a momentum vanishes.
template <class S>
DynamicMatrix<S> annihilated(const DynamicMatrix<S>& momentum) {
  return kernel<S>(DynamicMatrix<S>(momentum.transpose()));
}

/// An answer where the equations decide it; `family` ends as what they leave when they do not. The span of the
/// equations and its linear part are the same in every basis, so is the answer.
template <class S>
std::optional<IdealSearch<S>> eliminate(const Splitting<S>& split, MomentumFamily<S>& family) {
  const IdealSearch<S> none{std::nullopt, true,
                            "no complement of d that gives a linear multiplier is an ideal"};
  for (;;) {
    const auto k = static_cast<Eigen::Index>(family.size()) - 1;
    const Echelon<S> equations = ideal_equations(split, family);
    if (equations.rank() == 0) return IdealSearch<S>{annihilated<S>(family[0]), false, ""};
    const Eigen::Index products = k * (k + 1) / 2;
    if (equations.pivots.back() == products + k) return none;
    Eigen::Index first = 0;
    while (first < equations.rank() && equations.pivots[std::size_t(first)] < products) ++first;
    if (first == equations.rank()) {  // true quadratics only
      const QuadricZeros zeros =
          common_zeros(homogeneous_forms<S>(equations.rows, k), static_cast<int>(k) + 1);
      for (const auto& subspace : zeros.subspaces)
        for (Eigen::Index j = 0; j < subspace.cols(); ++j)
          if (!subspace(0, j).is_zero()) {
            const DynamicMatrix<S> t = subspace.col(j).tail(k) * (S(1) / subspace(0, j));
            return IdealSearch<S>{annihilated<S>(members<S>(family, t, DynamicMatrix<S>(k, 0))[0]),
                                  false, ""};
          }
      if (zeros.complete) return none;
      return std::nullopt;
    }
    const DynamicMatrix<S> linear =
        equations.rows.middleRows(first, equations.rank() - first).middleCols(products, k);
    const DynamicMatrix<S> right =
        -equations.rows.middleRows(first, equations.rank() - first).rightCols(1);
    family = members<S>(family, solve<S>(linear, right).value(), kernel<S>(linear));
  }
}

}  // namespace detail

/// An ideal h complementary to d with g(a, p_h [a,b]) = 0 polarised. Each such h is the complement of a linear section,
/// and that it is an ideal are quadratic equations on these: linear consequences are eliminated until none is left, and
/// quadratics that factor or do not change sign tell cases apart. Where others remain, the ideals that the algebra
/// offers by construction are tried.
template <class S>
IdealSearch<S> find_ideal(const Splitting<S>& split,
                          const std::optional<SectionSpace<S>>& sections) {
  if (!sections)
    return {std::nullopt, true, "no complement of d gives a linear multiplier, so no ideal does"};
  const DynamicMatrix<S> first = section_complement<S>(split, sections->particular);
  if (verify_ideal<S>(split.system(), first)) return {first, false, ""};
  if (sections->directions.empty())
    return {std::nullopt, true,
            "the only complement of d that gives a linear multiplier is not an ideal"};
  if constexpr (std::is_same_v<S, Rational>) {
    if (sections->directions.size() <= largest_section_family) {
      detail::MomentumFamily<S> family{section_momentum<S>(split, sections->particular)};
      for (const auto& direction : sections->directions)
        family.push_back(split.perp_coordinates().transpose() * direction);
      const auto decided = detail::eliminate<S>(split, family);
      if (decided && (!decided->ideal || verify_ideal<S>(split.system(), *decided->ideal)))
        return *decided;
    }
  }
  const auto candidates = known_ideals<S>(split.algebra());
  for (const auto& h : candidates)
    if (h.cols() == split.rank_perp() && verify_ideal<S>(split.system(), h)) return {h, false, ""};
  return {std::nullopt, false, "none among " + std::to_string(candidates.size()) + " ideals tried"};
}

}  // namespace hamel
