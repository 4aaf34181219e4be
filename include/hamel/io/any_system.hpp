// Systems of a file as the library's mechanical systems: formulas become callables on a group.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/group/element.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/split.hpp>

namespace hamel {

/// g(x) from n x n formulas in the coordinates of x.
class ExpressionMetric {
 public:
  ExpressionMetric(AnyGroup group, std::vector<Expression> entries);

  bool is_constant() const noexcept { return is_constant_; }

  template <class S>
  Matrix<S, dynamic> operator()(const Element<AnyGroup, S>& x) const {
    const int n = group_.dim();
    Matrix<S, dynamic> m(n, n);
    if (is_constant_) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) m(i, j) = S(constant_(i, j));
      }
      return m;
    }
    const auto q = group_.coordinates(x);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        m(i, j) = entries_[i * n + j].evaluate(std::span<const S>(q));
        m(j, i) = m(i, j);
      }
    }
    return m;
  }

 private:
  AnyGroup group_;
  std::vector<Expression> entries_;
  bool is_constant_;
  Matrix<double, dynamic> constant_;
};

/// U(x) from a formula in the coordinates of x.
class ExpressionPotential {
 public:
  ExpressionPotential(AnyGroup group, Expression formula)
      : group_(std::move(group)), formula_(std::move(formula)), is_zero_(formula_.is_constant()) {}

  /// True when U has no derivative.
  bool is_zero() const noexcept { return is_zero_; }

  template <class S>
  S operator()(const Element<AnyGroup, S>& x) const {
    const auto q = group_.coordinates(x);
    return formula_.evaluate(std::span<const S>(q));
  }

 private:
  AnyGroup group_;
  Expression formula_;
  bool is_zero_;
};

/// An external force in g* from n formulas in the coordinates of x, then a1..an, then t.
class ExpressionForce {
 public:
  ExpressionForce(AnyGroup group, std::vector<Expression> components)
      : group_(std::move(group)), components_(std::move(components)) {}

  bool is_zero() const noexcept { return components_.empty(); }

  template <class S>
  Vector<S, dynamic> operator()(const S& t, const Element<AnyGroup, S>& x,
                                const Vector<S, dynamic>& a) const {
    std::vector<S> variables = group_.coordinates(x);
    variables.insert(variables.end(), a.data(), a.data() + a.size());
    variables.push_back(t);
    Vector<S, dynamic> force = Vector<S, dynamic>::Zero(group_.dim());
    for (int i = 0; i < static_cast<int>(components_.size()); ++i) {
      force[i] = components_[i].evaluate(std::span<const S>(variables));
    }
    return force;
  }

 private:
  AnyGroup group_;
  std::vector<Expression> components_;
};

/// v0(x) of an affine constraint, from n formulas in the coordinates of x.
class ExpressionOffset {
 public:
  ExpressionOffset(AnyGroup group, std::vector<Expression> components)
      : group_(std::move(group)), components_(std::move(components)) {}

  template <class S>
  Vector<S, dynamic> operator()(const Element<AnyGroup, S>& x) const {
    const auto q = group_.coordinates(x);
    Vector<S, dynamic> offset(group_.dim());
    for (int i = 0; i < group_.dim(); ++i)
      offset[i] = components_[i].evaluate(std::span<const S>(q));
    return offset;
  }

 private:
  AnyGroup group_;
  std::vector<Expression> components_;
};

using AnySystem = Mechanical<AnyGroup, ExpressionMetric, ExpressionPotential, ExpressionForce>;
using AnySplit = Split<double, dynamic, dynamic>;
using AnyAffineSplit = Split<double, dynamic, dynamic, ExpressionOffset>;

/// The mechanical system of a file.
AnySystem any_system(const GroupSystem& file);
/// The spanning vectors of d, one per column; those of g when there is no constraint.
Matrix<double, dynamic> any_distribution(const GroupSystem& file);
/// The element a motion starts at: the start of the file, or the identity.
Element<AnyGroup, double> any_start(const GroupSystem& file);

}  // namespace hamel
