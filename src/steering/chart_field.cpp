// The nonholonomic equations of a file in coordinates, in dual numbers.
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <hamel/chart/chart.hpp>
#include <hamel/chart/chart_problem.hpp>
#include <hamel/core/error.hpp>
#include <hamel/core/factors.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/input_signals.hpp>

#include "running/any_chart.hpp"
#include "steering/group_field.hpp"
#include "steering/seeded_lanes.hpp"
#include "steering/vector_of.hpp"

namespace hamel::steering {

namespace {

/// The Lagrangian or the constraints of a file for any numbers, without the derivatives that they know for doubles.
template <class Formula>
struct Called {
  const Formula* formula;
  template <class V>
  auto operator()(const V& q, const V& v) const {
    return (*formula)(q, v);
  }
};

/// A force that is known.
struct LaneForce {
  LaneVector force;
  const LaneVector& operator()(const Lanes&, const LaneVector&) const { return force; }
};

class ChartField final : public StateField {
 public:
  using System = Chart<dynamic, dynamic, Called<running::ExpressionLagrangian>,
                       Called<running::ExpressionConstraints>, LaneForce>;

  explicit ChartField(ChartSystem file)
      : StateField(SystemGroup(AnyGroup({{Euclidean<>(file.dim())}})),
                   file.dim() - static_cast<int>(file.constraints.size()),
                   static_cast<int>(file.inputs.size())),
        file_(std::move(file)),
        lagrangian_(file_),
        constraints_(file_),
        signals_(file_.inputs, nullptr) {
    near_ = vector_of("q_dot", list_of(file_.start->q_dot), dim());
    // What depends on the others are the velocities with the largest pivots.
    const Slopes phi = slopes(vector_of("q", list_of(file_.start->q), dim()), near_);
    const Reflections pivots(phi.v, Reflections::Columns::longest_first);
    std::vector<bool> depends(static_cast<std::size_t>(dim()));
    for (int i = 0; i < dim() - rank(); ++i) {
      dependent_.push_back(static_cast<int>(pivots.order()[static_cast<std::size_t>(i)]));
      depends[static_cast<std::size_t>(dependent_.back())] = true;
    }
    for (int i = 0; i < dim(); ++i)
      if (!depends[static_cast<std::size_t>(i)]) independent_.push_back(i);
  }

  std::vector<std::string> names() const override {
    std::vector<std::string> names = file_.coordinates;
    for (const int i : independent_)
      names.push_back(file_.coordinates[static_cast<std::size_t>(i)] + "_dot");
    return names;
  }

  PlaceAndRates state(double t, const std::vector<double>& x,
                      const std::vector<double>& a) const override {
    PlaceAndRates at{t, group().from_coordinates(x), Eigen::VectorXd(rank())};
    for (int i = 0; i < rank(); ++i)
      at.u[i] = a[static_cast<std::size_t>(independent_[static_cast<std::size_t>(i)])];
    return at;
  }

  ValueAlong rates(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    Eigen::VectorXd w(inputs());
    signals_.at(at.t, {w.data(), static_cast<std::size_t>(w.size())});
    const Motion motion = motion_at(at, directions);
    return along(motion.directions, [&](const auto& seed) {
      const LaneVector q = seed(0, motion.q), v = seed(dim(), motion.v);
      const ChartProblem<Dynamics::nonholonomic, System> problem(
          system(force(at.t, q, v, seed(2 * dim(), w))));
      const auto v_dot = problem.accelerations(Lanes(at.t), q, v, LaneVector());
      LaneVector all(dim() + rank());
      for (int i = 0; i < dim(); ++i) all[i] = v[i];
      for (int i = 0; i < rank(); ++i)
        all[dim() + i] = v_dot[independent_[static_cast<std::size_t>(i)]];
      return all;
    });
  }

