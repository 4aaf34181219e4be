// Direct collocation as it is done today: Hermite-Simpson in separated form (Kelly 2017, SIAM Review 59, sec. 4), exact
// sparse derivatives, solved by Ipopt.
#pragma once

#include <IpIpoptApplication.hpp>
#include <IpTNLP.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

/// What is asked of a system: x' = f(x,u) in z = (x,u), df/dz where it is not 0 (added to j[i][k]), and the second
/// derivatives of <l,f> (added to h[j][k], j >= k). The first `fixed` states have a given end; the cost is the integral
/// of sum_j weight[j] u_j^2 / 2.

/// Forward speed and turn rate.
struct CarInThePlane {
  static constexpr int states = 3, controls = 2, fixed = 3;
  static constexpr double weight[] = {1, 1}, start[] = {0, 0, 0};
  template <class Z>
  static std::array<double, states> rate(const Z& z) {
    return {z[3] * std::cos(z[2]), z[3] * std::sin(z[2]), z[4]};
  }
  template <class Z, class J>
  static void jacobian(const Z& z, J& j) {
    const double c = std::cos(z[2]), s = std::sin(z[2]);
    j[0][2] = -z[3] * s;
    j[0][3] = c;
    j[1][2] = z[3] * c;
    j[1][3] = s;
    j[2][4] = 1;
  }
  template <class Z, class L, class H>
  static void hessian(const Z& z, const L& l, H& h) {
    const double c = std::cos(z[2]), s = std::sin(z[2]);
    h[2][2] += -z[3] * (l[0] * c + l[1] * s);
    h[3][2] += -l[0] * s + l[1] * c;
  }
};

/// The same with a wheel that turns as it drives.
struct DiskInThePlane {
  static constexpr int states = 4, controls = 2, fixed = 4;
  static constexpr double weight[] = {2, 1}, start[] = {0, 0, 0, 0};
  template <class Z>
  static std::array<double, states> rate(const Z& z) {
    return {z[4] * std::cos(z[2]), z[4] * std::sin(z[2]), z[5], z[4]};
  }
  template <class Z, class J>
  static void jacobian(const Z& z, J& j) {
    const double c = std::cos(z[2]), s = std::sin(z[2]);
    j[0][2] = -z[4] * s;
    j[0][4] = c;
    j[1][2] = z[4] * c;
    j[1][4] = s;
    j[2][5] = j[3][4] = 1;
  }
  template <class Z, class L, class H>
  static void hessian(const Z& z, const L& l, H& h) {
    const double c = std::cos(z[2]), s = std::sin(z[2]);
    h[2][2] += -z[4] * (l[0] * c + l[1] * s);
    h[4][2] += -l[0] * s + l[1] * c;
  }
};

/// x' = u1, y' = u2, z' = y u1 - x u2.
struct AreaInThePlane {
  static constexpr int states = 3, controls = 2, fixed = 3;
  static constexpr double weight[] = {1, 1}, start[] = {0, 0, 0};
  template <class Z>
  static std::array<double, states> rate(const Z& z) {
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
  template <class Z, class L, class H>
  static void hessian(const Z&, const L& l, H& h) {
    h[3][1] += l[2];
    h[4][0] -= l[2];
  }
};

/// Sums of products: f_i += c z_j z_k, from which the derivatives follow.
struct Product {
  int i, j, k;
  double c;
};
template <int N, std::size_t count>
struct SumOfProducts {
  std::array<Product, count> terms;

