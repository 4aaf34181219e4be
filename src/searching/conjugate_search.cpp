// The first conjugate time of a motion, and what it means.
#include "searching/conjugate_search.hpp"

#include <cmath>

#include <hamel/steer/conjugate.hpp>

#include "searching/adapted_frame.hpp"
#include "searching/fixed_ends.hpp"
#include "searching/unitary.hpp"

namespace hamel::searching {

ConjugateSearch::ConjugateSearch(const Motions& motions, const Point& x, const V& p, double t0,
                                 double horizon)
    : motion_(motions), horizon_(horizon) {
  for (int count = 16; count <= most_panels;) {
    sample(x, p, t0, count);
    const double turn = sample_ == Sample::good ? turns() : HUGE_VAL;
    fine_ = error_ <= 1e-14 && turn <= most_turn;
    if (fine_) break;
    // What a panel turns goes with its length; no more at once than sixteen times as many.
    const double more = sample_ == Sample::good ? 1.1 * turn / most_turn : 2;
    count = static_cast<int>(std::ceil(count * std::clamp(more, error_ <= 1e-14 ? 1.1 : 2., 16.)));
  }
  if (!fine_) return;
  for (const auto& panel : panels_) flows_.push_back(accessory_flow(*units_, panel));
}

ConjugateSearch::At ConjugateSearch::at(double t) const {
  const double width = horizon_ / double(starts_.size());
  const auto k = std::min(std::size_t(t / width), starts_.size() - 1);
  At there = starts_[k];
  AccessoryPanel panel;
  double error = 0;
  motion_.advance(there, t - double(k) * width, panel, error);
  return there;
}

M ConjugateSearch::flow() const {
  M all = M::Identity(2 * rank(), 2 * rank());
  for (const auto& part : flows_) all = (part * all).eval();
  return all;
}

std::optional<ConjugateTime> ConjugateSearch::first(double clear) const {
  const auto last = flows_.size();
  AccessoryPlane soft(rank(), softness());
  std::size_t from = last;
  for (std::size_t k = 0; k < last && from == last; ++k) {
    const AccessoryPlane next = soft.carried(flows_[k]);
    if (passed_one(soft.unitary(), next.unitary()) > 0) from = k;
    soft = next;
  }
  if (from == last) return {};
  const double width = horizon_ / double(last);
  from = std::max(from, std::size_t(clear / width));
  if (from < last / 8 && 4 * double(from + 2) * width < horizon_ / 2) {
    // Early in these units: once more in those of a shorter way.
    clear = 4 * double(from + 2) * width;
    const At& start = starts_.front();
    const ConjugateSearch shorter(motion_.motions(), start.x, start.p, start.t, clear);
    if (!shorter.fine()) return {};
    if (const auto found = shorter.first()) return found;
    from = std::size_t(clear / width);
  }
  if (from > 0) --from;
  AccessoryPlane plane(rank(), 0);
  for (std::size_t k = 0; k < last; ++k) {
    const AccessoryPlane next = plane.carried(flows_[k]);
    if (k >= from)
      if (const int count = passed_one(plane.unitary(), next.unitary()); count > 0)
        return located(k, plane);
    plane = next;
  }
  return {};
}

void ConjugateSearch::sample(const Point& x, const V& p, double t0, int count) {
  panels_.assign(std::size_t(count), {});
  starts_.clear();
  error_ = 0;
  At at = motion_.begin(x, p, t0);
  for (int k = 0; k < count; ++k) {
    at.t = t0 + horizon_ * k / count;
    starts_.push_back(at);
    sample_ = motion_.advance(at, horizon_ / count, panels_[std::size_t(k)], error_);
    if (sample_ != Sample::good) return;
  }
  end_ = at;
  units_.emplace(panels_);
}

double ConjugateSearch::turns() {
  double reach = 0, pull = 0, drift = 0;
  for (const auto& panel : panels_)
    for (const auto& node : panel.nodes) {
      const AccessoryNode inner = units_->inside(node);
      reach = std::max(reach, panel.length * inner.b.squaredNorm());
      pull = std::max(pull, panel.length * inner.q.norm());
      drift = std::max(drift, panel.length * (inner.b * inner.s).norm());
    }
  const double square = pull > reach ? std::sqrt(reach / pull) : 1;  // of the unit of z
  if (square < 1) units_->scale(std::sqrt(square));
  return std::max({reach / square, pull * square, drift});
}

ConjugateTime ConjugateSearch::located(std::size_t k, const AccessoryPlane& before) const {
  const double width = panels_[k].length;
  const auto part = [&](double length) {
    At at = starts_[k];
    AccessoryPanel panel;
    double error = 0;
    motion_.advance(at, length, panel, error);
    return before.carried(accessory_flow(*units_, panel)).unitary();
  };
  const auto start = before.unitary();
  double low = 0, high = width;
  const double begin = starts_[k].t - starts_.front().t;
  while (high - low > 1e-14 * (begin + width)) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    (passed_one(start, part(middle)) > 0 ? high : low) = middle;
  }
  ConjugateTime found{begin + low, begin + high, begin + high, 0};
  // Bounds at which no eigenvalue is at 1 but for rounding.
  for (double apart = 1e-9 * horizon_; apart <= width; apart *= 8) {
    const auto u = part(std::max(high - apart, 1e-3 * width)), v = part(high + apart);
    found.low = begin + high - apart;
    found.high = begin + high + apart;
    found.multiplicity = passed_one(u, v);
    if (found.multiplicity > 0 && std::min(from_one(u), from_one(v)) > 1e-10) return found;
  }
  found.low = begin;
  found.high = begin + 2 * width;
  found.multiplicity = 0;
  return found;
}

Conjugacy conjugacy(const Motions& motions, const Point& x, const V& p, double length,
                    double horizon, double t0) {
  constexpr double sure = 1e-5;    // relative distance at which a time differs from another
  constexpr double beyond = 1e-3;  // how far past the end the motion is followed, relative
  Conjugacy found;
  const double end = std::max(length, horizon);
  std::optional<ConjugateSearch> search;
  for (const double more : {beyond, 4 * sure}) {
    search.emplace(motions, x, p, t0, end * (1 + more));
    if (search->fine()) break;
  }
  if (!search->fine()) return found;
  found.abnormality = std::max(0, frame_at(motions, x).reached - search->rank());
  const auto first = search->first();
  if (first && first->time <= end * (1 + sure)) {
    found.first = first->time;
    found.multiplicity = first->multiplicity;
  }
  const M felt = search->units().columns().transpose();
  const M moved = felt * moved_between(motions, x, p, search->at(length).x);
  const bool symmetric = moved.norm() > 1e-6 * (felt * p).norm();
  if (!first || first->low > length * (1 + sure))
    found.optimality = symmetric ? Optimality::unknown : Optimality::locally_optimal;
  else if (first->multiplicity > 0 && first->high < length * (1 - sure))
    found.optimality = Optimality::beyond_conjugate;
  else if (symmetric ||
           (first->multiplicity > 0 && std::abs(first->time - length) <= sure * length))
    found.optimality = Optimality::at_conjugate;
  if (symmetric && found.optimality == Optimality::at_conjugate) found.first = length;
  return found;
}

}  // namespace hamel::searching
