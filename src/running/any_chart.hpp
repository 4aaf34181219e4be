// The chart of a system file: its formulas as a Lagrangian and constraints.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <hamel/chart/chart.hpp>
#include <hamel/chart/derivatives.hpp>
#include <hamel/chart/hyper_dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/io/expression.hpp>
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
  S& operator[](int i) { return all_[i]; }

 private:
  std::array<S, 2 * max_dimension> all_;
  std::size_t size_;
};

/// L(q,v): the Lagrangian of the file, or kinetic minus potential energy. The entries of a metric that are
/// constant are evaluated once. Where `left` counts how often the derivatives may be asked for, they are not numbers beyond
/// that, which ends a run.
class ExpressionLagrangian {
 public:
  explicit ExpressionLagrangian(const ChartSystem& file, long* left = nullptr)
      : file_(&file), left_(left), n_(file.dim()) {
    constant_.setZero(n_, n_);
    if (file.lagrangian) return;
    for (int i = 0; i < n_ * n_; ++i) {
      const Expression& entry = file.metric[i];
      if (entry.is_constant())
        constant_(i / n_, i % n_) = entry.evaluate<double>({});
      else
        varying_.push_back({i / n_, i % n_, &entry, variables_of(entry)});
    }
    slopes_of_potential_ = variables_of(file.potential);
  }

  template <class V>
  typename V::Scalar operator()(const V& q, const V& v) const {
    using S = typename V::Scalar;
    if (file_->lagrangian) {
      const Joined<S> all(q, v);
      return file_->lagrangian->evaluate(all.values());
    }
    const std::span<const S> point(q.data(), static_cast<std::size_t>(n_));
    S twice(0);
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        if (constant_(i, j) != 0) twice += constant_(i, j) * (v[i] * v[j]);
      }
    }
    for (const Entry& e : varying_) twice += e.formula->evaluate(point) * v[e.row] * v[e.column];
    return S(0.5) * twice - file_->potential.evaluate(point);
  }

  /// Its derivatives; those of kinetic minus potential energy from the slopes of the formulas alone.
  template <class S>
  LagrangianJet<S, dynamic> jet(const Vector<S, dynamic>& q, const Vector<S, dynamic>& v) const {
    auto jet = unlimited_jet(q, v);
    if (left_ != nullptr && --*left_ < 0)
      jet.q.setConstant(S(std::numeric_limits<double>::quiet_NaN()));
    return jet;
  }

 private:
  template <class S>
  LagrangianJet<S, dynamic> unlimited_jet(const Vector<S, dynamic>& q,
                                          const Vector<S, dynamic>& v) const {
    if (file_->lagrangian)
      return lagrangian_jet([this](const auto& x, const auto& y) { return (*this)(x, y); }, q, v);
    using Tangent = Vector<S, dynamic>;
    LagrangianJet<S, dynamic> jet;
    jet.vv = constant_.template cast<S>();
    jet.q = jet.vq_v = Tangent::Zero(n_);
    Vector<HyperDual<S>, dynamic> point = lift(q);
    for (const Entry& e : varying_) {
      S along(0);
      const auto& formula = *e.formula;
      jet.vv(e.row, e.column) = formula.evaluate(std::span<const S>(q.data(), q.size()));
      each_slope(formula, e.variables, point, [&](int k, const S& slope) {
        jet.q[k] += S(0.5) * slope * v[e.row] * v[e.column];
        along += slope * v[k];
      });
      jet.vq_v[e.row] += along * v[e.column];
    }
    each_slope(file_->potential, slopes_of_potential_, point,
               [&](int k, const S& slope) { jet.q[k] -= slope; });
    jet.v = jet.vv * v;
    return jet;
  }

  struct Entry {
    int row, column;
    const Expression* formula;
    std::vector<int> variables;
  };

  std::vector<int> variables_of(const Expression& formula) const {
    std::vector<int> list;
    const auto occurs = formula.occurring(n_);
    for (int k = 0; k < n_; ++k) {
      if (occurs[k]) list.push_back(k);
    }
    return list;
  }
  /// use(k, df/dq_k) for the variables that occur, two per evaluation.
  template <class S, class Use>
  static void each_slope(const Expression& formula, const std::vector<int>& variables,
                         Vector<HyperDual<S>, dynamic>& point, const Use& use) {
    for (std::size_t i = 0; i < variables.size(); i += 2) {
      const int e = variables[i], f = i + 1 < variables.size() ? variables[i + 1] : -1;
      point[e].e = S(1);
      if (f >= 0) point[f].f = S(1);
      const auto value = formula.evaluate(
          std::span<const HyperDual<S>>(point.data(), static_cast<std::size_t>(point.size())));
      use(e, value.e);
      if (f >= 0) use(f, value.f);
      point[e].e = S(0);
      if (f >= 0) point[f].f = S(0);
    }
  }

  const ChartSystem* file_;
  long* left_;
  int n_;
  Matrix<double, dynamic> constant_;
  std::vector<Entry> varying_;
  std::vector<int> slopes_of_potential_;
};

