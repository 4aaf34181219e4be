// hamel compare.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/io/csv.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/printable.hpp>
#include <hamel/io/q2.hpp>
#include <hamel/io/report.hpp>
#include <hamel/io/simulate.hpp>
#include <hamel/io/system_file.hpp>

#include "commands.hpp"
#include "figures.hpp"
#include "options.hpp"
#include "progress.hpp"

namespace hamel::command {

namespace {

constexpr int outputs = 500;               // per motion
constexpr long evaluations = 500000;       // of the velocity, per motion
constexpr double parting_distance = 1e-3;  // beyond it two motions count as parted
constexpr double least_length = 0.1;       // of a path, for a numerical answer
constexpr double following = 1e-8;         // relative departure of a motion that follows another
constexpr double default_end = 10, longest_time = 1e300;

constexpr std::array dynamics{Dynamics::nonholonomic, Dynamics::vakonomic, Dynamics::free};

struct Motion {
  Track track;
  RunStatus status;
};

Motion run(const SystemFile& file, Dynamics kind, double t_end) {
  Motion motion;
  motion.track.name = text(kind);
  RunPlan plan;
  plan.dynamics = kind;
  plan.t_end = t_end;
  plan.step = t_end > 0 ? t_end / outputs : 1;
  plan.evaluations = evaluations;
  Progress progress(t_end);
  motion.status = hamel::simulate(file, plan, [&](const Sample& sample) {
    motion.track.samples.push_back(sample);
    progress.at(sample.t);
  });
  return motion;
}

/// Distance of two motions at the end, NaN when one did not get there.
double end_distance(const Motion& left, const Motion& right) {
  if (!left.status || !right.status) return std::numeric_limits<double>::quiet_NaN();
  return distance(left.track.samples.back(), right.track.samples.back());
}

/// The first time at which two motions are further apart than the threshold.
std::optional<double> parting_time(const Motion& left, const Motion& right) {
  const std::size_t count = std::min(left.track.samples.size(), right.track.samples.size());
  for (std::size_t i = 0; i < count; ++i) {
    if (distance(left.track.samples[i], right.track.samples[i]) > parting_distance)
      return left.track.samples[i].t;
  }
  return std::nullopt;
}

/// The answer to Q2, by proof where possible, else by the residual of the fit.
struct Q2 {
  Answer answer = Answer::undecided;
  bool exact = false;
  double residual = std::numeric_limits<double>::quiet_NaN();
  MultiplierFit<dynamic> fit;
  std::vector<double> multiplier;
  std::string reason;
  /// Where the motion leaves the vakonomic one with that multiplier: a time, or never up to the end.
  std::optional<double> departs_at;
  double end_distance = std::numeric_limits<double>::quiet_NaN();
  /// The largest departure of a component, see departure().
  double departure = std::numeric_limits<double>::quiet_NaN();
};

/// How far a motion departs from another: the largest difference of a coordinate or velocity, relative to
/// its own variation, or to 1e-6 of the largest among its like where that is more. Infinite where the
/// other did not get as far.
double departure(const Motion& motion, const Motion& other) {
  const auto& samples = motion.track.samples;
  const auto& others = other.track.samples;
  if (!other.status || others.size() != samples.size())
    return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (const auto part : {&Sample::x, &Sample::a}) {
    const std::size_t n = (samples[0].*part).size();
    std::vector<double> size(n, 0), off(n, 0);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        const double value = (samples[k].*part)[i];
        const double from = part == &Sample::x ? (samples[0].*part)[i] : 0;
        size[i] = std::max(size[i], std::abs(value - from));
        off[i] = std::max(off[i], std::abs(value - (others[k].*part)[i]));
      }
    }
    const double largest = n > 0 ? *std::max_element(size.begin(), size.end()) : 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (off[i] > 0) worst = std::max(worst, off[i] / std::max(size[i], 1e-6 * largest));
    }
  }
  return worst;
}

/// The length of the path, the integral of |a| over the time.
double path_length(const Motion& motion) {
  const auto& samples = motion.track.samples;
  double length = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    double square = 0;
    for (const double a : samples[i].a) square += a * a;
    length += std::sqrt(square) * (samples[i].t - samples[i - 1].t);
  }
  return length;
}

