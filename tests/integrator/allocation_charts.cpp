// A step never allocates: motion in coordinates, by the methods that run there, guarded or not.
#include <tuple>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_variational.hpp>
#include <hamel/chart/rank_guard.hpp>
#include <hamel/core/types.hpp>

#include "../chart/systems.hpp"
#include "steps_without_heap.hpp"

using namespace allocations;

namespace {

/// Every registered method, and guarded ones.
using OfCharts =
    Joined<RegisteredOnCharts,
           std::tuple<RankGuard<ChartVariational>, RankGuard<Adaptive<DormandPrince8>>>>;

/// The three dynamics from one start.
template <class C, class V>
void check_chart(const C& chart, const V& q, const V& v) {
  check_methods(OfCharts{}, free(chart), free(chart).start(q, v));
  check_methods(OfCharts{}, nonholonomic(chart), nonholonomic(chart).start(q, v));
  check_methods(OfCharts{}, vakonomic(chart), vakonomic(chart).start(q, v));
}

}  // namespace

TEST_CASE("a chart of fixed size") {
  check_chart(chart_test::particle(), Vector<double, 3>(0, 0.5, 0),
              Vector<double, 3>(1, -1. / 3, 0.5));
}

TEST_CASE("a chart whose size is known at run time only") {
  using Run = Vector<double, dynamic>;
  const auto lagrangian = [](const auto& q, const auto& v) {
    using S = typename std::decay_t<decltype(v)>::Scalar;
    return S(0.5) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) - q[0] * q[1];
  };
  const auto constraint = [](const auto& q, const auto& v) {
    using S = typename std::decay_t<decltype(v)>::Scalar;
    Vector<S, dynamic> phi(1);
    phi[0] = v[2] - q[1] * v[0];
    return phi;
  };
  const Chart<dynamic, dynamic, decltype(lagrangian), decltype(constraint)> chart(3, 1, lagrangian,
                                                                                  constraint);
  const Run q = Vector<double, 3>(0, 0.5, 0), v = Vector<double, 3>(1, -1. / 3, 0.5);
  check_chart(chart, q, v);
}
