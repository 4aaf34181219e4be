// A steered motion as the start of a file.
#include <variant>
#include <vector>

#include <hamel/io/steer.hpp>

namespace hamel {

SystemFile starting_with(const SystemFile& file, const SteeredMotion& motion) {
  SystemFile steered = file;
  const auto numbers = [](const std::vector<double>& v) {
    std::vector<Number> all;
    for (const double x : v) all.push_back({x, std::nullopt});
    return all;
  };
  if (auto* chart = std::get_if<ChartSystem>(&steered.system)) {
    if (!chart->start) chart->start = ChartStart{std::vector<Number>(chart->dim()), {}, {}};
    chart->start->q_dot = numbers(motion.a);
    chart->start->lambda = numbers(motion.mu);
    return steered;
  }
  auto& group = std::get<GroupSystem>(steered.system);
  if (!group.start) {
    group.start.emplace();
    const auto unit = group.group.coordinates(group.group.identity<double>());
    group.start->coordinates = numbers(unit);
  }
  group.start->a = numbers(motion.a);
  group.start->mu = numbers(motion.mu);
  return steered;
}

}  // namespace hamel
