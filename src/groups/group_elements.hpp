// Elements of the group of a system file as elements of the product it holds, and back: the same numbers.
#pragma once

#include <hamel/core/small.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>

namespace hamel::running {

inline Element<AnyGroup, double> in_product(const SystemGroup::Point& x) noexcept {
  return {x.data};
}
inline SystemGroup::Point of_system(const Element<AnyGroup, double>& x) noexcept {
  return {x.data};
}

/// The element with parts of(group, vector index, storage index), where commutative factors have the numbers
/// entry(vector index, storage index).
template <class Of, class Entry>
SystemGroup::Point element_of(const AnyGroup& group, const Of& of, const Entry& entry) noexcept {
  SystemGroup::Point x;
  x.data.resize(group.size());
  group.factors().for_each_part([&]<class G>(const G& g, int i, int k) {
    if constexpr (NumbersInARow<G>)
      for (int j = 0; j < g.dim(); ++j) x.data.coeffRef(k + j) = entry(i + j, k + j);
    else
      put(x.data, k, 0, of(g, i, k).data);
  });
  return x;
}

/// The vector with parts of(group, part of a, part of p), where commutative factors have the numbers entry(p_i).
template <class Of, class Entry>
SystemGroup::V vector_of(const AnyGroup& group, const SystemGroup::V& a, const SystemGroup::V& p,
                         const Of& of, const Entry& entry) noexcept {
  SystemGroup::V c(group.dim());
  group.factors().for_each_part([&]<class G>(const G& g, int i, int) {
    if constexpr (NumbersInARow<G>)
      for (int j = i; j < i + g.dim(); ++j) c.coeffRef(j) = entry(p.coeff(j));
    else
      put(c, i, 0, of(g, group.part(g, a, i), group.part(g, p, i)));
  });
  return c;
}

}  // namespace hamel::running
