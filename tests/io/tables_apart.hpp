// How far two tables of a run are apart.
#pragma once

#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <hamel/io/model.hpp>

inline double largest_difference(const hamel::Table& left, const hamel::Table& right) {
  REQUIRE(left.numbers.size() == right.numbers.size());
  double worst = 0;
  for (std::size_t i = 0; i < left.numbers.size(); ++i)
    worst = std::fmax(worst, std::fabs(left.numbers[i] - right.numbers[i]));
  return worst;
}
