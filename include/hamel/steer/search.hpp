// The search for motions between two states, compiled once.
#pragma once

#include <memory>
#include <vector>

#include <hamel/steer/end_condition.hpp>
#include <hamel/steer/motions.hpp>
#include <hamel/steer/steered.hpp>

namespace hamel::searching {

/// A motion that was found; a and mu are left to who knows the problem.
using Found = Steered<Motions>;

/// Steers motions, which must outlive it, from one element to another in a given time. What it learns of them is kept
/// from one target to the next.
class Search {
 public:
  Search(const Motions& motions, const SteerOptions& options);
  ~Search();
  Search(Search&&) noexcept;
  Search& operator=(Search&&) noexcept;

  const Motions& motions() const noexcept;

  /// The motions from `from`, at time `start`, to the end condition in time `length`, the cheapest first; empty when
  /// none was found. Throws InputError unless 0 < length < infinity.
  std::vector<Found> solve(const Point& from, const EndCondition& end, double length, double start);
  /// The motion near one that was found for a target nearby.
  Found resolve(const Found& before, const Point& from, const EndCondition& end);

  int iterations() const noexcept;
  double unrepeated() const noexcept;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace hamel::searching
