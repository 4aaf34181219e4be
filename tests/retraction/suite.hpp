// The laws of retraction/concept.hpp, run on one retraction and one group.
#pragma once

#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>

namespace suite {

using hamel::Tangent;

/// Tangents against finite differences, transposes, inverses, coadjoint action, at vectors of several sizes.
template <class R, class G>
void check_retraction(const R& retraction, const G& group) {
  using V = Tangent<G, double>;
  const int n = group.dim();
  std::mt19937 random(17);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&] {
    V v(n);
    for (int i = 0; i < n; ++i) v[i] = uniform(random);
    return v;
  };
  for (const double size : {0.0, 1e-9, 1e-3, 0.5, 1.0}) {
    CAPTURE(size);
    const V xi = size * draw(), eta = draw(), p = draw(), minus = -xi;
    const auto x = retraction.tau(group, xi);
    CHECK(group.residual(x) < 1e-14);
    const auto one = group.compose(x, retraction.tau(group, minus));
    CHECK((one.data - group.template identity<double>().data).norm() < 1e-14);

    const double h = 1e-5;
    const V forward = xi + h * eta, backward = xi - h * eta;
    const auto turned = group.compose(retraction.tau(group, forward),
                                      group.inverse(retraction.tau(group, backward)));
    const V tangent = retraction.tangent(group, xi, eta);
    CHECK((group.log(turned) / (2 * h) - tangent).norm() < 1e-8);
    CHECK((retraction.inverse_tangent(group, xi, tangent) - eta).norm() < 1e-13);
    const V star = retraction.inverse_tangent_star(group, xi, p);
    CHECK(std::abs(star.dot(eta) - p.dot(retraction.inverse_tangent(group, xi, eta))) < 1e-13);
    const V difference = (retraction.inverse_tangent_star(group, forward, p) -
                          retraction.inverse_tangent_star(group, backward, p)) /
                         (2 * h);
    CHECK((retraction.inverse_tangent_star_derivative(group, xi, p) * eta - difference).norm() <
          1e-8);
    CHECK((retraction.coadjoint(group, xi, p) - group.Ad_star(x, p)).norm() < 1e-13);
    // (dtau^L)^-* = Ad*_tau (dtau^R)^-*
    CHECK((retraction.coadjoint(group, xi, star) - retraction.inverse_tangent_star(group, minus, p))
              .norm() < 1e-13);
  }
}

}  // namespace suite
