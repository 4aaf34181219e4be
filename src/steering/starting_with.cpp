// A steered motion as the start of a file.
#include <variant>
#include <vector>

#include <hamel/io/steer.hpp>

namespace hamel {

SystemFile starting_with(const SystemFile& file, const SteeredMotion& motion) {
  return starting_with(file, motion.legs.front());
}

SystemFile starting_with(const SystemFile& file, const SteeredLeg& leg) {
  SystemFile steered = file;
  const auto numbers = [](const std::vector<double>& v) {
    std::vector<Number> all;
    for (const double x : v) all.push_back({x, std::nullopt});
    return all;
  };
  if (auto* chart = std::get_if<ChartSystem>(&steered.system)) {
    if (!chart->start) chart->start.emplace();
    chart->start->q = numbers(leg.start);
    chart->start->q_dot = numbers(leg.a);
    chart->start->q_dot_written.clear();
    chart->start->lambda = numbers(leg.mu);
    chart->start->is_admissible = true;
    return steered;
  }
  auto& group = std::get<GroupSystem>(steered.system);
  if (!group.start) group.start.emplace();
  group.start->coordinates = numbers(leg.start);
  group.start->a = numbers(leg.a);
  group.start->a_written.clear();
  group.start->mu = numbers(leg.mu);
  group.start->is_admissible = true;
  return steered;
}

}  // namespace hamel
