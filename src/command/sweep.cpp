// hamel sweep.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/core/error.hpp>
#include <hamel/core/status.hpp>
#include <hamel/ensemble/ranks.hpp>
#include <hamel/io/output_file.hpp>
#include <hamel/io/parts.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/sweep.hpp>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "commands.hpp"
#include "interruption.hpp"
#include "options.hpp"
#include "progress.hpp"

namespace hamel::command {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_told = 10;  // failures, one by one

/// The number of a cell, also where it is next to 0.
double number_in(const std::string& cell) {
  return std::strtod(cell.c_str(), nullptr);
}

/// What is said of a sweep at its end.
struct Tally {
  long ok = 0, failed = 0;
  double energy_change = 0, off_constraint = 0;
  std::vector<std::string> failures;

  /// A row; `refusal` says why there is no motion, where that is known.
  void add(const Sweep& sweep, const std::vector<std::string>& cells,
           const std::string& refusal = "") {
    const std::size_t axes = sweep.axes().size(), n = cells.size();
    const std::string& status = cells[axes + 1];
    const bool ran = !cells[n - 1].empty();
    if (ran) {
      energy_change = std::max(energy_change, number_in(cells[n - 2]));
      off_constraint = std::max(off_constraint, number_in(cells[n - 1]));
    }
    if (status == text(Outcome::ok)) {
      ++ok;
      return;
    }
    ++failed;
    if (failures.size() == most_told) return;
    std::string words = "member " + cells[0] + " (";
    for (std::size_t k = 0; k < axes; ++k)
      words += (k > 0 ? ", " : "") + sweep.axes()[k].name() + " = " + text(number_in(cells[k + 1]));
    words += ran ? ") stopped at t = " + text(number_in(cells[axes + 2])) + ": " + status
                 : ") is refused" + (refusal.empty() ? "" : ": " + refusal);
    failures.push_back(printable(words, 500));
  }

  std::string status(bool interrupted) const {
    return interrupted ? "interrupted" : failed == 0 ? "ok" : std::to_string(failed) + " failed";
  }

  /// Names members that failed on standard error.
  void tell(const std::string& file) const {
    const std::string prefix = "hamel: " + printable(file) + ": ";
    for (const auto& failure : failures) std::cerr << prefix << failure << "\n";
    if (failed > static_cast<long>(most_told))
      std::cerr << prefix << "and " << failed - static_cast<long>(most_told) << " others\n";
  }
};

std::string joined(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i > 0 ? "," : "") + cells[i];
  return line + '\n';
}

/// A cell as JSON: a number where it is one, null where there is nothing or none that JSON has.
Json as_json(const std::string& cell) {
  if (cell.empty() || cell.ends_with("nan") || cell.ends_with("inf")) return nullptr;
  const Json number = Json::parse(cell, nullptr, false);
  return number.is_number() ? number : Json(cell);
}

Json summary(const Sweep& sweep, const RunPlan& plan, const Tally& tally, bool interrupted) {
  Json axes = Json::array();
  for (const auto& axis : sweep.axes())
    axes.push_back({{"name", axis.name()}, {"values", axis.count()}});
  return {{"name", sweep.file().name},
          {"dynamics", text(plan.dynamics)},
          {"method", plan.method},
          {"t_end", plan.t_end},
          {"vary", axes},
          {"members", sweep.size()},
          {"ok", tally.ok},
          {"failed", tally.failed},
          {"status", tally.status(interrupted)},
          {"energy_change", tally.energy_change},
          {"off_constraint", tally.off_constraint},
          {"failures", tally.failures}};
}

/// Where rows go: the table, the array of JSON, or lines for a person, where they are wanted.
class Rows {
 public:
  Rows(const Sweep& sweep, const RunPlan& plan, const SimulateOptions& options, bool lines)
      : sweep_(sweep),
        about_(sweep.file().name, sweep.source()),
        plan_(plan),
        columns_(sweep.columns(plan.dynamics)),
        out_(stream_for_words(options.csv)),
        json_(options.json),
        lines_(lines) {
    if (!options.csv) return;
    csv_.emplace(*options.csv);
    csv_->write(joined(columns_));
  }

  void add(const std::vector<std::string>& cells) {
    begin();
    if (csv_)
      csv_->write(joined(cells));
    else if (json_)
      add_json(cells);
    else if (lines_)
      print_row(cells);
  }

