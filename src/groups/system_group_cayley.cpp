// The Cayley map of the group of a system file.
#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/retraction/cayley.hpp>
#include <hamel/retraction/transport.hpp>

#include "group_elements.hpp"

namespace hamel {

using running::in_product;
using running::of_system;
using Point = SystemGroup::Point;
using V = SystemGroup::V;
using M = SystemGroup::M;

V SystemGroup::transport(const Cayley& map, const V& xi, const Point& x, const Point& step,
                         const Point& y, const V& p) const noexcept {
  return hamel::transport(map, *group_, xi, in_product(x), in_product(step), in_product(y), p);
}
Point SystemGroup::CayleyMap::tau(const SystemGroup& group, const V& xi) const noexcept {
  return of_system(Cayley{}.tau(group.product(), xi));
}
V SystemGroup::CayleyMap::tangent(const SystemGroup& group, const V& xi,
                                  const V& eta) const noexcept {
  return Cayley{}.tangent(group.product(), xi, eta);
}
V SystemGroup::CayleyMap::inverse_tangent_star(const SystemGroup& group, const V& xi,
                                               const V& p) const noexcept {
  return Cayley{}.inverse_tangent_star(group.product(), xi, p);
}
M SystemGroup::CayleyMap::inverse_tangent_star_derivative(const SystemGroup& group, const V& xi,
                                                          const V& p) const noexcept {
  return Cayley{}.inverse_tangent_star_derivative(group.product(), xi, p);
}

}  // namespace hamel
