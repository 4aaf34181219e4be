// The system of a file for any scalar: its formulas as callables on the group of its factors.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/dynamics/problem.hpp>
#include <hamel/group/any_group.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/system/inputs.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>

namespace hamel::effort {

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

/// In the coordinates and t.
struct GenericOffset : GenericFormulas {
  using GenericFormulas::GenericFormulas;
  bool is_zero() const { return empty(); }
  template <class S>
  Vector<S, dynamic> operator()(const S& t, const GenericPoint<S>& x) const {
    if (empty()) return Vector<S, dynamic>::Zero(group().dim());
    return at(x, group().dim(), 1, {t}).col(0);
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

using GenericMechanical = Mechanical<AnyGroup, GenericMetric, GenericPotential, GenericForce>;
using GenericSystem = WithInputs<GenericMechanical, GenericColumns>;
using GenericSplit = MovingSplit<double, dynamic, dynamic, GenericColumns, GenericOffset>;
using GenericProblem = Problem<Dynamics::nonholonomic, GenericSystem, GenericSplit>;

/// The nonholonomic problem of a file under its inputs, the free one where there is no constraint.
GenericProblem generic_problem(const GroupSystem& file);

}  // namespace hamel::effort
