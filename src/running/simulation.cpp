// Motions of a system file step by step.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <hamel/chart/rank_guard.hpp>
#include <hamel/core/error.hpp>
#include <hamel/integrator/rank_loss.hpp>
#include <hamel/io/model.hpp>

#include "chart_in_motion.hpp"
#include "chart_samples.hpp"
#include "group_samples.hpp"
#include "held_method.hpp"
#include "manifold_motion.hpp"
#include "running.hpp"
#include "stepper.hpp"

namespace hamel {

/// A motion whose type is forgotten.
struct Simulation::Run {
  HeldInputs held;

  virtual ~Run() = default;
  virtual StepStatus step(double t, double h) noexcept = 0;
  virtual void look(double t, Sample& sample) const = 0;
  virtual void restart() = 0;
};

namespace {

using running::ChartInMotion;

/// A motion of type P with a method.
template <class P, class Method, class Sampler>
class RunOf final : public Simulation::Run {
 public:
  using State = typename P::template State<double>;

  /// `make(held)` is the motion, `start(motion)` where it starts, `sampler(motion)` looks at it.
  template <class Make, class Start, class Look>
  RunOf(const Make& make, const Start& start, Method method, const Look& sampler)
      : problem_(make(held)),
        method_(std::move(method)),
        sampler_(sampler(problem_)),
        start_(start(problem_)),
        state_(start_) {}

  StepStatus step(double t, double h) noexcept override {
    return watching_rank(
        problem_, t, h, state_, [&] { return method_.step(problem_, t, h, state_, memory_); },
        rank_);
  }
  void look(double t, Sample& sample) const override { sampler_.look(problem_, t, state_, sample); }
  void restart() override {
    state_ = start_;
    memory_ = {};
    rank_ = {};
  }

 private:
  P problem_;
  Method method_;
  Sampler sampler_;
  State start_, state_;
  typename Method::Memory memory_{};
  decltype(detail::rank_memory<P>()) rank_;
};

/// The inputs that a run holds: they live as long as it, which owns its problem.
std::shared_ptr<const HeldInputs> seen(const HeldInputs& held) {
  return {std::shared_ptr<const HeldInputs>(), &held};
}

template <class P, class Method, class Make>
std::unique_ptr<Simulation::Run> group_run(const GroupSystem& file, Dynamics dynamics,
                                           Method method, const Make& make) {
  const auto start = [&](const P& motion) { return running::start_of(file, motion, dynamics); };
  const auto sampler = [&](const P& motion) {
    return running::GroupSampler(file, motion.shared_signals());
  };
  return std::make_unique<RunOf<P, Method, running::GroupSampler>>(make, start, std::move(method),
                                                                   sampler);
}

template <Dynamics kind>
std::unique_ptr<Simulation::Run> moving_run(const GroupSystem& file, const std::string& method) {
  using P = running::MovingMotion<kind>;
  const auto make = [&](const HeldInputs& held) { return P(file, seen(held)); };
  if (running::is_adaptive(method))
    return group_run<P>(file, kind, running::Named<P, true>{method}, make);
  return group_run<P>(file, kind, running::Named<P, false>{method}, make);
}

std::unique_ptr<Simulation::Run> run_on_group(const GroupSystem& file, Dynamics dynamics,
                                              const std::string& method) {
  using running::ManifoldMotion;
  using running::Motion;
  if (!file.holonomic.empty() && dynamics != Dynamics::free)
    return group_run<ManifoldMotion>(
        file, dynamics, running::Named<ManifoldMotion, false>{method},
        [&](const HeldInputs& held) { return ManifoldMotion(file, seen(held)); });
  if (file.moves() && dynamics == Dynamics::nonholonomic)
    return moving_run<Dynamics::nonholonomic>(file, method);
  if (file.moves() && dynamics == Dynamics::vakonomic)
    return moving_run<Dynamics::vakonomic>(file, method);
  return group_run<Motion>(
      file, dynamics, running::Named<Motion, false>{method},
      [&](const HeldInputs& held) { return Motion(file, dynamics, seen(held)); });
}

/// A chart together with the file that it looks at.
template <class P>
class OwningChart {
 public:
  OwningChart(std::shared_ptr<const ChartInMotion> file, std::shared_ptr<const HeldInputs> held)
      : file_(std::move(file)),
        problem_(running::any_chart(file_->system, nullptr, std::move(held))) {}
  const P& operator*() const { return problem_; }

