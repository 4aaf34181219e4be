// What charts of files compile: derivatives against those of the same formulas in hyper-dual numbers, equations of
// motion against matrices solved with pivots, variational steps against those with derivatives in such numbers.
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include <hamel/chart/chart_problem.hpp>
#include <hamel/chart/chart_variational.hpp>
#include <hamel/chart/derivatives.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/io/system_file.hpp>

#include "formulas/formula_tape.hpp"
#include "running/any_chart.hpp"
#include "running/compiled_step.hpp"

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

/// The classical method, and how often it was asked.
template <class P>
class Counted final : public running::StepperOf<P, RungeKutta<Classical4>> {
 public:
  explicit Counted(int& times) : times_(times) {}
  StepStatus step(const P& problem, double t, double h,
                  typename P::template State<double>& state) noexcept override {
    ++times_;
    return running::StepperOf<P, RungeKutta<Classical4>>::step(problem, t, h, state);
  }

 private:
  int& times_;
};

/// Classical steps by compiled equations are those of the general method, which is asked where there are inputs only.
template <class P>
void check_classical_steps(const ChartSystem& system, typename P::template State<double> found) {
  running::Allowance left;
  left.allow(1000, 1'000'000);
  const P problem(running::any_chart(system, &left));
  int times = 0;
  running::CompiledStepper<P, Classical4> compiled(std::make_unique<Counted<P>>(times));
  auto expected = found;
  RungeKutta<Classical4>::Memory memory;
  for (int i = 0; i < 3; ++i) REQUIRE(compiled.step(problem, 0.7, 0.01, found));
  CHECK((left.may_ask(988) && !left.may_ask(989)));
  CHECK(times == (system.inputs.empty() ? 0 : 3));
  for (int i = 0; i < 3; ++i)
    REQUIRE(RungeKutta<Classical4>{}.step(problem, 0.7, 0.01, expected, memory));
  CHECK(found.x.data == expected.x.data);
  CHECK(found.m == expected.m);
  left.allow(3, 1000);
  compiled.step(problem, 0.7, 0.01, found);
  CHECK_FALSE(left.may_ask(0));
  CHECK(times == (system.inputs.empty() ? 1 : 4));
}

/// Compiled equations give the accelerations of the same chart without them, its matrices and its variational steps.
template <Dynamics kind>
void check_equations(const ChartSystem& system, const V& q, const V& v, const V& lambda) {
  using Plain = Chart<dynamic, dynamic, running::ExpressionLagrangian,
                      running::ExpressionConstraints, running::ChartForce>;
  running::AnyChart compiled = running::any_chart(system);
  const ChartProblem<kind, Plain> plain{Plain(compiled)};
  V rates(q.size() + lambda.size());
  REQUIRE_FALSE(compiled.accelerations(0.7, q, v, lambda, rates));
  compiled.prepare(kind);
  REQUIRE(compiled.accelerations(0.7, q, v, lambda, rates));
  same(rates, plain.accelerations(0.7, q, v, lambda));
  Matrix<double, dynamic> inertia(q.size(), q.size()), rows(lambda.size(), q.size());
  bool definite = false;
  REQUIRE(compiled.matrices(q, v, lambda, inertia, definite, rows));
  CHECK(definite);
  same(inertia, plain.jet(q, v, lambda).vv);
  same(rows, plain.constraint(q, v).v);

  const ChartProblem<kind, running::AnyChart> problem(running::any_chart(system));
  REQUIRE(problem.system().has_curvature());
  typename ChartProblem<kind, Plain>::template State<double> expected{{q}, V(plain.state_dim())};
  expected.m.head(q.size()) = v;
  if (kind == Dynamics::vakonomic) expected.m.tail(lambda.size()) = lambda;
  auto found = expected;
  const auto field = problem.field(0.7, found.x, found.m);
  same(V(field.a), v);
  same(V(field.m_dot), V(rates.head(found.m.size())));
  Matrix<double, dynamic> normals(lambda.size(), q.size());
  if (compiled.normals(q, found.m, normals)) same(normals, rows);
  check_classical_steps<ChartProblem<kind, running::AnyChart>>(system, found);
  ChartVariational::Memory memory;
  REQUIRE(ChartVariational{}.step(plain, 0.7, 0.01, expected, memory));
  REQUIRE(ChartVariational{}.step(problem, 0.7, 0.01, found, memory));
  same(V(found.x.data), V(expected.x.data));
  CHECK((found.m - expected.m).norm() < 1e-11 * (1 + expected.m.norm()));
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
  check_equations<Dynamics::nonholonomic>(system, q, v, lambda);
  check_equations<Dynamics::vakonomic>(system, q, v, V(lambda / 10));
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

TEST_CASE("a list of operations has the values of its formulas bit for bit") {
  const SystemFile file = parse_system_file(R"json({"schema": 1, "name": "angles", "chart": {"coordinates": ["x", "y"]},
    "metric": [["2 + sin(x)*cos(x)", "sin(x*y)"], ["sin(x*y)", "3 + cos(x*y)^2"]],
    "potential": "cos(y) + sin(sin(x))*cos(sin(x)) + tan(x) + sin(cos(x*y)) - exp(cos(y))"})json");
  const auto& system = std::get<ChartSystem>(file.system);
  std::vector<Expression> formulas = system.metric;
  formulas.push_back(system.potential);
  const FormulaTape tape(formulas);
  std::vector<double> values(formulas.size());
  for (const double x : {0., -0., 0.1, 0.9, -1.3, 2., -3., 7.5, 1e3, -1e5, 1e-9, 1e18})
    for (const double y : {-0.2, 1.1, 4., 1e4}) {
      const std::array<double, 2> at{x, y};
      tape.evaluate(at, values);
      for (std::size_t i = 0; i < formulas.size(); ++i)
        CHECK(values[i] == formulas[i].evaluate(std::span<const double>(at)));
    }
}

