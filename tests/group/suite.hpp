// The laws of group/concept.hpp, run on one group over random and edge elements.
#pragma once

#include <random>
#include <string>

#include <doctest/doctest.h>

#include <hamel/core/types.hpp>
#include <hamel/group/concept.hpp>
#include <hamel/group/laws.hpp>

namespace suite {

/// A vector with independent normal entries.
template <int N>
hamel::Vector<double, N> random_vector(int n, std::mt19937& random) {
  std::normal_distribution<double> normal;
  hamel::Vector<double, N> v(n);
  for (int i = 0; i < n; ++i) v[i] = normal(random);
  return v;
}

inline void expect_all(const std::vector<hamel::LawResidual>& laws) {
  for (const auto& law : laws) {
    CAPTURE(law.law);
    CAPTURE(law.residual);
    CAPTURE(law.limit);
    CHECK(law.holds());
  }
}

/// The laws at random elements and at vectors of every magnitude up to `largest`, where log is still principal;
/// translations get an extra factor that may be large.
template <hamel::LieGroup G>
void run(const G& group, double largest) {
  using V = hamel::Tangent<G, double>;
  std::mt19937 random(20240501);
  const int n = group.dim();
  const auto draw = [&] { return random_vector<G::dimension>(n, random); };
  const auto element = [&] { return group.exp(V(draw() / std::sqrt(double(n)))); };
  for (const double size : {0.0, 1e-12, 1e-8, 1e-5, 1e-3, 0.1, 0.5, 0.99, 1.0}) {
    CAPTURE(size);
    for (int repeat = 0; repeat < 3; ++repeat) {
      V xi = draw();
      xi *= size * largest / xi.norm();
      expect_all(
          hamel::group_laws(group, element(), element(), element(), xi, draw(), draw(), draw()));
    }
  }
}

}  // namespace suite
