// Operations along the last axes of arrays, which broadcast over the others.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <hamel/core/error.hpp>

#include "bindings.hpp"

namespace hamel::python {

using Shape = std::vector<py::ssize_t>;

/// The shape without its last axis, whose length must be `width`.
inline Shape leading(const Numbers& array, int width, const char* name) {
  const Shape shape(array.shape(), array.shape() + array.ndim());
  if (shape.empty() || shape.back() != width) {
    std::string found = "shape (";
    for (const auto length : shape) found += std::to_string(length) + ",";
    throw DimensionError(name, found + ")", "a last axis of length " + std::to_string(width));
  }
  return {shape.begin(), shape.end() - 1};
}

/// The shape to which both are stretched, as NumPy does.
inline Shape broadcast(const Shape& a, const Shape& b) {
  const auto& longer = a.size() >= b.size() ? a : b;
  const auto& shorter = a.size() >= b.size() ? b : a;
  Shape both = longer;
  for (std::size_t i = 1; i <= shorter.size(); ++i) {
    auto& length = both[both.size() - i];
    const auto other = shorter[shorter.size() - i];
    if (length != other && length != 1 && other != 1)
      throw DimensionError(
          "arrays", "leading axes of " + std::to_string(length) + " and " + std::to_string(other),
          "equal ones, or 1");
    if (length == 1) length = other;
  }
  return both;
}

inline py::ssize_t count(const Shape& shape) {
  py::ssize_t n = 1;
  for (const auto length : shape) n *= length;
  return n;
}

/// Where the k-th entry of `whole` lies in an array of leading shape `own`.
inline py::ssize_t place(py::ssize_t k, const Shape& whole, const Shape& own) {
  py::ssize_t index = 0, stride = 1;
  for (std::size_t i = 1; i <= whole.size(); ++i) {
    const auto at = k % whole[whole.size() - i];
    k /= whole[whole.size() - i];
    if (i > own.size()) continue;
    const auto length = own[own.size() - i];
    if (length != 1) index += at * stride;
    stride *= length;
  }
  return index;
}

}  // namespace hamel::python
