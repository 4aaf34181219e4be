// Groups on their own: what each does with rows of numbers, behind one type.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "arrays.hpp"

namespace hamel::python {

/// What an operation of a group takes, rows of these lengths, and gives, arrays of these shapes.
struct Operation {
  std::vector<int> takes;
  std::vector<Shape> gives;
  std::function<void(const double* const* from, double* const* to)> apply;
};

/// Operations along the last axes, and those that take sequences: elements lie in rows of `size`, vectors of `dim`.
struct LibraryGroup {
  std::string name;
  int dim, size;
  std::vector<std::string> coordinate_names;
  std::map<std::string, Operation> operations;
  /// The mean of `count` elements and the covariance; whether it was found.
  std::function<bool(const double* elements, const std::vector<double>& weights, int count,
                     double* mean, double* covariance)>
      mean;
  /// Element, velocity and acceleration of the cubic B-spline at times.
  std::function<void(const double* control, int count, double spacing, double start,
                     const std::vector<double>& times, double* x, double* velocity,
                     double* acceleration)>
      spline;
  std::function<void(std::uint64_t seed, int count, double* to)> random;
  std::function<void(const double* x, const double* covariance, std::uint64_t seed, int count,
                     double* to)>
      random_near;
};

/// The operations of `group`. Compiled in a few files of a few groups each.
template <class G>
void describe(const G& group, LibraryGroup& described);

}  // namespace hamel::python
