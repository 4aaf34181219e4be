// The slope of a study of convergence.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/diagnostics/order.hpp>

using namespace hamel;

TEST_CASE("the order of errors that fall like a power") {
  for (const double order : {1., 2., 3., 8.}) {
    std::vector<ConvergencePoint> points;
    for (double h = 0.5; h > 0.01; h /= 2) points.push_back({h, 3 * std::pow(h, order)});
    CHECK(measured_order(points, 0) == doctest::Approx(order).epsilon(1e-12));
  }
}

TEST_CASE("the two finest above the plateau count, and nothing below it") {
  // Of order 1 at first, of order 4 where it counts, then rounding.
  const std::vector<ConvergencePoint> points{
      {1, 0.2}, {0.5, 0.1}, {0.25, 0.1 / 16}, {0.125, 1e-16}};
  CHECK(measured_order(points, 1e-14) == doctest::Approx(4).epsilon(1e-12));
  CHECK(measured_order(points, 0.01) == doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("fewer than two points, or errors that do not fall, have no order") {
  CHECK(std::isnan(measured_order({}, 0)));
  CHECK(std::isnan(measured_order({{1, 0.5}}, 0)));
  CHECK(std::isnan(measured_order({{1, 0.5}, {0.5, 0.5}}, 0)));
  CHECK(std::isnan(measured_order({{1, 0.5}, {0.5, std::nan("")}}, 0)));
  CHECK(std::isnan(measured_order({{1, 1e-3}, {0.5, 1e-5}}, 1e-4)));
}