  template <class Z>
  std::array<double, N> rate(const Z& z) const {
    std::array<double, N> f{};
    for (const auto& [i, j, k, c] : terms) f[i] += c * z[j] * z[k];
    return f;
  }
  template <class Z, class J>
  void jacobian(const Z& z, J& m) const {
    for (const auto& [i, j, k, c] : terms) {
      m[i][j] += c * z[k];
      m[i][k] += c * z[j];
    }
  }
  template <class L, class H>
  void hessian(const L& l, H& h) const {
    for (const auto& [i, j, k, c] : terms) h[std::max(j, k)][std::min(j, k)] += l[i] * c;
  }
};

/// Rotations by a unit quaternion (b, c, d, a), q' = q (u1 i + u2 j)/2; the end of its vector part is given.
struct Attitude {
  static constexpr int states = 4, controls = 2, fixed = 3;
  static constexpr double weight[] = {1, 1}, start[] = {0, 0, 0, 1};
  static constexpr SumOfProducts<4, 8> sum{{{{0, 3, 4, .5},
                                             {0, 2, 5, -.5},
                                             {1, 3, 5, .5},
                                             {1, 2, 4, .5},
                                             {2, 0, 5, .5},
                                             {2, 1, 4, -.5},
                                             {3, 0, 4, -.5},
                                             {3, 1, 5, -.5}}}};
  template <class Z>
  static std::array<double, states> rate(const Z& z) {
    return sum.rate(z);
  }
  template <class Z, class J>
  static void jacobian(const Z& z, J& j) {
    sum.jacobian(z, j);
  }
  template <class Z, class L, class H>
  static void hessian(const Z&, const L& l, H& h) {
    sum.hessian(l, h);
  }
};

/// A body (x, y, z, then the quaternion) that is driven along its first axis and turned about the other two: velocity
/// u1 R e1, q' = q (u2 j + u3 k)/2.
struct Glider {
  static constexpr int states = 7, controls = 3, fixed = 6;
  static constexpr double weight[] = {1, 1, 1}, start[] = {0, 0, 0, 0, 0, 0, 1};
  // q = (b, c, d, a) = z[3..6]; R e1 = (a^2 + b^2 - c^2 - d^2, 2 (b c + a d), 2 (b d - a c)).
  static constexpr SumOfProducts<7, 8> turn{{{{3, 5, 8, -.5},
                                              {3, 4, 9, .5},
                                              {4, 6, 8, .5},
                                              {4, 3, 9, -.5},
                                              {5, 6, 9, .5},
                                              {5, 3, 8, .5},
                                              {6, 4, 8, -.5},
                                              {6, 5, 9, -.5}}}};
  template <class Z>
  static std::array<double, 3> ahead(const Z& z) {
    const double b = z[3], c = z[4], d = z[5], a = z[6];
    return {a * a + b * b - c * c - d * d, 2 * (b * c + a * d), 2 * (b * d - a * c)};
  }
  /// d(R e1)/dq, rows x, y, z.
  template <class Z>
  static std::array<std::array<double, 4>, 3> ahead_slope(const Z& z) {
    const double b = 2 * z[3], c = 2 * z[4], d = 2 * z[5], a = 2 * z[6];
    return {{{b, -c, -d, a}, {c, b, a, d}, {d, -a, b, -c}}};
  }
  template <class Z>
  static std::array<double, states> rate(const Z& z) {
    auto f = turn.rate(z);
    const auto e = ahead(z);
    for (int i = 0; i < 3; ++i) f[i] = z[7] * e[i];
    return f;
  }
  template <class Z, class J>
  static void jacobian(const Z& z, J& j) {
    turn.jacobian(z, j);
    const auto e = ahead(z);
    const auto slope = ahead_slope(z);
    for (int i = 0; i < 3; ++i) {
      j[i][7] = e[i];
      for (int k = 0; k < 4; ++k) j[i][3 + k] = z[7] * slope[i][k];
    }
  }
  template <class Z, class L, class H>
  static void hessian(const Z& z, const L& l, H& h) {
    turn.hessian(l, h);
    const auto slope = ahead_slope(z);
    for (int k = 0; k < 4; ++k)
      for (int i = 0; i < 3; ++i) h[7][3 + k] += l[i] * slope[i][k];
    const double u = 2 * z[7];
    h[3][3] += u * l[0];
    h[6][6] += u * l[0];
    h[4][4] -= u * l[0];
    h[5][5] -= u * l[0];
    h[4][3] += u * l[1];
    h[6][5] += u * l[1];
    h[5][3] += u * l[2];
    h[6][4] -= u * l[2];
  }
};

/// The least cost from the start of the system to `target` in unit time on N intervals. Nodes 0..2N, ends and middles
/// of intervals, hold (x,u); an interval with nodes a, c, b of length h has the defects
///
///     x_c - (x_a + x_b)/2 - h/8 (f_a - f_b),   x_b - x_a - h/6 (f_a + 4 f_c + f_b).
template <class System>
class HermiteSimpson : public Ipopt::TNLP {
 public:
  using Index = Ipopt::Index;
  using Real = Ipopt::Number;

  static constexpr int nx = System::states, nz = nx + System::controls;
  using States = std::array<double, nx>;

  /// The first `fixed` numbers of `target` are asked, the others a guess.
  HermiteSimpson(int intervals, States target)
      : n_(intervals), h_(1. / intervals), target_(target), z_(nz * (2 * intervals + 1)) {}

  bool solved = false;
  double cost = 0;

  /// How far the true motion under the controls found ends from the target: Runge-Kutta 4, 16 steps an interval,
  /// controls interpolated by parabolas.
  double miss() const {
    States x;
    std::copy_n(System::start, nx, x.begin());
    constexpr int parts = 16;
    for (int i = 0; i < n_; ++i)
      for (int k = 0; k < parts; ++k) {
        const double step = h_ / parts;
        const auto f = [&](const States& at, double s) {
          std::array<double, nz> z;
          std::copy(at.begin(), at.end(), z.begin());
          const double wa = (1 - s) * (1 - 2 * s), wc = 4 * s * (1 - s), wb = s * (2 * s - 1);
          const double* at_a = z_.data() + 2 * nz * i;
          for (int j = nx; j < nz; ++j)
            z[j] = wa * at_a[j] + wc * at_a[nz + j] + wb * at_a[2 * nz + j];
          return System::rate(z);
        };
        const auto moved = [&](const States& d, double by) {
          States y = x;
          for (int j = 0; j < nx; ++j) y[j] += by * d[j];
          return y;
        };
        const double s = double(k) / parts, half = .5 / parts;
        const auto k1 = f(x, s), k2 = f(moved(k1, step / 2), s + half),
                   k3 = f(moved(k2, step / 2), s + half), k4 = f(moved(k3, step), s + 2 * half);
        for (int j = 0; j < nx; ++j) x[j] += step / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
      }
    double sum = 0;
    for (int j = 0; j < System::fixed; ++j) sum += (x[j] - target_[j]) * (x[j] - target_[j]);
    return std::sqrt(sum);
  }

  bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian,
                    IndexStyleEnum& style) override {
    n = nz * nodes();
    m = 2 * nx * n_;
    jacobian = 6 * nx * nz * n_;
    hessian = nz * (nz + 1) / 2 * nodes();
    style = C_STYLE;
    return true;
  }
  bool get_bounds_info(Index n, Real* low, Real* high, Index m, Real* g_low,
                       Real* g_high) override {
    std::fill_n(low, n, -2e19);
    std::fill_n(high, n, 2e19);
    std::fill_n(g_low, m, 0.);
    std::fill_n(g_high, m, 0.);
    for (int j = 0; j < nx; ++j) low[j] = high[j] = System::start[j];
    for (int j = 0; j < System::fixed; ++j) low[n - nz + j] = high[n - nz + j] = target_[j];
    return true;
  }
  /// The straight line, at rest.
  bool get_starting_point(Index, bool, Real* z, bool, Real*, Real*, Index, bool, Real*) override {
    for (int k = 0; k < nodes(); ++k)
      for (int j = 0; j < nz; ++j) {
        const double s = double(k) / (nodes() - 1);
        z[nz * k + j] = j < nx ? (1 - s) * System::start[j] + s * target_[j] : 0.1;
      }
    return true;
  }
  bool eval_f(Index, const Real* z, bool, Real& value) override {
    value = 0;
    for (int k = 0; k < nodes(); ++k)
      for (int j = nx; j < nz; ++j)
        value += weight(k) / 2 * System::weight[j - nx] * z[nz * k + j] * z[nz * k + j];
    return true;
  }
  bool eval_grad_f(Index n, const Real* z, bool, Real* gradient) override {
    std::fill_n(gradient, n, 0.);
    for (int k = 0; k < nodes(); ++k)
      for (int j = nx; j < nz; ++j)
        gradient[nz * k + j] = weight(k) * System::weight[j - nx] * z[nz * k + j];
    return true;
  }
  bool eval_g(Index, const Real* z, bool, Index, Real* g) override {
    for (int i = 0; i < n_; ++i) {
      const Real *a = z + 2 * nz * i, *c = a + nz, *b = c + nz;
      const auto fa = System::rate(a), fc = System::rate(c), fb = System::rate(b);
      for (int j = 0; j < nx; ++j) {
        g[2 * nx * i + j] = c[j] - (a[j] + b[j]) / 2 - h_ / 8 * (fa[j] - fb[j]);
        g[2 * nx * i + nx + j] = b[j] - a[j] - h_ / 6 * (fa[j] + 4 * fc[j] + fb[j]);
      }
    }
    return true;
  }
  bool eval_jac_g(Index, const Real* z, bool, Index, Index, Index* rows, Index* columns,
                  Real* values) override {
    int at = 0;
    for (int i = 0; i < n_; ++i)
      for (int node = 0; node < 3; ++node) {
        double f[nx][nz] = {};
        if (z != nullptr) System::jacobian(z + nz * (2 * i + node), f);
        const double by_x[2] = {node == 1 ? 1 : -.5, node - 1.};
        const double by_f[2] = {node == 1 ? 0 : (node - 1) * h_ / 8, -h_ / 6 * (node == 1 ? 4 : 1)};
        for (int which = 0; which < 2; ++which)
          for (int r = 0; r < nx; ++r)
            for (int k = 0; k < nz; ++k, ++at) {
              if (values == nullptr) {
                rows[at] = nx * (2 * i + which) + r;
                columns[at] = nz * (2 * i + node) + k;
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
      double h[nz][nz] = {};
      if (values != nullptr) {
        States l{};
        const auto add = [&](int interval, int which, double by) {
          for (int j = 0; j < nx; ++j) l[j] += by * lambda[nx * (2 * interval + which) + j];
        };
        if (k % 2 == 1) {
          add(k / 2, 1, -4 * h_ / 6);
        } else {
          if (k < 2 * n_) add(k / 2, 0, -h_ / 8), add(k / 2, 1, -h_ / 6);
          if (k > 0) add(k / 2 - 1, 0, h_ / 8), add(k / 2 - 1, 1, -h_ / 6);
        }
        System::hessian(z + nz * k, l, h);
        for (int j = nx; j < nz; ++j) h[j][j] += factor * weight(k) * System::weight[j - nx];
      }
      for (int r = 0; r < nz; ++r)
        for (int c = 0; c <= r; ++c, ++at) {
          if (values == nullptr) {
            rows[at] = nz * k + r;
            columns[at] = nz * k + c;
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
  States target_;
  std::vector<double> z_;
};
