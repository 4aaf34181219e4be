// The system of a file for any scalar: its formulas as callables on the group of its factors.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <hamel/core/dual.hpp>
#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

#include "formulas/expression_value.hpp"

namespace hamel::effort {

/// Directions that one evaluation differentiates along.
inline constexpr int lanes = 4;
using D = Dual<double, lanes>;

template <class S>
using GenericPoint = Element<AnyGroup, S>;

/// Formulas in the coordinates of a group, then in what else they are given.
class GenericFormulas {
 public:
  GenericFormulas(AnyGroup group, std::vector<Expression> formulas)
      : group_(std::move(group)), formulas_(std::move(formulas)) {}

  const AnyGroup& group() const noexcept { return group_; }
  bool empty() const noexcept { return formulas_.empty(); }
  bool constant() const {
    return std::all_of(formulas_.begin(), formulas_.end(),
                       [](const Expression& one) { return one.is_constant(); });
  }

  /// rows x columns of values, column by column; `others` are the variables after the coordinates.
  template <class S>
  Matrix<S, dynamic> at(const GenericPoint<S>& x, int rows, int columns,
                        const std::vector<S>& others = {}) const {
    std::vector<S> variables = group_.coordinates(x);
    variables.insert(variables.end(), others.begin(), others.end());
    Matrix<S, dynamic> values(rows, columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i)
        values(i, j) = formulas_[std::size_t(j * rows + i)].template evaluate<S>(
            std::span<const S>(variables));
    return values;
  }

 private:
  AnyGroup group_;
  std::vector<Expression> formulas_;
};

struct GenericMetric : GenericFormulas {
  using GenericFormulas::GenericFormulas;
  bool is_constant() const { return constant(); }
  template <class S>
  Matrix<S, dynamic> operator()(const GenericPoint<S>& x) const {
    return at(x, group().dim(), group().dim());
  }
};

struct GenericPotential : GenericFormulas {
  using GenericFormulas::GenericFormulas;
  bool is_zero() const { return constant(); }
  template <class S>
  S operator()(const GenericPoint<S>& x) const {
    return at(x, 1, 1)(0, 0);
  }
};

/// In the coordinates, a1..an and t.
struct GenericForce : GenericFormulas {
  using GenericFormulas::GenericFormulas;
  bool is_zero() const { return empty(); }
  template <class S>
  Vector<S, dynamic> operator()(const S& t, const GenericPoint<S>& x,
                                const Vector<S, dynamic>& a) const {
    std::vector<S> others(a.data(), a.data() + a.size());
    others.push_back(t);
    return at(x, group().dim(), 1, others).col(0);
  }
};

/// The columns of D(x) or of B(x).
struct GenericColumns : GenericFormulas {
  GenericColumns(AnyGroup group, std::vector<Expression> formulas, int columns)
      : GenericFormulas(std::move(group), std::move(formulas)), columns_(columns) {}
  template <class S>
  Matrix<S, dynamic> operator()(const GenericPoint<S>& x) const {
    return at(x, group().dim(), columns_);
  }

 private:
  int columns_;
};

/// Numbers that inputs are held at, with derivatives.
using HeldNumbers = std::vector<D>;

/// v0(t,x), with the velocities b(x) s(t) of inputs that have signals s; where numbers w are held in their place, with
/// b(x) w.
class GenericOffset : public GenericFormulas {
 public:
  GenericOffset(const AnyGroup& group, const GroupSystem& file,
                std::shared_ptr<const HeldNumbers> held)
      : GenericFormulas(group, file.offset), held_(std::move(held)) {
    if (held_ == nullptr) return;
    for (std::size_t i = 0; i < file.inputs.size(); ++i) {
      const GroupInput& input = file.inputs[i];
      if (input.velocity.empty()) continue;
      const GenericColumns column(group, input.velocity, 1);
      moved_.push_back({i, column, input.signal.value_or(Expression())});
    }
  }

  bool is_zero() const { return empty() && moved_.empty(); }
  template <class S>
  Vector<S, dynamic> operator()(const S& t, const GenericPoint<S>& x) const {
    const int n = group().dim();
    Vector<S, dynamic> offset = Vector<S, dynamic>::Zero(n);
    if (!empty()) offset = at(x, n, 1, {t}).col(0);
    for (const Moved& one : moved_) {
      const S w = number_of<S>((*held_)[one.input]) -
                  one.signal.template evaluate<S>(std::span<const S>(&t, 1));
      const Matrix<S, dynamic> b = one.column(x);
      for (int i = 0; i < n; ++i) offset[i] += b(i, 0) * w;
    }
    return offset;
  }

 private:
  struct Moved {
    std::size_t input;
    GenericColumns column;
    Expression signal;
  };

  /// A number in the scalar S, which is D, made of it, or knows none of its directions.
  template <class S>
  static S number_of(const D& w) {
    if constexpr (std::same_as<S, D>)
      return w;
    else if constexpr (requires(const S& s) { s.value(); })
      return S(number_of<std::remove_cvref_t<decltype(std::declval<const S&>().value())>>(w));
    else
      return S(w.value());
  }

  std::shared_ptr<const HeldNumbers> held_;
  std::vector<Moved> moved_;
};

using GenericMechanical = Mechanical<AnyGroup, GenericMetric, GenericPotential, GenericForce>;
using GenericSystem = WithInputs<GenericMechanical, GenericColumns>;
using GenericSplit = MovingSplit<double, dynamic, dynamic, GenericColumns, GenericOffset>;
using GenericProblem = Problem<Dynamics::nonholonomic, GenericSystem, GenericSplit>;

/// The nonholonomic problem of a file under its inputs, the free one where there is no constraint.
/// `held` are the numbers of its velocities of inputs, which may change; without, these follow their formulas.
GenericProblem generic_problem(const GroupSystem& file,
                               std::shared_ptr<const HeldNumbers> held = nullptr);

}  // namespace hamel::effort
