// Whether a velocity lies in d and a multiplier annihilates it, whatever the units.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include <hamel/core/fixed_list.hpp>
#include <hamel/core/pivots.hpp>

namespace hamel {

/// Part of its terms up to which a start may be off its constraint or its group: 4e-11 in double, 2e-5 in float.
template <class S>
long double start_tolerance() {
  return std::pow(resolution<S>(), 2 / 3.0L);
}

/// The test of starts under a constraint: every equation is measured against its own terms. A number that is not 0 in
/// D is known up to the largest of its column, and components of a start up to few roundings of the largest, both in
/// the units that the metric gives its directions (those in which its entries are near 1).
class OnConstraint {
 public:
  /// `d`: n x r of rank r; `metric` at the start; with the resolution of the data.
  [[gnu::cold, gnu::noinline]] OnConstraint(SummedMatrix d, SummedMatrix metric,
                                            long double resolution)
      : d_(std::move(d)),
        unit_(equilibrate(metric, 0).rows),
        rounding_(few_roundings * std::cbrt(resolution)) {
    for (int j = 0; j < d_.cols(); ++j) {
      long double most = 0;
      for (int i = 0; i < d_.rows(); ++i)
        most = std::max(most, std::ldexp(d_(i, j).terms, -unit_[i]));
      for (int i = 0; i < d_.rows(); ++i)
        if (d_(i, j).value != 0) d_(i, j).terms = std::ldexp(most, unit_[i]);
    }
  }

  /// How far a velocity is from d, as a part of the terms of the equation that it violates worst.
  [[gnu::cold]] long double off(FixedList<Sum> velocity) const {
    add_rounding(velocity, 1);
    const int n = d_.rows(), r = d_.cols();
    SummedMatrix joined(n, r + 1);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < r; ++j) joined(i, j) = d_(i, j);
      joined(i, r) = velocity[i];
    }
    const Pivots pivots = eliminate(joined, r, 0);
    long double worst = 0;
    for (int k = pivots.rank; k < n; ++k) worst = std::max(worst, part(joined(pivots.rows[k], r)));
    return worst;
  }

  /// The largest pairing of a covector with a column of D, as a part of its terms.
  [[gnu::cold, gnu::noinline]] long double pairing(FixedList<Sum> covector) const {
    add_rounding(covector, -1);
    long double worst = 0;
    for (int j = 0; j < d_.cols(); ++j) {
      Sum pairing;
      for (int i = 0; i < d_.rows(); ++i) {
        pairing.value += d_(i, j).value * covector[i].value;
        pairing.terms += d_(i, j).terms * covector[i].terms;
      }
      worst = std::max(worst, part(pairing));
    }
    return worst;
  }

 private:
  static long double part(const Sum& s) { return s.value == 0 ? 0 : std::abs(s.value) / s.terms; }

  /// Few roundings of the largest component are within `start_tolerance` of the terms.
  [[gnu::cold]] void add_rounding(FixedList<Sum>& numbers, int sign) const {
    long double most = 0;
    for (int i = 0; i < numbers.size(); ++i)
      most = std::max(most, std::ldexp(numbers[i].terms, -sign * unit_[i]));
    for (int i = 0; i < numbers.size(); ++i)
      numbers[i].terms += rounding_ * std::ldexp(most, sign * unit_[i]);
  }

  SummedMatrix d_;
  FixedList<int> unit_;
  long double rounding_;
};

}  // namespace hamel