  /// Puts the table in its place and says the end.
  void end(const Tally& tally, bool interrupted, const std::optional<PartsDone>& parts) {
    begin();
    if (csv_) csv_->commit();
    if (json_) {
      const std::string text = as_text(summary(sweep_, plan_, tally, interrupted));
      std::fputs(
          csv_ ? opened("sweep", about_, text).c_str() : ("\n ]," + text.substr(1) + "\n").c_str(),
          out_);
      return;
    }
    std::fprintf(out_, "  reached     t = %.10g by %ld of %ld members\n", plan_.t_end, tally.ok,
                 sweep_.size());
    if (parts)
      std::fprintf(out_, "  parts       %ld found, %ld computed\n", parts->found, parts->computed);
    std::fprintf(out_, "  status      %s\n", tally.status(interrupted).c_str());
    std::fprintf(out_, "  energy      largest change %.1e relative to max(1, |E(0)|)\n",
                 tally.energy_change);
    std::fprintf(out_, "  constraint  largest residual %.1e\n", tally.off_constraint);
  }

 private:
  void begin() {
    if (begun_) return;
    begun_ = true;
    if (!json_)
      print_heading();
    else if (!csv_)
      std::fputs((opening("sweep", &about_) + ",\n \"rows\": [").c_str(), out_);
  }

  void print_heading() const {
    std::fprintf(out_, "%s, %s motion, method %s, %ld members\n",
                 printable(sweep_.file().name).c_str(), text(plan_.dynamics), plan_.method.c_str(),
                 sweep_.size());
    if (csv_ || !lines_) return;
    std::fprintf(out_, "\n  member");
    for (const auto& axis : sweep_.axes()) std::fprintf(out_, " %12s", axis.name().c_str());
    std::fprintf(out_, " %12s %12s %10s %10s  status\n", "t", "energy", "change", "off d");
  }

  void print_row(const std::vector<std::string>& cells) const {
    const std::size_t axes = sweep_.axes().size(), n = cells.size();
    const auto print = [&](std::size_t i, const char* format) {
      cells[i].empty() ? std::fprintf(out_, " %s", "-")
                       : std::fprintf(out_, format, number_in(cells[i]));
    };
    std::fprintf(out_, "  %6s", cells[0].c_str());
    for (std::size_t k = 0; k < axes; ++k) print(1 + k, " %12.6g");
    print(axes + 2, " %12.6g");
    print(n - 3, " %12.6g");
    print(n - 2, " %10.1e");
    print(n - 1, " %10.1e");
    std::fprintf(out_, "  %s\n", cells[axes + 1].c_str());
  }

  void add_json(const std::vector<std::string>& cells) {
    Json row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[columns_[i]] = as_json(cells[i]);
    std::fprintf(out_, "%s\n  %s", first_ ? "" : ",", as_text(row, -1).c_str());
    first_ = false;
  }

  const Sweep& sweep_;
  AboutFile about_;
  const RunPlan& plan_;
  std::vector<std::string> columns_;
  std::FILE* out_;
  bool json_, lines_, begun_ = false, first_ = true;
  std::optional<OutputFile> csv_;
};

/// What the options ask for, after every check that does not need a run.
struct SweepAsked {
  RunPlan plan;
  int threads;
  long chunk;
  Sweep sweep;
};

SweepAsked asked_by(const SweepOptions& options, const Ranks& ranks) {
  require_distinct(options.run.file, options.run.csv, std::nullopt);
  require_name("--folder", options.folder);
  if (ranks.size() > 1 && !options.folder)
    throw InputError("--folder", "nothing", "a folder where the ranks keep what they compute");
  if (options.chunk && !options.folder)
    throw InputError("--chunk", "no --folder", "a folder that keeps parts");
  if (options.folder && options.run.partial)
    throw InputError("--partial", "--folder too", "one of the two: the folder keeps what is done");
  RunPlan plan = plan_of(options.run);
  plan.seconds = budget_option(options.run.budget).seconds;
  const long threads =
      count_option("--threads", options.threads, ranks.size() > 1 ? 1 : 0, 1, 4096);
  const long chunk = count_option("--chunk", options.chunk, 64, 1, 1'000'000);
  std::vector<SweepAxis> axes;
  for (const auto& written : options.vary) axes.push_back(SweepAxis::parse(written));
  Sweep sweep(options.run.file, std::move(axes));
  plan.dynamics = dynamics_option(options.run.dynamics, sweep.file());
  sweep.require(plan);
  return {std::move(plan), static_cast<int>(threads), chunk, std::move(sweep)};
}

