// The geometry a constraint in Chaplygin form induces on its base: metric, connection, torsion.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include <Eigen/LU>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>

#include "symbols.hpp"

namespace hamel {

/// Constraints v^alpha = eps^alpha_mu(q) v^mu in Chaplygin form: base coordinates q^mu, mu = 1..R, first,
/// the others eliminated; neither the metric g_ij nor eps depends on those (Guo, Wang, Chee & Mei 2005).
/// On the base lives the induced metric and the connection of projected derivatives,
///
///     g_mn = g_ij eps^i_m eps^j_n,   G^s_mn = g^sr (eps_r, nabla_m eps_n),
///
/// metric and with torsion S^s_mn = 1/2 g^sr g_ij eps^i_r (d_m eps^j_n - d_n eps^j_m). Nonholonomic motion
/// without potential is its autoparallels, vakonomic motion with momenta p_alpha = 0 the geodesics of g_mn.
/// nabla is the Levi-Civita connection of g_ij: the paper takes g_ij constant, where it is d_m.
///
/// Callables of the base point, generic in the scalar: metric(q) -> N x N, slopes(q) -> (N-R) x R.
template <int N, int R, class Metric, class Slopes>
class RiemannCartan {
 public:
  template <class S>
  using Point = Vector<S, R>;

  RiemannCartan(Metric metric, Slopes slopes)
      : metric_(std::move(metric)), slopes_(std::move(slopes)) {}

  /// eps^i_mu, N x R: the unit matrix above eps^alpha_mu.
  template <class S>
  Matrix<S, N, R> frame(const Point<S>& q) const {
    Matrix<S, N, R> e;
    e.template topRows<R>().setIdentity();
    e.template bottomRows<N - R>() = slopes_(q);
    return e;
  }
  /// g_ij.
  template <class S>
  Matrix<S, N> ambient_metric(const Point<S>& q) const {
    return metric_(q);
  }
  /// g_mn, eq. (4).
  template <class S>
  Matrix<S, R> metric(const Point<S>& q) const {
    const Matrix<S, N, R> e = frame(q);
    return e.transpose() * ambient_metric(q) * e;
  }

  /// Christoffel symbols of g_mn, below eq. (9).
  template <class S>
  Symbols<S, R> christoffel(const Point<S>& q) const {
    return raised(q, lowered_christoffel<R>(
                         q, [this]<class T>(const Point<T>& y) { return this->metric(y); }));
  }
  /// The Riemann-Cartan connection G^s_mn, eq. (5).
  template <class S>
  Symbols<S, R> connection(const Point<S>& q) const {
    const Matrix<S, N> g = ambient_metric(q);
    const Matrix<S, N, R> e = frame(q);
    const auto slope = frame_derivatives(q);
    const auto ambient = lowered_christoffel<N>(
        q, [this]<class T>(const Point<T>& y) { return this->ambient_metric(y); });
    Symbols<S, R> lower;
    for (int r = 0; r < R; ++r) {
      for (int m = 0; m < R; ++m) {
        for (int n = 0; n < R; ++n) {
          S sum = e.col(r).dot(g * slope[m].col(n));
          for (int k = 0; k < N; ++k) sum += e(k, r) * e.col(m).dot(ambient[k] * e.col(n));
          lower[r](m, n) = sum;
        }
      }
    }
    return raised(q, lower);
  }
  /// S^s_mn, eq. (6).
  template <class S>
  Symbols<S, R> torsion(const Point<S>& q) const {
    const Matrix<S, N> g = ambient_metric(q);
    const Matrix<S, N, R> e = frame(q);
    const auto slope = frame_derivatives(q);
    Symbols<S, R> lower;
    for (int r = 0; r < R; ++r) {
      for (int m = 0; m < R; ++m) {
        for (int n = 0; n < R; ++n) {
          lower[r](m, n) = S(0.5) * e.col(r).dot(g * (slope[m].col(n) - slope[n].col(m)));
        }
      }
    }
    return raised(q, lower);
  }
  /// K^s_mn = G^s_mn - Christoffel, from the torsion: K_smn = S_smn - S_mns + S_nsm.
  template <class S>
  Symbols<S, R> contorsion(const Point<S>& q) const {
    const auto t = lowered(q, torsion(q));
    Symbols<S, R> k;
    for (int s = 0; s < R; ++s) {
      for (int m = 0; m < R; ++m) {
        for (int n = 0; n < R; ++n) k[s](m, n) = t[s](m, n) - t[m](n, s) + t[n](s, m);
      }
    }
    return raised(q, k);
  }

