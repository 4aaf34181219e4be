// The chart of a system file: its formulas as a Lagrangian and constraints.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <hamel/chart/chart.hpp>
#include <hamel/core/types.hpp>
#include <hamel/io/system_file.hpp>

namespace hamel::running {

/// The values of q, then those of v, as the formulas of a chart want them.
template <class S>
class Joined {
 public:
  template <class V>
  Joined(const V& q, const V& v) : size_(static_cast<std::size_t>(q.size() + v.size())) {
    std::copy(v.data(), v.data() + v.size(), std::copy(q.data(), q.data() + q.size(), all_.data()));
  }
  std::span<const S> values() const { return std::span<const S>(all_).first(size_); }

 private:
  std::array<S, 2 * max_dimension> all_;
  std::size_t size_;
};

/// L(q,v): the Lagrangian of the file, or kinetic minus potential energy.
struct ExpressionLagrangian {
  const ChartSystem* file;

  template <class V>
  typename V::Scalar operator()(const V& q, const V& v) const {
    using S = typename V::Scalar;
    const Joined<S> all(q, v);
    const std::span<const S> point = all.values();
    if (file->lagrangian) return file->lagrangian->evaluate(point);
    const int n = file->dim();
    S twice(0);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const Expression& entry = file->metric[i * n + j];
        if (!entry.is_zero()) twice += entry.evaluate(point) * v[i] * v[j];
      }
    }
    return S(0.5) * twice - file->potential.evaluate(point);
  }
};

/// phi(q,v).
struct ExpressionConstraints {
  const ChartSystem* file;

  template <class V>
  Vector<typename V::Scalar, dynamic> operator()(const V& q, const V& v) const {
    using S = typename V::Scalar;
    const Joined<S> all(q, v);
    Vector<S, dynamic> phi(static_cast<int>(file->constraints.size()));
    for (int i = 0; i < phi.size(); ++i) phi[i] = file->constraints[i].evaluate(all.values());
    return phi;
  }
};

/// Any chart of a file.
using AnyChart = Chart<dynamic, dynamic, ExpressionLagrangian, ExpressionConstraints>;

/// The chart of a file, which must outlive it.
inline AnyChart any_chart(const ChartSystem& file) {
  return AnyChart(file.dim(), static_cast<int>(file.constraints.size()), {&file}, {&file});
}

/// The first `count` numbers as a vector.
inline Vector<double, dynamic> as_vector(const std::vector<Number>& numbers, int count) {
  Vector<double, dynamic> v(count);
  for (int i = 0; i < count; ++i) v[i] = numbers[i].value;
  return v;
}

}  // namespace hamel::running