/// A yes needs both: equations that hold, each against its own terms, and a motion that follows. A no needs
/// an equation that errors of the motion cannot explain. Some multiplier fits a short enough stretch of any
/// motion: the answer needs one of some length.
void answer_from_fit(const Motion& nonholonomic, Q2& q2) {
  char reason[240];
  const auto say = [&](const char* form, auto... values) {
    std::snprintf(reason, sizeof reason, form, values...);
    q2.reason = reason;
  };
  const double length = path_length(nonholonomic), worst = q2.fit.worst;
  if (length < least_length) {
    say("the motion is too short to tell: its path has the length %.2g (needed: %.2g)", length,
        least_length);
  } else if (q2.fit.certain > q2_no_above) {
    q2.answer = Answer::fails;
    say("the best multiplier leaves %.1e of the worst equation (yes below %.0e, no above %.0e)",
        worst, q2_yes_below, q2_no_above);
  } else if (worst > q2_no_above) {
    say("the best multiplier leaves %.1e of the worst equation, which errors of the motion may "
        "explain",
        worst);
  } else if (!(worst < q2_yes_below)) {
    say("the best multiplier leaves %.1e of the worst equation (yes below %.0e, no above %.0e)",
        worst, q2_yes_below, q2_no_above);
  } else if (!q2.fit.resolved) {
    say("an equation has terms of less than 1e-12 of another's: beyond double precision");
  } else if (!(q2.departure <= following)) {
    say("the best multiplier leaves %.1e of the worst equation (yes below %.0e), but its motion "
        "departs by %.1e (yes up to %.0e)",
        worst, q2_yes_below, q2.departure, following);
  } else {
    q2.answer = Answer::holds;
    say("the best multiplier leaves %.1e of the worst equation (yes below %.0e), and its motion "
        "follows to %.1e (yes up to %.0e)",
        worst, q2_yes_below, q2.departure, following);
  }
}

/// True when the proof brings a multiplier of its own.
bool answer_exactly(const GroupSystem& file, Q2& q2) {
  const auto verdict = prove_q2(file);
  if (!verdict) return false;
  q2.answer = verdict->answer;
  q2.exact = true;
  q2.reason = verdict->reason;
  const auto multiplier = verdict->evidence.get_matrix<Rational>("multiplier_at_0");
  if (verdict->answer == Answer::holds && multiplier.size() == file.dim()) {
    q2.multiplier.resize(file.start->a.size());
    for (Eigen::Index i = 0; i < multiplier.size(); ++i)
      q2.multiplier[i] = to_double(multiplier(i));
    return true;
  }
  return false;
}

/// Follows the vakonomic motion with the best multiplier.
void measure_departure(SystemFile file, const Motion& nonholonomic, double t_end, Q2& q2) {
  auto* group = std::get_if<GroupSystem>(&file.system);
  auto& start =
      group != nullptr ? group->start->mu : std::get<ChartSystem>(file.system).start->lambda;
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = {q2.multiplier[i], std::nullopt};
  const Motion best = run(file, Dynamics::vakonomic, t_end);
  q2.departs_at = parting_time(nonholonomic, best);
  q2.end_distance = end_distance(nonholonomic, best);
  q2.departure = departure(nonholonomic, best);
}

/// By least squares along the motion.
void answer_numerically(const SystemFile& file, const Motion& nonholonomic, double t_end, Q2& q2) {
  if (!nonholonomic.status) {
    q2.reason =
        std::string("the motion could not be computed: ") + text(nonholonomic.status.outcome);
    return;
  }
  if (t_end == 0) {
    q2.reason = "the motion has no length: any multiplier fits it";
    return;
  }
  const TrajectoryFit found =
      std::visit([&](const auto& system) { return fit_along(system, t_end); }, file.system);
  if (!found.within_budget) {
    q2.reason = "the motion takes more than " + std::to_string(q2_evaluations) +
                " evaluations of the velocity to compute";
    return;
  }
  if (found.outcome != Outcome::ok) {
    q2.reason = std::string("the motion could not be computed: ") + text(found.outcome);
    return;
  }
  q2.fit = found.fit;
  q2.residual = found.fit.residual;
  q2.multiplier.assign(found.fit.multiplier.data(),
                       found.fit.multiplier.data() + found.fit.multiplier.size());
  measure_departure(file, nonholonomic, t_end, q2);
  answer_from_fit(nonholonomic, q2);
}

