// Elements of the group of a system file as elements of the product it holds, and back: the same numbers.
#pragma once

#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>

namespace hamel::running {

inline Element<AnyGroup, double> in_product(const SystemGroup::Point& x) noexcept {
  return {x.data};
}
inline SystemGroup::Point of_system(const Element<AnyGroup, double>& x) noexcept {
  return {x.data};
}

}  // namespace hamel::running
