// Inputs of least effort for the system of a file.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

#include <Eigen/QR>

#include <hamel/core/error.hpp>
#include <hamel/io/effort.hpp>
#include <hamel/io/model.hpp>

#include "base/printable.hpp"
#include "cases/any_system.hpp"
#include "first_guess.hpp"
#include "program.hpp"
#include "steering/conserved.hpp"
#include "steering/file_motion.hpp"
#include "steering/question.hpp"
#include "steering/reachable.hpp"

namespace hamel {

namespace {

using effort::Limit;
using effort::Path;
using effort::Solution;
using effort::StepEquations;
using effort::Task;
using Eigen::VectorXd;
using Point = SystemGroup::Point;
using V = SystemGroup::V;

constexpr int coarsest = 30;  // steps of the mesh that is solved first

/// Coordinates that determine the end near `at` as far as they are fixed, independent of each other in the directions
/// (columns) in which motions go.
std::vector<std::pair<int, double>> independent(const StepEquations& step,
                                                const Eigen::MatrixXd& directions, const Point& at,
                                                const std::vector<double>& target,
                                                const std::vector<bool>& is_free) {
  VectorXd values;
  Eigen::MatrixXd slopes;
  step.coordinates(at, VectorXd::Zero(step.dim()), values, slopes);
  std::vector<int> fixed;
  for (std::size_t i = 0; i < is_free.size(); ++i)
    if (!is_free[i]) fixed.push_back(static_cast<int>(i));
  Eigen::MatrixXd rows(directions.cols(), fixed.size());
  for (std::size_t i = 0; i < fixed.size(); ++i)
    rows.col(static_cast<int>(i)) = directions.transpose() * slopes.row(fixed[i]).transpose();
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(rows);
  qr.setThreshold(1e-10);
  std::vector<std::pair<int, double>> chosen;
  for (int i = 0; i < qr.rank(); ++i) {
    const int index = fixed[static_cast<std::size_t>(qr.colsPermutation().indices()[i])];
    chosen.emplace_back(index, target[static_cast<std::size_t>(index)]);
  }
  return chosen;
}

/// A path of least effort, and about how far its cost is from that of inputs that need not be held.
struct Found {
  Solution best;
  double error = std::numeric_limits<double>::quiet_NaN();
};

/// The search for one end: from several first paths on a coarse mesh, then the cheaper of the first two that are found
/// on meshes with half the step of the one before.
class Search {
 public:
  Search(const StepEquations& step, const Task& task, int steps)
      : step_(step), task_(task), meshes_{steps} {
    while (meshes_.back() > coarsest) meshes_.push_back((meshes_.back() + 1) / 2);
  }

  int iterations() const { return iterations_; }
  const std::string& status() const { return status_; }

  std::optional<Found> run(const Point& from, const VectorXd& m, const Point& to) {
    constexpr int most_attempts = 8, enough = 2;
    std::optional<Found> found;
    for (int attempt = 0, count = 0; attempt < most_attempts && count < enough; ++attempt) {
      const Solution one =
          solve(effort::first_guess(step_, from, m, to, task_.t_end, meshes_.back(), attempt));
      if (!one.solved) continue;
      ++count;
      if (!found || one.cost < found->best.cost) found = Found{one};
    }
    for (std::size_t level = meshes_.size() - 1; found && level > 0; --level) {
      const Solution coarser = std::move(found->best);
      found->best = on_mesh(coarser, meshes_[level - 1]);
      if (!found->best.solved) return {};
      found->error = error_of(found->best, coarser);
    }
    if (found && meshes_.size() == 1) {  // no coarser mesh to compare with
      const Solution finer = on_mesh(found->best, 2 * meshes_[0]);
      if (finer.solved) found->error = error_of(found->best, finer);
    }
    return found;
  }

 private:
  Solution solve(const Path& guess) {
    Solution one = least_effort(step_, task_, guess);
    iterations_ += one.iterations;
    if (!one.solved) status_ = one.status;
    return one;
  }
  Solution on_mesh(const Solution& other, int steps) {
    return solve(effort::resampled(step_, other.path, task_.t_end, steps));
  }

