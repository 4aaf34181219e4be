// The ideals that work on the leaf a motion stays on.
#pragma once

#include <vector>

#include "claims/restriction.hpp"
#include "claims/verify.hpp"
#include "corollaries.hpp"
#include "exact/ideals.hpp"

namespace hamel {

/// Ideals h of the Lie closure of d, complementary to d in it, with g(a, p_h [a,b]) = 0 polarised: for each of
/// them every potential invariant along h keeps Q1 (Cor. 3.9 on the leaf). Subspaces of g; all that the search
/// of `cor_3_9` knows, not all there are.
template <class S>
std::vector<DynamicMatrix<S>> working_ideals(const Splitting<S>& split) {
  const Restriction<S> on_leaf = leaf(split.system());
  const Splitting<S> inner(on_leaf.system);
  std::vector<DynamicMatrix<S>> found;
  const auto add = [&](const DynamicMatrix<S>& h) {
    if (!verify_ideal<S>(on_leaf.system, h)) return;
    for (const auto& other : found)
      if (contains<S>(other, on_leaf.basis * h)) return;
    found.push_back(span<S>(on_leaf.basis * h));
  };
  const MultiplierEquations<S> equations(inner);
  if (const auto sections = section_space<S>(equations, whole(StructureConstants<S>(equations.s))))
    add(section_complement<S>(inner, sections->particular));
  for (const auto& h : known_ideals<S>(on_leaf.system.algebra))
    if (h.cols() == inner.rank_perp()) add(h);
  return found;
}

}  // namespace hamel
