// A wheeled body on a slope with drag and a driven wheel: its terms for the library, with and without derivatives, and
// its nonholonomic step written by hand.
#pragma once

#include <algorithm>
#include <cmath>

#include <hamel/core/entire.hpp>
#include <hamel/core/types.hpp>
#include <hamel/group/product.hpp>
#include <hamel/group/se2.hpp>
#include <hamel/group/torus.hpp>

#include "by_hand.hpp"
#include "unicycle.hpp"

using WheeledGroup = decltype(hamel::SE2{} * hamel::Torus<1>{});

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
    double u[2], a[4], p[4], rate[4], x[4], tilt[2], force[2];
    slope_force(s.x[2], tilt);
    for (int i = 0; i < 2; ++i) u[i] = inverse[i][0] * s.m[0] + inverse[i][1] * s.m[1];
    for (int i = 0; i < 4; ++i) a[i] = d[i][0] * u[0] + d[i][1] * u[1];
    for (int i = 0; i < 4; ++i) p[i] = md[i][0] * u[0] + md[i][1] * u[1];
    rate[0] = p[1] * a[2];
    rate[1] = -p[0] * a[2];
    rate[2] = p[0] * a[1] - p[1] * a[0];
    along_d(tilt, a, force);
    double half[2];
    for (int i = 0; i < 2; ++i)
      half[i] =
          s.m[i] + 0.5 * h * (d[0][i] * rate[0] + d[1][i] * rate[1] + d[2][i] * rate[2] + force[i]);
    for (int i = 0; i < 2; ++i) u[i] = inverse[i][0] * half[0] + inverse[i][1] * half[1];
    double dragged[2][2];  // -D^T dF/da D
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        dragged[i][j] = 0;
        for (int k = 0; k < 4; ++k) dragged[i][j] += d[k][i] * Drag::drag[k] * d[k][j];
      }
    }
    double kappa, beta, d_kappa, d_beta;
    int iteration = 1;
    for (;; ++iteration) {
      if (iteration > 25) return 0;
      for (int i = 0; i < 4; ++i) a[i] = d[i][0] * u[0] + d[i][1] * u[1];
      for (int i = 0; i < 4; ++i) p[i] = md[i][0] * u[0] + md[i][1] * u[1];
      for (int i = 0; i < 4; ++i) x[i] = h * a[i];
      half_cotangent(x[2] * x[2], kappa, beta, d_kappa, d_beta);
      double c[4], f[2], jac[2][2];
      pull(x, kappa, beta, p, c);
      along_d(tilt, a, force);
      for (int i = 0; i < 2; ++i)
        f[i] = d[0][i] * c[0] + d[1][i] * c[1] + d[2][i] * c[2] + d[3][i] * c[3] -
               0.5 * h * force[i] - s.m[i];
      const double along = p[0] * x[0] + p[1] * x[1] + p[2] * x[2];
      for (int j = 0; j < 2; ++j) {
        // change of c with u_j: through p, then through x
        const double dp[4] = {md[0][j], md[1][j], md[2][j], md[3][j]};
        const double dx[3] = {h * d[0][j], h * d[1][j], h * d[2][j]};
        double e[4];
        pull(x, kappa, beta, dp, e);
        const double dk = 2 * d_kappa * x[2] * dx[2];
        e[0] += dk * p[0] - 0.5 * p[1] * dx[2];
        e[1] += dk * p[1] + 0.5 * p[0] * dx[2];
        e[2] += dk * p[2] - 0.5 * (p[0] * dx[1] - p[1] * dx[0]) +
                2 * d_beta * x[2] * dx[2] * along * x[2] +
                beta * ((p[0] * dx[0] + p[1] * dx[1] + p[2] * dx[2]) * x[2] + along * dx[2]);
        for (int i = 0; i < 2; ++i)
          jac[i][j] = d[0][i] * e[0] + d[1][i] * e[1] + d[2][i] * e[2] + d[3][i] * e[3] +
                      0.5 * h * dragged[i][j];
      }
      const double r = 1 / (jac[0][0] * jac[1][1] - jac[0][1] * jac[1][0]);
      const double du[2] = {r * (jac[1][1] * f[0] - jac[0][1] * f[1]),
                            r * (jac[0][0] * f[1] - jac[1][0] * f[0])};
      u[0] -= du[0];
      u[1] -= du[1];
      double update = 0, size = 0;
      for (int i = 0; i < 4; ++i) {
        update = std::max(update, std::fabs(d[i][0] * du[0] + d[i][1] * du[1]));
        a[i] = d[i][0] * u[0] + d[i][1] * u[1];
        size = std::max(size, std::fabs(a[i]));
      }
      if (!(update <= 1e300)) return 0;
      if (update <= 1.49e-10 * (size + 1e-5)) break;
    }
    for (int i = 0; i < 4; ++i) p[i] = md[i][0] * u[0] + md[i][1] * u[1];
    for (int i = 0; i < 4; ++i) x[i] = h * a[i];
    half_cotangent(x[2] * x[2], kappa, beta, d_kappa, d_beta);
    const double back[4] = {-x[0], -x[1], -x[2], -x[3]};
    double c[4];
    pull(back, kappa, beta, p, c);
    // exp on SE(2): chord of an arc, by half angles
    const double y = 0.5 * x[2];
    double cosine, sinc;
    cosine_and_sinc(y * y, cosine, sinc);
    const double sine = sinc * y;
    const double along_x = sinc * (cosine * x[0] - sine * x[1]);
    const double along_y = sinc * (sine * x[0] + cosine * x[1]);
    const double cphi = std::cos(s.x[2]), sphi = std::sin(s.x[2]);
    s.x[0] += cphi * along_x - sphi * along_y;
    s.x[1] += sphi * along_x + cphi * along_y;
    s.x[2] += x[2];
    s.x[3] += x[3];
    slope_force(s.x[2], tilt);
    along_d(tilt, a, force);
    for (int i = 0; i < 2; ++i)
      s.m[i] =
          d[0][i] * c[0] + d[1][i] * c[1] + d[2][i] * c[2] + d[3][i] * c[3] + 0.5 * h * force[i];
    return iteration;
  }

 private:
  static void slope_force(double phi, double (&f)[2]) {
    const double c = std::cos(phi), s = std::sin(phi);
    f[0] = -(0.5 * c + 0.2 * s);
    f[1] = -(0.2 * c - 0.5 * s);
  }
  /// D^T F.
  void along_d(const double (&tilt)[2], const double (&a)[4], double (&f)[2]) const {
    for (int i = 0; i < 2; ++i) {
      f[i] = d[0][i] * tilt[0] + d[1][i] * tilt[1];
      for (int k = 0; k < 4; ++k) f[i] += d[k][i] * (Drag::thrust[k] - Drag::drag[k] * a[k]);
    }
  }
};

}  // namespace by_hand
