// Coadjoint orbits as nets of curves: Ad*_(exp(su) exp(rv)) p by exponentials of 3 x 3 matrices.
#include "momentum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace hamel::command {

namespace {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

constexpr int lines = 25;  // of a net, in each direction

Vector3 momentum(const Sample& s) {
  return {s.p[0], s.p[1], s.p[2]};
}

/// p -> ad*_u p.
Matrix3 coadjoint(const SystemGroup& group, const Vector3& u) {
  Matrix3 m;
  for (int i = 0; i < 3; ++i) m.col(i) = group.ad_star(u, Vector3(Vector3::Unit(i)));
  return m;
}

/// e^M by its series at M / 2^k, squared k times.
Matrix3 exponential(Matrix3 m) {
  const int squarings = std::max(0, int(std::ceil(std::log2(std::max(1e-3, m.norm())))) + 4);
  m /= std::pow(2., squarings);
  Matrix3 sum = Matrix3::Identity(), term = sum;
  for (int k = 1; k <= 10; ++k) {
    term = Matrix3(term * m / k);
    sum += term;
  }
  for (int k = 0; k < squarings; ++k) sum = Matrix3(sum * sum);
  return sum;
}

using Net = std::array<std::array<Vector3, lines>, lines>;

/// The points Ad*_x p, x = exp(s u) exp(r v), |s|, |r| <= pi, none farther than `size`.
Net net_of(const SystemGroup& group, const Vector3& p, const Vector3& u, const Vector3& v,
           double size) {
  const Matrix3 along = coadjoint(group, u), across = coadjoint(group, v);
  const auto at = [](int i) { return std::numbers::pi * (2. * i / (lines - 1) - 1); };
  Net net;
  for (int i = 0; i < lines; ++i)
    for (int j = 0; j < lines; ++j) {
      Vector3& q = net[std::size_t(i)][std::size_t(j)];
      q = exponential(at(i) * along) * (exponential(at(j) * across) * p);
      if (!(q.norm() <= size)) q.setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  return net;
}

/// How much of space the points of a net are in.
std::size_t covered(const Net& net, double size) {
  std::set<std::array<long, 3>> cells;
  for (const auto& line : net)
    for (const auto& q : line)
      if (q.allFinite())
        cells.insert({std::lround(q[0] / size * 8), std::lround(q[1] / size * 8),
                      std::lround(q[2] / size * 8)});
  return cells.size();
}

/// The net of those directions u, v in which it covers most of the orbit of p; the first, about p, is even where it
/// covers all. Nothing where the orbit has no area.
std::optional<Net> orbit(const SystemGroup& group, const Vector3& p, double size) {
  const Vector3 around = p.normalized();
  const Vector3 across = around.unitOrthogonal();
  std::vector<std::pair<Vector3, Vector3>> pairs{{across, around}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (i != j) pairs.emplace_back(Vector3::Unit(i), Vector3::Unit(j));
  std::optional<Net> best;
  std::size_t most = 0;
  for (const auto& [u, v] : pairs) {
    const Net net = net_of(group, p, u, v, size);
    const std::size_t cells = covered(net, size);
    if (2 * cells <= 3 * most) continue;
    best = net;
    most = cells;
  }
  return most > lines + 2 ? best : std::nullopt;
}

Curve drawn(const Net& net) {
  Curve curve;
  curve.faint = true;
  const auto add = [&](const Vector3& q) {
    curve.x.push_back(q[0]);
    curve.y.push_back(q[1]);
    curve.z.push_back(q[2]);
  };
  const Vector3 gap = Vector3::Constant(std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < lines; ++i) {
    for (std::size_t j = 0; j < lines; ++j) add(net[i][j]);
    add(gap);
    for (std::size_t j = 0; j < lines; ++j) add(net[j][i]);
    add(gap);
  }
  return curve;
}

}  // namespace

std::optional<Panel> momentum_panel(const SystemFile& file, const std::vector<Track>& tracks) {
  const auto* system = std::get_if<GroupSystem>(&file.system);
  if (system == nullptr || system->dim() != 3 || !system->metric_is_constant() ||
      !system->potential.is_constant() || system->forced())
    return std::nullopt;
  const Vector3 start = momentum(tracks.front().samples.front());
  double size = 0, moved = 0;
  bool one_start = true;
  for (const auto& track : tracks) {
    const Vector3 first = momentum(track.samples.front());
    one_start = one_start && (first - start).norm() <= 1e-9 * start.norm();
    for (const auto& s : track.samples) {
      size = std::max(size, momentum(s).norm());
      moved = std::max(moved, (momentum(s) - first).norm());
    }
  }
  if (!(moved > 1e-6 * size) || !(start.norm() > 0.1 * size)) return std::nullopt;
  const auto net = orbit(system->group, start, 1.3 * size);
  if (!net) return std::nullopt;
  Panel panel;
  panel.frame = Panel::Frame::dual;
  panel.title =
      std::string("Momentum; grey: coadjoint orbit of ") + (one_start ? "the start" : "M a(0)");
  panel.x_label = "p1";
  panel.y_label = "p2";
  panel.z_label = "p3";
  panel.curves.push_back(drawn(*net));
  return panel;
}

}  // namespace hamel::command
