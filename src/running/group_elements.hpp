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
  int i = 0, k = 0;
  group.factors().for_each([&]<class G>(const G& g) {
    if constexpr (NumbersInARow<G>)
      for (int j = 0; j < g.dim(); ++j) x.data.coeffRef(k + j) = entry(i + j, k + j);
    else
      put(x.data, k, 0, of(g, i, k).data);
    i += g.dim();
    k += g.size();
  });
  return x;
}

}  // namespace hamel::running
