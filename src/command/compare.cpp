// hamel compare.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hamel/io/comparison.hpp>
#include <hamel/io/csv.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "animation.hpp"
#include "base/printable.hpp"
#include "cases/price.hpp"
#include "commands.hpp"
#include "figures.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "reactions.hpp"

namespace hamel::command {

namespace {

constexpr double default_end = 10;

/// The columns of each motion begin with its name.
std::vector<std::string> csv_header(const SystemFile& file) {
  std::vector<std::string> header{"t"};
  for (const auto kind : compared_dynamics) {
    const auto names = column_names(file, kind);
    for (std::size_t i = 1; i < names.size(); ++i)
      header.push_back(std::string(text(kind)) + "_" + names[i]);
  }
  return header;
}

/// All motions side by side.
void write_csv(const std::vector<ComparedMotion>& motions, CsvWriter& csv) {
  std::size_t count = motions[0].samples.size();
  for (const auto& m : motions) count = std::min(count, m.samples.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> row{motions[0].samples[i].t};
    for (const auto& m : motions) {
      const auto part = columns(m.samples[i]);
      row.insert(row.end(), part.begin() + 1, part.end());
    }
    csv.row(row);
  }
  csv.commit();
}

/// The forces of the two constrained motions side by side.
void write_reactions(const std::vector<ComparedMotion>& motions, ReactionTable& table) {
  const auto samples = [&](Dynamics dynamics) -> const std::vector<Sample>& {
    return std::find_if(motions.begin(), motions.end(),
                        [&](const auto& m) { return m.dynamics == dynamics; })
        ->samples;
  };
  const auto &rolling = samples(Dynamics::nonholonomic), &planned = samples(Dynamics::vakonomic);
  for (std::size_t i = 0; i < std::min(rolling.size(), planned.size()); ++i)
    table.add({rolling[i], planned[i]});
  table.commit();
}

/// The picture and the animation.
void show(const SystemFile& file, const Comparison& comparison, const CompareOptions& options) {
  char rest[80];
  std::snprintf(rest, sizeof rest, ": three motions from one start, %.6g <= t <= %.6g",
                file.start_time(), comparison.t_end);
  const std::string caption = printable(file.name, 60) + rest;
  std::vector<Track> tracks;
  for (const auto& m : comparison.motions)
    tracks.push_back({text(m.dynamics), m.dynamics, m.samples});
  RunPlan plan;
  plan.evaluations = velocities_for(file, options.work.value_or(comparison_work));
  const Again again = run_again(file, plan);
  const std::string verdict = verdict_line(file, comparison);
  if (options.plot) {
    Figure figure = comparison_figure(file, tracks, again);
    figure.caption = caption;
    figure.verdict = verdict;
    for (const auto& m : comparison.motions) {
      char stopped[120];
      std::snprintf(stopped, sizeof stopped, "The %s motion stopped at t = %.6g: %s",
                    text(m.dynamics), m.status.t, text(m.status.outcome));
      if (!m.status) figure.notes.push_back(stopped);
    }
    draw(figure, *options.plot);
  }
  if (options.animation)
    write_page(*options.animation, animation_page(file, tracks, again, caption, verdict));
}

}  // namespace

int compare(const CompareOptions& options) {
  require_distinct(options.file, options.csv, options.plot, options.animation, options.reactions);
  if (options.plot) require_plot_path(*options.plot);
  if (options.animation) require_page_path(*options.animation);
  const double t_end = number_option("--t-end", options.t_end, default_end, 0, longest_time);
  const GivenSystem given = read_system_from(options.file, options.from);
  const SystemFile& file = given.file;
  std::optional<CsvWriter> csv;
  if (options.csv) csv.emplace(*options.csv, csv_header(file));
  std::optional<ReactionTable> reactions;
  if (options.reactions)
    reactions.emplace(file,
                      std::vector{std::pair{Dynamics::nonholonomic, std::string("nonholonomic_")},
                                  std::pair{Dynamics::vakonomic, std::string("vakonomic_")}},
                      *options.reactions);
  std::optional<Progress> progress;
  std::optional<Dynamics> shown;
  const Comparison comparison = hamel::compare(
      file, t_end,
      [&](Dynamics dynamics, double t) {
        if (shown != dynamics) progress.emplace(t_end);
        shown = dynamics;
        progress->at(t);
      },
      options.work.value_or(comparison_work));
  progress.reset();
  for (const auto& m : comparison.motions) {
    if (m.status) continue;
    std::fprintf(stderr, "hamel: %s: the %s motion stopped at t = %.10g: %s\n",
                 printable(options.file).c_str(), text(m.dynamics), m.status.t,
                 text(m.status.outcome));
  }
  if (csv) write_csv(comparison.motions, *csv);
  if (reactions) write_reactions(comparison.motions, *reactions);
  std::FILE* const out = stream_for_words(options.csv);
  std::fprintf(
      out, "%s",
      (options.json ? opened("compare", given.about, as_json(comparison)) : words(comparison))
          .c_str());
  if (options.plot || options.animation) show(file, comparison, options);
  return comparison.complete() ? done : numerical_failure;
}

}  // namespace hamel::command
