// The terms of a chart from the formulas of a system file: Lagrangian, constraints and force, with their derivatives.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/chart/derivatives.hpp>
#include <hamel/core/dense.hpp>
#include <hamel/core/small.hpp>
#include <hamel/core/types.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>

#include "allowance.hpp"
#include "cases/any_system.hpp"
#include "formulas/curvature_tape.hpp"
#include "formulas/expression_value.hpp"
#include "formulas/formula_tape.hpp"

namespace hamel::running {

/// The values of q, then those of v and of what else is given, as the formulas of a chart want them.
template <class S>
class Joined {
 public:
  template <class... V>
  explicit Joined(const V&... parts) {
    S* end = all_.data();
    ((end = append(parts.data(), parts.data() + parts.size(), end)), ...);
    size_ = static_cast<std::size_t>(end - all_.data());
  }
  std::span<const S> values() const { return std::span<const S>(all_).first(size_); }

 private:
  static S* append(const S* from, const S* from_end, S* to) {
    if constexpr (std::is_same_v<S, double>)
      return copy_few(from, from_end, to);
    else
      return std::copy(from, from_end, to);
  }

  std::array<S, 3 * max_dimension> all_;
  std::size_t size_;
};

/// The derivatives of a formula that is a sum of terms in (q, v, further variables), to the order in which equations of
/// motion ask for them.
template <class S>
void add_curvature(const CurvatureTape& tape, std::span<const S> point, const Vector<S, dynamic>& v,
                   LagrangianJet<S, dynamic>& jet) {
  const int n = static_cast<int>(v.size());
  tape.for_each(point, [&](int row, int column, const S& value) {
    if (column < 0) {
      if (row < 2 * n) (row < n ? jet.q[row] : jet.v[row - n]) += value;
    } else if (column < n) {
      jet.vq_v[row - n] += value * v[column];
    } else {
      jet.vv(row - n, column - n) += value;
      if (row != column) jet.vv(column - n, row - n) += value;
    }
  });
}

/// A jet of zeros.
template <class S>
LagrangianJet<S, dynamic> no_jet(int n) {
  using Tangent = Vector<S, dynamic>;
  return {Tangent::Zero(n), Tangent::Zero(n), Tangent::Zero(n), Matrix<S, dynamic>::Zero(n, n)};
}

/// The numbers that compiled formulas take.
template <class S>
concept TapeNumber = std::is_same_v<S, double> || std::is_same_v<S, TapeDual>;

/// Second derivatives are compiled where they take no more than so many operations; beyond, formulas are evaluated in
/// numbers that carry derivatives.
inline constexpr std::size_t compiled_nodes = 100000;

/// L(q,v): the Lagrangian of the file, or kinetic minus potential energy, whose varying entries are compiled. Beyond
/// an allowance, where there is one, the derivatives are not numbers, which ends a run.
class ExpressionLagrangian {
 public:
  explicit ExpressionLagrangian(const ChartSystem& file, const Allowance* allowance = nullptr)
      : file_(&file), allowance_(allowance), n_(file.dim()) {
    constant_.setZero(n_, n_);
    if (file.lagrangian) {
      const FormulaTerm whole{1, &*file.lagrangian, {}};
      compiled_ = file.lagrangian->nodes().size() * static_cast<std::size_t>(n_) <= compiled_nodes;
      if (compiled_) curvature_ = CurvatureTape({&whole, 1}, 2 * n_, n_, 2 * n_);
      return;
    }
    std::vector<Expression> formulas;
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j) {
        const Expression& entry = file.metric[i * n_ + j];
        if (entry.is_constant()) {
          constant_(i, j) = constant_(j, i) = entry.evaluate<double>({});
        } else {
          varying_.push_back({i, j});
          formulas.push_back(entry);
        }
      }
    formulas.push_back(file.potential);
    slopes_ = SlopeTape(formulas, 0, n_, true);
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
    for (const auto [row, column] : varying_) {
      const S entry = file_->metric[row * n_ + column].evaluate(point) * v[row] * v[column];
      twice += row == column ? entry : S(2) * entry;
    }
    return S(0.5) * twice - file_->potential.evaluate(point);
  }

  /// Its derivatives.
  template <TapeNumber S>
  LagrangianJet<S, dynamic> jet(const Vector<S, dynamic>& q, const Vector<S, dynamic>& v) const {
    auto jet = unlimited_jet(q, v);
    if (allowance_ != nullptr && !allowance_->spend())
      jet.q.setConstant(S(std::numeric_limits<double>::quiet_NaN()));
    return jet;
  }

