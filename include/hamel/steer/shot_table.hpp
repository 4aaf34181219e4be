// Shots in many directions, to begin near a target.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/element.hpp>
#include <hamel/steer/adapted_frame.hpp>
#include <hamel/steer/linearised_motion.hpp>

namespace hamel {

/// The i-th number of the van der Corput sequence in a base, in (0,1): the coordinates of a Halton sequence.
inline double radical_inverse(long i, int base) noexcept {
  double value = 0, digit = 1. / base;
  for (; i > 0; i /= base, digit /= base) value += digit * static_cast<double>(i % base);
  return value;
}

/// The i-th of a sequence of initial momenta for motions of unit time and length `length`, that fills all
/// directions evenly: the part seen by velocities on the sphere of that length, the part of layer w in an
/// interval in which it turns the motion about once, or over which the parts are exchanged where the motion is longer
/// than the length at which brackets lead back; `all`: also where no bracket of the algebra leads.
template <int N>
Vector<double, N> sampled_momentum(const AdaptedFrame<N>& frame, double length, long i,
                                   bool all = false) {
  constexpr std::array primes{2,  3,  5,  7,   11,  13,  17,  19,  23,  29, 31,
                              37, 41, 43, 47,  53,  59,  61,  67,  71,  73, 79,
                              83, 89, 97, 101, 103, 107, 109, 113, 127, 131};
  const int n = static_cast<int>(frame.columns.cols());
  const double bend = std::min(length, frame.bend);
  const double turn = std::max(2.5 * std::numbers::pi, 1.3 * length / bend);
  Vector<double, N> c = Vector<double, N>::Zero(n);
  int next = 0;
  const auto uniform = [&] { return radical_inverse(i + 1, primes[std::size_t(next++)]); };
  int rank = 0;
  while (rank < n && frame.layer[std::size_t(rank)] == 1) ++rank;
  if (rank == 2) {
    const double angle = 2 * std::numbers::pi * uniform();
    c[0] = std::cos(angle);
    c[1] = std::sin(angle);
  } else {
    for (int k = 0; k < rank; ++k) {  // Box and Muller
      const double u = uniform(), v = radical_inverse(i + 1, primes[std::size_t((next + 15) % 32)]);
      c[k] = std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
    }
  }
  c.head(rank) *= length / c.head(rank).norm();
  for (int k = rank; k < n; ++k) {
    if (frame.layer[std::size_t(k)] > 0 || all)
      c[k] =
          turn * (2 * uniform() - 1) / std::pow(bend, std::max(frame.layer[std::size_t(k)], 2) - 2);
  }
  return frame.inverse.transpose() * c;
}

/// About how long paths to a displacement are; the length at which brackets lead back, where nothing is known.
template <int N>
double length_to(const AdaptedFrame<N>& frame, const Vector<double, N>& displacement) {
  const double length = frame.length(displacement);
  if (length > 0 && std::isfinite(length)) return length;
  return std::isfinite(frame.bend) ? frame.bend : 1;
}

/// The matrix whose product with a displacement tells how far it leads, measured by paths of about that length, layer
/// by layer.
template <int N>
Matrix<double, N> yardstick(const AdaptedFrame<N>& frame, double length) {
  Matrix<double, N> rows = frame.inverse;
  for (int i = 0; i < rows.rows(); ++i)
    rows.row(i) /= length * std::pow(std::min(length, frame.bend),
                                     std::max(frame.layer[std::size_t(i)], 1) - 1);
  return rows;
}

/// The matrix whose product with a momentum is what it does on paths of about that length: the transposed inverse of
/// the yardstick.
template <int N>
Matrix<double, N> acting(const AdaptedFrame<N>& frame, double length) {
  Matrix<double, N> rows = frame.columns.transpose();
  for (int i = 0; i < rows.rows(); ++i)
    rows.row(i) *= length * std::pow(std::min(length, frame.bend),
                                     std::max(frame.layer[std::size_t(i)], 1) - 1);
  return rows;
}

/// Initial momenta to begin a search from: those with the shortest distance first but, among them, some first that lie
/// apart, as neighbours lead to the same motion. `dual` times a momentum tells how much it acts on the way.
template <int N>
class Nearest {
 public:
  using V = Vector<double, N>;

  explicit Nearest(const Matrix<double, N>& dual) : dual_(dual) {}

