// hamel simulate.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <variant>

#include <hamel/core/status.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "commands.hpp"
#include "figures.hpp"
#include "progress.hpp"

namespace hamel::command {

namespace {

Dynamics dynamics_of(const std::string& name, const SystemFile& file) {
  for (const auto d : {Dynamics::free, Dynamics::nonholonomic, Dynamics::vakonomic}) {
    if (name == text(d)) return d;
  }
  const auto* group = std::get_if<GroupSystem>(&file.system);
  const bool constrained = group != nullptr
                               ? group->constrained()
                               : !std::get<ChartSystem>(file.system).constraints.empty();
  return constrained ? Dynamics::nonholonomic : Dynamics::free;
}

/// The largest deviations of a run from what it should keep.
class Drift {
 public:
  void add(const Sample& sample) {
    if (!start_) start_ = sample;
    const double energy =
        std::abs(sample.energy - start_->energy) / std::max(1., std::abs(start_->energy));
    energy_ = std::max(energy_, energy);
    constraint_ = std::max(constraint_, sample.off_constraint);
    double off = 0, size = 0;
    for (std::size_t i = 0; i < sample.spatial.size(); ++i) {
      off = std::max(off, std::abs(sample.spatial[i] - start_->spatial[i]));
      size = std::max(size, std::abs(start_->spatial[i]));
    }
    momentum_ = std::max(momentum_, off / std::max(1., size));
  }

  bool has_spatial_momentum() const { return start_ && !start_->spatial.empty(); }
  double start_energy() const { return start_ ? start_->energy : 0; }
  double energy() const { return energy_; }
  double momentum() const { return momentum_; }
  double constraint() const { return constraint_; }

 private:
  std::optional<Sample> start_;
  double energy_ = 0, momentum_ = 0, constraint_ = 0;
};

/// True when Noether's theorem makes the spatial momentum constant.
bool keeps_spatial_momentum(const SystemFile& file, Dynamics dynamics) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  return group != nullptr && dynamics != Dynamics::nonholonomic && group->metric_is_constant() &&
         group->potential.is_constant() && group->force.empty() && group->offset.empty();
}

void print_summary(const SystemFile& file, const RunPlan& plan, const RunStatus& status,
                   const Drift& drift) {
  std::printf("%s, %s motion, method %s\n", file.name.c_str(), text(plan.dynamics),
              plan.method.c_str());
  const auto& list = methods();
  const auto method =
      std::find_if(list.begin(), list.end(), [&](const auto& m) { return m.name == plan.method; });
  const char* const inner = method->adaptive ? "steps tried" : "iterations";
  std::printf("  reached     t = %.10g of %.10g, %ld %s, %ld %s\n", status.t, plan.t_end,
              status.steps, method->adaptive ? "intervals" : "steps", status.iterations, inner);
  std::printf("  status      %s\n", text(status.outcome));
  std::printf("  energy      %.10g at the start, largest change %.1e relative to max(1, |E(0)|)\n",
              drift.start_energy(), drift.energy());
  if (drift.has_spatial_momentum() && keeps_spatial_momentum(file, plan.dynamics)) {
    std::printf("  momentum    in space, largest change %.1e\n", drift.momentum());
  }
  if (plan.dynamics != Dynamics::free) {
    std::printf("  constraint  largest residual %.1e\n", drift.constraint());
  } else if (drift.constraint() > 0) {
    std::printf("  constraint  not imposed; the velocity leaves it by up to %.1e\n",
                drift.constraint());
  }
}

}  // namespace

int simulate(const SimulateOptions& options) {
  if (!options.plot.empty()) require_plot_path(options.plot);
  const SystemFile file = read_system_file(options.file);
  RunPlan plan;
  if (!options.method.empty()) plan.method = options.method;
  plan.step = options.step;
  plan.t_end = options.t_end;
  plan.every = options.every;
  plan.dynamics = dynamics_of(options.dynamics, file);

  std::optional<CsvWriter> csv;
  Recorder recorder;
  Drift drift;
  RunStatus status;
  {
    Progress progress(plan.t_end);
    status = hamel::simulate(file, plan, [&](const Sample& sample) {
      // The file is opened at the first output: a start without meaning leaves no file behind.
      if (!options.csv.empty() && !csv) csv.emplace(options.csv, column_names(file, plan.dynamics));
      if (csv) csv->row(columns(sample));
      if (!options.plot.empty()) recorder.add(sample);
      drift.add(sample);
      progress.at(sample.t);
    });
  }
  print_summary(file, plan, status, drift);
  if (!status) {
    std::cerr << "hamel: " << options.file << ": stopped at t = " << status.t << ": "
              << text(status.outcome) << "\n";
  }
  if (!options.plot.empty()) {
    char caption[200];
    std::snprintf(caption, sizeof caption, "%.80s: %s motion, 0 <= t <= %.6g", file.name.c_str(),
                  text(plan.dynamics), status.t);
    draw(motion_figure(file, {"", recorder.samples()}, caption), options.plot);
  }
  return status ? done : numerical_failure;
}

}  // namespace hamel::command
