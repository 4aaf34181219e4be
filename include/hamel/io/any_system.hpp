// Systems of a file as the library's mechanical systems: formulas become callables on a group.
#pragma once

#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

namespace hamel {

/// Formulas in the coordinates of a group, with their left derivatives.
class GroupFormulas {
 public:
  GroupFormulas(SystemGroup group, std::vector<Expression> formulas);

  int size() const noexcept { return static_cast<int>(formulas_.size()); }
  const SystemGroup& group() const noexcept { return group_; }
  /// True when no coordinate occurs.
  bool is_constant() const noexcept { return varying_.empty(); }
  const std::vector<Expression>& formulas() const noexcept { return formulas_; }
  /// The indices of the formulas in which a coordinate occurs.
  const std::vector<int>& varying() const noexcept { return varying_; }

 private:
  SystemGroup group_;
  std::vector<Expression> formulas_;
  std::vector<int> varying_;
};

/// g(x) from n x n formulas.
class ExpressionMetric {
 public:
  using V = SystemGroup::V;
  using M = SystemGroup::M;
  ExpressionMetric(SystemGroup group, std::vector<Expression> entries);

  bool is_constant() const noexcept { return entries_.is_constant(); }
  M operator()(const SystemGroup::Point& x) const;
  /// Rows k: the left derivative (d_k M) a.
  M slope(const SystemGroup::Point& x, const V& a) const;

 private:
  GroupFormulas entries_;
  M constant_;  // the entries that do not vary, zeros elsewhere
};

/// U(x) from a formula.
class ExpressionPotential {
 public:
  ExpressionPotential(SystemGroup group, Expression formula);

  /// True when U has no derivative.
  bool is_zero() const noexcept { return formula_.is_constant(); }
  double operator()(const SystemGroup::Point& x) const;
  /// x^*dU in g*.
  SystemGroup::V gradient(const SystemGroup::Point& x) const;

 private:
  GroupFormulas formula_;
};

/// An external force in g* from n formulas in the coordinates of x, then a1..an, then t.
class ExpressionForce {
 public:
  using V = SystemGroup::V;
  ExpressionForce(SystemGroup group, std::vector<Expression> components);

  bool is_zero() const noexcept { return components_.empty(); }
  V operator()(double t, const SystemGroup::Point& x, const V& a) const;
  /// Columns j: the derivative along a_j.
  SystemGroup::M velocity_derivative(double t, const SystemGroup::Point& x, const V& a) const;

 private:
  SystemGroup group_;
  std::vector<Expression> components_;
};

/// v0(x) of an affine constraint from n formulas, or zero from none.
class ExpressionOffset {
 public:
  ExpressionOffset(SystemGroup group, std::vector<Expression> components);

  bool is_zero() const noexcept { return components_.size() == 0; }
  SystemGroup::V operator()(const SystemGroup::Point& x) const;
  /// Rows k: the left derivative d_k v0.
  SystemGroup::M slope(const SystemGroup::Point& x) const;

 private:
  GroupFormulas components_;
};

using AnySystem = Mechanical<SystemGroup, ExpressionMetric, ExpressionPotential, ExpressionForce>;
/// Linear constraints too: their offset is zero.
using AnySplit = Split<double, dynamic, dynamic, ExpressionOffset>;

/// The mechanical system of a file.
AnySystem any_system(const GroupSystem& file);
/// The matrix of g at the start of the file.
DynamicMatrix<double> metric_at_start(const GroupSystem& file);
/// The spanning vectors of d, one per column; those of g when there is no constraint.
Matrix<double, dynamic> any_distribution(const GroupSystem& file);
/// The element a motion starts at: the start of the file, or the identity.
SystemGroup::Point any_start(const GroupSystem& file);

}  // namespace hamel
