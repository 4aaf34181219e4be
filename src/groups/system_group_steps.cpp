// What implicit steps need of the group of a system file: differentials of exp.
#include <hamel/group/any_group.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/retraction/exponential.hpp>
#include <hamel/retraction/transport.hpp>

namespace hamel {

using Point = SystemGroup::Point;
using V = SystemGroup::V;
using M = SystemGroup::M;

V SystemGroup::Ad_exp_star(const V& xi, const V& p) const noexcept {
  return group_->Ad_exp_star(xi, p);
}
V SystemGroup::dexp(const V& xi, const V& eta) const noexcept {
  return group_->dexp(xi, eta);
}
V SystemGroup::dexp_inv_star(const V& xi, const V& p) const noexcept {
  return group_->dexp_inv_star(xi, p);
}
M SystemGroup::dexp_inv_star_derivative(const V& xi, const V& p) const noexcept {
  return group_->dexp_inv_star_derivative(xi, p);
}
M SystemGroup::right_jacobian(const V& xi) const noexcept {
  return group_->right_jacobian(xi);
}
M SystemGroup::right_jacobian_inverse(const V& xi) const noexcept {
  return group_->right_jacobian_inverse(xi);
}
Linearised<double, dynamic> SystemGroup::dexp_inv_star_linearised(const V& xi,
                                                                  const V& p) const noexcept {
  return group_->dexp_inv_star_linearised(xi, p);
}
V SystemGroup::transport(const Exponential& map, const V& xi, const Point& x, const Point& step,
                         const Point& y, const V& p) const noexcept {
  return group_->vector<double>([&](const auto& g, int i, int k) {
    return hamel::transport(map, g, group_->part(g, xi, i), group_->part(g, x, k),
                            group_->part(g, step, k), group_->part(g, y, k), group_->part(g, p, i));
  });
}

}  // namespace hamel
