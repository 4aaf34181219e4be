// How error control gives up: motions without bound, and fields that end.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/core/status.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/tableau.hpp>

#include "on_line.hpp"

using namespace hamel;
using namespace on_line;

namespace {

/// -q^4/2: from q = q' = 1 the motion is 1/(1 - t).
struct Burst {
  template <class S>
  S operator()(const Element<Line<1>, S>& q) const {
    const S square = q.data[0] * q.data[0];
    return S(-0.5) * square * square;
  }
};

/// (1 - q)^(3/2), which ends at q = 1.
struct End {
  template <class S>
  S operator()(const Element<Line<1>, S>& q) const {
    using std::sqrt;
    const S left = S(1) - q.data[0];
    return S(1e-3) * left * sqrt(left);
  }
};

}  // namespace

TEST_CASE("a motion that leaves every bound is told from other failures") {
  const auto problem = particle<1>(Burst{});
  for (const double h : {2., 0.01}) {
    const auto run =
        integrate(problem, at<1>(problem, {1}, Vector<double, 1>(1)), Adaptive<DormandPrince8>{},
                  {.step = h, .steps = std::lround(2 / h)});
    CHECK(run.status.outcome == Outcome::unbounded);
    CHECK(run.status.t <= 1);
    CHECK(run.status.t >= 1 - h);
    CHECK(run.status.iterations < 20000);
  }
}

TEST_CASE("a field that ends is not a motion without bound") {
  const auto problem = particle<1>(End{});
  const auto run = integrate(problem, at<1>(problem, {0}, Vector<double, 1>(1)),
                             Adaptive<DormandPrince8>{}, {.step = 2, .steps = 1});
  CHECK(run.status.outcome == Outcome::not_finite);
}