 private:
  std::shared_ptr<const ChartInMotion> file_;
  P problem_;
};

/// A motion in coordinates.
template <class P, bool adaptive>
class ChartRun final : public Simulation::Run {
 public:
  ChartRun(std::shared_ptr<const ChartInMotion> file,
           std::shared_ptr<const ChartInMotion> constrained, const std::string& method)
      : problem_(file, seen(held)),
        constrained_(std::move(constrained)),
        places_(*file),
        method_{{{method}}, &places_},
        sampler_(*file, *constrained_),
        start_(running::start_of(file->system, *problem_)) {
    if (places_.any()) Method::restore(*problem_, places_, 0, start_);
    state_ = start_;
  }

  StepStatus step(double t, double h) noexcept override {
    return method_.step(*problem_, t, h, state_, memory_);
  }
  void look(double t, Sample& sample) const override {
    sampler_.look(*problem_, t, state_, sample);
  }
  void restart() override {
    state_ = start_;
    memory_ = {};
  }

 private:
  using Method = running::HeldMethod<P, RankGuard<running::Named<P, adaptive>>>;

  OwningChart<P> problem_;
  std::shared_ptr<const ChartInMotion> constrained_;
  running::HeldPlaces places_;
  Method method_;
  running::ChartSampler sampler_;
  typename P::template State<double> start_, state_;
  typename Method::Memory memory_{};
};

template <class P>
std::unique_ptr<Simulation::Run> chart_run(const std::shared_ptr<const ChartInMotion>& file,
                                           const std::shared_ptr<const ChartInMotion>& constrained,
                                           const std::string& method) {
  if (running::is_adaptive(method))
    return std::make_unique<ChartRun<P, true>>(file, constrained, method);
  return std::make_unique<ChartRun<P, false>>(file, constrained, method);
}

std::unique_ptr<Simulation::Run> run_in_chart(const ChartSystem& file, Dynamics dynamics,
                                              const std::string& method) {
  const auto whole = std::make_shared<const ChartInMotion>(file);
  if (dynamics == Dynamics::vakonomic)
    return chart_run<running::VakonomicChart>(whole, whole, method);
  if (dynamics == Dynamics::nonholonomic)
    return chart_run<running::NonholonomicChart>(whole, whole, method);
  return chart_run<running::NonholonomicChart>(std::make_shared<const ChartInMotion>(file, false),
                                               whole, method);
}

}  // namespace

Simulation::Simulation(const SystemFile& file, Dynamics dynamics, const std::string& method) {
  RunPlan plan;
  plan.dynamics = dynamics;
  plan.method = method;
  running::require_motion(file, plan);
  start_ = file.start_time();
  // a method is known by the name in its row, which outlives every simulation
  const auto& known = *std::find_if(methods().begin(), methods().end(),
                                    [&](const auto& one) { return one.name == method; });
  if (const auto* group = std::get_if<GroupSystem>(&file.system)) {
    run_ = run_on_group(*group, dynamics, known.name);
  } else {
    run_ = run_in_chart(std::get<ChartSystem>(file.system), dynamics, known.name);
  }
  std::visit(
      [&](const auto& system) {
        for (const auto& input : system.inputs) inputs_.push_back(input.name);
      },
      file.system);
}

Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

StepStatus Simulation::advance(double h) noexcept {
  if (!std::isfinite(h)) return {Outcome::not_finite, 0, 0};
  const StepStatus status = run_->step(time_, h);
  if (status) time_ += h;
  return status;
}

StepStatus Simulation::step(double h) noexcept {
  run_->held.held = false;
  return advance(h);
}

StepStatus Simulation::step(double h, std::span<const double> inputs) noexcept {
  if (inputs.size() != inputs_.size()) return {Outcome::wrong_inputs, 0, 0};
  for (const double w : inputs)
    if (!std::isfinite(w)) return {Outcome::not_finite, 0, 0};
  std::copy(inputs.begin(), inputs.end(), run_->held.values.begin());
  run_->held.held = true;
  return advance(h);
}

void Simulation::look(Sample& sample) const {
  run_->look(time_, sample);
  sample.t = time();
}

Sample Simulation::look() const {
  Sample sample;
  look(sample);
  return sample;
}

void Simulation::restart() {
  run_->restart();
  time_ = 0;
}

std::size_t Table::column(std::string_view name) const {
  const auto place = std::find(columns.begin(), columns.end(), name);
  if (place != columns.end()) return static_cast<std::size_t>(place - columns.begin());
  std::string known;
  for (const auto& one : columns) known += (known.empty() ? "" : ", ") + one;
  throw InputError("column", "'" + std::string(name) + "'", "one of " + known);
}

Table tabulate(const SystemFile& file, const RunPlan& plan) {
  Table table;
  table.columns = column_names(file, plan.dynamics);
  table.status = simulate(file, plan, [&](const Sample& sample) {
    const auto row = columns(sample);
    table.numbers.insert(table.numbers.end(), row.begin(), row.end());
  });
  return table;
}

}  // namespace hamel
