// hamel steer --effort: the inputs that were found, their motion and its files.
#include "effort.hpp"

#include <cstdio>
#include <iostream>
#include <limits>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/effort.hpp>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "figures.hpp"
#include "options.hpp"

namespace hamel::command {

namespace {

using Json = nlohmann::ordered_json;

/// "y=-1:2", either bound may be left out.
CoordinateLimit limit(const std::string& written) {
  const std::size_t sign = written.find('='), colon = written.find(':');
  if (sign == std::string::npos || sign == 0 || colon == std::string::npos || colon < sign)
    throw InputError("--within", "'" + printable(written) + "'", "NAME=LEAST:GREATEST");
  const auto bound = [](const std::string& number, double otherwise) {
    if (number.empty()) return otherwise;
    constexpr double most = std::numeric_limits<double>::max();
    return number_option("--within", number, 0, -most, most);
  };
  constexpr double none = std::numeric_limits<double>::infinity();
  return {written.substr(0, sign), bound(written.substr(sign + 1, colon - sign - 1), -none),
          bound(written.substr(colon + 1), none)};
}

void print_json(const AboutFile& about, const EffortAnswer& answer) {
  Json report{{"status", answer.solved ? "solved" : "not solved"}, {"reason", nullptr}};
  if (!answer.solved) {
    report["reason"] = answer.status;
    report.update({{"cost", nullptr}, {"residual", nullptr}, {"inputs", nullptr}});
  } else {
    Json inputs = Json::object();
    for (std::size_t i = 0; i < answer.names.size(); ++i) {
      Json values = Json::array();
      for (const auto& w : answer.inputs) values.push_back(w[i]);
      inputs[answer.names[i]] = std::move(values);
    }
    report.update({{"cost", answer.cost},
                   {"cost_error", answer.cost_error},
                   {"residual", answer.residual},
                   {"miss", answer.miss},
                   {"end", answer.end},
                   {"step", answer.t_end / static_cast<double>(answer.inputs.size())},
                   {"inputs", std::move(inputs)}});
  }
  report["iterations"] = answer.iterations;
  report["optimality"] = "unknown";
  std::cout << opened("steer", about, as_text(report));
}

void print(std::FILE* out, const SystemFile& file, const EffortAnswer& answer) {
  std::fprintf(out, "%s, the inputs of least effort to the target in time %.10g\n",
               printable(file.name).c_str(), answer.t_end);
  if (!answer.solved) {
    std::fprintf(out, "  status       not solved, %d iterations: %s\n", answer.iterations,
                 answer.status.c_str());
    return;
  }
  std::fprintf(out, "  status       solved, %d iterations, %zu steps\n", answer.iterations,
               answer.inputs.size());
  std::fprintf(out, "  cost         %.12g, within about %.1e of the least near it\n", answer.cost,
               answer.cost_error);
  std::fprintf(out, "  residual     %.1e; %.1e when the motion is solved accurately\n",
               answer.residual, answer.miss);
  std::fprintf(out, "  end         ");
  for (const double x : answer.end) std::fprintf(out, " %.12g", x);
  std::fprintf(out, "\n");
  for (std::size_t i = 0; i < answer.names.size(); ++i) {
    double least = answer.inputs[0][i], greatest = least;
    for (const auto& w : answer.inputs) {
      least = std::min(least, w[i]);
      greatest = std::max(greatest, w[i]);
    }
    std::fprintf(out, "  input        %s from %.6g to %.6g\n", printable(answer.names[i]).c_str(),
                 least, greatest);
  }
}

/// The inputs over time, in place of the energy, which they do not leave as it is.
void show_inputs(Figure& figure, const EffortAnswer& answer) {
  std::erase_if(figure.side, [](const Panel& one) { return one.title.starts_with("Energy"); });
  Panel panel;
  panel.title = "Inputs";
  panel.x_label = "t";
  panel.key = true;
  const double h = answer.t_end / static_cast<double>(answer.inputs.size());
  for (std::size_t i = 0; i < answer.names.size(); ++i) {
    Curve curve;
    curve.name = answer.names[i];
    curve.colour = static_cast<int>(i);
    for (std::size_t k = 0; k < answer.inputs.size(); ++k)  // held from node to node
      for (const double t : {h * double(k), h * double(k + 1)}) {
        curve.x.push_back(t);
        curve.y.push_back(answer.inputs[k][i]);
      }
    panel.curves.push_back(std::move(curve));
  }
  figure.side.push_back(std::move(panel));
}

}  // namespace

int effort(const SteerOptionsGiven& options, const GivenSystem& given,
           std::vector<std::pair<std::string, double>> to) {
  const SystemFile& file = given.file;
  if (options.candidates)
    throw InputError("--candidates", "it beside --effort",
                     "one of them: what is sought is one motion");
  EffortRequest request;
  request.to = std::move(to);
  request.free = options.free;
  request.wrap = options.wrap;
  for (const auto& one : options.within) request.within.push_back(limit(one));
  request.at_rest = !options.moving;
  request.t_end = number_option("--t-end", options.t_end, 1, 1e-9, 1e9);
  request.steps = static_cast<int>(count_option("--steps", options.steps, request.steps, 2, 2000));

  const EffortAnswer answer = least_effort(file, request);
  if (options.json)
    print_json(given.about, answer);
  else
    print(stream_for_words(options.csv), file, answer);
  if (!answer.solved) return numerical_failure;
  if (!options.csv && !options.plot) return done;

  std::optional<CsvWriter> csv;
  if (options.csv) {
    auto names = column_names(file, Dynamics::nonholonomic);
    for (const auto& name : answer.names) names.push_back("input_" + name);
    csv.emplace(*options.csv, names);
  }
  Recorder recorder;
  follow(file, answer, [&](const Sample& sample, std::span<const double> w) {
    if (csv) {
      auto row = columns(sample);
      row.insert(row.end(), w.begin(), w.end());
      csv->row(row);
    }
    recorder.add(sample);
  });
  if (csv) csv->commit();
  if (options.plot) {
    char rest[100];
    std::snprintf(rest, sizeof rest, ": least effort in time %.6g, cost %.6g", answer.t_end,
                  answer.cost);
    Figure figure = motion_figure(file, {"", Dynamics::nonholonomic, recorder.samples()},
                                  [](Dynamics, double, long) { return std::vector<Sample>(); });
    figure.caption = printable(file.name, 60) + rest;
    show_inputs(figure, answer);
    draw(figure, *options.plot);
  }
  return done;
}

}  // namespace hamel::command
