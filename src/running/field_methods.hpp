// Methods that ask a problem for its vector field alone: compiled once for all problems of a file.
#pragma once

#include <optional>
#include <string>

#include <hamel/core/status.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/element.hpp>
#include <hamel/integrator/adaptive.hpp>
#include <hamel/integrator/commutator_free.hpp>
#include <hamel/integrator/gauss.hpp>
#include <hamel/integrator/runge_kutta.hpp>
#include <hamel/integrator/tableau.hpp>
#include <hamel/integrator/trajectory.hpp>

#include "compiled_step.hpp"

namespace hamel::running {

/// The vector field of a problem with run-time sizes, behind one type; the problem must outlive it.
template <class Group_>
class AnyField {
 public:
  using Group = Group_;
  static constexpr int dimension = dynamic, variations = dynamic;
  using Point = Element<Group, double>;
  using Momentum = Vector<double, dynamic>;
  using Rate = Velocity<double, dynamic, dynamic>;
  template <class S>
  using State = hamel::State<Group, S, dynamic>;

  template <class P>
  explicit AnyField(const P& problem) noexcept
      : problem_(&problem),
        group_(problem.group()),
        field_([](const void* p, double t, const Point& x, const Momentum& m) -> Rate {
          return static_cast<const P*>(p)->field(t, x, m);
        }) {}

  const Group& group() const noexcept { return group_; }
  int dim() const noexcept { return group_.dim(); }
  Rate field(double t, const Point& x, const Momentum& m) const {
    return field_(problem_, t, x, m);
  }

 private:
  const void* problem_;
  const Group& group_;
  Rate (*field_)(const void*, double, const Point&, const Momentum&);
};

/// A method that sees problems as AnyField.
template <class M>
struct ByField {
  static constexpr int order = M::order;
  static constexpr bool adaptive = M::adaptive;
  using Memory = typename M::Memory;

  M method{};

  template <class P>
  StepStatus step(const P& problem, double t, double h, typename P::template State<double>& state,
                  Memory& memory) const noexcept {
    return compiled_step(method, AnyField<typename P::Group>(problem), t, h, state, memory);
  }
};

/// Calls run(method) with the method of that name; nothing for names of other kinds of methods.
template <class Run>
std::optional<RunStatus> run_by_field(const std::string& name, const Run& run) {
  if (name == "dop853") return run(ByField<Adaptive<DormandPrince8>>{});
  if (name == "dopri5") return run(ByField<Adaptive<DormandPrince5>>{});
  if (name == "rk4") return run(ByField<RungeKutta<Classical4>>{});
  if (name == "cf4") return run(ByField<CommutatorFree4>{});
  if (name == "gauss4") return run(ByField<Collocation<Gauss4>>{});
  if (name == "gauss6") return run(ByField<Collocation<Gauss6>>{});
  return std::nullopt;
}

}  // namespace hamel::running
