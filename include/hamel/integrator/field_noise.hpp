// The rounding of a vector field: what its values scatter by from one state to the next.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include <hamel/core/scalar.hpp>
#include <hamel/core/types.hpp>

namespace hamel {

/// The rounding of every component of a field.
template <int N, int W>
struct FieldNoise {
  Vector<double, N> s;  ///< of the velocity, also by that of momenta in a step
  Vector<double, W> m;  ///< of the rate of the momentum
};

/// The noise of the field at (x,m) halfway from t to t + h. The field is looked at six times: its time moves by a
/// millionth of h, and every number of its state by an odd number of its last digits, from one to the next. In third
/// differences of the values nothing is left of what is smooth, and sqrt(20) times the noise (Hamming 1971;
/// Moré & Wild 2011). So terms that cancel show what they are, however small their sum.
template <class P, class S, class St>
[[gnu::noinline]] auto field_noise(const P& problem, const S& t, const S& h, const St& state) {
  using Noise = FieldNoise<P::dimension, P::variations>;
  const auto value = [](const S& x) { return static_cast<double>(plain(x)); };
  const auto at = [&](const S& time, const St& y) -> Noise {
    const auto field = problem.field(time, y.x, y.m);
    return {field.a.unaryExpr(value), field.m_dot.unaryExpr(value)};
  };
  const auto moved = [&](const S& x, int k, int i) -> S {
    const double digit = std::ldexp(static_cast<double>(epsilon<S>()), std::ilogb(value(x)));
    return value(x) == 0 ? x : S(x + S(k * (61 + 2 * i) * digit));
  };
  const S middle = t + S(0.5) * h;
  std::array<Noise, 6> seen;
  for (int k = 0; k < int(seen.size()); ++k) {
    St y = state;
    for (int i = 0; i < y.x.data.size(); ++i) y.x.data.coeffRef(i) = moved(y.x.data.coeff(i), k, i);
    for (int i = 0; i < y.m.size(); ++i) y.m[i] = moved(y.m[i], k, i);
    seen[std::size_t(k)] = at(S(middle + S(k * 1e-6) * h), y);
  }
  const auto scatter = [&](const auto& of) {
    auto most = (0 * of(seen[0])).eval();
    for (std::size_t k = 3; k < seen.size(); ++k)
      most = most.cwiseMax(
          (of(seen[k]) - of(seen[k - 3]) - 3 * (of(seen[k - 1]) - of(seen[k - 2]))).cwiseAbs());
    return most;
  };
  Noise noise{scatter([](const Noise& n) -> const auto& { return n.s; }),
              scatter([](const Noise& n) -> const auto& { return n.m; })};
  St y = state;
  for (int i = 0; i < y.m.size(); ++i) y.m[i] += S(std::abs(value(h)) * noise.m[i]);
  noise.s += (at(middle, y).s - at(middle, state).s).cwiseAbs();
  return noise;
}

}  // namespace hamel
