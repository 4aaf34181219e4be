// The leaf a motion stays on: the system restricted to the Lie closure of d, and the ideals that work there.
#pragma once

#include <utility>
#include <vector>

#include <hamel/algebra/ideals.hpp>
#include <hamel/check/corollaries.hpp>

namespace hamel {

/// The system on the subalgebra that d generates, in the basis `closure` (columns in g). Its metric may be
/// degenerate; on d it is not.
template <class S>
struct Leaf {
  DynamicMatrix<S> closure;
  AlgebraicSystem<S> system;
};

template <class S>
Leaf<S> leaf(const Splitting<S>& split) {
  const DynamicMatrix<S> closure = generated_subalgebra<S>(split.algebra(), split.d());
  const int n = static_cast<int>(closure.cols());
  AlgebraicSystem<S> system{StructureConstants<S>(n),
                            closure.transpose() * split.metric() * closure,
                            solve<S>(closure, split.d()).value()};
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const auto bracket = solve<S>(closure, split.bracket(closure.col(i), closure.col(j))).value();
      for (int k = 0; k < n; ++k) system.algebra.set(i, j, k, bracket(k, 0));
    }
  return {closure, std::move(system)};
}

/// Ideals h of the Lie closure of d, complementary to d in it, with g(a, p_h [a,b]) = 0 polarised: for each of
/// them every potential invariant along h keeps Q1 (Cor. 3.9 on the leaf). Subspaces of g; all that the search
/// of `cor_3_9` knows, not all there are.
template <class S>
std::vector<DynamicMatrix<S>> working_ideals(const Splitting<S>& split) {
  const Leaf<S> on_leaf = leaf(split);
  const Splitting<S> inner(on_leaf.system);
  std::vector<DynamicMatrix<S>> found;
  const auto add = [&](const DynamicMatrix<S>& h) {
    if (!verify_ideal<S>(on_leaf.system, h)) return;
    for (const auto& other : found)
      if (contains<S>(other, on_leaf.closure * h)) return;
    found.push_back(span<S>(on_leaf.closure * h));
  };
  const MultiplierEquations<S> equations(inner);
  if (const auto sections = section_space<S>(equations, whole(StructureConstants<S>(equations.s))))
    add(section_complement<S>(inner, sections->particular));
  for (const auto& h : known_ideals<S>(on_leaf.system.algebra))
    if (h.cols() == inner.rank_perp()) add(h);
  return found;
}

}  // namespace hamel
