// Coordinates of the group of a system file, and the logarithm.
#include <string>
#include <vector>

#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>

#include "group_elements.hpp"

namespace hamel {

using running::in_product;
using running::of_system;
using Point = SystemGroup::Point;
using V = SystemGroup::V;

V SystemGroup::log(const Point& x) const noexcept {
  return group_->log(in_product(x));
}
std::vector<std::string> SystemGroup::coordinate_names() const {
  return group_->coordinate_names();
}
std::vector<double> SystemGroup::coordinates(const Point& x) const {
  return group_->coordinates(in_product(x));
}
Point SystemGroup::from_coordinates(const std::vector<double>& c) const {
  return of_system(group_->from_coordinates(c));
}
double SystemGroup::residual(const Point& x) const noexcept {
  return group_->residual(in_product(x));
}

}  // namespace hamel
