// The chart of a system file: its terms, and its equations of motion where they are compiled.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <hamel/chart/chart.hpp>
#include <hamel/chart/derivatives.hpp>
#include <hamel/core/solve.hpp>
#include <hamel/core/types.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>

#include "allowance.hpp"
#include "cases/any_system.hpp"
#include "chart_equations.hpp"
#include "chart_terms.hpp"
#include "formulas/curvature_tape.hpp"

namespace hamel::running {

/// Any chart of a file, which must outlive it, as must the allowance of derivatives where there is one.
class AnyChart
    : public Chart<dynamic, dynamic, ExpressionLagrangian, ExpressionConstraints, ChartForce> {
 public:
  AnyChart(const ChartSystem& file, const Allowance* allowance,
           std::shared_ptr<const InputSignals> signals)
      : Chart(file.dim(), static_cast<int>(file.constraints.size()),
              ExpressionLagrangian(file, allowance), ExpressionConstraints(file),
              ChartForce(file, signals)),
        file_(&file),
        allowance_(allowance),
        signals_(std::move(signals)) {}

  const InputSignals& signals() const noexcept { return *signals_; }

  /// Compiles the equations of motion.
  void prepare(Dynamics kind) {
    if (auto found = ChartEquations::of(*file_, kind))
      equations_ = std::make_shared<const ChartEquations>(std::move(*found));
    const int count = 2 * dim() + number_of_constraints();
    if (count > max_dimension ||
        size_of_formulas(*file_) * static_cast<std::size_t>(count) > compiled_nodes)
      return;
    curvature_ = std::make_shared<const CurvatureTape>(lagrangian_terms(*file_, true), count);
  }

  /// v' and nu (lambda' for vakonomic motion), stacked, where the compiled equations tell them.
  bool accelerations(double t, const Vector<double, dynamic>& q, const Vector<double, dynamic>& v,
                     const Vector<double, dynamic>& lambda, Vector<double, dynamic>& rates) const {
    if (!may_solve()) return false;
    return is_free_of_force(*file_) ? solve(Joined<double>(q, v, lambda), rates)
                                    : solve(Joined<double>(q, v, lambda, force(t, q, v)), rates);
  }
  /// The rates of m = v, or (v, lambda) for vakonomic motion, where they do.
  bool rates(double t, const Vector<double, dynamic>& q, const Vector<double, dynamic>& m,
             Vector<double, dynamic>& rates) const {
    if (!may_solve()) return false;
    if (is_free_of_force(*file_)) return solve(Joined<double>(q, m), rates);
    const auto missing = dim() + number_of_constraints() - static_cast<int>(m.size());
    const Vector<double, dynamic> v = m.head(dim());
    return solve(Joined<double>(q, m, zeros<double, dynamic>(missing), force(t, q, v)), rates);
  }
  /// The compiled equations of motion where they are functions of the state alone and may be asked `times` times, else
  /// null; who asks them counts how often.
  const ChartEquations* equations(int times) const noexcept {
    return is_free_of_force(*file_) && may_ask(times) ? equations_.get() : nullptr;
  }
  void count(int times) const noexcept {
    if (allowance_ != nullptr) allowance_->spend(times);
  }
  /// l_vv, whether it is clearly positive definite, and phi_v, where the compiled equations tell them.
  bool matrices(const Vector<double, dynamic>& q, const Vector<double, dynamic>& v,
                const Vector<double, dynamic>& lambda, Matrix<double, dynamic>& inertia,
                bool& definite, Matrix<double, dynamic>& rows) const {
    if (!equations_) return false;
    equations_->matrices(Joined<double>(q, v, lambda).values(), inertia.data(), rows.data());
    definite = equations_->is_definite() || clearly_definite(inertia);
    return true;
  }
  /// phi_v where l_vv is constant and clearly positive definite, at m as above; false elsewhere.
  bool normals(const Vector<double, dynamic>& q, const Vector<double, dynamic>& m,
               Matrix<double, dynamic>& rows) const {
    if (!equations_ || !equations_->is_definite()) return false;
    equations_->matrices(Joined<double>(q, m).values(), nullptr, rows.data());
    return true;
  }
  /// Are the derivatives of L + lambda phi compiled?
  bool has_curvature() const noexcept { return curvature_ != nullptr; }
  /// The first and second ones, in (q, v, lambda).
  void curvature(const Vector<double, dynamic>& q, const Vector<double, dynamic>& v,
                 const Vector<double, dynamic>& lambda, Vector<double, dynamic>& gradient,
                 Matrix<double, dynamic>& hessian) const {
    const Joined<double> all(q, v, lambda);
    const auto count = static_cast<int>(all.values().size());
    gradient.resize(count);
    hessian.resize(count, count);
    const auto size = static_cast<std::size_t>(count);
    curvature_->evaluate(all.values(), {gradient.data(), size}, {hessian.data(), size * size});
  }

 private:
  bool may_solve() const noexcept { return equations_ && may_ask(1); }
  bool may_ask(int times) const noexcept {
    return allowance_ == nullptr || allowance_->may_ask(times);
  }
  bool solve(const Joined<double>& all, Vector<double, dynamic>& rates) const {
    const bool done =
        equations_->solve(all.values(), {rates.data(), static_cast<std::size_t>(rates.size())});
    if (done) count(1);
    return done;
  }

  const ChartSystem* file_;
  const Allowance* allowance_;
  std::shared_ptr<const InputSignals> signals_;
  std::shared_ptr<const ChartEquations> equations_;
  std::shared_ptr<const CurvatureTape> curvature_;
};

/// The chart of a file. Its inputs are those that `held` holds, or follow their signals.
inline AnyChart any_chart(const ChartSystem& file, const Allowance* allowance = nullptr,
                          std::shared_ptr<const HeldInputs> held = nullptr) {
  return AnyChart(file, allowance,
                  std::make_shared<const InputSignals>(file.inputs, std::move(held)));
}

/// The first `count` numbers as a vector.
inline Vector<double, dynamic> as_vector(const std::vector<Number>& numbers, int count) {
  Vector<double, dynamic> v(count);
  for (int i = 0; i < count; ++i) v[i] = numbers[i].value;
  return v;
}

}  // namespace hamel::running