/// phi(q,v).
class ExpressionConstraints {
 public:
  explicit ExpressionConstraints(const ChartSystem& file) : file_(&file) {
    const int n = file.dim();
    for (const auto& formula : file.constraints) {
      velocities_.emplace_back();
      const auto occurs = formula.occurring(2 * n);
      for (int k = 0; k < n; ++k) {
        if (occurs[n + k]) velocities_.back().push_back(k);
      }
    }
  }

  template <class V>
  Vector<typename V::Scalar, dynamic> operator()(const V& q, const V& v) const {
    using S = typename V::Scalar;
    const Joined<S> all(q, v);
    Vector<S, dynamic> phi(static_cast<int>(file_->constraints.size()));
    for (int i = 0; i < phi.size(); ++i) phi[i] = file_->constraints[i].evaluate(all.values());
    return phi;
  }

  /// Their derivatives, along the velocities that occur alone.
  template <class S>
  ConstraintJet<S, dynamic, dynamic> jet(const Vector<S, dynamic>& q,
                                         const Vector<S, dynamic>& v) const {
    const int n = file_->dim(), m = static_cast<int>(velocities_.size());
    ConstraintJet<S, dynamic, dynamic> jet;
    jet.value.resize(m);
    jet.q_v.resize(m);
    jet.v.setZero(m, n);
    Vector<HyperDual<S>, dynamic> x = lift(q), y = lift(v);
    for (int k = 0; k < n; ++k) x[k].f = v[k];
    Joined<HyperDual<S>> all(x, y);
    for (int i = 0; i < m; ++i) {
      const auto evaluate = [&] {
        const HyperDual<S> phi = file_->constraints[i].evaluate(all.values());
        jet.value[i] = phi.value;
        jet.q_v[i] = phi.f;
        return phi.e;
      };
      if (velocities_[i].empty()) evaluate();
      for (const int k : velocities_[i]) {
        all[n + k].e = S(1);
        jet.v(i, k) = evaluate();
        all[n + k].e = S(0);
      }
    }
    return jet;
  }

 private:
  const ChartSystem* file_;
  std::vector<std::vector<int>> velocities_;  ///< those that occur in each constraint
};

/// Any chart of a file.
using AnyChart = Chart<dynamic, dynamic, ExpressionLagrangian, ExpressionConstraints>;

/// The chart of a file, which must outlive it, as must `left` where it is given.
inline AnyChart any_chart(const ChartSystem& file, long* left = nullptr) {
  return AnyChart(file.dim(), static_cast<int>(file.constraints.size()),
                  ExpressionLagrangian(file, left), ExpressionConstraints(file));
}

/// The first `count` numbers as a vector.
inline Vector<double, dynamic> as_vector(const std::vector<Number>& numbers, int count) {
  Vector<double, dynamic> v(count);
  for (int i = 0; i < count; ++i) v[i] = numbers[i].value;
  return v;
}

}  // namespace hamel::running