  ValueAlong energy(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const override {
    const Motion motion = motion_at(at, directions);
    return along(motion.directions, [&](const auto& seed) {
      LaneVector energy(1);
      energy[0] = system(LaneVector::Zero(dim()))
                      .energy(Element<Euclidean<>, Lanes>{seed(0, motion.q)},
                              LaneVector(seed(dim(), motion.v)));
      return energy;
    });
  }

 private:
  struct Slopes {
    Eigen::VectorXd value;
    Eigen::MatrixXd q, v;
  };
  /// (q, v) and directions by (q, v, w).
  struct Motion {
    Eigen::VectorXd q, v;
    Eigen::MatrixXd directions;
  };

  static std::vector<double> list_of(const std::vector<Number>& numbers) {
    std::vector<double> list;
    for (const Number& number : numbers) list.push_back(number.value);
    return list;
  }

  System system(LaneVector force) const {
    return {dim(), dim() - rank(), {&lagrangian_}, {&constraints_}, {std::move(force)}};
  }

  /// The force of the file, and B(q) w.
  LaneVector force(double t, const LaneVector& q, const LaneVector& v, const LaneVector& w) const {
    std::vector<Lanes> variables(q.data(), q.data() + q.size());
    variables.insert(variables.end(), v.data(), v.data() + v.size());
    variables.emplace_back(t);
    const std::span<const Lanes> all(variables);
    LaneVector sum = LaneVector::Zero(dim());
    for (int i = 0; i < dim(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      if (!file_.force.empty()) sum[i] = file_.force[row].evaluate(all);
      for (int j = 0; j < inputs(); ++j)
        sum[i] += file_.inputs[static_cast<std::size_t>(j)].force[row].evaluate(all) * w[j];
    }
    return sum;
  }

  /// Of the constraints.
  Slopes slopes(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
    const ValueAlong phi = along(
        Eigen::MatrixXd::Identity(2 * dim(), 2 * dim()),
        [&](const auto& seed) { return LaneVector(constraints_(seed(0, q), seed(dim(), v))); });
    return {phi.value, phi.slopes.leftCols(dim()), phi.slopes.rightCols(dim())};
  }

  /// The rows or columns of a constraint's derivative by the velocities that depend, or that do not.
  static Eigen::MatrixXd columns(const Eigen::MatrixXd& of, const std::vector<int>& which) {
    Eigen::MatrixXd chosen(of.rows(), static_cast<Eigen::Index>(which.size()));
    for (std::size_t j = 0; j < which.size(); ++j)
      chosen.col(static_cast<Eigen::Index>(j)) = of.col(which[j]);
    return chosen;
  }

  /// The velocity that has the components u, by Newton's method from that of the start; and directions in which it stays
  /// on the constraint.
  Motion motion_at(const PlaceAndRates& at, const Eigen::MatrixXd& directions) const {
    constexpr int most = 40;
    Motion motion{at.x.data, near_, {}};
    for (int i = 0; i < rank(); ++i) motion.v[independent_[static_cast<std::size_t>(i)]] = at.u[i];
    Slopes phi = slopes(motion.q, motion.v);
    double before = HUGE_VAL;
    for (int k = 0; k < most && phi.value.size() > 0; ++k) {
      const Eigen::VectorXd step = Elimination(columns(phi.v, dependent_)).solve(phi.value);
      const double size = step.norm();
      if (!(size < before / 2)) break;
      before = size;
      for (std::size_t i = 0; i < dependent_.size(); ++i)
        motion.v[dependent_[i]] -= step[static_cast<Eigen::Index>(i)];
      phi = slopes(motion.q, motion.v);
    }
    const int c = static_cast<int>(directions.cols());
    motion.directions = Eigen::MatrixXd::Zero(2 * dim() + inputs(), c);
    motion.directions.topRows(dim()) = directions.topRows(dim());
    motion.directions.bottomRows(inputs()) = directions.bottomRows(inputs());
    for (int i = 0; i < rank(); ++i)
      motion.directions.row(dim() + independent_[static_cast<std::size_t>(i)]) =
          directions.row(dim() + i);
    if (dependent_.empty() || c == 0) return motion;
    const Eigen::MatrixXd off = phi.q * motion.directions.topRows(dim()) +
                                phi.v * motion.directions.middleRows(dim(), dim());
    const Eigen::MatrixXd follow = Elimination(columns(phi.v, dependent_)).solve_columns(off);
    for (std::size_t i = 0; i < dependent_.size(); ++i)
      motion.directions.row(dim() + dependent_[i]) = -follow.row(static_cast<Eigen::Index>(i));
    return motion;
  }

  ChartSystem file_;  // whose formulas the others refer to
  running::ExpressionLagrangian lagrangian_;
  running::ExpressionConstraints constraints_;
  InputSignals signals_;
  Eigen::VectorXd near_;
  std::vector<int> dependent_, independent_;
};

}  // namespace

std::unique_ptr<StateField> chart_field(const ChartSystem& file, Dynamics dynamics) {
  if (!file.start) throw InputError("$.initial", "nothing", "a start");
  ChartSystem system = file;
  if (dynamics == Dynamics::free) system.constraints.clear();
  return std::make_unique<ChartField>(std::move(system));
}

}  // namespace hamel::steering
