// A cost of runs that feels state, inputs and time on the way, and the end.
#pragma once

#include <cmath>

namespace systems {

struct RunCost {
  template <class St, class V>
  auto stage(double t, const St& s, const V& w) const {
    using T = typename decltype(St::m)::Scalar;
    return T(T(0.1 + t) * (s.x.data[0] * s.x.data[0] + s.m[1] * s.m[0]) + w.dot(w) * T(0.05));
  }
  template <class St>
  auto end(double, const St& s) const {
    using std::sin;
    using T = typename decltype(St::m)::Scalar;
    return T(s.x.data[1] * s.x.data[1] + sin(s.x.data[2]) * s.m[0]);
  }
};

}  // namespace systems
