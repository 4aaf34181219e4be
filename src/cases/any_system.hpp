// Systems of a file as the library's mechanical systems: formulas become callables on a group.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <hamel/core/types.hpp>
#include <hamel/io/expression.hpp>
#include <hamel/io/system_file.hpp>
#include <hamel/io/system_group.hpp>
#include <hamel/system/mechanical.hpp>
#include <hamel/system/moving_split.hpp>
#include <hamel/system/split.hpp>

#include "formulas/formula_tape.hpp"
#include "input_signals.hpp"

namespace hamel {

/// Formulas in the coordinates of a group, then in t, with their left derivatives.
class GroupFormulas {
  /// The coordinates of x, then t.
  using Variables = std::array<double, SystemGroup::max_coordinates + 1>;

 public:
  using Point = SystemGroup::Point;
  GroupFormulas(SystemGroup group, const std::vector<Expression>& formulas);

  int size() const noexcept { return static_cast<int>(constants_.size()); }
  const SystemGroup& group() const noexcept { return group_; }
  /// True when no variable occurs.
  bool is_constant() const noexcept { return varying_.empty(); }
  /// The formulas that do not vary, 0 in place of the others.
  const std::vector<double>& constants() const noexcept { return constants_; }

  /// Calls use(i, f_i) for each formula that varies.
  template <class Use>
  void for_each_value(double t, const Point& x, const Use& use) const {
    if (is_constant()) return;
    Variables q;
    values_.for_each(variables(t, x, q), [&](int j, double value) {
      use(varying_[static_cast<std::size_t>(j)], value);
    });
  }
  /// x^*d(sum_i w_i f_i) in g* with w_i = weight(i).
  template <class Weight>
  SystemGroup::V gradient(double t, const Point& x, const Weight& weight) const {
    if (slopes_.places().empty()) return SystemGroup::V::Zero(group_.dim());
    return is_straight_ ? straight_gradient(t, x, weight) : pulled_gradient(t, x, weight);
  }
  /// Calls use(i, d) with terms d that sum up to d/ds f_i(t, x exp(s a)) at s = 0.
  template <class Use>
  void for_each_rate(double t, const Point& x, const SystemGroup::V& a, const Use& use) const {
    if (slopes_.places().empty()) return;
    Variables q;
    const std::span<const double> given = variables(t, x, q);
    const Rates rates(*this, x, q, a);
    slopes_.for_each(given, [&](int i, int variable, double d) { use(i, d * rates[variable]); });
  }

  /// What was seen of the derivatives at a place: the coordinates, and as many derivatives as there is room for.
  class Slopes {
    friend class GroupFormulas;
    Variables q_;
    std::array<double, 64> by_coordinate_;
  };
  /// Calls use(i, f_i) for each formula that varies, and keeps what is seen of their derivatives.
  template <class Use>
  void for_each_value(double t, const Point& x, Slopes& seen, const Use& use) const {
    const std::span<const double> given = variables(t, x, seen.q_);
    std::size_t next = 0;
    values_with_slopes_.for_each(given, [&](int i, int variable, double value) {
      if (variable < 0)
        use(varying_[static_cast<std::size_t>(i)], value);
      else if (next < seen.by_coordinate_.size())
        seen.by_coordinate_[next++] = value;
    });
  }
  /// for_each_rate where that was seen.
  template <class Use>
  void for_each_rate(double t, const Point& x, const Slopes& seen, const SystemGroup::V& a,
                     const Use& use) const {
    const auto& places = slopes_.places();
    if (places.size() > seen.by_coordinate_.size()) return for_each_rate(t, x, a, use);
    const Rates rates(*this, x, seen.q_, a);
    for (std::size_t j = 0; j < places.size(); ++j)
      use(places[j].formula, seen.by_coordinate_[j] * rates[places[j].variable]);
  }
  /// Calls use(k, i, d) with left derivatives d = d/ds f_i(t, x exp(s e_k)) at s = 0 that sum up to the whole.
  template <class Use>
  void for_each_slope(double t, const Point& x, const Use& use) const {
    const auto& places = slopes_.places();
    if (places.empty()) return;
    std::array<double, slope_capacity> small;
    std::vector<double> large;
    std::span<double> slopes(small);
    if (places.size() > slope_capacity) {
      large.resize(places.size());
      slopes = large;
    }
    const SystemGroup::CoordinateSlopes rates = evaluate_slopes(t, x, slopes);
    for (std::size_t j = 0; j < places.size(); ++j)
      for (int k = 0; k < group_.dim(); ++k)
        if (const double rate = rates(k, places[j].variable); rate != 0)
          use(k, places[j].formula, slopes[j] * rate);
  }

