// The equations of nonholonomic motion of a file in coordinates, in dual numbers.
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hamel/chart/chart.hpp>
#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/error.hpp>
#include <hamel/group/any_group.hpp>

#include "formulas/expression_value.hpp"
#include "running/any_chart.hpp"
#include "running/chart_in_motion.hpp"
#include "steering/group_field.hpp"
#include "steering/seeded_lanes.hpp"
#include "steering/vector_of.hpp"

namespace hamel::steering {

namespace {

/// The Lagrangian or the constraints of a file, which stay where they are.
template <class Formula>
struct Called {
  const Formula* formula;
  template <class V>
  auto operator()(const V& q, const V& v) const {
    return (*formula)(q, v);
  }
  template <class V>
  auto jet(const V& q, const V& v) const requires requires {
    formula->jet(q, v);
  }
  { return formula->jet(q, v); }
};

/// A force that is known.
struct LaneForce {
  LaneVector force;
  const LaneVector& operator()(const Lanes&, const LaneVector&) const { return force; }
};

/// u are all velocities, which the constraints hold. Where time is a coordinate of the motion, it is that of the state.
class ChartField final : public StateField {
 public:
  using System = Chart<dynamic, dynamic, Called<running::ExpressionLagrangian>,
                       Called<running::ExpressionConstraints>, LaneForce>;

  ChartField(const ChartSystem& file, bool constrained)
      : StateField(SystemGroup(AnyGroup({{Euclidean<>(file.dim())}})), file.dim(), file.inputs),
        motion_(file, constrained),
        lagrangian_(motion_.system),
        constraints_(motion_.system) {}

  std::vector<std::string> names() const override {
    const auto first = motion_.system.coordinates.begin();
    std::vector<std::string> names(first, first + dim());
    for (int i = 0; i < dim(); ++i) names.push_back(names[static_cast<std::size_t>(i)] + "_dot");
    return names;
  }

  PlaceAndRates state(double t, const std::vector<double>& x, const std::vector<double>& a,
                      const std::vector<double>&) const override {
    return {t, group().from_coordinates(x), vector_of("q_dot", a, dim())};
  }

  ValueAlong rates(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    return along(directions, [&](const auto& seed) {
      const Moving here(*this, at, seed);
      const LaneVector w = seed(2 * dim(), inputs_at(at.t));
      const ChartProblem<Dynamics::nonholonomic, System> problem(
          system(force(at.t, here.q, here.v, w)));
      const auto v_dot = problem.accelerations(Lanes(at.t), here.q, here.v, LaneVector());
      LaneVector all(2 * dim());
      for (int i = 0; i < dim(); ++i) {
        all[i] = here.v[i];
        all[dim() + i] = v_dot[i];
      }
      return all;
    });
  }

  Eigen::MatrixXd carried(const Eigen::MatrixXd& b) const override { return b; }

  ValueAlong energy(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    return along(directions, [&](const auto& seed) {
      const Moving here(*this, at, seed);
      LaneVector energy(1);
      energy[0] = lagrangian_.jet(here.q, here.v).v.dot(here.v) - lagrangian_(here.q, here.v);
      return energy;
    });
  }

  ValueAlong held_places(const PlaceAndRates& at,
                         const Eigen::MatrixXd& directions) const override {
    return along(directions, [&](const auto& seed) {
      const LaneVector q = seed(0, at.x.data);
      std::vector<Lanes> variables(q.data(), q.data() + q.size());
      variables.emplace_back(at.t);
      LaneVector g(static_cast<int>(motion_.held.size()));
      for (int i = 0; i < g.size(); ++i)
        g[i] =
            motion_.held[static_cast<std::size_t>(i)].evaluate(std::span<const Lanes>(variables));
      return g;
    });
  }
  ValueAlong held_rates(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    return along(directions, [&](const auto& seed) {
      const Moving here(*this, at, seed);
      return LaneVector(constraints_(here.q, here.v));
    });
  }

 private:
  /// Coordinates and velocities of the motion, behind them those of its clock.
  struct Moving {
    LaneVector q, v;

    template <class Seed>
    Moving(const ChartField& of, const PlaceAndRates& at, const Seed& seed)
        : q(of.motion_.system.dim()), v(q.size()) {
      const int n = of.dim();
      const LaneVector q_here = seed(0, at.x.data), v_here = seed(n, at.u);
      for (int i = 0; i < q.size(); ++i) {
        q[i] = i < n ? q_here[i] : Lanes(at.t);
        v[i] = i < n ? v_here[i] : Lanes(1);
      }
    }
  };

  System system(LaneVector force) const {
    return {motion_.system.dim(),
            static_cast<int>(motion_.system.constraints.size()),
            {&lagrangian_},
            {&constraints_},
            {std::move(force)}};
  }

  /// The force of the file, and B(q) w.
  LaneVector force(double t, const LaneVector& q, const LaneVector& v, const LaneVector& w) const {
    const ChartSystem& file = motion_.system;
    std::vector<Lanes> variables(q.data(), q.data() + q.size());
    variables.insert(variables.end(), v.data(), v.data() + v.size());
    variables.emplace_back(t);
    const std::span<const Lanes> all(variables);
    LaneVector sum = LaneVector::Zero(q.size());
    for (int i = 0; i < q.size(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      if (!file.force.empty()) sum[i] = file.force[row].evaluate(all);
      for (int j = 0; j < inputs(); ++j)
        sum[i] += file.inputs[static_cast<std::size_t>(j)].force[row].evaluate(all) * w[j];
    }
    return sum;
  }

  running::ChartInMotion motion_;  // whose formulas the others refer to
  running::ExpressionLagrangian lagrangian_;
  running::ExpressionConstraints constraints_;
};

}  // namespace

std::unique_ptr<StateField> chart_field(const ChartSystem& file, Dynamics dynamics) {
  if (!file.start) throw InputError("$.initial", "nothing", "a start");
  return std::make_unique<ChartField>(file, dynamics != Dynamics::free);
}

}  // namespace hamel::steering