Q2 ask_q2(const SystemFile& file, const Motion& nonholonomic, double t_end) {
  Q2 q2;
  answer_numerically(file, nonholonomic, t_end, q2);
  const auto* group = std::get_if<GroupSystem>(&file.system);
  if (group != nullptr && answer_exactly(*group, q2) && nonholonomic.status && t_end > 0)
    measure_departure(file, nonholonomic, t_end, q2);
  return q2;
}

const char* yes_or_no(Answer answer) {
  return answer == Answer::holds ? "yes" : answer == Answer::fails ? "no" : "undecided";
}

using Json = nlohmann::ordered_json;
Json number(double x) {
  return std::isfinite(x) ? Json(x) : Json(nullptr);
}

void print_json(std::FILE* out, const SystemFile& file, double t_end,
                const std::vector<Motion>& motions, const Q2& q2) {
  Json parting = Json::object(), distances = Json::object();
  for (std::size_t k = 1; k < motions.size(); ++k) {
    const auto t = parting_time(motions[0], motions[k]);
    distances[motions[k].track.name] = number(end_distance(motions[0], motions[k]));
    parting[motions[k].track.name] = t ? Json(*t) : Json(nullptr);
  }
  Json multiplier = Json::array();
  for (const double x : q2.multiplier) multiplier.push_back(number(x));
  const Json result{
      {"name", file.name},
      {"t_end", t_end},
      {"q2",
       {{"answer", yes_or_no(q2.answer)},
        {"exact", q2.exact},
        {"residual", number(q2.residual)},
        {"worst_equation", std::isfinite(q2.residual) ? number(q2.fit.worst) : Json(nullptr)},
        {"multiplier_at_0", multiplier},
        {"departs_at", q2.departs_at ? Json(*q2.departs_at) : Json(nullptr)},
        {"distance", number(q2.end_distance)},
        {"departure", number(q2.departure)},
        {"reason", q2.reason}}},
      {"distance", distances},
      {"parting", parting},
      {"parting_distance", parting_distance}};
  std::fprintf(out, "%s\n", result.dump(1, ' ', true).c_str());
}

void print_motions(std::FILE* out, const SystemFile& file, double t_end,
                   const std::vector<Motion>& motions) {
  std::fprintf(out, "%s, three motions from one start, 0 <= t <= %.10g\n\n  %-12s",
               printable(file.name).c_str(), t_end, "at the end");
  for (const auto& m : motions) std::fprintf(out, "%20s", m.track.name.c_str());
  std::fprintf(out, "\n");
  const auto names = column_names(file, Dynamics::nonholonomic);
  const auto& first = motions[0].track.samples.back();
  const std::size_t shown = 1 + first.x.size() + first.a.size();
  for (std::size_t i = 0; i < shown; ++i) {
    std::fprintf(out, "  %-12s", names[i].c_str());
    for (const auto& m : motions) std::fprintf(out, "%20.10g", columns(m.track.samples.back())[i]);
    std::fprintf(out, "\n");
  }
  std::fprintf(out, "  %-12s", "energy");
  for (const auto& m : motions) std::fprintf(out, "%20.10g", m.track.samples.back().energy);
  std::fprintf(out, "\n  %-12s", "status");
  for (const auto& m : motions) std::fprintf(out, "%20s", text(m.status.outcome));
  std::fprintf(out, "\n\n");
  for (std::size_t k = 1; k < motions.size(); ++k) {
    const auto t = parting_time(motions[0], motions[k]);
    std::fprintf(out, "  %s from nonholonomic: distance %.6g at the end, ",
                 motions[k].track.name.c_str(), end_distance(motions[0], motions[k]));
    t ? std::fprintf(out, "beyond %.0e from t = %.6g on\n", parting_distance, *t)
      : std::fprintf(out, "never beyond %.0e\n", parting_distance);
  }
}

