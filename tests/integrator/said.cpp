// What nobody gave and who ended a run is said.
#include <string>
#include <vector>

#include <Eigen/Core>
#include <doctest/doctest.h>

#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/ensemble/integrate_many.hpp>
#include <hamel/group/so3.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/event.hpp>
#include <hamel/integrator/integrate.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/signal.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>

using namespace hamel;

namespace {

using Eigen::Vector3d;

const auto body = mechanical(SO3{}, Matrix<double, 3>(Vector3d(1, 2, 3).asDiagonal()));

}  // namespace

TEST_CASE_TEMPLATE("a run that its observer ends says so, and is no failure", M, Variational<>,
                   Adaptive<DormandPrince8>) {
  const auto problem = free(body);
  const auto start = problem.start(SO3{}.identity<double>(), Vector3d(1, 2, 3));
  const RunOptions options{.step = 0.1, .steps = 10};
  const auto until = [&](double end) {
    return observe_run(problem, start, M{}, options,
                       [=](double t, const auto&, const RunStatus&) { return t < end; });
  };
  for (const double end : {0., 0.45, 0.85}) {
    CAPTURE(end);
    const RunStatus run = until(end);
    CHECK(run.outcome == Outcome::stopped);
    CHECK(text(run.outcome) == std::string("ended by its observer"));
    CHECK(run);
    CHECK(run.t == doctest::Approx(end == 0 ? 0 : end + 0.05));
  }
  CHECK(until(0.95).outcome == Outcome::ok);  // it was over
  CHECK(until(2).outcome == Outcome::ok);
}

TEST_CASE("a signal of inputs with an observer, and an ensemble") {
  const auto problem = free(with_inputs(body, Matrix<double, 3, 1>(Vector3d(1, 0, 0))));
  const auto start = problem.start(SO3{}.identity<double>(), Vector3d(1, 2, 3));
  const RunOptions options{.step = 0.1, .steps = 10};
  const Eigen::MatrixXd signal = Eigen::MatrixXd::Ones(1, 10);
  const auto early = [](double t, const auto&, const RunStatus&) { return t < 0.45; };
  CHECK(observe_run(problem, start, Variational<>{}, options, signal, early).outcome ==
        Outcome::stopped);
  const auto members =
      integrate_many(free(body), std::vector(3, start), RungeKutta<Classical4>{}, options,
                     [](double t, const auto&) { return t < 0.45; }, {.threads = 1});
  CHECK(members.status(2).outcome == Outcome::stopped);
  CHECK(members.status(2));
}

TEST_CASE("a system with inputs is not run without them") {
  const auto problem =
      free(with_inputs(body, Matrix<double, 3, 2>(Matrix<double, 3, 2>::Identity())));
  const auto start = problem.start(SO3{}.identity<double>(), Vector3d(1, 2, 3));
  const RunOptions options{.step = 0.1, .steps = 10};
  const auto refused = [](const auto& run) {
    try {
      run();
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::string sentence =
      refused([&] { integrate(problem, start, Variational<>{}, options); });
  CHECK(sentence.find("signal: found none for a system with 2 inputs") == 0);
  CHECK(refused([&] { integrate(problem, start, Adaptive<DormandPrince8>{}, options); }) ==
        sentence);
  CHECK(refused([&] {
          integrate_until(problem, start, Variational<>{}, options,
                          [](double t, const auto&) { return t - 0.5; });
        }) == sentence);
  CHECK(refused([&] {
          integrate_many(problem, std::vector{start}, RungeKutta<Classical4>{}, options);
        }) == sentence);
  const auto none = free(with_inputs(body, Eigen::Matrix<double, 3, Eigen::Dynamic>(3, 0)));
  CHECK(integrate(none, start, Variational<>{}, options).status);
  CHECK(integrate(under(problem, Vector<double, 2>(0, 0)), start, Variational<>{}, options).status);

  auto state = start;
  Variational<>::Memory memory;
  const StepStatus step =
      Variational<>{}.step(problem, 0., 0.1, state, Eigen::VectorXd::Zero(3).eval(), memory);
  CHECK(step.outcome == Outcome::wrong_inputs);
  CHECK(text(step.outcome) == std::string("not as many inputs as the problem has"));
}
