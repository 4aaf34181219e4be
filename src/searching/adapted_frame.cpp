// A basis of the algebra that the constraint makes by brackets.
#include "searching/adapted_frame.hpp"

#include <algorithm>
#include <cstddef>

#include "searching/factors.hpp"

namespace hamel::searching {

double AdaptedFrame::length(const V& displacement) const {
  const V y = inverse * displacement;
  double longest = 0;
  for (int i = 0; i < y.size(); ++i)
    if (layer[std::size_t(i)] > 0)
      longest = std::max(longest, std::pow(std::abs(y[i]), 1. / layer[std::size_t(i)]));
  return longest;
}

double AdaptedFrame::scale(int i, double length) const {
  return length * std::pow(std::min(length, bend), std::max(layer[std::size_t(i)], 1) - 1);
}

M AdaptedFrame::yardstick(double length) const {
  M rows = inverse;
  for (int i = 0; i < rows.rows(); ++i) rows.row(i) /= scale(i, length);
  return rows;
}

M AdaptedFrame::acting(double length) const {
  M rows = columns.transpose();
  for (int i = 0; i < rows.rows(); ++i) rows.row(i) *= scale(i, length);
  return rows;
}

M orthonormal(const M& m, const M& d) {
  const M inner = d.transpose() * m * d;
  if (const Cholesky factor(inner); factor.exists()) return factor.orthonormal(d);
  return d;
}

double length_to(const AdaptedFrame& frame, const V& displacement) {
  const double length = frame.length(displacement);
  if (length > 0 && std::isfinite(length)) return length;
  return std::isfinite(frame.bend) ? frame.bend : 1;
}

AdaptedFrame adapted_frame(const M& m, const M& d, const BracketSearch& search,
                           const Bracket& bracket) {
  const int n = static_cast<int>(d.rows()), r = static_cast<int>(d.cols());
  AdaptedFrame frame;
  frame.columns.setZero(n, n);
  frame.columns.leftCols(r) = orthonormal(m, d);
  frame.layer.assign(std::size_t(r), 1);

  M basis(n, 0);  // orthonormal, of what is reached
  const auto rest = [&](const Eigen::VectorXd& v) {
    Eigen::VectorXd w = v;
    for (int twice = 0; twice < 2; ++twice) w -= basis * (basis.transpose() * w);
    return w;
  };
  const auto add = [&](const Eigen::VectorXd& w) {
    basis.conservativeResize(n, basis.cols() + 1);
    basis.col(basis.cols() - 1) = w.normalized();
  };
  for (int i = 0; i < r; ++i) add(rest(frame.columns.col(i)));
  Origins from(static_cast<std::size_t>(r));  // the columns whose bracket a column is
  for (int w = 2, begin = 0; w <= std::min(n, search.deepest) && basis.cols() < n; ++w) {
    const int end = static_cast<int>(frame.layer.size());
    struct Made {
      Eigen::VectorXd value;
      std::pair<int, int> of;
    };
    std::vector<Made> made;
    for (int i = 0; i < r; ++i)
      for (int j = begin; j < end; ++j)
        made.push_back({bracket(frame.columns, from, i, j), {i, j}});
    for (;;) {  // the bracket that leads out most, relative to its size, until none does
      const Made* best = nullptr;
      double most = search.least;
      for (const Made& b : made) {
        const double out =
            b.value.norm() > search.least ? rest(b.value).norm() / b.value.norm() : 0;
        if (out > most) {
          most = out;
          best = &b;
        }
      }
      if (best == nullptr) break;
      frame.columns.col(static_cast<int>(frame.layer.size())) = best->value;
      frame.layer.push_back(w);
      from.push_back(best->of);
      add(rest(best->value));
    }
    if (static_cast<int>(frame.layer.size()) == end) break;
    begin = end;
  }
  frame.reached = static_cast<int>(frame.layer.size());
  for (int i = 0; i < n && basis.cols() < n; ++i) {
    const Eigen::VectorXd w = rest(Eigen::VectorXd::Unit(n, i));
    if (w.norm() < 1e-6) continue;
    frame.columns.col(static_cast<int>(frame.layer.size())) = w.normalized();
    frame.layer.push_back(0);
    add(w);
  }
  frame.inverse = Elimination(frame.columns).inverse();

  for (int i = 0; i < r; ++i)
    for (int j = 0; j < frame.reached && frame.layer[std::size_t(j)] < search.deepest; ++j) {
      const V back = frame.inverse * bracket(frame.columns, from, i, j);
      for (int k = 0; k < frame.reached; ++k) {
        const int power = frame.layer[std::size_t(j)] + 1 - frame.layer[std::size_t(k)];
        if (power > 0 && std::abs(back[k]) > search.least / 1000)
          frame.bend = std::min(frame.bend, std::pow(std::abs(back[k]), -1. / power));
      }
    }
  return frame;
}

AdaptedFrame adapted_frame(const Group& group, const M& m, const M& d) {
  return adapted_frame(m, d, {}, [&](const M& columns, const Origins&, int i, int j) {
    return group.ad(columns.col(i), columns.col(j));
  });
}

V MovingFields::value(const Point& y, const M& momenta, const Origins& from, int i) const {
  if (i >= momenta.cols())
    return bracket_at(y, momenta, from, from[std::size_t(i)].first, from[std::size_t(i)].second);
  return motions_.velocity(0, y, momenta.col(i)) - motions_.velocity(0, y, V::Zero(momenta.rows()));
}

V MovingFields::bracket_at(const Point& y, const M& momenta, const Origins& from, int i,
                           int j) const {
  const Group& group = motions_.group();
  const V a = value(y, momenta, from, i), b = value(y, momenta, from, j);
  const auto along = [&](const V& way, int k) -> V {
    if (k < momenta.cols()) {
      const auto slope = [&](const V& p) { return V(motions_.field(0, y, p).a_x * way); };
      return slope(momenta.col(k)) - slope(V::Zero(momenta.rows()));
    }
    const double h = step / (1 + way.norm());
    const auto at = [&](double s) { return value(group.moved(y, s * h * way), momenta, from, k); };
    return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
  };
  return group.ad(a, b) + along(a, j) - along(b, i);
}

AdaptedFrame frame_at(const Motions& motions, const Point& x) {
  const M m = motions.metric(x), d = motions.basis(x);
  if (!motions.constraint_moves()) return adapted_frame(motions.group(), m, d);
  const MovingFields fields(motions, x);
  const M momenta = m * orthonormal(m, d);
  return adapted_frame(m, d, {.least = 1e-5, .deepest = 5},
                       [&](const M&, const Origins& from, int i, int j) {
                         return fields.bracket(momenta, from, i, j);
                       });
}

}  // namespace hamel::searching
