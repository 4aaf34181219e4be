// The derivatives that charts of files compile, against those of the same formulas in hyper-dual numbers.
#include <variant>

#include <doctest/doctest.h>

#include <hamel/chart/derivatives.hpp>
#include <hamel/io/system_file.hpp>

#include "running/any_chart.hpp"

using namespace hamel;
using V = Vector<double, dynamic>;

namespace {

template <class A>
void same(const A& found, const A& expected) {
  REQUIRE(found.size() == expected.size());
  CHECK((found - expected).cwiseAbs().maxCoeff() < 1e-13 * (1 + expected.cwiseAbs().maxCoeff()));
}
void same(const LagrangianJet<double, dynamic>& found,
          const LagrangianJet<double, dynamic>& expected) {
  same(found.q, expected.q);
  same(found.v, expected.v);
  same(found.vq_v, expected.vq_v);
  same(found.vv, expected.vv);
}

void check_jets(const char* text) {
  const SystemFile file = parse_system_file(text);
  const auto& system = std::get<ChartSystem>(file.system);
  const running::ExpressionLagrangian l(system);
  const running::ExpressionConstraints phi(system);
  const int n = system.dim(), m = static_cast<int>(system.constraints.size());
  V q(n), v(n), lambda(m);
  for (int i = 0; i < n; ++i) {
    q[i] = 0.7 - 0.31 * i;
    v[i] = 0.4 + 0.23 * i;
  }
  for (int i = 0; i < m; ++i) lambda[i] = 0.9 - 1.7 * i;
  same(l.jet(q, v), lagrangian_jet([&](const auto& x, const auto& y) { return l(x, y); }, q, v));
  const auto found = phi.jet(q, v);
  const auto expected =
      constraint_jet<dynamic>([&](const auto& x, const auto& y) { return phi(x, y); }, m, q, v);
  same(found.value, expected.value);
  same(found.v, expected.v);
  same(found.q_v, expected.q_v);
  same(phi.weighted_jet(q, v, lambda), weighted_constraint_jet(phi, q, v, lambda));
}

}  // namespace

// Texts, not code.
// clang-format off
TEST_CASE("derivatives of charts with a metric") {
  check_jets(R"json({"schema": 1, "name": "bead", "chart": {"coordinates": ["x", "y", "z"]},
    "metric": [["2 + x^2", "sin(y)*z/3", "0"], ["sin(y)*z/3", "3", "x*exp(y)/9"], ["0", "x*exp(y)/9", "1"]],
    "potential": "x*sqrt(2 + y^2) + cos(z)^3",
    "constraints": ["z_dot - y*x_dot*cos(x)", "y_dot^2*x - x_dot*z_dot*tan(z/4) - z"]})json");
}

TEST_CASE("derivatives of charts with a Lagrangian") {
  check_jets(R"json({"schema": 1, "name": "fast", "chart": {"coordinates": ["x", "y"]},
    "lagrangian": "-sqrt(9 - x_dot^2 - (1 + x^2)*y_dot^2) + x_dot*log(3 + y^2)*x - x*y/5",
    "constraints": ["y_dot*(1 + x*y) - x_dot^3/2"]})json");
}
// clang-format on
