// What Eigen is told of a number that does not round.
#pragma once

#include <Eigen/Core>

namespace hamel::detail {

/// Eigen's traits of an exact number S: no epsilon, no digits; `read`, `add` and `multiply` are the costs it weighs.
template <class S, int read, int add, int multiply>
struct ExactTraits : Eigen::GenericNumTraits<S> {
  using Real = S;
  using NonInteger = S;
  using Nested = S;
  using Literal = S;
  static constexpr int IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1;
  static constexpr int ReadCost = read, AddCost = add, MulCost = multiply;
  static Real epsilon() { return 0; }
  static Real dummy_precision() { return 0; }
  static int digits10() { return 0; }
};

}  // namespace hamel::detail