 private:
  template <class S>
  LagrangianJet<S, dynamic> unlimited_jet(const Vector<S, dynamic>& q,
                                          const Vector<S, dynamic>& v) const {
    if (file_->lagrangian && !compiled_)
      return lagrangian_jet([this](const auto& x, const auto& y) { return (*this)(x, y); }, q, v);
    auto jet = no_jet<S>(n_);
    if (file_->lagrangian) {
      const Joined<S> all(q, v);
      add_curvature(curvature_, all.values(), v, jet);
      return jet;
    }
    jet.vv = constant_.template cast<S>();
    const int potential = static_cast<int>(varying_.size());
    const std::span<const S> point(q.data(), static_cast<std::size_t>(n_));
    slopes_.for_each(point, [&](int formula, int k, const S& d) {
      if (formula == potential) {
        if (k >= 0) jet.q[k] -= d;
        return;
      }
      const auto [i, j] = varying_[static_cast<std::size_t>(formula)];
      if (k < 0) {
        jet.vv(i, j) = jet.vv(j, i) = d;
        return;
      }
      jet.q[k] += (i == j ? 0.5 : 1.) * d * v[i] * v[j];
      jet.vq_v[i] += d * v[k] * v[j];
      if (i != j) jet.vq_v[j] += d * v[k] * v[i];
    });
    jet.v = jet.vv * v;
    return jet;
  }

  struct Entry {
    int row, column;
  };

  const ChartSystem* file_;
  const Allowance* allowance_;
  int n_;
  bool compiled_ = true;
  Matrix<double, dynamic> constant_;
  std::vector<Entry> varying_;  // of the metric, on and below the diagonal
  SlopeTape slopes_;            // of those, then of the potential
  CurvatureTape curvature_;     // of a Lagrangian
};

/// phi(q,v).
class ExpressionConstraints {
 public:
  explicit ExpressionConstraints(const ChartSystem& file)
      : file_(&file), slopes_(file.constraints, 0, 2 * file.dim(), true) {
    std::vector<FormulaTerm> sum;
    std::size_t nodes = 0;
    for (const Expression& formula : file.constraints) {
      sum.push_back({1, &formula, {2 * file.dim() + static_cast<int>(sum.size())}});
      nodes += formula.nodes().size();
    }
    compiled_ = nodes * static_cast<std::size_t>(file.dim()) <= compiled_nodes;
    if (compiled_)
      curvature_ = CurvatureTape(sum, 2 * file.dim() + static_cast<int>(sum.size()), file.dim(),
                                 2 * file.dim());
  }

  template <class V>
  Vector<typename V::Scalar, dynamic> operator()(const V& q, const V& v) const {
    using S = typename V::Scalar;
    const Joined<S> all(q, v);
    Vector<S, dynamic> phi(static_cast<int>(file_->constraints.size()));
    for (int i = 0; i < phi.size(); ++i) phi[i] = file_->constraints[i].evaluate(all.values());
    return phi;
  }

  /// Their derivatives.
  template <TapeNumber S>
  ConstraintJet<S, dynamic, dynamic> jet(const Vector<S, dynamic>& q,
                                         const Vector<S, dynamic>& v) const {
    const int n = file_->dim(), m = static_cast<int>(file_->constraints.size());
    ConstraintJet<S, dynamic, dynamic> jet;
    jet.value.resize(m);
    jet.q_v.setZero(m);
    jet.v.setZero(m, n);
    const Joined<S> all(q, v);
    slopes_.for_each(all.values(), [&](int i, int variable, const S& d) {
      if (variable < 0)
        jet.value[i] = d;
      else if (variable < n)
        jet.q_v[i] += d * v[variable];
      else
        jet.v(i, variable - n) = d;
    });
    return jet;
  }

  /// Those of lambda_i phi^i.
  LagrangianJet<double, dynamic> weighted_jet(const Vector<double, dynamic>& q,
                                              const Vector<double, dynamic>& v,
                                              const Vector<double, dynamic>& lambda) const {
    if (!compiled_) return weighted_constraint_jet(*this, q, v, lambda);
    auto jet = no_jet<double>(file_->dim());
    const Joined<double> all(q, v, lambda);
    add_curvature(curvature_, all.values(), v, jet);
    return jet;
  }

 private:
  const ChartSystem* file_;
  bool compiled_;
  SlopeTape slopes_;         // with the values
  CurvatureTape curvature_;  // of lambda phi, in (q, v, lambda)
};

/// F(t,q,v): the force of the file, and that of the inputs.
class ChartForce {
  using Tangent = Vector<double, dynamic>;

 public:
  ChartForce(const ChartSystem& file, std::shared_ptr<const InputSignals> signals)
      : inputs_(file.inputs, std::move(signals)),
        force_(file.force),
        by_velocity_(file.force, file.dim(), 2 * file.dim()) {}

  Tangent operator()(double t, const Tangent& q, const Tangent& v) const {
    const auto n = static_cast<std::size_t>(q.size());
    Tangent force = Tangent::Zero(q.size());
    if (depends_on_velocity())
      force_.evaluate(Joined<double>(q, v, std::array{t}).values(), {force.data(), n});
    inputs_.add(t, {q.data(), n}, {force.data(), n});
    return force;
  }
  bool depends_on_velocity() const noexcept { return force_.size() > 0; }
  Matrix<double, dynamic> by_velocity(double t, const Tangent& q, const Tangent& v) const {
    const int n = static_cast<int>(q.size());
    Matrix<double, dynamic> slope = Matrix<double, dynamic>::Zero(n, n);
    by_velocity_.for_each(Joined<double>(q, v, std::array{t}).values(),
                          [&](int i, int j, double d) { slope(i, j - n) = d; });
    return slope;
  }

 private:
  InputForce inputs_;
  FormulaTape force_;
  SlopeTape by_velocity_;
};

}  // namespace hamel::running
