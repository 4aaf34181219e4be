// How the coordinates of a group change along its left-invariant fields.
#include <vector>

#include <hamel/core/dual.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/system/left_derivative.hpp>

#include "group_elements.hpp"

namespace hamel {

std::vector<SystemGroup::Moving> SystemGroup::coordinates_along(const Point& x, int k) const {
  const V direction = V::Unit(dim(), k);
  return group_->coordinates(
      displaced<Moving>(*group_, running::in_product(x), infinitesimal_along(direction)));
}

}  // namespace hamel