 private:
  static constexpr std::size_t capacity = std::size_t(max_dimension) * max_dimension;
  static constexpr std::size_t slope_capacity = 4 * capacity;

  std::span<const double> variables(double t, const Point& x, Variables& all) const {
    const std::size_t count = group_.coordinates(x, all);
    all[count] = t;
    return std::span<const double>(all).first(count + 1);
  }
  SystemGroup::CoordinateSlopes evaluate_slopes(double t, const Point& x,
                                                std::span<double> slopes) const;
  /// `gradient` where coordinates change along one e_k each, and where they do not.
  template <class Weight>
  SystemGroup::V straight_gradient(double t, const Point& x, const Weight& weight) const {
    SystemGroup::V gradient = SystemGroup::V::Zero(group_.dim());
    Variables q;
    slopes_.for_each(variables(t, x, q), [&](int i, int variable, double d) {
      gradient.coeffRef(along_[static_cast<std::size_t>(variable)]) += weight(i) * d;
    });
    return gradient;
  }
  template <class Weight>
  SystemGroup::V pulled_gradient(double t, const Point& x, const Weight& weight) const {
    Variables q;
    std::array<double, SystemGroup::max_coordinates> by_coordinate;
    std::fill_n(by_coordinate.begin(), along_.size(), 0.);
    const auto add = [&](int i, int variable, double d) {
      by_coordinate[static_cast<std::size_t>(variable)] += weight(i) * d;
    };
    const std::size_t constant = constant_slopes_.size();
    std::span<const double> given;
    if (constant == 0 || pull_back_reads_coordinates_) given = variables(t, x, q);
    if (constant == 0) slopes_.for_each(given, add);
    for (std::size_t j = 0; j < constant; ++j)
      add(slopes_.places()[j].formula, slopes_.places()[j].variable, constant_slopes_[j]);
    return group_.pull_back(x, q.data(), by_coordinate.data());
  }

  /// How the coordinates change along a at x.
  class Rates {
   public:
    Rates(const GroupFormulas& formulas, const Point& x, const Variables& q,
          const SystemGroup::V& a)
        : along_(formulas.is_straight_ ? formulas.along_.data() : nullptr), a_(a) {
      if (along_ == nullptr) formulas.group_.push_forward(x, q.data(), a, all_.data());
    }
    double operator[](int i) const {
      return along_ != nullptr ? a_.coeff(along_[i]) : all_[static_cast<std::size_t>(i)];
    }

   private:
    const int* along_;
    const SystemGroup::V& a_;
    std::array<double, SystemGroup::max_coordinates> all_;
  };

  SystemGroup group_;
  std::vector<double> constants_;
  std::vector<int> varying_;
  FormulaTape values_;
  SlopeTape slopes_;
  SlopeTape values_with_slopes_;         // of those that vary
  std::vector<double> constant_slopes_;  // of slopes_, where none varies: formulas are linear
  bool pull_back_reads_coordinates_ = true;
  std::vector<int> along_;   // SystemGroup::straight_coordinates
  bool is_straight_ = true;  // are the coordinates that a formula changes with among those?
};

/// g(x) from n x n formulas.
class ExpressionMetric {
 public:
  using V = SystemGroup::V;
  using M = SystemGroup::M;
  ExpressionMetric(SystemGroup group, const std::vector<Expression>& entries);

  bool is_constant() const noexcept { return entries_.is_constant(); }
  /// The matrix where it is constant.
  const M& constant() const noexcept { return constant_; }
  M operator()(const SystemGroup::Point& x) const;
  /// Rows k: the left derivative (d_k M) a.
  M slope(const SystemGroup::Point& x, const V& a) const;
  /// 1/2 a^T (d_k M) a
  V force(const SystemGroup::Point& x, const V& a) const;

 private:
  GroupFormulas entries_;  // on and below the diagonal, zeros above
  M constant_;             // the entries that do not vary, zeros elsewhere
};

/// U(x) from a formula.
class ExpressionPotential {
 public:
  ExpressionPotential(SystemGroup group, const Expression& formula);

  /// True when U has no derivative.
  bool is_zero() const noexcept { return formula_.is_constant(); }
  double operator()(const SystemGroup::Point& x) const;
  /// x^*dU in g*.
  SystemGroup::V gradient(const SystemGroup::Point& x) const;

 private:
  GroupFormulas formula_;
};

/// The force B(x) w of the inputs of a file, in its coordinates.
class InputForce {
 public:
  InputForce(const std::vector<GroupInput>& inputs, std::shared_ptr<const InputSignals> signals);

