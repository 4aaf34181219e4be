// Lists of numbers that a caller gives, as vectors.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include <hamel/core/error.hpp>

namespace hamel::steering {

/// @throws DimensionError, InputError naming the list, unless it has so many numbers and all are finite.
inline Eigen::VectorXd vector_of(const char* name, const std::vector<double>& numbers, int size) {
  if (static_cast<int>(numbers.size()) != size)
    throw DimensionError(name, std::to_string(numbers.size()) + " numbers", std::to_string(size));
  const Eigen::VectorXd v = Eigen::VectorXd::Map(numbers.data(), size);
  if (!v.allFinite()) throw InputError(name, "a number that is not finite", "finite ones");
  return v;
}

}  // namespace hamel::steering
