// The coordinates around an element of the group of a system file, factor by factor.
#include <concepts>

#include <hamel/core/circle.hpp>
#include <hamel/core/small.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/around.hpp>
#include <hamel/group/screw_near.hpp>
#include <hamel/io/system_group.hpp>

namespace hamel {

using Point = SystemGroup::Point;
using V = SystemGroup::V;

namespace {

/// A group with coordinates around its elements of its own.
template <class G>
concept KeepsAngle = fixed_size<G> && has_around<G, double>;

/// What a rate asks of a point of these coordinates besides s.
void keep(const HalfAngle<double>& angle, double* to) {
  to[0] = angle.kappa, to[1] = angle.beta;
}
void keep(const ScrewAngle<double>& angle, double* to) {
  keep(angle.half, to);
  to[2] = angle.kappa_slope, to[3] = angle.beta_slope;
}
HalfAngle<double> half_angle_of(const double* kept) {
  return {0, 0, kept[0], kept[1]};
}
/// The rate at a point s of a factor G from what was kept.
template <class G, class S>
auto rate_at(const S& s, const double* kept, const S& a) {
  if constexpr (std::same_as<G, SE3>)
    return screw_rate(ScrewAngle<double>{half_angle_of(kept), kept[2], kept[3], 0}, s, a);
  else
    return decltype(G{}.around(Element<G, double>()).at(s)){s, half_angle_of(kept), {}}.rate(a);
}

/// The coordinates around x in the factor G, the direction of the heading of a motion of the plane at hand.
template <class G>
auto around_part(const G& group, const Element<G, double>& x, const double* ahead) {
  if constexpr (std::same_as<G, SE2Cover>)
    return SE2Cover::Around<double>{x.data, {ahead[0], ahead[1]}};
  else
    return group.around(x);
}

}  // namespace

SystemGroup::Around SystemGroup::around(const Point& x) const noexcept {
  return {*this, x};
}

SystemGroup::Around::Around(const SystemGroup& group, const Point& x) noexcept
    : group_(group), x_(x) {
  group.product().factors().for_each_part([&]<class G>(const G&, int i, int k) {
    if constexpr (std::same_as<G, SE2Cover>) {
      const auto [cosine, sine] = direction(x.data.coeff(k + 2));
      ahead_[i] = cosine, ahead_[i + 1] = sine;
    }
  });
}

SystemGroup::Around::Near SystemGroup::Around::at(const V& s) const noexcept {
  const auto& product = group_.product();
  Near near(group_, s);
  near.place.data.resize(group_.size());
  product.factors().for_each_part([&]<class G>(const G& g, int i, int k) {
    if constexpr (NumbersInARow<G>) {
      for (int j = 0; j < g.dim(); ++j)
        near.place.data.coeffRef(k + j) = x_.data.coeff(k + j) + s.coeff(i + j);
    } else if constexpr (KeepsAngle<G>) {
      in_one_piece<true>([&] {
        const auto own =
            around_part(g, product.part(g, x_, k), ahead_.data() + i).at(product.part(g, s, i));
        if constexpr (std::same_as<G, SE3>)
          keep(own.angle, near.kept_.data() + i);
        else
          keep(own.half, near.kept_.data() + i);
        put(near.place.data, k, 0, own.place.data);
      });
    } else {
      put(near.place.data, k, 0,
          g.compose(product.part(g, x_, k), g.exp(product.part(g, s, i))).data);
    }
  });
  return near;
}

V SystemGroup::Around::Near::rate(const V& a) const noexcept {
  const auto& product = group_.product();
  V rate(group_.dim());
  product.factors().for_each_part([&]<class G>(const G& g, int i, int) {
    if constexpr (NumbersInARow<G>) {
      for (int j = i; j < i + g.dim(); ++j) rate.coeffRef(j) = a.coeff(j);
    } else if constexpr (KeepsAngle<G>) {
      in_one_piece<true>([&] {
        put(rate, i, 0,
            rate_at<G>(product.part(g, s_, i), kept_.data() + i, product.part(g, a, i)));
      });
    } else {
      auto back = product.part(g, s_, i);
      back = -back;
      put(rate, i, 0, g.dexp_inv(back, product.part(g, a, i)));
    }
  });
  return rate;
}

V SystemGroup::Around::rate(const V& s, const V& a) const noexcept {
  return group_.dexp_inv(V(-s), a);
}

}  // namespace hamel