/// The same on all ranks; what is refused is refused by the first alone.
std::optional<SweepAsked> admitted(const SweepOptions& options, Ranks& ranks) {
  std::string word = "refused";
  if (ranks.rank() > 0) {
    ranks.share(word);
    if (word == "refused") return std::nullopt;
    return asked_by(options, ranks);
  }
  try {
    SweepAsked asked = asked_by(options, ranks);
    word = "admitted";
    ranks.share(word);
    return asked;
  } catch (...) {
    if (word == "refused") ranks.share(word);
    throw;
  }
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t end; (end = line.find(',')) != std::string_view::npos;
       line.remove_prefix(end + 1))
    cells.emplace_back(line.substr(0, end));
  cells.emplace_back(line);
  return cells;
}

/// The sweep in parts that a folder keeps, spread over the ranks; the first makes the outputs.
int sweep_in_parts(const SweepOptions& options, const SweepAsked& asked, Ranks& ranks) {
  const Sweep& sweep = asked.sweep;
  const RunPlan& plan = asked.plan;
  PartsPlan parts{*options.folder,
                  sweep.description(plan) + "chunk " + std::to_string(asked.chunk) + "\n",
                  (sweep.size() + asked.chunk - 1) / asked.chunk};
  PartsDone done_parts;
  {
    Progress progress(static_cast<double>(parts.parts), "parts");
    done_parts = run_in_parts(parts, ranks, [&](long part) {
      if (ranks.rank() == 0) progress.at(static_cast<double>(part));
      std::string lines;
      const long first = part * asked.chunk;
      sweep.run(
          plan, first, std::min(first + asked.chunk, sweep.size()), asked.threads,
          [&](const SweepMember& member) { lines += joined(sweep.cells(member, plan.dynamics)); });
      return lines;
    });
  }
  if (ranks.rank() > 0) return done;
  Rows rows(sweep, plan, options.run, false);
  Tally tally;
  read_parts(parts, [&](std::string_view lines) {
    for (std::size_t end; (end = lines.find('\n')) != std::string_view::npos;
         lines.remove_prefix(end + 1)) {
      const auto cells = cells_of(lines.substr(0, end));
      tally.add(sweep, cells);
      rows.add(cells);
    }
  });
  rows.end(tally, false, done_parts);
  tally.tell(options.run.file);
  return tally.failed == 0 ? done : numerical_failure;
}

}  // namespace

int sweep(const SweepOptions& options, Ranks& ranks) {
  std::optional<SweepAsked> asked;
  try {
    asked = admitted(options, ranks);
    if (!asked) return bad_input;
    if (options.folder) return sweep_in_parts(options, *asked, ranks);
  } catch (const std::exception& error) {
    if (ranks.size() == 1 || !asked) throw;
    std::cerr << "hamel: rank " << ranks.rank() << ": " << printable(error.what(), 1000) << "\n";
    ranks.abort(numerical_failure);
  }
  const Sweep& sweep = asked->sweep;
  RunPlan& plan = asked->plan;
  const Interruption interruption(options.run.partial);
  plan.at_step = [&] { interruption.look(); };
  Rows rows(sweep, plan, options.run, true);
  Tally tally;
  bool interrupted = false;
  try {
    Progress progress(static_cast<double>(sweep.size()), "members");
    sweep.run(plan, 0, sweep.size(), asked->threads, [&](const SweepMember& member) {
      const auto cells = sweep.cells(member, plan.dynamics);
      tally.add(sweep, cells, member.refusal);
      rows.add(cells);
      progress.at(static_cast<double>(member.index + 1));
    });
  } catch (const Interrupted&) {
    interrupted = true;
  }
  rows.end(tally, interrupted, std::nullopt);
  tally.tell(options.run.file);
  if (interrupted)
    std::cerr << "hamel: " << printable(options.run.file)
              << ": interrupted: the outputs hold the first " << tally.ok + tally.failed
              << " members\n";
  return tally.failed == 0 && !interrupted ? done : numerical_failure;
}

}  // namespace hamel::command