TEST_CASE("compiled equations of motion with a force and turned normals") {
  const SystemFile file = parse_system_file(R"json({"schema": 1, "name": "pushed", "chart": {"coordinates": ["x", "y", "a"]},
    "metric": [["2", "0", "cos(a)"], ["0", "2", "sin(a)"], ["cos(a)", "sin(a)", "3"]], "potential": "x*y",
    "constraints": ["x_dot*sin(a) - y_dot*cos(a)"],
    "inputs": {"push": {"force": ["cos(a)", "sin(a)", "1/3"], "signal": "sin(t) + 2"}}})json");
  const auto& system = std::get<ChartSystem>(file.system);
  check_equations<Dynamics::nonholonomic>(system, V{{0.3, -0.2, 0.9}}, V{{0.4, 0.1, -0.7}}, V{{0.6}});
  check_equations<Dynamics::vakonomic>(system, V{{0.3, -0.2, 0.9}}, V{{0.4, 0.1, -0.7}}, V{{0.6}});
}

TEST_CASE("equations of motion are not solved without pivots where they need them") {
  const auto solved = [](const char* text, double x, double y) {
    const SystemFile file = parse_system_file(text);
    const auto equations = running::ChartEquations::of(std::get<ChartSystem>(file.system), Dynamics::nonholonomic);
    REQUIRE(equations);
    const std::array<double, 6> at{x, y, 0.3, 0.4, 0, 0};
    std::array<double, 4> rates;
    const std::size_t count = std::get<ChartSystem>(file.system).constraints.size();
    return equations->solve({at.data(), 4 + count}, {rates.data(), 2 + count});
  };
  const char* turning = R"json({"schema": 1, "name": "turning", "chart": {"coordinates": ["x", "y"]},
    "metric": [["1", "0"], ["0", "1"]], "constraints": ["x_dot", "x_dot*cos(x) + y_dot*sin(x)"]})json";
  CHECK(solved(turning, 0.5, 0));
  CHECK_FALSE(solved(turning, 1e-3, 0));  // nearly dependent
  CHECK_FALSE(solved(turning, 0, 0));
  const char* indefinite = R"json({"schema": 1, "name": "indefinite", "chart": {"coordinates": ["x", "y"]},
    "lagrangian": "x*x_dot^2/2 + x_dot*y_dot + y_dot^2/2"})json";
  CHECK(solved(indefinite, 2, 0));
  CHECK_FALSE(solved(indefinite, 1, 0));     // singular
  CHECK_FALSE(solved(indefinite, -1, 0));
  CHECK_FALSE(solved(indefinite, 1e300 * 1e10, 0));
}
// clang-format on
