// hamel simulate.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/model.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "animation.hpp"
#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "commands.hpp"
#include "figures.hpp"
#include "interruption.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "reactions.hpp"
#include "running/drift.hpp"

namespace hamel::command {

namespace {

/// True when Noether's theorem makes the spatial momentum constant.
bool keeps_spatial_momentum(const SystemFile& file, Dynamics dynamics) {
  const auto* group = std::get_if<GroupSystem>(&file.system);
  return group != nullptr && dynamics != Dynamics::nonholonomic && group->metric_is_constant() &&
         group->potential.is_constant() && !group->forced() && group->offset.empty() &&
         ((!group->moves() && group->holonomic.empty()) || dynamics == Dynamics::free);
}

/// Inputs of the file that have no signal: they are 0.
std::vector<std::string> inputs_at_zero(const SystemFile& file) {
  std::vector<std::string> names;
  std::visit(
      [&](const auto& system) {
        for (const auto& input : system.inputs)
          if (!input.signal && !input.table) names.push_back(input.name);
      },
      file.system);
  return names;
}

/// The events that happened, each with its time and state, of many the first.
void print_events(std::FILE* out, const SystemFile& file, const RunPlan& plan,
                  const FoundEvents& events) {
  constexpr std::size_t most = 100;
  if (file.events.empty()) return;
  if (events.list.empty()) std::fprintf(out, "  events      none happened\n");
  const auto names = column_names(file, plan.dynamics);
  for (std::size_t k = 0; k < std::min(most, events.list.size()); ++k) {
    const auto& [name, sample] = events.list[k];
    std::fprintf(out, "  event       %s at t = %.10g", printable(name).c_str(), sample.t);
    const auto row = columns(sample);
    for (std::size_t i = 1; i <= sample.x.size() + sample.a.size(); ++i)
      std::fprintf(out, "%s %s = %.10g", i > 1 ? "," : ":", names[i].c_str(), row[i]);
    std::fprintf(out, "\n");
  }
  if (events.list.size() > most)
    std::fprintf(out, "  event       and %zu more\n", events.list.size() - most + events.left_off);
}

void print_summary(std::FILE* out, const SystemFile& file, const RunPlan& plan,
                   const RunStatus& status, const Drift& drift, const FoundEvents& events,
                   bool interrupted) {
  std::fprintf(out, "%s, %s motion, method %s\n", printable(file.name).c_str(), text(plan.dynamics),
               plan.method.c_str());
  const auto& list = methods();
  const auto method =
      std::find_if(list.begin(), list.end(), [&](const auto& m) { return m.name == plan.method; });
  const char* const inner = method->adaptive ? "steps tried" : "iterations";
  std::fprintf(out, "  reached     t = %.10g of %.10g, %ld %s, %ld %s\n", status.t, plan.t_end,
               status.steps, method->adaptive ? "intervals" : "steps", status.iterations, inner);
  if (file.projected()) std::fprintf(out, "  start       %s\n", file.projection().c_str());
  std::fprintf(out, "  status      %s\n",
               interrupted ? "interrupted" : printable(events.status(status)).c_str());
  print_events(out, file, plan, events);
  std::fprintf(out,
               "  energy      %.10g at the start, largest change %.1e relative to max(1, |E(0)|)\n",
               drift.start_energy(), drift.energy());
  if (drift.has_spatial_momentum() && keeps_spatial_momentum(file, plan.dynamics)) {
    std::fprintf(out, "  momentum    in space, largest change %.1e\n", drift.momentum());
  }
  if (file.is_holonomic()) {
    std::fprintf(out, "  holonomic   largest |g| %.1e\n", drift.manifold());
    if (plan.dynamics != Dynamics::free)
      for (const auto& name : dependent_rows(file))
        std::fprintf(out, "  holonomic   %s follows from the rows before it\n", name.c_str());
  }
  if (plan.dynamics != Dynamics::free) {
    std::fprintf(out, "  constraint  largest residual %.1e\n", drift.constraint());
  } else if (drift.constraint() > 0) {
    std::fprintf(out, "  constraint  not imposed; the velocity leaves it by up to %.1e\n",
                 drift.constraint());
  }
  for (const auto& name : inputs_at_zero(file))
    std::fprintf(out, "  input       %s has no signal: it is 0\n", printable(name).c_str());
}

/// The same as a JSON object.
std::string summary_json(const GivenSystem& given, const RunPlan& plan, const RunStatus& status,
                         const Drift& drift, const FoundEvents& events, bool interrupted,
                         const std::optional<Sample>& first, const Sample& last) {
  const SystemFile& file = given.file;
  const bool keeps = drift.has_spatial_momentum() && keeps_spatial_momentum(file, plan.dynamics);
  nlohmann::ordered_json summary{
      {"name", file.name},
      {"dynamics", text(plan.dynamics)},
      {"method", plan.method},
      {"t", status.t},
      {"t_end", plan.t_end},
      {"steps", status.steps},
      {"iterations", status.iterations},
      {"status", interrupted ? "interrupted" : events.status(status)},
      {"energy", {{"start", drift.start_energy()}, {"change", drift.energy()}}},
      {"momentum_change", keeps ? nlohmann::ordered_json(drift.momentum()) : nullptr},
      {"off_constraint", drift.constraint()}};
  if (file.is_holonomic()) {
    summary["off_manifold"] = drift.manifold();
    if (plan.dynamics != Dynamics::free) summary["dependent"] = dependent_rows(file);
  }
  if (const auto at_zero = inputs_at_zero(file); !at_zero.empty())
    summary["inputs_at_zero"] = at_zero;
  if (file.projected()) summary["projected"] = file.projected().most();
  if (!file.events.empty()) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& [name, sample] : events.list) {
      list.push_back({{"name", name}});
      list.back().update(as_start(file, sample));
    }
    summary["events"] = std::move(list);
    if (events.left_off > 0) summary["events_left_off"] = events.left_off;
  }
  if (first) {
    summary["initial"] = as_start(file, *first);
    summary["final"] = as_start(file, last);
  }
  return opened("simulate", given.about, as_text(summary));
}

}  // namespace

