// A wheeled body on a slope with drag and a driven wheel: its terms for the library, with and without derivatives, and
// its nonholonomic step written by hand.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/core/entire.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2_cover.hpp>
#include <hamel/group/torus.hpp>

#include "by_hand.hpp"
#include "unicycle.hpp"

using WheeledGroup = decltype(hamel::SE2Cover{} * hamel::Torus<1>{});

/// U = x/2 + y/5.
struct Slope {
  template <class S>
  S operator()(const hamel::Element<WheeledGroup, S>& q) const {
    return S(0.5) * q.data[0] + S(0.2) * q.data[1];
  }
};
struct SlopeWithGradient : Slope {
  template <class S>
  hamel::Vector<S, 4> gradient(const hamel::Element<WheeledGroup, S>& q) const {
    const auto d = hamel::direction(S(q.data[2]));
    return {S(0.5) * d.cosine + S(0.2) * d.sine, S(0.2) * d.cosine - S(0.5) * d.sine, S(0), S(0)};
  }
};

/// f = thrust - drag a, number by number.
struct Drag {
  static constexpr double drag[4] = {0.1, 0.1, 0.05, 0.2}, thrust[4] = {0, 0, 0, 0.3};
  template <class S>
  hamel::Vector<S, 4> operator()(const S&, const hamel::Element<WheeledGroup, S>&,
                                 const hamel::Vector<S, 4>& a) const {
    return {S(thrust[0]) - S(drag[0]) * a[0], S(thrust[1]) - S(drag[1]) * a[1],
            S(thrust[2]) - S(drag[2]) * a[2], S(thrust[3]) - S(drag[3]) * a[3]};
  }
};
struct DragWithDerivative : Drag {
  template <class S>
  hamel::Matrix<S, 4> velocity_derivative(const S&, const hamel::Element<WheeledGroup, S>&,
                                          const hamel::Vector<S, 4>&) const {
    hamel::Matrix<S, 4> slope = hamel::Matrix<S, 4>::Zero();
    for (int i = 0; i < 4; ++i) slope(i, i) = S(-drag[i]);
    return slope;
  }
};

namespace by_hand {

/// WheeledBody with these forces: the same equations, prediction, Newton iteration and stopping rule as the
/// library's Variational<Exponential>.
struct ForcedWheeledBody : WheeledBody {
  /// Returns the number of Newton iterations, 0 when it fails.
  int step(double h, State& s) const {
    double u[2], a[4], p[4], x[4], half[2], tilt[2], force[2];
    slope_force(s.x[2], tilt);
    for (int i = 0; i < 2; ++i) u[i] = inverse[i][0] * s.m[0] + inverse[i][1] * s.m[1];
    along(u, a, p);
    turning(p, a, half);
    forces(tilt, a, force);
    for (int i = 0; i < 2; ++i) half[i] = s.m[i] + 0.5 * h * (half[i] + force[i]);
    for (int i = 0; i < 2; ++i) u[i] = inverse[i][0] * half[0] + inverse[i][1] * half[1];
    double dragged[2][2];  // -D^T dF/da D
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        dragged[i][j] = 0;
        for (int k = 0; k < 4; ++k) dragged[i][j] += d[k][i] * Drag::drag[k] * d[k][j];
      }
    }
    int iteration = 1;
    for (;; ++iteration) {
      if (iteration > 25) return 0;
      along(u, a, p);
      for (int i = 0; i < 4; ++i) x[i] = h * a[i];
      double kappa, beta, d_kappa, d_beta, c[4], f[2], jac[2][2];
      half_cotangent(x[2] * x[2], kappa, beta, d_kappa, d_beta);
      pull(x, kappa, beta, p, c);
      forces(tilt, a, force);
      along_d(c, f);
      for (int i = 0; i < 2; ++i) f[i] -= 0.5 * h * force[i] + s.m[i];
      slope(h, x, p, kappa, beta, d_kappa, d_beta, jac);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) jac[i][j] += 0.5 * h * dragged[i][j];
      const Newton newton = correct(jac, f, u, a);
      if (newton == Newton::fails) return 0;
      if (newton == Newton::done) break;
    }
    along(u, a, p);
    for (int i = 0; i < 4; ++i) x[i] = h * a[i];
    end_momentum(x, p, s.m);
    move(s.x, x);
    slope_force(s.x[2], tilt);
    forces(tilt, a, force);
    for (int i = 0; i < 2; ++i) s.m[i] += 0.5 * h * force[i];
    return iteration;
  }

 private:
  static void slope_force(double phi, double (&f)[2]) {
    const double c = std::cos(phi), s = std::sin(phi);
    f[0] = -(0.5 * c + 0.2 * s);
    f[1] = -(0.2 * c - 0.5 * s);
  }
  /// D^T F.
  void forces(const double (&tilt)[2], const double (&a)[4], double (&f)[2]) const {
    for (int i = 0; i < 2; ++i) {
      f[i] = d[0][i] * tilt[0] + d[1][i] * tilt[1];
      for (int k = 0; k < 4; ++k) f[i] += d[k][i] * (Drag::thrust[k] - Drag::drag[k] * a[k]);
    }
  }
};

}  // namespace by_hand
