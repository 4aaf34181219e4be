// Ten million steps: what holds to rounding, and what stays bounded.
#include "audit.hpp"
#include "systems.hpp"

namespace audit {
namespace {

/// |Ad*_{x^-1}| |p|, what the spatial momentum is made of: |p| on SO(3); on SE(2) the distance travelled
/// comes in as the lever arm.
template <class P, class St>
double momentum_scale(const P& problem, const St& state) {
  using V = Vector<double, P::dimension>;
  const auto back = problem.group().inverse(state.x);
  double largest = 0;
  for (int i = 0; i < problem.dim(); ++i)
    largest = std::max(largest, problem.group().Ad_star(back, V(V::Unit(problem.dim(), i))).norm());
  return largest * momentum(problem, state).norm();
}

/// A Casimir function of the algebra, of p: the length of its first `length` components.
template <class V>
double casimir(const V& p, int length) {
  return p.head(length).norm();
}

template <class P, class St, class M>
LongRun run(const char* system, const char* dynamics, const char* name, const P& problem,
            const St& start, const M& method, int casimir_length, double h, long steps) {
  LongRun r{system, dynamics, name, h, {}, 0, 0, 0};
  Row& row = r.row;
  const double e0 = energy(problem, start);
  const auto j0 = spatial_momentum(problem, start);
  const double c0 = casimir(momentum(problem, start), casimir_length);
  const RunStatus status = observe_run(
      problem, start, method, {.step = h, .steps = steps, .every = 97},
      [&](double, const auto& s, const RunStatus& now) {
        row.energy =
            std::max(row.energy, std::abs(energy(problem, s) - e0) / std::max(1., std::abs(e0)));
        row.constraint = std::max(row.constraint, constraint_residual(problem, s));
        row.momentum = std::max(row.momentum, (spatial_momentum(problem, s) - j0).norm() /
                                                  std::max(j0.norm(), momentum_scale(problem, s)));
        r.casimir =
            std::max(r.casimir, std::abs(casimir(momentum(problem, s), casimir_length) - c0) / c0);
        r.group = std::max(r.group, problem.group().residual(s.x));
        if (now.steps <= steps / 100) r.early_energy = row.energy;
      });
  if (P::kind == Dynamics::nonholonomic || !problem.system().force_is_zero())
    row.momentum = r.casimir = std::nan("");
  if (!status) row.note = text(status.outcome);
  return r;
}

}  // namespace

std::vector<LongRun> long_runs(long steps) {
  std::vector<LongRun> runs;
  const auto suslov = systems::suslov();
  const auto sleigh = systems::chaplygin_sleigh();
  const auto unicycle = systems::unicycle();
  const auto top = systems::heavy_top();
  const auto add = [&](const char* system, const char* dynamics, const auto& problem,
                       const auto& start, int casimir_length, double h) {
    runs.push_back(run(system, dynamics, "variational", problem, start, Variational<>{},
                       casimir_length, h, steps));
    runs.push_back(run(system, dynamics, "energy midpoint", problem, start, EnergyMidpoint{},
                       casimir_length, h, steps));
  };
  add("suslov", "free", suslov.free(), suslov.free().start(suslov.x, suslov.a), 3, 0.05);
  add("suslov", "nonholonomic", suslov.nonholonomic(),
      suslov.nonholonomic().start(suslov.x, suslov.a), 3, 0.05);
  add("suslov", "vakonomic", suslov.vakonomic(),
      suslov.vakonomic().start(suslov.x, suslov.a, suslov.mu), 3, 0.05);
  add("chaplygin_sleigh", "nonholonomic", sleigh.nonholonomic(),
      sleigh.nonholonomic().start(sleigh.x, sleigh.a), 2, 0.05);
  add("unicycle", "nonholonomic", unicycle.nonholonomic(),
      unicycle.nonholonomic().start(unicycle.x, unicycle.a), 2, 0.05);
  add("unicycle", "vakonomic", unicycle.vakonomic(),
      unicycle.vakonomic().start(unicycle.x, unicycle.a, unicycle.mu), 2, 0.05);
  add("heavy_top", "free", top.free(), top.free().start(top.x, top.a), 3, 1e-3);
  return runs;
}

}  // namespace audit