  void add(double distance, const V& p) {
    if (std::isfinite(distance)) found_.emplace_back(distance, p);
  }
  /// At most `count` of them.
  std::vector<V> first(int count) {
    const auto looked_at = std::min(among * static_cast<std::size_t>(count), found_.size());
    std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(looked_at),
                      found_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<V> momenta, rest, seen;
    for (std::size_t i = 0; i < looked_at && static_cast<int>(momenta.size()) < count; ++i) {
      const V& p = found_[i].second;
      const V acts = dual_ * p;
      const bool alone =
          seen.size() < most_apart && std::none_of(seen.begin(), seen.end(), [&](const V& q) {
            return (acts - q).norm() < apart / 2 * (acts + q).norm();
          });
      (alone ? momenta : rest).push_back(p);
      if (alone) seen.push_back(acts);
    }
    const auto more = std::min(rest.size(), static_cast<std::size_t>(count) - momenta.size());
    momenta.insert(momenta.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(more));
    return momenta;
  }

 private:
  static constexpr double apart = 0.5;  ///< relative
  static constexpr std::size_t most_apart = 40, among = 4;

  Matrix<double, N> dual_;
  std::vector<std::pair<double, V>> found_;
};

/// Ends of motions in unit time by their lengths and momenta in the middle, for problems that are the same at
/// every x.
template <class P>
class ShotTable {
 public:
  using V = Vector<double, P::dimension>;
  struct Entry {
    Element<typename P::Group, double> x;
    V p;
    double length;
  };
  static constexpr int steps = 8, kept = 4;  ///< of a shot; the last so many of them ...
  static constexpr double ratio = 2;         ///< ... of lengths down to 1/ratio
  static constexpr double favour = 0.1;      ///< of short motions over ends nearby

  ShotTable(const P& problem, AdaptedFrame<P::dimension> frame, int shots)
      : problem_(problem), frame_(std::move(frame)), shots_(shots) {}

  const AdaptedFrame<P::dimension>& frame() const noexcept { return frame_; }

  /// Momenta in the middle, unit time, of motions that end near `target`, the nearest first.
  std::vector<V> near(const Element<typename P::Group, double>& target, int count) {
    const auto& group = problem_.group();
    const double length = length_to(frame_, V(group.log(target)));
    const Matrix<double, P::dimension> measure = yardstick(frame_, length);
    Nearest<P::dimension> nearest(acting(frame_, length));
    const int middle = static_cast<int>(std::ceil(std::log2(length)));
    for (int level = middle - 1; level <= middle + 2; ++level) {
      for (const Entry& entry : shots(level)) {
        const V off = group.log(group.compose(group.inverse(entry.x), target));
        const double longer = entry.length / length;
        nearest.add(V(measure * off).squaredNorm() + favour * longer * longer, entry.p);
      }
    }
    return nearest.first(count);
  }

 private:
  /// The shots of lengths up to ratio^level, made when first asked for.
  const std::vector<Entry>& shots(int level) {
    auto& entries = levels_[level];
    if (!entries.empty()) return entries;
    const double length = std::pow(ratio, level);
    entries.reserve(static_cast<std::size_t>(shots_) * kept);
    const auto& group = problem_.group();
    std::vector<Element<typename P::Group, double>> back(steps + 1);
    for (int i = 0; i < shots_; ++i) {
      const V p = sampled_momentum(frame_, length, i);
      const auto half = [&](double direction, const auto& use) {
        Shot<P, 0> shot;
        shot.x = group.template identity<double>();
        shot.p = p;
        int at = 0;
        carry<0>(problem_, shot, 0, direction / 2, steps,
                 [&](double, const Shot<P, 0>& there) { use(++at, there.x); });
      };
      half(-1, [&](int at, const auto& x) { back[std::size_t(at)] = x; });
      half(1, [&](int at, const auto& x) {
        // The middle part of a motion is a motion in unit time, of momentum at/steps p.
        if (at * ratio > steps && (steps - at) % (steps / (2 * kept)) == 0)
          entries.push_back({group.compose(group.inverse(back[std::size_t(at)]), x),
                             V(at * 1. / steps * p), at * length / steps});
      });
    }
    return entries;
  }

  P problem_;
  AdaptedFrame<P::dimension> frame_;
  int shots_;
  std::map<int, std::vector<Entry>> levels_;
};

}  // namespace hamel