int simulate(const SimulateOptions& options) {
  require_distinct(options.file, options.csv, options.plot, options.animation, options.reactions);
  if (options.plot) require_plot_path(*options.plot);
  if (options.animation) require_page_path(*options.animation);
  RunPlan plan = plan_of(options);
  const GivenSystem given =
      read_system_from(options.file, options.from, options.dynamics, options.stop_when);
  const SystemFile& file = given.file;
  plan.dynamics = dynamics_option(options.dynamics, file);

  const Interruption interruption(options.partial);
  plan.at_step = [&] { interruption.look(); };
  std::optional<CsvWriter> csv;
  if (options.csv) csv.emplace(*options.csv, column_names(file, plan.dynamics));
  std::optional<ReactionTable> reactions;
  if (options.reactions) {
    std::vector<std::pair<Dynamics, std::string>> motions;
    if (plan.dynamics != Dynamics::free) motions.emplace_back(plan.dynamics, "");
    reactions.emplace(file, std::move(motions), *options.reactions);
  }
  Recorder recorder;
  Drift drift;
  std::optional<Sample> first;
  Sample last;
  RunStatus status;
  bool interrupted = false;
  FoundEvents events;
  plan.at_event = [&](const RunEvent& event, const Sample& sample) { events.add(event, sample); };
  if (!plan.at.empty()) {
    first = Simulation(file, plan.dynamics, plan.method).look();
    drift.add(*first);
    last = *first;
  }
  try {
    Progress progress(plan.t_end);
    status = hamel::simulate(file, plan, [&](const Sample& sample) {
      if (csv) csv->row(columns(sample));
      if (reactions) reactions->add({sample});
      if (options.plot || options.animation) recorder.add(sample);
      drift.add(sample);
      if (!first) first = sample;
      last = sample;
      progress.at(sample.t);
      status.t = sample.t;
    });
  } catch (const Interrupted&) {
    interrupted = true;
  }
  if (csv) csv->commit();
  if (reactions) reactions->commit();
  std::FILE* const out = stream_for_words(options.csv);
  if (options.json)
    std::fputs(summary_json(given, plan, status, drift, events, interrupted, first, last).c_str(),
               out);
  else
    print_summary(out, file, plan, status, drift, events, interrupted);
  if (interrupted) {
    std::cerr << "hamel: " << printable(options.file) << ": interrupted at t = " << status.t
              << ": the outputs hold the motion up to there\n";
  } else if (!status) {
    std::cerr << "hamel: " << printable(options.file) << ": stopped at t = " << status.t << ": "
              << text(status.outcome) << "\n";
  }
  if (options.plot || options.animation) {
    char rest[80], method[160];
    std::snprintf(rest, sizeof rest, ": %s motion, %.6g <= t <= %.6g", text(plan.dynamics),
                  file.start_time(), status.t);
    std::snprintf(method, sizeof method, "method %s, %s", plan.method.c_str(),
                  interrupted ? "interrupted" : printable(events.status(status)).c_str());
    plan.at_step = {};
    const std::string caption = printable(file.name, 60) + rest;
    const Track track{text(plan.dynamics), plan.dynamics, recorder.samples()};
    const Again again = run_again(file, plan);
    if (options.plot) {
      Figure figure = motion_figure(file, track, again);
      figure.caption = caption;
      figure.verdict = method;
      draw(figure, *options.plot);
    }
    if (options.animation)
      write_page(*options.animation, animation_page(file, {track}, again, caption, method));
  }
  return status && !interrupted ? done : numerical_failure;
}

}  // namespace hamel::command
