// Direct collocation as it is done today: Hermite-Simpson in separated form (Kelly 2017, SIAM Review 59, sec. 4), exact
// sparse derivatives, solved by Ipopt.
#pragma once

#include <IpIpoptApplication.hpp>
#include <IpTNLP.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

/// x' = f(x,u) for three states and two controls: forward speed and turn rate.
struct CarInThePlane {
  template <class Z>
  static std::array<double, 3> rate(const Z& z) {
    return {z[3] * std::cos(z[2]), z[3] * std::sin(z[2]), z[4]};
  }
  /// df_i/dz_j.
  template <class Z, class J>
  static void jacobian(const Z& z, J& j) {
    const double c = std::cos(z[2]), s = std::sin(z[2]);
    j[0][2] = -z[3] * s;
    j[0][3] = c;
    j[1][2] = z[3] * c;
    j[1][3] = s;
    j[2][4] = 1;
  }
  /// The second derivatives of <l,f>, added to h[j][k], j >= k.
  template <class Z, class H>
  static void hessian(const Z& z, const std::array<double, 3>& l, H& h) {
    const double c = std::cos(z[2]), s = std::sin(z[2]);
    h[2][2] += -z[3] * (l[0] * c + l[1] * s);
    h[3][2] += -l[0] * s + l[1] * c;
  }
};

/// x' = u1, y' = u2, z' = y u1 - x u2.
struct AreaInThePlane {
  template <class Z>
  static std::array<double, 3> rate(const Z& z) {
    return {z[3], z[4], z[1] * z[3] - z[0] * z[4]};
  }
  template <class Z, class J>
  static void jacobian(const Z& z, J& j) {
    j[0][3] = j[1][4] = 1;
    j[2][0] = -z[4];
    j[2][1] = z[3];
    j[2][3] = z[1];
    j[2][4] = -z[0];
  }
  template <class Z, class H>
  static void hessian(const Z&, const std::array<double, 3>& l, H& h) {
    h[3][1] += l[2];
    h[4][0] -= l[2];
  }
};

/// Minimal 1/2 integral |u|^2 from 0 to `target` in unit time on N intervals. Nodes 0..2N, ends and middles of
/// intervals, hold (x,u); an interval with nodes a, c, b of length h has the defects
///
///     x_c - (x_a + x_b)/2 - h/8 (f_a - f_b),   x_b - x_a - h/6 (f_a + 4 f_c + f_b).
template <class System>
class HermiteSimpson : public Ipopt::TNLP {
 public:
  using Index = Ipopt::Index;
  using Real = Ipopt::Number;

  HermiteSimpson(int intervals, std::array<double, 3> target)
      : n_(intervals), h_(1. / intervals), target_(target), z_(5 * (2 * intervals + 1)) {}

  bool solved = false;
  double cost = 0;

  /// How far the true motion under the controls found ends from the target: Runge-Kutta 4, 16 steps an interval, controls
  /// interpolated by parabolas.
  double miss() const {
    std::array<double, 3> x{};
    constexpr int parts = 16;
    for (int i = 0; i < n_; ++i)
      for (int k = 0; k < parts; ++k) {
        const double step = h_ / parts;
        const auto f = [&](const std::array<double, 3>& at, double s) {
          std::array<double, 5> z{at[0], at[1], at[2]};
          const double wa = (1 - s) * (1 - 2 * s), wc = 4 * s * (1 - s), wb = s * (2 * s - 1);
          for (int j = 3; j < 5; ++j)
            z[j] = wa * z_[10 * i + j] + wc * z_[10 * i + 5 + j] + wb * z_[10 * i + 10 + j];
          return System::rate(z);
        };
        const auto moved = [&](const std::array<double, 3>& d, double by) {
          return std::array{x[0] + by * d[0], x[1] + by * d[1], x[2] + by * d[2]};
        };
        const double s = double(k) / parts, half = .5 / parts;
        const auto k1 = f(x, s), k2 = f(moved(k1, step / 2), s + half),
                   k3 = f(moved(k2, step / 2), s + half), k4 = f(moved(k3, step), s + 2 * half);
        for (int j = 0; j < 3; ++j) x[j] += step / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
      }
    return std::hypot(x[0] - target_[0], x[1] - target_[1], x[2] - target_[2]);
  }

  bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian,
                    IndexStyleEnum& style) override {
    n = 5 * nodes();
    m = 6 * n_;
    jacobian = 90 * n_;
    hessian = 15 * nodes();
    style = C_STYLE;
    return true;
  }
  bool get_bounds_info(Index n, Real* low, Real* high, Index m, Real* g_low,
                       Real* g_high) override {
    std::fill_n(low, n, -2e19);
    std::fill_n(high, n, 2e19);
    std::fill_n(g_low, m, 0.);
    std::fill_n(g_high, m, 0.);
    for (int j = 0; j < 3; ++j) {
      low[j] = high[j] = 0;
      low[n - 5 + j] = high[n - 5 + j] = target_[j];
    }
    return true;
  }
  /// The straight line, at rest.
  bool get_starting_point(Index, bool, Real* z, bool, Real*, Real*, Index, bool, Real*) override {
    for (int k = 0; k < nodes(); ++k)
      for (int j = 0; j < 5; ++j) z[5 * k + j] = j < 3 ? target_[j] * k / (nodes() - 1) : 0.1;
    return true;
  }
  bool eval_f(Index, const Real* z, bool, Real& value) override {
    value = 0;
    for (int k = 0; k < nodes(); ++k)
      value += weight(k) / 2 * (z[5 * k + 3] * z[5 * k + 3] + z[5 * k + 4] * z[5 * k + 4]);
    return true;
  }
  bool eval_grad_f(Index n, const Real* z, bool, Real* gradient) override {
    std::fill_n(gradient, n, 0.);
    for (int k = 0; k < nodes(); ++k)
      for (int j = 3; j < 5; ++j) gradient[5 * k + j] = weight(k) * z[5 * k + j];
    return true;
  }
  bool eval_g(Index, const Real* z, bool, Index, Real* g) override {
    for (int i = 0; i < n_; ++i) {
      const Real *a = z + 10 * i, *c = a + 5, *b = a + 10;
      const auto fa = System::rate(a), fc = System::rate(c), fb = System::rate(b);
      for (int j = 0; j < 3; ++j) {
        g[6 * i + j] = c[j] - (a[j] + b[j]) / 2 - h_ / 8 * (fa[j] - fb[j]);
        g[6 * i + 3 + j] = b[j] - a[j] - h_ / 6 * (fa[j] + 4 * fc[j] + fb[j]);
      }
    }
    return true;
  }
  bool eval_jac_g(Index, const Real* z, bool, Index, Index, Index* rows, Index* columns,
                  Real* values) override {
    int at = 0;
    for (int i = 0; i < n_; ++i)
      for (int node = 0; node < 3; ++node) {
        double f[3][5] = {};
        if (z != nullptr) System::jacobian(z + 10 * i + 5 * node, f);
        const double by_x[2] = {node == 1 ? 1 : -.5, node - 1.};
        const double by_f[2] = {node == 1 ? 0 : (node - 1) * h_ / 8, -h_ / 6 * (node == 1 ? 4 : 1)};
        for (int which = 0; which < 2; ++which)
          for (int r = 0; r < 3; ++r)
            for (int k = 0; k < 5; ++k, ++at) {
              if (values == nullptr) {
                rows[at] = 6 * i + 3 * which + r;
                columns[at] = 10 * i + 5 * node + k;
              } else {
                values[at] = (r == k ? by_x[which] : 0) + by_f[which] * f[r][k];
              }
            }
      }
    return true;
  }
  bool eval_h(Index, const Real* z, bool, Real factor, Index, const Real* lambda, bool, Index,
              Index* rows, Index* columns, Real* values) override {
    int at = 0;
    for (int k = 0; k < nodes(); ++k) {
      double h[5][5] = {};
      if (values != nullptr) {
        std::array<double, 3> l{};
        const auto add = [&](int interval, int which, double by) {
          for (int j = 0; j < 3; ++j) l[j] += by * lambda[6 * interval + 3 * which + j];
        };
        if (k % 2 == 1) {
          add(k / 2, 1, -4 * h_ / 6);
        } else {
          if (k < 2 * n_) add(k / 2, 0, -h_ / 8), add(k / 2, 1, -h_ / 6);
          if (k > 0) add(k / 2 - 1, 0, h_ / 8), add(k / 2 - 1, 1, -h_ / 6);
        }
        System::hessian(z + 5 * k, l, h);
        h[3][3] += factor * weight(k);
        h[4][4] += factor * weight(k);
      }
      for (int r = 0; r < 5; ++r)
        for (int c = 0; c <= r; ++c, ++at) {
          if (values == nullptr) {
            rows[at] = 5 * k + r;
            columns[at] = 5 * k + c;
          } else {
            values[at] = h[r][c];
          }
        }
    }
    return true;
  }
  void finalize_solution(Ipopt::SolverReturn status, Index n, const Real* z, const Real*,
                         const Real*, Index, const Real*, const Real*, Real value,
                         const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) override {
    solved = status == Ipopt::SUCCESS;
    std::copy_n(z, n, z_.begin());
    cost = value;
  }

 private:
  int nodes() const { return 2 * n_ + 1; }
  /// Simpson's.
  double weight(int node) const {
    if (node % 2 == 1) return 4 * h_ / 6;
    return (node == 0 || node == 2 * n_ ? 1 : 2) * h_ / 6;
  }

  int n_;
  double h_;
  std::array<double, 3> target_;
  std::vector<double> z_;
};
