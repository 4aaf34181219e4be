// Shots in many directions, to begin near a target.
#include "searching/shot_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace hamel::searching {

namespace {

/// The i-th number of the van der Corput sequence in a base, in (0,1): the coordinates of a Halton sequence.
double radical_inverse(long i, int base) noexcept {
  double value = 0, digit = 1. / base;
  for (; i > 0; i /= base, digit /= base) value += digit * static_cast<double>(i % base);
  return value;
}

}  // namespace

V sampled_momentum(const AdaptedFrame& frame, double length, long i, bool all) {
  constexpr std::array primes{2,  3,  5,  7,   11,  13,  17,  19,  23,  29, 31,
                              37, 41, 43, 47,  53,  59,  61,  67,  71,  73, 79,
                              83, 89, 97, 101, 103, 107, 109, 113, 127, 131};
  const int n = static_cast<int>(frame.columns.cols());
  const double bend = std::min(length, frame.bend);
  const double turn = std::max(2.5 * std::numbers::pi, 1.3 * length / bend);
  V c = V::Zero(n);
  int next = 0;
  const auto uniform = [&] {
    return radical_inverse(i + 1, primes[std::size_t(next++) % primes.size()]);
  };
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

void Nearest::add(double distance, const double* p) {
  if (!std::isfinite(distance)) return;
  found_.emplace_back(distance, momenta_.size());
  momenta_.insert(momenta_.end(), p, p + dual_.rows());
}

M Nearest::first(int count) {
  const auto most = static_cast<std::size_t>(count);
  const auto looked_at = std::min(among * most, found_.size());
  std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(looked_at),
                    found_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const Eigen::Index n = dual_.rows();
  M seen(n, most_apart);
  Eigen::VectorXd acts(n);
  Eigen::Index alone = 0;
  const auto beside = [&](Eigen::Index k) {  // column k
    double apart_by = 0, size = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double off = acts[i] - seen(i, k), sum = acts[i] + seen(i, k);
      apart_by += off * off;
      size += sum * sum;
    }
    return apart_by < apart * apart / 4 * size;
  };
  std::vector<std::size_t> chosen, rest;
  for (std::size_t i = 0; i < looked_at && chosen.size() < most; ++i) {
    acts.noalias() = dual_ * Eigen::VectorXd::Map(&momenta_[found_[i].second], n);
    Eigen::Index k = 0;
    while (k < alone && !beside(k)) ++k;
    const bool is_alone = k == alone && alone < seen.cols();
    (is_alone ? chosen : rest).push_back(found_[i].second);
    if (is_alone) seen.col(alone++) = acts;
  }
  const auto more = std::min(rest.size(), most - chosen.size());
  chosen.insert(chosen.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(more));
  M momenta(n, static_cast<Eigen::Index>(chosen.size()));
  for (Eigen::Index k = 0; k < momenta.cols(); ++k)
    std::copy_n(&momenta_[chosen[std::size_t(k)]], n, momenta.col(k).data());
  return momenta;
}

M ShotTable::near(const Point& target, int count) {
  const double length = length_to(frame_, group_->log(target));
  const M measure = frame_.yardstick(length);
  Nearest nearest(frame_.acting(length));
  const int middle = static_cast<int>(std::ceil(std::log2(length)));
  for (int level = middle - 1; level <= middle + 2; ++level) {
    const Level& all = shots(level);
    const M off = measure * group_->between_columns(all.x, target);
    for (Eigen::Index i = 0; i < off.cols(); ++i) {
      const double longer = all.length[i] / length;
      nearest.add(off.col(i).squaredNorm() + favour * longer * longer, all.p.col(i).data());
    }
  }
  return nearest.first(count);
}

const ShotTable::Level& ShotTable::shots(int level) {
  Level& all = levels_[level];
  if (all.length.size() > 0) return all;
  const double length = std::pow(ratio, level);
  const Eigen::Index count = Eigen::Index(shots_) * kept;
  all.x.resize(group_->unit().data.size(), count);
  all.p.resize(group_->dim(), count);
  all.length.resize(count);
  std::vector<Point> back, there;
  Eigen::Index made = 0;
  for (int i = 0; i < shots_; ++i) {
    const V p = sampled_momentum(frame_, length, i);
    back.clear();
    there.clear();
    group_->coast(w_, p, -0.5, steps, &back);
    group_->coast(w_, p, 0.5, steps, &there);
    // The middle part of a motion is a motion in unit time, of momentum at/steps p.
    for (int at = 1; at <= steps; ++at)
      if (at * ratio > steps && (steps - at) % (steps / (2 * kept)) == 0) {
        const std::size_t k = std::size_t(at - 1);
        all.x.col(made) = group_->compose(group_->inverse(back[k]), there[k]).data;
        all.p.col(made) = at * 1. / steps * p;
        all.length[made++] = at * length / steps;
      }
  }
  return all;
}

}  // namespace hamel::searching
