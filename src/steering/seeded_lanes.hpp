// Derivatives along many directions, a few at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>

#include <Eigen/Core>

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>

#include "formulas/formula_tape.hpp"
#include "steering/state_field.hpp"

namespace hamel::steering {

/// Directions that one evaluation differentiates along.
using Lanes = TapeDual;
inline constexpr int lanes = std::tuple_size_v<Lanes::Derivatives>;
using LaneVector = Vector<Lanes, dynamic>;

/// f(seed), its value and its derivative along the directions; seed(row, v) are the numbers v with the derivatives that the
/// rows of the directions from `row` on give them.
template <class F>
ValueAlong along(const Eigen::MatrixXd& directions, const F& f) {
  ValueAlong result;
  const int count = static_cast<int>(directions.cols());
  for (int first = 0; first < std::max(count, 1); first += lanes) {
    const int taken = std::min(lanes, count - first);
    const auto seed = [&](int row, const Eigen::VectorXd& v) {
      LaneVector seeded(static_cast<int>(v.size()));
      for (int i = 0; i < v.size(); ++i) {
        seeded[i] = Lanes(v[i]);
        for (int lane = 0; lane < taken; ++lane)
          seeded[i].derivatives()[std::size_t(lane)] = directions(row + i, first + lane);
      }
      return seeded;
    };
    const LaneVector values = f(seed);
    if (first == 0) {
      result.value.resize(values.size());
      result.slopes.resize(values.size(), count);
    }
    for (int i = 0; i < values.size(); ++i) {
      result.value[i] = values[i].value();
      for (int lane = 0; lane < taken; ++lane)
        result.slopes(i, first + lane) = values[i].derivatives()[std::size_t(lane)];
    }
  }
  return result;
}

}  // namespace hamel::steering
