// Values and derivatives of the equations that motions of a file on a group are held on.
#include "holonomic_rows.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "formulas/curvature_tape.hpp"

namespace hamel {

namespace {

using Point = SystemGroup::Point;
using V = SystemGroup::V;
using M = SystemGroup::M;

/// The coordinates of a point, then t.
class PlaceAndTime {
 public:
  PlaceAndTime(const SystemGroup& group, double t, const Point& x)
      : count_(group.coordinates(x, all_)) {
    all_[count_] = t;
  }
  const double* coordinates() const { return all_.data(); }
  std::span<const double> all() const { return std::span<const double>(all_).first(count_ + 1); }

 private:
  std::array<double, SystemGroup::max_coordinates + 1> all_;
  std::size_t count_;
};

std::vector<running::CurvatureTape> curvatures(const std::vector<Expression>& formulas, int count) {
  std::vector<running::CurvatureTape> tapes;
  for (const Expression& formula : formulas) {
    const running::FormulaTerm term{1, &formula, {}};
    tapes.emplace_back(std::span(&term, 1), count);
  }
  return tapes;
}

std::vector<Expression> drifts(const GroupSystem& file) {
  const std::size_t rows = file.annihilator.size() / static_cast<std::size_t>(file.dim());
  return file.drift.empty() ? std::vector<Expression>(rows) : file.drift;
}

}  // namespace

HolonomicRows::HolonomicRows(const GroupSystem& file)
    : coordinates_(static_cast<int>(file.coordinates.size())),
      g_(file.group, file.holonomic),
      annihilator_(file.group, file.annihilator),
      drift_(file.group, drifts(file)),
      g_by_time_(file.holonomic, coordinates_, coordinates_ + 1),
      drift_by_time_(file.drift, coordinates_, coordinates_ + 1),
      curvatures_(std::make_shared<const std::vector<running::CurvatureTape>>(
          curvatures(file.holonomic, coordinates_ + 1))),
      is_straight_(
          std::ranges::all_of(file.group.straight_coordinates(), [](int k) { return k >= 0; })) {}

V HolonomicRows::value(double t, const Point& x) const {
  V g = V::Zero(count());
  for (int i = 0; i < held(); ++i) g[i] = g_.constants()[static_cast<std::size_t>(i)];
  g_.for_each_value(t, x, [&](int i, double value) { g[i] = value; });
  return g;
}

M HolonomicRows::normals(double t, const Point& x) const {
  const int n = g_.group().dim();
  M a = M::Zero(n, count());
  g_.for_each_slope(t, x, [&](int k, int i, double d) { a(k, i) += d; });
  for (int k = 0; k < annihilator_.size(); ++k)
    a(k % n, held() + k / n) = annihilator_.constants()[static_cast<std::size_t>(k)];
  annihilator_.for_each_value(t, x, [&](int k, double value) { a(k % n, held() + k / n) = value; });
  return a;
}

V HolonomicRows::rate(double t, const Point& x) const {
  V b = V::Zero(count());
  const PlaceAndTime at(g_.group(), t, x);
  g_by_time_.for_each(at.all(), [&](int i, int, double d) { b[i] = -d; });
  for (int i = held(); i < count(); ++i)
    b[i] = drift_.constants()[static_cast<std::size_t>(i - held())];
  drift_.for_each_value(t, x, [&](int i, double value) { b[held() + i] = value; });
  return b;
}

V HolonomicRows::bend(double t, const Point& x, const V& a) const {
  const SystemGroup& group = g_.group();
  V c = V::Zero(count());
  const PlaceAndTime at(group, t, x);
  std::array<double, SystemGroup::max_coordinates + 1> rates, slopes;
  group.push_forward(x, at.coordinates(), a, rates.data());
  rates[static_cast<std::size_t>(coordinates_)] = 1;
  int i = 0;
  for (const auto& curvature : *curvatures_) {
    double sum = 0;
    std::fill_n(slopes.begin(), coordinates_ + 1, 0.);
    curvature.for_each(at.all(), [&](int j, int k, double d) {
      const auto row = static_cast<std::size_t>(j);
      if (k < 0)
        slopes[row] = d;
      else
        sum += (j == k ? 1. : 2.) * d * rates[row] * rates[static_cast<std::size_t>(k)];
    });
    if (!is_straight_) {
      const M turning = group.coordinate_curvature(x, slopes.data());
      for (int k = 0; k < a.size(); ++k)
        for (int j = 0; j < a.size(); ++j) sum += a[k] * turning(k, j) * a[j];
    }
    c[i++] = -sum;
  }
  const int n = group.dim();
  annihilator_.for_each_rate(t, x, a, [&](int k, double d) { c[held() + k / n] -= d * a[k % n]; });
  drift_.for_each_rate(t, x, a, [&](int j, double d) { c[held() + j] += d; });
  drift_by_time_.for_each(at.all(), [&](int j, int, double d) { c[held() + j] += d; });
  return c;
}

}  // namespace hamel
