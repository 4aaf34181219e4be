// How an example steers the system of a text: the cheapest motion to a target, and its run in memory.
#pragma once

#include <string>
#include <vector>

#include <hamel/io/model.hpp>
#include <hamel/io/plot.hpp>
#include <hamel/io/steer.hpp>

#include "lesson.hpp"

/// What was found, the cheapest first, and the table of the first.
struct Steered {
  std::vector<hamel::SteeredMotion> motions;
  hamel::Table run;

  const hamel::SteeredMotion& best() const { return motions.front(); }
  double end(const char* column) const { return run(run.rows() - 1, run.column(column)); }
};

/// Steers, and claims that something was found and ends where it should.
inline Steered steered(Lesson& lesson, const char* text, const hamel::SteerRequest& request) {
  const hamel::SystemFile file = hamel::parse_system_file(text);
  Steered found{hamel::steer(file, request).motions, {}};
  lesson.differs("motions found", static_cast<double>(found.motions.size()), 1);
  if (found.motions.empty()) return found;
  lesson.claim("end minus target", found.best().residual, 1e-10);
  hamel::RunPlan plan;
  plan.dynamics = hamel::Dynamics::vakonomic;
  plan.t_end = request.t_end;
  plan.step = request.t_end / 200;
  found.run = hamel::tabulate(hamel::starting_with(file, found.best()), plan);
  return found;
}

/// Two columns of the run against each other.
inline hamel::Curve columns(std::string name, int colour, const hamel::Table& run, const char* x,
                            const char* y) {
  hamel::Curve curve;
  curve.name = std::move(name);
  curve.colour = colour;
  for (std::size_t i = 0; i < run.rows(); ++i) {
    curve.x.push_back(run(i, run.column(x)));
    curve.y.push_back(run(i, run.column(y)));
  }
  return curve;
}
