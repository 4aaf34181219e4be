// A comparison in words and as JSON.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <hamel/check/verdict.hpp>
#include <hamel/core/status.hpp>
#include <hamel/io/comparison.hpp>
#include <hamel/io/simulate.hpp>

#include "base/json_text.hpp"
#include "base/printable.hpp"
#include "claims/claim_json.hpp"
#include "reading/formatted.hpp"

namespace hamel {

namespace {

using Json = nlohmann::ordered_json;
Json number(double x) {
  return std::isfinite(x) ? Json(x) : Json(nullptr);
}

/// A column as wide as its longest entry asks.
int width_of(const std::vector<std::string>& entries, std::size_t least) {
  for (const auto& entry : entries) least = std::max(least, entry.size());
  return static_cast<int>(least);
}

void add_motions(std::string& out, const Comparison& c) {
  std::vector<std::string> words;
  for (const auto& m : c.motions)
    words.insert(words.end(), {text(m.dynamics), text(m.status.outcome)});
  const int names = width_of(c.names, 12), wide = width_of(words, 18) + 2;
  out += printable(c.name);
  add_formatted(out, ", three motions from one start, 0 <= t <= %.10g\n\n", c.t_end);
  const auto add_row = [&](const std::string& name, const auto& cell) {
    out += "  " + name + std::string(static_cast<std::size_t>(names) - name.size(), ' ');
    for (const auto& m : c.motions) cell(m);
    out += '\n';
  };
  add_row("at the end", [&](const auto& m) { add_formatted(out, "%*s", wide, text(m.dynamics)); });
  for (std::size_t i = 0; i < c.names.size(); ++i)
    add_row(c.names[i], [&](const auto& m) {
      add_formatted(out, "%*.10g", wide, columns(m.samples.back())[i]);
    });
  add_row("energy",
          [&](const auto& m) { add_formatted(out, "%*.10g", wide, m.samples.back().energy); });
  add_row("status",
          [&](const auto& m) { add_formatted(out, "%*s", wide, text(m.status.outcome)); });
  out += '\n';
  for (std::size_t k = 1; k < c.motions.size(); ++k) {
    const auto t = parting_time(c.motions[0], c.motions[k]);
    add_formatted(out, "  %s from nonholonomic: distance %.6g at the end, ",
                  text(c.motions[k].dynamics), end_distance(c.motions[0], c.motions[k]));
    t ? add_formatted(out, "beyond %.0e from t = %.6g on\n", parting_distance, *t)
      : add_formatted(out, "never beyond %.0e\n", parting_distance);
  }
}

void add_q2(std::string& out, const MotionVerdict& q2) {
  add_formatted(out, "\nIs this nonholonomic motion vakonomic? %s (%s)\n  ", yes_or_no(q2.answer),
                q2.exact ? "exact" : "numerical");
  out += q2.reason + '\n';
  if (q2.multiplier.empty()) return;
  out += "  ";
  if (std::isfinite(q2.residual)) add_formatted(out, "relative residual %.2e, ", q2.residual);
  out += "best multiplier at the start (";
  for (std::size_t i = 0; i < q2.multiplier.size(); ++i) {
    const double shown = std::abs(q2.multiplier[i]) < 1e-13 ? 0 : q2.multiplier[i];
    add_formatted(out, "%s%.8g", i > 0 ? ", " : "", shown);
  }
  out += ")\n";
  if (q2.degenerate)
    out +=
        "  with that multiplier vakonomic motion is not determined: its Lagrangian is degenerate\n";
  if (!std::isfinite(q2.end_distance)) return;
  add_formatted(out, "  the vakonomic motion with that multiplier: distance %.2e at the end, ",
                q2.end_distance);
  q2.departs_at
      ? add_formatted(out, "beyond %.0e from t = %.6g on\n", parting_distance, *q2.departs_at)
      : add_formatted(out, "never beyond %.0e\n", parting_distance);
}

ClaimStatus status_of(const MotionVerdict& q2) {
  if (q2.answer == Answer::undecided) return ClaimStatus::undecided;
  if (!q2.exact) return ClaimStatus::rounded;
  const auto kinds = proof_kinds();
  const auto kind = std::ranges::find(kinds, q2.proof, &ProofKind::id);
  return kind == kinds.end() ? ClaimStatus::proved : claim_status(kind->status);
}

}  // namespace

std::string words(const Comparison& comparison) {
  std::string out;
  if (!comparison.projection.empty()) out += "start: " + comparison.projection + "\n";
  add_motions(out, comparison);
  add_q2(out, comparison.q2);
  return out;
}

std::string as_json(const Comparison& c) {
  const MotionVerdict& q2 = c.q2;
  Json parting = Json::object(), distances = Json::object(), multiplier = Json::array();
  for (std::size_t k = 1; k < c.motions.size(); ++k) {
    const char* const name = text(c.motions[k].dynamics);
    const auto t = parting_time(c.motions[0], c.motions[k]);
    distances[name] = number(end_distance(c.motions[0], c.motions[k]));
    parting[name] = t ? Json(*t) : Json(nullptr);
  }
  for (const double x : q2.multiplier) multiplier.push_back(number(x));
  Json result{
      {"name", c.name},
      {"t_end", c.t_end},
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
  add_claim(result["q2"], "q2", status_of(q2));
  if (c.projected > 0) result["projected"] = c.projected;
  return as_text(result);
}

}  // namespace hamel