  /// The base acceleration of autoparallels, eq. (9b): nonholonomic motion without potential.
  template <class S>
  Point<S> autoparallel(const Point<S>& q, const Point<S>& v) const {
    return acceleration(connection(q), v);
  }
  /// The base acceleration of geodesics, eq. (9a): vakonomic motion with p_alpha = 0.
  template <class S>
  Point<S> geodesic(const Point<S>& q, const Point<S>& v) const {
    return acceleration(christoffel(q), v);
  }
  /// What the torsion predicts for autoparallel - geodesic: 2 g^sr S^l_rn g_lm v^n v^m, reversed in sign.
  template <class S>
  Point<S> torsion_difference(const Point<S>& q, const Point<S>& v) const {
    const auto t = lowered(q, torsion(q));
    Point<S> lower;
    for (int r = 0; r < R; ++r) {
      S sum(0);
      for (int l = 0; l < R; ++l) sum += v[l] * S(t[l].row(r) * v);
      lower[r] = S(-2) * sum;
    }
    return solve<S, R, 1>(metric(q), lower);
  }

  /// All N velocities from those of the base.
  template <class S>
  Vector<S, N> velocity(const Point<S>& q, const Point<S>& v) const {
    return frame(q) * v;
  }
  /// The multipliers lambda_alpha = -p_alpha of v^alpha - eps^alpha_mu v^mu at which vakonomic motion is
  /// geodesic, eq. (39) with its sum over alpha.
  template <class S>
  Vector<S, N - R> geodesic_multipliers(const Point<S>& q, const Point<S>& v) const {
    return -(ambient_metric(q) * velocity(q, v)).template tail<N - R>();
  }

  /// t_smn = g_sr t^r_mn.
  template <class S>
  Symbols<S, R> lowered(const Point<S>& q, const Symbols<S, R>& t) const {
    return contracted(metric(q), t);
  }

 private:
  template <class S>
  Symbols<S, R> raised(const Point<S>& q, const Symbols<S, R>& t) const {
    return contracted(Matrix<S, R>(metric(q).inverse()), t);
  }
  template <class S>
  static Symbols<S, R> contracted(const Matrix<S, R>& g, const Symbols<S, R>& t) {
    Symbols<S, R> result;
    for (int s = 0; s < R; ++s) {
      result[s].setZero();
      for (int r = 0; r < R; ++r) result[s] += g(s, r) * t[r];
    }
    return result;
  }
  template <class S>
  static Point<S> acceleration(const Symbols<S, R>& connection, const Point<S>& v) {
    Point<S> a;
    for (int s = 0; s < R; ++s) a[s] = -v.dot(connection[s] * v);
    return a;
  }
  /// d_m eps^i_n as slope[m](i, n).
  template <class S>
  std::array<Matrix<S, N, R>, static_cast<std::size_t>(R)> frame_derivatives(
      const Point<S>& q) const {
    std::array<Matrix<S, N, R>, static_cast<std::size_t>(R)> slope;
    for_each_derivative([this](const auto& y) { return this->frame(y); }, q,
                        [&](int m, const auto& e) {
                          for (int i = 0; i < e.size(); ++i) {
                            slope[m].coeffRef(i) = along_first(e.coeff(i));
                            if (m + 1 < R) slope[m + 1].coeffRef(i) = along_second(e.coeff(i));
                          }
                        });
    return slope;
  }
  /// 1/2 (d_n g_mr + d_m g_nr - d_r g_mn) as [r](m, n), for a K x K metric of the base point.
  template <int K, class S, class F>
  Symbols<S, K> lowered_christoffel(const Point<S>& q, const F& metric_at) const {
    Symbols<S, K> slope;  // d_k g; zero along the eliminated coordinates
    for (auto& matrix : slope) matrix.setZero();
    for_each_derivative(metric_at, q, [&](int k, const auto& g) {
      for (int i = 0; i < g.size(); ++i) {
        slope[k].coeffRef(i) = along_first(g.coeff(i));
        if (k + 1 < R) slope[k + 1].coeffRef(i) = along_second(g.coeff(i));
      }
    });
    Symbols<S, K> lower;
    for (int r = 0; r < K; ++r) {
      for (int m = 0; m < K; ++m) {
        for (int n = 0; n < K; ++n) {
          lower[r](m, n) = S(0.5) * (slope[n](m, r) + slope[m](n, r) - slope[r](m, n));
        }
      }
    }
    return lower;
  }

  Metric metric_;
  Slopes slopes_;
};

/// The geometry of N coordinates of which R are the base.
template <int N, int R, class Metric, class Slopes>
auto riemann_cartan(Metric metric, Slopes slopes) {
  return RiemannCartan<N, R, Metric, Slopes>(std::move(metric), std::move(slopes));
}

}  // namespace hamel