void print_q2(std::FILE* out, const Q2& q2) {
  std::fprintf(out, "\nIs this nonholonomic motion vakonomic? %s (%s)\n  %s\n",
               yes_or_no(q2.answer), q2.exact ? "exact" : "numerical", q2.reason.c_str());
  if (q2.multiplier.empty()) return;
  std::fprintf(out, "  ");
  if (std::isfinite(q2.residual)) std::fprintf(out, "relative residual %.2e, ", q2.residual);
  std::fprintf(out, "best multiplier at the start (");
  for (std::size_t i = 0; i < q2.multiplier.size(); ++i) {
    const double shown = std::abs(q2.multiplier[i]) < 1e-13 ? 0 : q2.multiplier[i];
    std::fprintf(out, "%s%.8g", i > 0 ? ", " : "", shown);
  }
  std::fprintf(out, ")\n");
  if (!std::isfinite(q2.end_distance)) return;
  std::fprintf(out, "  the vakonomic motion with that multiplier: distance %.2e at the end, ",
               q2.end_distance);
  q2.departs_at
      ? std::fprintf(out, "beyond %.0e from t = %.6g on\n", parting_distance, *q2.departs_at)
      : std::fprintf(out, "never beyond %.0e\n", parting_distance);
}

/// The columns of each motion begin with its name.
std::vector<std::string> csv_header(const SystemFile& file) {
  std::vector<std::string> header{"t"};
  for (const auto kind : dynamics) {
    const auto names = column_names(file, kind);
    for (std::size_t i = 1; i < names.size(); ++i)
      header.push_back(std::string(text(kind)) + "_" + names[i]);
  }
  return header;
}

/// All motions side by side.
void write_csv(const std::vector<Motion>& motions, CsvWriter& csv) {
  std::size_t count = motions[0].track.samples.size();
  for (const auto& m : motions) count = std::min(count, m.track.samples.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> row{motions[0].track.samples[i].t};
    for (const auto& m : motions) {
      const auto part = columns(m.track.samples[i]);
      row.insert(row.end(), part.begin() + 1, part.end());
    }
    csv.row(row);
  }
  csv.commit();
}

}  // namespace

int compare(const CompareOptions& options) {
  require_distinct(options.file, options.csv, options.plot);
  if (options.plot) require_plot_path(*options.plot);
  const double t_end = number_option("--t-end", options.t_end, default_end, 0, longest_time);
  const SystemFile file = read_system_file(options.file);
  std::optional<CsvWriter> csv;
  if (options.csv) csv.emplace(*options.csv, csv_header(file));
  std::vector<Motion> motions;
  bool complete = true;
  for (const auto kind : dynamics) {
    motions.push_back(run(file, kind, t_end));
    const RunStatus& status = motions.back().status;
    complete = complete && status;
    if (!status) {
      std::fprintf(stderr, "hamel: %s: the %s motion stopped at t = %.10g: %s\n",
                   printable(options.file).c_str(), text(kind), status.t, text(status.outcome));
    }
  }
  const Q2 q2 = ask_q2(file, motions[0], t_end);
  if (csv) write_csv(motions, *csv);
  std::FILE* const out = stream_for_words(options.csv);
  if (options.json) {
    print_json(out, file, t_end, motions, q2);
  } else {
    print_motions(out, file, t_end, motions);
    print_q2(out, q2);
  }
  if (options.plot) {
    char rest[80];
    std::snprintf(rest, sizeof rest, ": three motions from one start, 0 <= t <= %.6g", t_end);
    std::vector<Track> tracks;
    for (const auto& m : motions) tracks.push_back(m.track);
    draw(comparison_figure(file, tracks, printable(file.name, 60) + rest, parting_distance),
         *options.plot);
  }
  return complete ? done : numerical_failure;
}

}  // namespace hamel::command