  /// Of the cost of the first, being of order 2 in the step, by another.
  static double error_of(const Solution& one, const Solution& other) {
    const double ratio = double(one.path.steps()) / other.path.steps();
    return std::abs((one.cost - other.cost) / (ratio * ratio - 1));
  }

  const StepEquations& step_;
  const Task& task_;
  std::vector<int> meshes_;  // steps, the finest first
  int iterations_ = 0;
  std::string status_;
};

/// The target, with each angle of `wrap` also a turn less and a turn more than nearest to the start.
std::vector<std::vector<double>> ends(const steering::Question& asked,
                                      const std::vector<double>& turns,
                                      const std::vector<std::string>& wrap) {
  std::vector<std::vector<double>> all{asked.target};
  for (const int i : steering::angles(asked.names, turns, wrap)) {
    std::vector<std::vector<double>> more;
    for (auto end : all) {
      end[i] += turns[i] * std::round((asked.start[i] - end[i]) / turns[i]);
      for (const int turn : {0, -1, 1}) {
        more.push_back(end);
        more.back()[i] += turn * turns[i];
      }
    }
    all = std::move(more);
  }
  return all;
}

/// The limits of a request by index, which its ends must keep.
std::vector<Limit> coordinate_limits(const EffortRequest& request,
                                     const steering::Question& asked) {
  std::vector<Limit> limits;
  for (const auto& one : request.within) {
    const int i = steering::index_of(asked.names, "--within", one.name);
    if (!(one.least < one.greatest))
      throw InputError("--within", text(one.least) + " and " + text(one.greatest),
                       "the least, then the greatest");
    for (const double at : {asked.start[i], asked.is_free[i] ? asked.start[i] : asked.target[i]})
      if (at < one.least || at > one.greatest)
        throw InputError("--within", "'" + printable(one.name) + "' at " + text(at),
                         "an end from " + text(one.least) + " to " + text(one.greatest));
    limits.push_back({i, one.least, one.greatest});
  }
  return limits;
}

std::vector<Limit> input_limits(const GroupSystem& system) {
  std::vector<Limit> limits;
  for (std::size_t i = 0; i < system.inputs.size(); ++i)
    if (const auto& bounds = system.inputs[i].bounds)
      limits.push_back({static_cast<int>(i), (*bounds)[0].value, (*bounds)[1].value});
  return limits;
}

/// The file with a start, and with its constraint in the form that a step here takes it: an offset at the middle.
SystemFile prepared(const SystemFile& file) {
  file.refuse_uncovered("steer --effort");
  SystemFile made = file;
  auto* system = std::get_if<GroupSystem>(&made.system);
  if (system == nullptr)
    throw InputError("$.chart", "a system in coordinates",
                     "a system on a group, to choose its inputs");
  if (system->inputs.empty())
    throw InputError("$.inputs", "none", "inputs whose effort is to be least");
  for (const auto& input : system->inputs)
    if (!input.velocity.empty())
      throw InputError("$.inputs", "the velocity '" + printable(input.name) + "'",
                       "forces, whose effort is to be least");
  const auto numbers = [](const auto& v) {
    std::vector<Number> all;
    for (const double x : v) all.push_back({x, std::nullopt});
    return all;
  };
  if (!system->offset.empty() && system->constrained() && !system->moves())
    for (const auto& column : system->span)
      for (const Number& entry : column)
        system->moving_span.emplace_back(entry.exact ? *entry.exact : Rational(entry.value));
  if (!system->start) {
    GroupStart start;
    start.coordinates = numbers(system->group.coordinates(any_start(*system)));
    start.mu = std::vector<Number>(static_cast<std::size_t>(system->dim()));
    start.a = start.mu;
    if (!system->offset.empty())
      start.a = numbers(ExpressionOffset(system->group, system->offset)(0, any_start(*system)));
    system->start = std::move(start);
  }
  return made;
}

Dynamics dynamics_of(const GroupSystem& system) {
  return system.constrained() ? Dynamics::nonholonomic : Dynamics::free;
}

/// How far the fixed coordinates of the end are from the target, under the inputs found.
double off_target(const SystemFile& file, const EffortAnswer& answer, const std::string& method,
                  const steering::Question& asked, std::vector<double>* end) {
  const double h = answer.t_end / static_cast<double>(answer.inputs.size());
  Simulation run(file, dynamics_of(std::get<GroupSystem>(file.system)), method);
  for (const auto& w : answer.inputs)
    if (!run.step(h, w)) return HUGE_VAL;
  const Sample last = run.look();
  if (end != nullptr) *end = last.x;
  double off = 0;
  for (std::size_t i = 0; i < last.x.size(); ++i)
    if (!asked.is_free[i]) off = std::max(off, std::abs(last.x[i] - asked.target[i]));
  return off;
}

}  // namespace

EffortAnswer least_effort(const SystemFile& given, const EffortRequest& request) {
  const SystemFile file = prepared(given);
  const auto& system = std::get<GroupSystem>(file.system);
  steering::Question asked = steering::question_of(file, request.to, request.free, request.t_end);
  if (request.steps < 2) throw InputError("steps", std::to_string(request.steps), "at least 2");

  const StepEquations step(system);
  const Point from = system.group.from_coordinates(asked.start);
  V a(system.dim());
  for (int i = 0; i < a.size(); ++i) a[i] = system.start->a[i].value;
  const VectorXd m = step.momentum(from, a);

  Task task;
  task.t_end = request.t_end;
  task.at_rest = request.at_rest && system.offset.empty();
  const Eigen::MatrixXd directions = steering::leaf_directions(system);
  task.end_is_point = !asked.some_free() && directions.cols() == system.dim();
  task.inputs = input_limits(system);
  EffortAnswer answer;
  answer.t_end = request.t_end;
  for (const auto& input : system.inputs) answer.names.push_back(input.name);
  std::optional<Found> best;
  std::optional<InputError> refusal;
  bool reachable = false;
  const steering::FileMotion motion(file);
  const std::vector<double> turns = steering::turns_of(file, asked.names);
  for (const auto& target : ends(asked, turns, request.wrap)) {
    steering::Question one = asked;
    one.target = target;
    const Point to = steering::element_at(system.group, target);
    try {
      steering::require_reachable(motion, asked, turns, from, to, asked.is_free, request.t_end);
    } catch (const InputError& error) {
      if (!refusal) refusal = error;
      continue;
    }
    reachable = true;
    if (!task.end_is_point) task.end = independent(step, directions, to, target, asked.is_free);
    task.coordinates = coordinate_limits(request, one);
    Search search(step, task, request.steps);
    auto found = search.run(from, m, to);
    answer.iterations += search.iterations();
    if (!found && !best) answer.status = search.status();
    if (found && (!best || found->best.cost < best->best.cost)) {
      best = std::move(found);
      asked.target = target;
    }
  }
  if (!reachable && refusal) throw *refusal;
  if (!best) return answer;
  const Solution& found = best->best;
  answer.solved = true;
  answer.status.clear();
  answer.cost = found.cost;
  answer.cost_error = best->error;
  for (const VectorXd& w : found.path.w) answer.inputs.emplace_back(w.data(), w.data() + w.size());
  answer.residual = off_target(file, answer, "variational", asked, &answer.end);
  answer.miss = off_target(file, answer, "dop853", asked, nullptr);
  return answer;
}

void follow(const SystemFile& given, const EffortAnswer& answer,
            const std::function<void(const Sample&, std::span<const double>)>& observe) {
  if (answer.inputs.empty()) return;
  const SystemFile file = prepared(given);
  const double h = answer.t_end / static_cast<double>(answer.inputs.size());
  Simulation run(file, dynamics_of(std::get<GroupSystem>(file.system)), "variational");
  for (const auto& w : answer.inputs) {
    observe(run.look(), w);
    if (!run.step(h, w)) return;
  }
  observe(run.look(), answer.inputs.back());
}

}  // namespace hamel
