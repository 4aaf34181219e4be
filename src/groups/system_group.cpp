// The operations of the group of a system file, over all groups of the library.
#include <memory>
#include <string>
#include <utility>

#include <hamel/core/error.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>

#include "group_elements.hpp"

namespace hamel {

using running::element_of;
using running::of_system;
using running::vector_of;
using Point = SystemGroup::Point;
using V = SystemGroup::V;

SystemGroup::SystemGroup() : SystemGroup(AnyGroup()) {}

SystemGroup::SystemGroup(AnyGroup group)
    : group_(std::make_shared<const AnyGroup>(std::move(group))),
      dim_(group_->dim()),
      size_(group_->size()),
      coordinate_count_(static_cast<int>(group_->coordinate_names().size())) {
  if (coordinate_count_ > max_coordinates)
    throw DimensionError("product group", std::to_string(coordinate_count_) + " coordinates",
                         "at most " + std::to_string(max_coordinates));
}

Point SystemGroup::unit() const noexcept {
  return of_system(group_->identity<double>());
}
Point SystemGroup::compose(const Point& x, const Point& y) const noexcept {
  return element_of(
      *group_,
      [&](const auto& g, int, int k) {
        return g.compose(group_->part(g, x, k), group_->part(g, y, k));
      },
      [&](int, int k) { return x.data.coeff(k) + y.data.coeff(k); });
}
Point SystemGroup::inverse(const Point& x) const noexcept {
  return group_->element<double, SystemGroup>(
      [&](const auto& g, int, int k) { return g.inverse(group_->part(g, x, k)); });
}
Point SystemGroup::exp(const V& a) const noexcept {
  return element_of(
      *group_, [&](const auto& g, int i, int) { return g.exp(group_->part(g, a, i)); },
      [&](int i, int) { return a.coeff(i); });
}
V SystemGroup::Ad_star(const Point& x, const V& p) const noexcept {
  return group_->vector<double>([&](const auto& g, int i, int k) {
    return g.Ad_star(group_->part(g, x, k), group_->part(g, p, i));
  });
}
V SystemGroup::ad(const V& a, const V& b) const noexcept {
  return group_->ad(a, b);
}
V SystemGroup::ad_star(const V& a, const V& p) const noexcept {
  return vector_of(
      *group_, a, p, [](const auto& g, const auto& u, const auto& q) { return g.ad_star(u, q); },
      [](double) { return 0.; });
}
V SystemGroup::dexp_inv(const V& xi, const V& eta) const noexcept {
  return vector_of(
      *group_, xi, eta,
      [](const auto& g, const auto& u, const auto& v) { return g.dexp_inv(u, v); },
      [](double number) { return number; });
}

}  // namespace hamel
