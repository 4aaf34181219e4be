// Coordinates of the group of a system file, and the logarithm.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>

#include "coordinate_values.hpp"
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
std::size_t SystemGroup::coordinates(const Point& x, std::span<double> all) const {
  double* next = all.data();
  group_->factors().for_each_part([&]<class G>(const G& g, int, int stored) {
    if constexpr (NumbersInARow<G>)
      for (int k = 0; k < g.size(); ++k) *next++ = x.data.coeff(stored + k);
    else
      next = running::write_coordinates(g, group_->part(g, x, stored), next);
  });
  return static_cast<std::size_t>(next - all.data());
}
Point SystemGroup::from_coordinates(const std::vector<double>& c) const {
  return of_system(group_->from_coordinates(c));
}
double SystemGroup::residual(const Point& x) const noexcept {
  return group_->residual(in_product(x));
}

}  // namespace hamel
