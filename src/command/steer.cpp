// hamel steer.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/steer.hpp>
#include <hamel/io/system_file.hpp>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "commands.hpp"
#include "effort.hpp"
#include "figures.hpp"
#include "options.hpp"

namespace hamel::command {

namespace {

using Json = nlohmann::ordered_json;

constexpr double shortest_way = 1e-9, longest_way = 1e9;  // in time
constexpr int outputs = 400;                              // rows of the CSV

/// The text without blanks before and after it.
std::string without_blanks(const std::string& written) {
  const std::size_t first = written.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return written.substr(first, written.find_last_not_of(" \t") - first + 1);
}

/// "x=1,phi=3/2": coordinates by name, values as in the file.
std::vector<std::pair<std::string, double>> coordinates(const char* option,
                                                        const std::string& written,
                                                        const SystemFile& file) {
  std::vector<std::pair<std::string, double>> all;
  const Expression::Scope constants{{}, file.parameters};
  for (std::size_t at = 0; at <= written.size();) {
    const std::size_t end = std::min(written.find(',', at), written.size());
    const std::string part = without_blanks(written.substr(at, end - at));
    const std::size_t sign = part.find('=');
    if (sign == std::string::npos || sign == 0)
      throw InputError(option, "'" + printable(part) + "'", "NAME=VALUE, separated by commas");
    const auto value =
        Expression::parse(part.substr(sign + 1), constants, option).evaluate<double>({});
    if (!std::isfinite(value))
      throw InputError(option, "'" + printable(part) + "'", "a finite number");
    all.emplace_back(without_blanks(part.substr(0, sign)), value);
    at = end + 1;
  }
  return all;
}

/// "t=1/2,x=1": a place on the way.
SteerVia via(const std::string& written, const SystemFile& file) {
  SteerVia place{0, coordinates("--via", written, file)};
  const auto time = std::find_if(place.at.begin(), place.at.end(),
                                 [](const auto& named) { return named.first == "t"; });
  if (time == place.at.end())
    throw InputError("--via", "'" + printable(written) + "'", "a time too, as t=1/2,x=1");
  place.t = time->second;
  place.at.erase(time);
  return place;
}

/// What is known of the optimality of a motion, as a sentence.
std::string sentence(const Conjugacy& known) {
  std::string words = text(known.optimality);
  if (known.optimality == Optimality::beyond_conjugate)
    words = "beyond a conjugate point at t = " + text(*known.first);
  else if (known.optimality == Optimality::at_conjugate)
    words = "at a conjugate point: its end belongs to a family of motions, or to nearly one";
  else if (known.optimality == Optimality::cheaper_ends)
    words = "not locally optimal: others nearby, with other ends that are allowed, cost less";
  if (known.abnormality > 0)
    words += "; abnormal: a space of covectors of dimension " + std::to_string(known.abnormality) +
             " gives the same motion";
  return words;
}

/// The same for all motions to its end, where the cut time is known.
std::string sentence(double cut_time, double t_end) {
  constexpr double sure = 1e-9;
  if (t_end < cut_time * (1 - sure))
    return "the cheapest motion to this end, headings modulo full turns; cut time ";
  if (t_end > cut_time * (1 + sure))
    return "another motion to this end costs less, headings modulo full turns; cut time ";
  return "at the cut time ";
}

Json as_json(const SteeredMotion& m) {
  Json object{{"cost", m.cost},
              {"residual", m.residual},
              {"a", m.a},
              {"mu", m.mu},
              {"end", m.end},
              {"optimality", text(m.conjugacy.optimality)},
              {"conjugate_time", nullptr},
              {"abnormality", m.conjugacy.abnormality}};
  if (m.length) object["length"] = *m.length;
  if (!m.is_least) object["is_least"] = false;
  object["start"] = m.legs.front().start;
  if (m.legs.size() > 1)
    for (const auto& leg : m.legs)
      object["legs"].push_back({{"t", leg.t},
                                {"length", leg.length},
                                {"cost", leg.cost},
                                {"start", leg.start},
                                {"end", leg.end},
                                {"a", leg.a},
                                {"mu", leg.mu}});
  if (m.conjugacy.first) object["conjugate_time"] = *m.conjugacy.first;
  if (m.cut_time && std::isfinite(*m.cut_time)) object["cut_time"] = *m.cut_time;
  return object;
}

/// The state at the start of the motion, and that at its end, which a run gives; as `initial` has them.
void add_states(const SystemFile& file, const SteeredMotion& m, Json& object) {
  const auto run = [&](const SteeredLeg& leg, const char* key, bool end) {
    RunPlan plan;
    plan.dynamics = Dynamics::vakonomic;
    plan.events_of_file = false;
    plan.t_end = file.start_time() + leg.length;
    plan.step = leg.length;
    std::optional<Sample> state;
    const RunStatus status = simulate(starting_with(file, leg), plan, [&](const Sample& sample) {
      if (end || !state) state = sample;
    });
    if (!state || (end && !status)) return;
    state->t += leg.t;
    object[key] = as_start(file, *state);
  };
  run(m.legs.front(), "initial", false);
  run(m.legs.back(), "final", true);
}

void print_json(const GivenSystem& given, const SteerAnswer& answer) {
  const SystemFile& file = given.file;
  Json report{{"status", answer.motions.empty() ? "not solved" : "solved"}};
  if (file.projected()) report["projected"] = file.projected().most();
  Json candidates = Json::array();
  for (const auto& m : answer.motions) {
    candidates.push_back(as_json(m));
    add_states(file, m, candidates.back());
  }
  if (answer.motions.empty()) {
    for (const char* key : {"cost", "residual", "a", "mu", "conjugate_time"}) report[key] = nullptr;
    report["optimality"] = text(Optimality::unknown);
  } else {
    report.update(candidates[0]);
  }
  report["iterations"] = answer.iterations;
  report["candidates"] = candidates;
  std::cout << opened("steer", given.about, as_text(report));
}

void print_vector(std::FILE* out, const char* name, const std::vector<double>& v) {
  std::fprintf(out, "  %-11s ", name);
  for (const double x : v) std::fprintf(out, " %.12g", x);
  std::fprintf(out, "\n");
}

void print(std::FILE* out, const SystemFile& file, const SteerRequest& request,
           const SteerAnswer& answer) {
  std::fprintf(out, "%s, the vakonomic motion to the target in time %.10g\n",
               printable(file.name).c_str(), request.t_end);
  if (file.projected()) std::fprintf(out, "  start        %s\n", file.projection().c_str());
  std::fprintf(out, "  status       %s, %d iterations, %zu candidates\n",
               answer.motions.empty() ? "not solved: the search ended without a motion" : "solved",
               answer.iterations, answer.motions.size());
  if (!answer.generates)
    std::fprintf(out,
                 "  reason       perhaps: the constraint is not bracket generating at the start\n");
  if (std::isfinite(answer.unrepeated))
    std::fprintf(out,
                 "  left out     one motion: integrated again from its start it ends at distance "
                 "%.1e from the "
                 "target, because neighbouring motions depart too fast\n",
                 answer.unrepeated);
  bool first = true;
  for (const auto& m : answer.motions) {
    if (!first) std::fprintf(out, "  another candidate\n");
    std::fprintf(out, "  cost         %.12g\n  residual     %.1e\n", m.cost, m.residual);
    if (m.length) std::fprintf(out, "  length       %.12g\n", *m.length);
    for (const auto& leg : m.legs) {
      if (m.legs.size() > 1 || !request.periodic.empty()) {
        if (m.legs.size() > 1)
          std::fprintf(out, "  from t =     %.10g, cost %.12g\n", leg.t, leg.cost);
        print_vector(out, "start", leg.start);
      }
      print_vector(out, "velocity", leg.a);
      print_vector(out, "multiplier", leg.mu);
      print_vector(out, "end", leg.end);
    }
    std::fprintf(out, "  optimality   %s\n", sentence(m.conjugacy).c_str());
    if (!m.is_least)
      std::fprintf(out, "  stationary   the cost; motions with another start cost less\n");
    if (m.cut_time)
      std::fprintf(out, "  of all       %s%.12g\n", sentence(*m.cut_time, request.t_end).c_str(),
                   *m.cut_time);
    first = false;
  }
}

}  // namespace

int steer(const SteerOptionsGiven& options) {
  require_distinct(options.file, options.csv, options.plot);
  if (options.plot) require_plot_path(*options.plot);
  if (!options.effort && (!options.within.empty() || options.steps || options.moving))
    throw InputError("--within, --steps, --moving", "one of them", "--effort, which it is part of");
  const GivenSystem given = read_system_from(options.file, options.from);
  const SystemFile& file = given.file;
  SteerRequest request;
  if (options.to) request.to = coordinates("--to", *options.to, file);
  if (options.effort && !(options.via.empty() && options.periodic.empty()))
    throw InputError("--via, --periodic", "one of them beside --effort", "one or the other");
  if (options.effort) return effort(options, given, std::move(request.to));
  request.free = options.free;
  request.wrap = options.wrap;
  for (const auto& place : options.via) request.via.push_back(via(place, file));
  request.periodic = options.periodic;
  request.t_end = number_option("--t-end", options.t_end, 1, shortest_way, longest_way);
  request.candidates =
      static_cast<int>(count_option("--candidates", options.candidates, 3, 1, 100));

  const SteerAnswer answer = hamel::steer(file, request);
  if (options.json)
    print_json(given, answer);
  else
    print(stream_for_words(options.csv), file, request, answer);
  if (answer.motions.empty()) return numerical_failure;
  if (!options.csv && !options.plot) return done;

  const SteeredMotion& best = answer.motions.front();
  const SystemFile steered = starting_with(file, best);
  RunPlan plan;
  plan.dynamics = Dynamics::vakonomic;
  plan.events_of_file = false;
  std::optional<CsvWriter> csv;
  if (options.csv) csv.emplace(*options.csv, column_names(steered, plan.dynamics));
  Recorder recorder;
  bool whole = true;
  for (const auto& leg : best.legs) {
    plan.t_end = file.start_time() + leg.length;
    plan.step = request.t_end / outputs;
    const RunStatus status = simulate(starting_with(file, leg), plan, [&](const Sample& here) {
      Sample sample = here;
      sample.t += leg.t;
      if (csv) csv->row(columns(sample));
      recorder.add(sample);
    });
    whole = whole && status;
  }
  if (csv) csv->commit();
  if (options.plot) {
    char rest[100];
    std::snprintf(rest, sizeof rest, ": steered in time %.6g, cost %.6g", request.t_end, best.cost);
    const Again again = best.legs.size() == 1
                            ? run_again(steered, plan)
                            : [](Dynamics, double, long) { return std::vector<Sample>(); };
    Figure figure = motion_figure(steered, {"", plan.dynamics, recorder.samples()}, again);
    figure.caption = printable(file.name, 60) + rest;
    figure.verdict = "Optimality: " + sentence(best.conjugacy);
    draw(figure, *options.plot);
  }
  return whole ? done : numerical_failure;
}

}  // namespace hamel::command