  /// Can an input be other than 0?
  bool acts() const noexcept { return columns_.size() > 0 && signals_->act(); }
  /// Adds B(x) w to a covector; the coordinates of x come first among the variables.
  void add(double t, std::span<const double> variables, std::span<double> force) const;

 private:
  FormulaTape columns_;  // B(x), column by column
  std::shared_ptr<const InputSignals> signals_;
};

/// An external force in g*: n formulas in the coordinates of x, then a1..an, then t, and the inputs of a file.
class ExpressionForce {
 public:
  using V = SystemGroup::V;
  ExpressionForce(SystemGroup group, const std::vector<Expression>& components,
                  const std::vector<GroupInput>& inputs,
                  std::shared_ptr<const InputSignals> signals);

  bool is_zero() const noexcept { return components_.size() == 0 && !inputs_.acts(); }
  V operator()(double t, const SystemGroup::Point& x, const V& a) const;
  /// Columns j: the derivative along a_j.
  SystemGroup::M velocity_derivative(double t, const SystemGroup::Point& x, const V& a) const;

 private:
  SystemGroup group_;
  int coordinates_ = 0;
  FormulaTape components_;
  SlopeTape by_velocity_;
  InputForce inputs_;
};

/// v0(t,x) of an affine constraint from n formulas, or zero from none, and what the velocities of inputs add that no
/// formula gives: b(x) (w - s(t)) where w is held or a table and s(t) is in the formulas.
class ExpressionOffset {
 public:
  ExpressionOffset(SystemGroup group, const std::vector<Expression>& components);
  /// With the inputs of a file, or none that is other than its formula.
  ExpressionOffset(SystemGroup group, const std::vector<Expression>& components,
                   const std::vector<GroupInput>& inputs,
                   std::shared_ptr<const InputSignals> signals);

  bool is_zero() const noexcept { return components_.size() == 0 && inputs_.empty(); }
  SystemGroup::V operator()(double t, const SystemGroup::Point& x) const;
  /// Rows k: the left derivative d_k v0.
  SystemGroup::M slope(double t, const SystemGroup::Point& x) const;

 private:
  using Weights = std::array<double, max_dimension>;
  /// w - s(t) of the inputs whose columns these are.
  void weigh(double t, Weights& weights) const;

  GroupFormulas components_, columns_;  // columns_: b(x), column by column
  std::vector<int> inputs_;             // whose columns they are
  std::shared_ptr<const InputSignals> signals_;
};

/// D(x), n x r, from its formulas vector by vector.
class ExpressionDistribution {
 public:
  using V = SystemGroup::V;
  using M = SystemGroup::M;
  ExpressionDistribution(SystemGroup group, const std::vector<Expression>& entries);

  /// r
  int columns() const noexcept { return static_cast<int>(constant_.cols()); }
  M operator()(const SystemGroup::Point& x) const;
  /// D'(x;a).
  M slope(const SystemGroup::Point& x, const V& a) const;

  /// Both at one place, which must outlive it.
  class At {
   public:
    At(const ExpressionDistribution& distribution, const SystemGroup::Point& x);
    const M& matrix() const noexcept { return d_; }
    M slope(const V& a) const;

   private:
    const ExpressionDistribution& distribution_;
    const SystemGroup::Point& x_;
    GroupFormulas::Slopes seen_;
    M d_;
  };
  At at(const SystemGroup::Point& x) const { return {*this, x}; }
  /// Rows k: (d_k D) u.
  M slopes(const SystemGroup::Point& x, const V& u) const;
  /// Rows k: (d_k D)^T mu, n x r.
  M transposed_slopes(const SystemGroup::Point& x, const V& mu) const;

 private:
  GroupFormulas entries_;
  M constant_;
};

using AnySystem = Mechanical<SystemGroup, ExpressionMetric, ExpressionPotential, ExpressionForce>;
/// Linear constraints too: their offset is zero.
using AnySplit = Split<double, dynamic, dynamic, ExpressionOffset>;
/// A constraint that moves with the configuration.
using AnyMovingSplit =
    MovingSplit<double, dynamic, dynamic, ExpressionDistribution, ExpressionOffset>;

/// The inputs of a file that nobody holds.
std::shared_ptr<const InputSignals> signals_of(const std::vector<GroupInput>& inputs);
/// The mechanical system of a file under its inputs.
AnySystem any_system(const GroupSystem& file, std::shared_ptr<const InputSignals> signals);
AnySystem any_system(const GroupSystem& file);
/// The spanning vectors of d (at the start, where d moves), one per column; those of g when there is no constraint.
Matrix<double, dynamic> any_distribution(const GroupSystem& file);
/// The element a motion starts at: the start of the file, or the identity.
SystemGroup::Point any_start(const GroupSystem& file);

}  // namespace hamel
