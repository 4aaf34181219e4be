// The discrete Legendre transforms are the equations that steps solve; Noether's theorem for them.
#include <cmath>

#include <doctest/doctest.h>

#include <hamel/diagnostics/discrete_momentum.hpp>
#include <hamel/diagnostics/observables.hpp>
#include <hamel/integrator/variational.hpp>
#include <hamel/retraction/cayley.hpp>

#include "systems.hpp"

using namespace hamel;

namespace {

constexpr double t = 0.2;

/// The step's momenta, restricted to W, are those of the states at its ends. The velocity of the step is the
/// logarithm of its increment, so the retraction is the exponential here.
template <class P, class St, class M>
auto check_legendre(const P& problem, const St& start, const M& method, const auto& mu,
                    double h = 0.05) {
  using V = Vector<double, P::dimension>;
  auto end = start;
  typename M::Memory memory{};
  REQUIRE(method.step(problem, t, h, end, memory));
  const auto& group = problem.group();
  const V a = group.log(group.compose(group.inverse(start.x), end.x)) / h;
  const auto p = discrete_momenta(problem, method, t, h, start.x, a, V(mu));
  CHECK((problem.restrict(start.x, p.start) - start.m).cwiseAbs().maxCoeff() < 1e-13);
  CHECK((problem.restrict(end.x, p.end) - end.m).cwiseAbs().maxCoeff() < 1e-13);
  return p;
}

}  // namespace

TEST_CASE("the discrete momenta are the states at the ends of a step") {
  const auto g = systems::heisenberg_generalized();
  const auto none = decltype(g.mu)::Zero().eval();
  const auto check = [&](const auto& method) {
    check_legendre(g.free(), g.free().start(g.x, g.a), method, none);
    check_legendre(g.nonholonomic(), g.nonholonomic().start(g.x, g.a), method, none);
  };
  check(Variational<>{});
  check(Variational<Exponential, Midpoint>{});
}

TEST_CASE(
    "discrete momentum maps: all of it without a potential, the vertical part in a heavy top") {
  const auto s = systems::suslov();
  const Vector<double, 3> none(0, 0, 0);
  const auto free = check_legendre(s.free(), s.free().start(s.x, s.a), Variational<>{}, none);
  CHECK((free.map_start - free.map_end).cwiseAbs().maxCoeff() < 1e-14);

  const auto top = systems::heavy_top();
  const auto problem = top.free();
  const auto start = problem.start(top.x, top.a);
  const Vector<double, 3> vertical(0, 0, 1);
  const auto check = [&](const auto& method) {
    const auto p = check_legendre(problem, start, method, none, 1e-3);
    CHECK(std::abs(p.map_start.dot(vertical) - p.map_end.dot(vertical)) <
          1e-13 * p.map_start.norm());
    CHECK((p.map_start - p.map_end).norm() > 1e-6 * p.map_start.norm());
    CHECK(noether_momentum(problem, start, vertical) ==
          doctest::Approx(p.map_start.dot(vertical)).epsilon(1e-13));
  };
  check(Variational<>{});
  check(Variational<Exponential, Midpoint>{});
}

TEST_CASE("with the Cayley map too, the two ends of a free step carry the same map") {
  const auto s = systems::suslov();
  const auto problem = s.free();
  const Variational<Cayley> method;
  const double h = 0.05;
  const auto p = discrete_momenta(problem, method, t, h, s.x, s.a, Vector<double, 3>(0, 0, 0));
  CHECK((p.map_start - p.map_end).cwiseAbs().maxCoeff() < 1e-14);
  auto state = decltype(problem.start(s.x, s.a)){s.x, p.start};
  Variational<Cayley>::Memory memory;
  REQUIRE(method.step(problem, t, h, state, memory));
  CHECK((state.m - p.end).cwiseAbs().maxCoeff() < 1e-13);
}

/// A weight that grows and falls in time.
struct Breathing {
  template <class S>
  S operator()(const S& t, const Element<SO3, S>& x) const {
    using std::sin;
    return (S(2) + sin(S(3) * t)) * SO3{}.matrix(x)(2, 2);
  }
};

TEST_CASE("forces are those of the times at the ends of a step, or in its middle") {
  const auto body = systems::suslov();
  const auto problem = free(mechanical(SO3{}, body.free().metric(body.x), Breathing{}));
  const auto start = problem.start(body.x, body.a);
  const Vector<double, 3> none(0, 0, 0);
  check_legendre(problem, start, Variational<>{}, none);
  check_legendre(problem, start, Variational<Exponential, Midpoint>{}, none);
}
