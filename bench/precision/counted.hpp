// The same problems and equations, with a count of how often they are asked for.
#pragma once

namespace counted {

/// Evaluations of the right-hand side since it was set to 0.
inline long evaluations = 0;

/// Equations in plain doubles.
template <class E>
struct Equations : E {
  static void rate(const double* y, double* r) {
    ++evaluations;
    E::rate(y, r);
  }
};

/// A problem of the library.
template <class P>
struct Problem : P {
  explicit Problem(const P& problem) : P(problem) {}

  template <class... Arguments>
  auto field(const Arguments&... arguments) const {
    ++evaluations;
    return P::field(arguments...);
  }
};

}  // namespace counted
